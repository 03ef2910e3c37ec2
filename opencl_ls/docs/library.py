"""The library of topics: what is written about a name.

`index.json` says which file holds a name, so that a lookup reads one small file.
"""

from __future__ import annotations

import json
from fnmatch import fnmatchcase
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from opencl_ls.docs.topic import Entry, Topic, parse_topic

TOPICS: Final = Path(__file__).parent / "topics"
INDEX: Final = Path(__file__).parent / "index.json"


class Documented(NamedTuple):
    """What is written about a name: its own lines, and the topic around them."""

    name: str
    entry: Entry
    topic: Topic


def documented(name: str) -> Documented | None:
    """Return what is written about a name as the tables spell it, or None.

    Attributes are asked for as `__attribute__((name))`, pragmas as `#pragma NAME`, the members of
    a family by the family's name (`vloadn`).
    """
    where = index().get(name)
    if where is None:
        return None
    path, _, written = where.partition("#")
    topic = read_topic(path)
    entry = topic.entry(written or name)
    return Documented(name, entry, topic) if entry else None


@cache
def index() -> dict[str, str]:
    """Return the file of each name below the folder of topics.

    Where the bullet is a pattern ("CLK_AVC_*"), it follows after a "#".
    """
    found: dict[str, str] = json.loads(INDEX.read_text("utf-8"))
    return found


@lru_cache(maxsize=64)
def read_topic(path: str) -> Topic:
    """Return the topic in a file of the folder of topics; raises OSError and TopicError."""
    return parse_topic((TOPICS / path).read_text("utf-8"))


def topic_paths() -> list[str]:
    """Return the files of all topics, below the folder of topics, sorted."""
    found = (path.relative_to(TOPICS).as_posix() for path in TOPICS.glob("*/*.md"))
    return sorted(found)


def matching(pattern: str, names: set[str]) -> set[str]:
    """Return those of `names` that a bullet's name means: itself, or what its * stands for."""
    if "*" not in pattern:
        return names & {pattern}
    return {name for name in names if fnmatchcase(name, pattern)}
