"""Finding topics by words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.docs.library import read_topic, topic_paths

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.docs.topic import Entry, Topic

_WORD: Final = re.compile(r"[a-z0-9_]+")
_STEM: Final = re.compile(r"(?:ings?|ed|es|s)\Z")


class Hit(NamedTuple):
    """An entry that a search found; the higher the score the better."""

    score: int
    names: tuple[str, ...]
    summary: str


def search(words: str, limit: int = 20) -> list[Hit]:
    """Return the entries in which all of `words` occur, the best first.

    A name weighs most, then its own lines, then the topic's title and text.
    """
    wanted = {_stem(word) for word in _WORD.findall(words.lower())}
    if not wanted:
        return []
    hits = [hit for path in topic_paths() for hit in _hits(read_topic(path), wanted)]
    hits.sort(key=lambda hit: (-hit.score, hit.names))
    return hits[:limit]


def _hits(topic: Topic, wanted: set[str]) -> Iterator[Hit]:
    around = _stems(
        " ".join([topic.title, topic.lead, *(each.text for each in topic.sections.values())])
    )
    title = _stems(topic.title)
    for entry in topic.entries:
        score = _score(entry, wanted, title, around)
        if score:
            yield Hit(score, entry.names, entry.summary)


def _score(entry: Entry, wanted: set[str], title: set[str], around: set[str]) -> int:
    names = _stems(" ".join(entry.names).replace("_", " ")) | _stems(" ".join(entry.names))
    text = _stems(entry.text)
    score = 0
    for word in wanted:
        weight = 8 * (word in names) + 4 * (word in text) + 2 * (word in title) + (word in around)
        if not weight:
            return 0
        score += weight
    return score


def _stems(text: str) -> set[str]:
    return {_stem(word) for word in _WORD.findall(text.lower())}


def _stem(word: str) -> str:
    return _STEM.sub("", word) if len(word) > 4 else word
