"""The search of names by words: those of their topics, and synonyms.

An entry is found by its names first, then by its text, then by the text of its topic.  A rare word
weighs more than a frequent one, its tenth occurrence little more than its first (BM25 with fields).
Not every word of a query has to occur.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from math import log
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from opencl_ls.builtins.extensions import extension
from opencl_ls.builtins.foreign import foreign_name_like
from opencl_ls.builtins.functions import function, function_key
from opencl_ls.builtins.macros import macro
from opencl_ls.builtins.spelling import Names
from opencl_ls.builtins.types import builtin_type
from opencl_ls.docs.library import index, read_topic, topic_paths
from opencl_ls.docs.terms import asked, is_plain, parts, terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from opencl_ls.docs.topic import Entry, Topic

SYNONYMS: Final = Path(__file__).parent / "synonyms.json"
"""Words of users, and the equivalent words or names of the reference."""

_At = TypeVar("_At")
_NAME: Final = re.compile(r"[A-Za-z_]\w*")

_CONVERSION: Final = re.compile(r"\b(\w+) (?:in)?to (?:an? )?(\w+)\b")

# The weight of a word, by its field.
_WHOLE_NAME: Final = 5.0
_NAME_PART: Final = 3.0
_SUMMARY: Final = 2.0
_TEXT: Final = 1.0
_TITLE: Final = 1.2
_OWN: Final = 0.6
_AROUND: Final = 0.4
_SATURATION: Final = 0.8
_AVERAGE: Final = 40
"""The length of an average text, in words."""

# The prior of a name, by the group to which it belongs.
_CORE: Final = 1.0
_FEATURE: Final = 0.8
_EXTENSION: Final = 0.75
_VENDOR: Final = 0.5
_HOST: Final = 0.35
_KHRONOS: Final = ("khr", "ext")

# The weight of words that the query does not contain.
_SYNONYM: Final = 0.9
_ELSEWHERE: Final = 2.0
_MISSPELT: Final = 0.6

# The score of a name that contains the query: as a whole, as its beginning, or inside.
_ITSELF: Final = 1000.0
_BEGINNING: Final = 60.0
_INSIDE: Final = 20.0


class Hit(NamedTuple):
    """An entry that a search found; the higher the score the better."""

    score: float
    names: tuple[str, ...]
    summary: str


class _Index(NamedTuple):
    """The entries: their names, their texts, the file of each, and their terms.

    `weights` has the weight of a term in each of them. `around` has its weight in the text of a
    topic, by the first entry of the topic and of the next one. `words` are all terms except those
    for whole names.
    """

    names: list[tuple[str, ...]]
    summaries: list[str]
    files: list[str]
    weights: dict[str, dict[int, float]]
    around: dict[str, dict[tuple[int, int], float]]
    words: Names

    def found(self, term: str) -> dict[int, float]:
        """Return the entries that a term finds, each with its weight."""
        found = dict(self.weights.get(term, {}))
        for (first, end), weight in self.around.get(term, {}).items():
            for at in range(first, end):
                found[at] = found.get(at, 0.0) + weight
        rarity = log(1 + (len(self.names) - len(found) + 0.5) / (len(found) + 0.5))
        return {at: rarity * weight for at, weight in found.items()}

    def knows(self, term: str) -> bool:
        """Tell whether a term occurs at all."""
        return term in self.weights or term in self.around


def search(words: str, limit: int = 20) -> list[Hit]:
    """Return the entries that match a query, or whose names contain its letters; best first."""
    built = _index()
    scores = _scores(built, words)
    best = sorted(scores, key=lambda at: (-scores[at], built.names[at]))
    letters = words.strip().lower()
    return [
        Hit(scores[at], _ordered(built.names[at], letters), built.summaries[at])
        for at in best[:limit]
    ]


def _ordered(names: tuple[str, ...], letters: str) -> tuple[str, ...]:
    """Return names, those that are spelled like the query first."""
    return tuple(sorted(names, key=lambda name: (name.lower() != letters, letters not in name)))


def _scores(built: _Index, words: str) -> dict[int, float]:
    found: dict[int, float] = {}
    for term, share in _wanted(built, words).items():
        for at, weight in built.found(term).items():
            found[at] = found.get(at, 0.0) + share * weight
    letters = words.strip().lower()
    for at, more in _spelled(built, letters) if letters else ():
        found[at] = found.get(at, 0.0) + more
    return {
        at: score * _standing(built.files[at], built.names[at][0]) for at, score in found.items()
    }


# --- queries -------------------------------------------------------------------------------------


def _wanted(built: _Index, words: str) -> dict[str, float]:
    """Return the terms to search, and their weights."""
    wanted: dict[str, float] = {}
    for term in asked(words):
        wanted[term] = 1.0
    for term, share in _said_otherwise(terms(words)):
        wanted[term] = max(wanted.get(term, 0.0), share)
    for between in _CONVERSION.findall(words.lower()):
        if all(builtin_type(each) is not None for each in between):
            wanted[_exact("convert_T")] = _ELSEWHERE
    elsewhere: set[str] = set()
    for word in _NAME.findall(words):
        if not is_plain(word):
            wanted[_exact(word)] = 1.0
        foreign = foreign_name_like(word)
        if foreign is not None:
            elsewhere.update(terms(word))
            for rank, name in enumerate(foreign.names):
                wanted[_exact(name)] = _ELSEWHERE / (1 + rank)
    for term in [each for each in wanted if not built.knows(each)]:
        if term not in elsewhere and not term.startswith(_MARK):
            for near in built.words.nearest(term):
                wanted.setdefault(near, _MISSPELT)
    return wanted


def _said_otherwise(said: list[str]) -> Iterator[tuple[str, float]]:
    """Yield the synonyms of some words of a query; more words make them more certain."""
    for start in range(len(said)):
        for expansion in _synonyms().get(said[start], ()):
            if tuple(said[start : start + len(expansion.said)]) == expansion.said:
                share = _SYNONYM * len(expansion.said) ** 0.5
                yield from ((term, share) for term in expansion.meant)


class _Synonym(NamedTuple):
    said: tuple[str, ...]
    meant: tuple[str, ...]


@cache
def _synonyms() -> dict[str, list[_Synonym]]:
    """Return the synonyms, by the first word."""
    found: dict[str, list[_Synonym]] = {}
    written: dict[str, str] = json.loads(SYNONYMS.read_text("utf-8"))
    for said, meant in written.items():
        key = tuple(terms(said))
        found.setdefault(key[0], []).append(_Synonym(key, tuple(_meant(meant))))
    return found


def _meant(text: str) -> Iterator[str]:
    """Yield the terms of the right side: names are in backticks there, all else are words."""
    for number, piece in enumerate(text.split("`")):
        yield from [_exact(piece)] if number % 2 else terms(piece)


# --- names ---------------------------------------------------------------------------------------

_MARK: Final = "="


def _exact(name: str) -> str:
    """Return the term for a whole name, for members of a family that of the family."""
    return _MARK + (function_key(name) or name).lower()


def _spelled(built: _Index, letters: str) -> Iterator[tuple[int, float]]:
    """Yield the entries whose names have the letters of a whole query."""
    whole = _exact(letters)[1:]
    for at, names in enumerate(built.names):
        best = 0.0
        for name in map(str.lower, names):
            if name in (letters, whole):
                best = _ITSELF
            elif letters in name:
                more = _BEGINNING if name.startswith(letters) else _INSIDE
                best = max(best, more * (1 + len(letters) / len(name)))
        if best:
            yield at, best


# --- the index -----------------------------------------------------------------------------------


@cache
def _index() -> _Index:
    names: list[tuple[str, ...]] = []
    summaries: list[str] = []
    files: list[str] = []
    weights: dict[str, dict[int, float]] = {}
    around: dict[str, dict[tuple[int, int], float]] = {}
    for path in topic_paths():
        topic = read_topic(path)
        first = len(names)
        for entry in topic.entries:
            concrete = [name for each in entry.names for name in _concrete(path, each)]
            _add(weights, len(names), [_of_names(entry.names, concrete), *_texts(topic, entry)])
            names.append(tuple(concrete))
            summaries.append(entry.summary)
            files.append(path)
        fields = [_weighted(topic.title, _TITLE), _weighted(_shared_text(topic), _AROUND)]
        _add(around, (first, len(names)), fields)
    words = Names(term for term in {*weights, *around} if not term.startswith(_MARK))
    return _Index(names, summaries, files, weights, around, words)


def _add(weights: dict[str, dict[_At, float]], at: _At, fields: Iterable[dict[str, float]]) -> None:
    for field in fields:
        for term, weight in field.items():
            found = weights.setdefault(term, {})
            found[at] = found.get(at, 0.0) + weight


def _concrete(path: str, written: str) -> list[str]:
    """Return the names that a bullet's name means; a pattern means many."""
    return _by_pattern().get(f"{path}#{written}", [written])


@cache
def _by_pattern() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, where in index().items():
        found.setdefault(where, []).append(name)
    return found


def _texts(topic: Topic, entry: Entry) -> Iterator[dict[str, float]]:
    yield _weighted(entry.summary, _SUMMARY)
    yield _weighted(entry.text[len(entry.summary) :], _TEXT)
    own = (
        text
        for section in topic.sections.values()
        for names, text in section.own
        if not set(names).isdisjoint(entry.names)
    )
    yield _weighted(" ".join(own), _OWN)


def _shared_text(topic: Topic) -> str:
    return " ".join([topic.lead, *(section.shared for section in topic.sections.values())])


def _of_names(written: Iterable[str], concrete: Iterable[str]) -> dict[str, float]:
    """Return the weights of the terms of an entry's names, of each in its best name."""
    found: dict[str, float] = {}
    for name in written:
        terms_of_name = parts(name)
        weight = _WHOLE_NAME if len(terms_of_name) == 1 else _NAME_PART / len(terms_of_name) ** 0.3
        found.update((term, max(weight, found.get(term, 0.0))) for term in terms_of_name)
    return {**found, **dict.fromkeys(map(_exact, concrete), _WHOLE_NAME)}


def _weighted(text: str, weight: float) -> dict[str, float]:
    counts = Counter(terms(text))
    length = 0.5 + 0.5 * counts.total() / _AVERAGE
    return {
        term: weight * count * (1 + _SATURATION) / (count + _SATURATION * length)
        for term, count in counts.items()
    }


@cache
def _standing(path: str, name: str) -> float:
    """Return the prior of a name: the core first, those of vendors and of the host last."""
    if path.startswith("vendors/"):
        return _VENDOR
    if name.startswith("__opencl_c_"):
        return _FEATURE
    needed: Iterable[str] = ()
    known = function(name) or macro(name)
    if known is not None and known.availability.min_version is None:
        needed = known.availability.extensions
    elif (own := extension(name)) is not None:
        if not own.language:
            return _HOST
        needed = [name]
    if not needed:
        return _CORE
    vendors = {found.vendor for each in needed if (found := extension(each)) is not None}
    return _EXTENSION if vendors & set(_KHRONOS) else _VENDOR
