"""A topic of the reference: its parsed Markdown.

`topics/README.md` describes the format of topics.
"""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

SECTIONS: Final = (
    "Names", "Arguments", "Returns", "Special values", "Notes", "Undefined", "Accuracy", "Example",
)  # fmt: skip
FIELDS: Final = ("title", "see", "rules", "pages")

_HEADER = re.compile(r"---\n(.*?)\n---\n", re.DOTALL)
_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
_CONTINUED = re.compile(r"\n +")
_OWN_HEADING = re.compile(r"^### (.+)$", re.MULTILINE)
_OWN_NAMES = re.compile(r"`[^`]+`(?:, `[^`]+`)*")
_WORD = re.compile(r"\w+")
# A line of an example that excludes the following lines without a macro.
_CONDITION: Final = re.compile(r"^#\s*(?:el)?if.*", re.M)
_BULLET = re.compile(r"^- ", re.MULTILINE)
_BULLET_NAMES = re.compile(r"((?:`[^`]+`,?\s+)*`[^`]+`):\s+(.*)", re.DOTALL)
_LIST_OF_NAMES = re.compile(r"^- ((?:`[^`]+`,?\s+)*`[^`]+`):\s", re.MULTILINE)
_CODE = re.compile(r"`([^`]+)`")
_SENTENCE_END = re.compile(r"(?<![.\d]\.[a-z])(?<!e\.g)(?<!i\.e)\.(?=\s|$)")
_EXAMPLE = re.compile(r"```cl (CL\d\.\d)\n(.*?)```", re.DOTALL)


class TopicError(ValueError):
    """A malformed topic; the message says where and why."""


class Entry(NamedTuple):
    """One bullet of a topic's names: the names as written, and the text on one line."""

    names: tuple[str, ...]
    text: str

    @property
    def summary(self) -> str:
        """The first sentence."""
        end = _SENTENCE_END.search(self.text)
        return self.text[: end.end()] if end else self.text


class Example(NamedTuple):
    """A program, and the version that it is for ("CL2.0")."""

    std: str
    code: str


class Section(NamedTuple):
    """The text below a heading: that for all names, and texts for some names.

    A `*` among those names means any further letters.
    """

    shared: str
    own: tuple[tuple[tuple[str, ...], str], ...] = ()

    def about(self, name: str) -> str:
        """Return the Markdown about one name as written in the topic, or ""."""
        own = (text for names, text in self.own if any(fnmatchcase(name, n) for n in names))
        return _joined([self.shared, *own])

    @property
    def text(self) -> str:
        """The whole Markdown, without the headings of its parts."""
        return _joined([self.shared, *(text for _, text in self.own)])


class Topic(NamedTuple):
    """A topic.  `sections` holds the text below each heading except that of the names.

    `pages` are the pages of the unified reference whose subject the topic has.
    """

    title: str
    lead: str
    entries: tuple[Entry, ...]
    sections: dict[str, Section]
    see: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    pages: tuple[str, ...] = ()

    def entry(self, name: str) -> Entry | None:
        """Return the bullet that has `name` as it is written there, or None."""
        return next((entry for entry in self.entries if name in entry.names), None)

    def section(self, heading: str, name: str) -> str:
        """Return the Markdown below a heading about one name, or ""."""
        found = self.sections.get(heading)
        return found.about(name) if found else ""

    @property
    def examples(self) -> tuple[Example, ...]:
        """The programs of the topic, in their order; a concept has some in any section."""
        texts = (each.text for each in self.sections.values())
        return tuple(Example(*each) for text in texts for each in _EXAMPLE.findall(text))

    def examples_of(self, names: Container[str], family: str = "") -> tuple[Example, ...]:
        """Return the examples that use one of `names`.

        If none does: those that use a name of the `family`, a pattern; or else the first one,
        unless it tests whether a sibling is defined: such an example is about that sibling.
        """
        like = (
            each
            for each in self.examples
            if any(fnmatchcase(word, family) for word in _WORD.findall(each.code))
        )
        siblings = {name for entry in self.entries for name in entry.names}
        first = (
            each
            for each in self.examples[:1]
            if siblings.isdisjoint(_WORD.findall(" ".join(_CONDITION.findall(each.code))))
        )
        return self.examples_with(names) or tuple(like) or tuple(first)

    def examples_with(self, names: Container[str]) -> tuple[Example, ...]:
        """Return the examples that use one of `names`."""
        return tuple(
            each for each in self.examples if any(w in names for w in _WORD.findall(each.code))
        )

    def arguments(self, name: str) -> dict[str, str]:
        """Return the meanings of the arguments of a name, each text on one line."""
        return {
            argument: text
            for arguments, text in _bullets(self.section("Arguments", name))
            for argument in arguments
        }


def parse_topic(text: str, *, is_concept: bool = False) -> Topic:
    """Return the topic of a Markdown text; raises TopicError.

    The topic of a concept has arbitrary headings.
    """
    header = _HEADER.match(text)
    if header is None:
        raise TopicError("a topic begins with a header between lines of ---")
    fields = dict(_fields(header[1]))
    lead, *parts = _HEADING.split(text[header.end() :])
    headings = parts[::2]
    _check_order(headings, is_concept=is_concept)
    sections = dict(zip(headings, map(_section, parts[1::2]), strict=True))
    named = sections.pop("Names", Section(""))
    entries = tuple(Entry(names, words) for names, words in _bullets(named.shared))
    if not entries:
        raise TopicError("a topic has a section Names with a bullet for each name")
    topic = Topic(
        title=fields.get("title", ""),
        lead=_one_line(lead),
        entries=entries,
        sections=sections,
        see=_names(fields.get("see", "")),
        rules=_names(fields.get("rules", "")),
        pages=_names(fields.get("pages", "")),
    )
    if "Example" in sections and not _EXAMPLE.search(sections["Example"].text):
        raise TopicError("an example is a block ```cl CL1.2")
    written = {name for entry in entries for name in entry.names}
    alone = {name for each in sections.values() for names, _ in each.own for name in names}
    strange = [each for each in alone if not any(fnmatchcase(name, each) for name in written)]
    if strange:
        raise TopicError(f"a part is headed by names of the topic, not {min(strange)}")
    return topic


def names_written(text: str) -> list[str]:
    """Return the names that a topic's Markdown has bullets for, without parsing anything else."""
    start = text.find("\n## Names\n") + 1
    end = text.find("\n## ", start)
    bullets = _LIST_OF_NAMES.finditer(text, start, end if end >= 0 else len(text))
    return [name for bullet in bullets for name in _CODE.findall(bullet[1])]


def _check_order(headings: list[str], *, is_concept: bool) -> None:
    if len(set(headings)) < len(headings):
        raise TopicError("each section appears once")
    if is_concept:
        return
    unknown = [heading for heading in headings if heading not in SECTIONS]
    if unknown:
        raise TopicError(f"unknown section {unknown[0]}; there are {', '.join(SECTIONS)}")
    order = [SECTIONS.index(heading) for heading in headings]
    if order != sorted(order):
        raise TopicError(f"sections have this order: {', '.join(SECTIONS)}")


def _section(body: str) -> Section:
    shared, *parts = _OWN_HEADING.split(body)
    own = []
    names: list[str] = []
    for heading, text in zip(parts[::2], parts[1::2], strict=True):
        if not _OWN_NAMES.fullmatch(heading):
            raise TopicError(f"a part is headed by names in backticks, not: {heading}")
        names += _CODE.findall(heading)
        if text.strip():  # Names that take more than a line are consecutive headings.
            own.append((tuple(names), text.strip()))
            names = []
    if names:
        raise TopicError(f"nothing is below the heading of {names[-1]}")
    return Section(shared.strip(), tuple(own))


def _joined(texts: list[str]) -> str:
    """Return texts joined: lists as one list, others as paragraphs."""
    joined = ""
    for text in filter(None, texts):
        is_list = joined.startswith("- ") and text.startswith("- ")
        joined += ("\n" if is_list else "\n\n" if joined else "") + text
    return joined


def _fields(header: str) -> Iterator[tuple[str, str]]:
    for line in _CONTINUED.sub(" ", header).splitlines():
        key, colon, value = line.partition(":")
        if not colon or key not in FIELDS:
            raise TopicError(f"the header holds {', '.join(FIELDS)}, not: {line}")
        yield key, value.strip()


def _names(text: str) -> tuple[str, ...]:
    return tuple(name for part in text.split(",") if (name := part.strip()))


def _bullets(section: str) -> Iterator[tuple[tuple[str, ...], str]]:
    before, *bullets = _BULLET.split(section)
    if bullets and before.strip():
        raise TopicError(f"a list of names has only bullets, not: {before.strip()[:60]}")
    for bullet in bullets:
        match = _BULLET_NAMES.match(bullet)
        if match is None:
            raise TopicError(f"a bullet begins with `name`: and a text, not: {bullet[:60]}")
        yield tuple(_CODE.findall(match[1])), _one_line(match[2])


def _one_line(text: str) -> str:
    return " ".join(text.split())
