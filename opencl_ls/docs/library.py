"""The library of topics: the documentation of names."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.builtins.additions import additions
from opencl_ls.builtins.extensions import extension
from opencl_ls.builtins.functions import function_key, function_names
from opencl_ls.builtins.reader import table
from opencl_ls.docs.topic import Entry, Example, Topic, names_written, parse_topic

if TYPE_CHECKING:
    from collections.abc import Callable

TOPICS: Final = Path(__file__).parent / "topics"
CONCEPTS: Final = "concepts/"
"""The folder of topics about concepts without a name in the tables: blocks, conversions."""

_WORD: Final = re.compile(r"\w+")


class Documented(NamedTuple):
    """The documentation of a name: its own lines, and the topic around them.

    `written` is the name in the topic, which may be a pattern for many names.
    """

    name: str
    entry: Entry
    topic: Topic
    written: str

    def section(self, heading: str) -> str:
        """Return the Markdown below a heading of the topic that concerns the name, or ""."""
        return self.topic.section(heading, self.written)

    @property
    def arguments(self) -> dict[str, str]:
        """The meanings of the arguments, by name; each text on one line."""
        return self.topic.arguments(self.written)

    @property
    def examples(self) -> tuple[Example, ...]:
        """The examples that use the name, or else one of its bullet; or the topic's first one.

        An extension has only those that name it, or a function or an attribute that it adds.
        """
        word = _written_in_code(self.name)
        # `__global` is `global` in an example.
        names = {word, word.removeprefix("__"), *members(self.name)}
        if extension(self.name) is None:
            return self.topic.examples_of(names, self.written)
        # An extension's topic is about several that have little in common.
        added = additions(self.name)
        return self.topic.examples_with({self.name, *added.functions, *added.attributes})

    @property
    def siblings(self) -> list[str]:
        """The other names of the topic: those that share parts first, then those that are near."""
        names = [name for entry in self.topic.entries for name in entry.names]
        own = names.index(self.written)
        parts = [part for each in self.topic.sections.values() for part, _ in each.own]

        def distance(name: str) -> tuple[int, int]:
            shared = sum(name in part and self.written in part for part in parts)
            return -shared, abs(names.index(name) - own)

        return sorted((name for name in names if name != self.written), key=distance)


def documented(name: str) -> Documented | None:
    """Return the documentation of a name as the tables spell it, or None.

    Attributes are spelled `__attribute__((name))`, pragmas as `#pragma NAME`, the members of
    a family by the family's name (`vloadn`).
    """
    where = index().get(name)
    if where is None:
        return None
    path, _, written = where.partition("#")
    topic = read_topic(path)
    entry = topic.entry(written or name)
    return Documented(name, entry, topic, written or name) if entry else None


def _written_in_code(name: str) -> str:
    """Return the word by which a use of a name is found: `packed` of "__attribute__((packed))"."""
    return _WORD.findall(name)[-1] if name.startswith(("__attribute__((", "#")) else name


def members(name: str) -> tuple[str, ...]:
    """Return the concrete functions of a family (`vload4` of "vloadn"), or nothing."""
    return _families().get(name, ())


@cache
def _families() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name in sorted(function_names(), key=lambda each: (len(each), each)):
        key = function_key(name) or name
        found[key] = (*found.get(key, ()), name)
    return found


@cache
def index() -> dict[str, str]:
    """Return the file of each name below the folder of topics, sorted by name.

    If the bullet is a pattern ("CLK_AVC_*"), it follows after a "#".  It means the names of the
    tables that match it and have no own bullet.  About 15 ms, once for a process: only the bullets
    of the names are read.  Raises OSError.
    """
    named: dict[str, str] = {}
    patterns: dict[str, str] = {}
    for path in topic_paths():
        for name in names_written((TOPICS / path).read_text("utf-8")):
            is_pattern = "*" in name and not is_concept(path)
            (patterns if is_pattern else named)[name] = path
    matched = {
        name: f"{path}#{pattern}"
        for pattern, path in patterns.items()
        for name in _matching(pattern)
    }
    return dict(sorted((matched | named).items()))


@cache
def names_of_the_tables() -> frozenset[str]:
    """Return every name of the tables, spelled as a topic spells it."""
    return frozenset(
        (
            *table("functions"),
            *table("types"),
            *table("macros"),
            *table("extensions"),
            *table("keywords"),
            *(f"__attribute__(({name}))" for name in table("attributes")),
            *(f"#pragma {name}" for name in table("pragmas")),
        )
    )


def _matching(pattern: str) -> list[str]:
    """Return the names of the tables that match a bullet's pattern: `*` is any further letters."""
    letters = re.escape(pattern).replace(r"\*", ".*")
    # One search of one text: 18 patterns on 3,000 names, one by one, take 7 ms.
    return re.findall(f"^{letters}$", _lines_of_the_tables(), re.MULTILINE)


@cache
def _lines_of_the_tables() -> str:
    return "\n".join(sorted(names_of_the_tables()))


@lru_cache(maxsize=64)
def read_topic(path: str) -> Topic:
    """Return the topic in a file of the folder of topics; raises OSError and TopicError."""
    return parse_topic((TOPICS / path).read_text("utf-8"), is_concept=is_concept(path))


def is_concept(path: str) -> bool:
    """Tell whether a file of the folder of topics is about a concept."""
    return path.startswith(CONCEPTS)


def concept_named(name: str) -> str | None:
    """Return a concept's name as the topics spell it, for any case; None for no concept."""
    words = " ".join(name.split())
    return next(
        (each for each in (words, words.lower()) if is_concept(index().get(each, ""))), None
    )


@cache
def topics_of_pages() -> dict[str, tuple[str, ...]]:
    """Return the files of the topics that share the subject of each page of the unified reference.

    The pages of the reference are larger than our topics: that of the mathematical functions
    has dozens.
    """
    return _topics_by(attrgetter("pages"))


def topics_of_rule(code: str) -> tuple[str, ...]:
    """Return the files of the topics that name a rule.

    They are those that name it, or else those that name its family ("kernel/*").
    """
    topics = _topics_of_rules()
    return topics.get(code) or topics.get(f"{code.partition('/')[0]}/*", ())


@cache
def _topics_of_rules() -> dict[str, tuple[str, ...]]:
    return _topics_by(attrgetter("rules"))


def _topics_by(keys: Callable[[Topic], tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[tuple[int, str]]] = {}
    for path in topic_paths():
        for place, key in enumerate(keys(read_topic(path))):
            found.setdefault(key, []).append((place, path))
    # First the topics for which the key is the first one: it is their main subject.
    return {key: tuple(path for _, path in sorted(places)) for key, places in found.items()}


def topic_paths() -> list[str]:
    """Return the files of all topics, below the folder of topics, sorted."""
    found = (path.relative_to(TOPICS).as_posix() for path in TOPICS.glob("*/*.md"))
    return sorted(found)
