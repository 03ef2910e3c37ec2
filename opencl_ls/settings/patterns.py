"""Patterns of file names, as a configuration for single files gives them.

`*` stands for any characters but `/`, `?` for one of them, and `**` for any number of folders.  A
pattern without a `/` means files of that name in every folder.  Time grows with the product of the
two lengths at most, whatever a pattern looks like.
"""

from __future__ import annotations

import re
from typing import Final

_ABSOLUTE: Final = re.compile(r"/|[A-Za-z]:[/\\]|\\\\")
_ANY: Final = "**"


def anchored(folder: str, pattern: str) -> str:
    """Return a pattern that counts from a folder as one that counts from nowhere."""
    if _ABSOLUTE.match(pattern) or not folder or not pattern:
        return pattern
    pattern = pattern.removeprefix("./")
    inner = pattern if "/" in pattern else f"{_ANY}/{pattern}"
    return f"{folder.rstrip('/')}/{inner}"


def matches_path(pattern: str, path: str) -> bool:
    """Tell whether a pattern means a file; one that is not anchored counts from any folder."""
    wanted = _parts(pattern)
    if not wanted:
        return False
    if not _ABSOLUTE.match(pattern):
        wanted = [_ANY, *wanted]
    # Which numbers of the path's parts can have been used up.
    reached = {0}
    parts = _parts(path)
    for each in wanted:
        if each == _ANY:
            reached = set(range(min(reached), len(parts) + 1)) if reached else reached
        else:
            reached = {
                count + 1
                for count in reached
                if count < len(parts) and _matches_part(each, parts[count])
            }
    return len(parts) in reached


def _parts(path: str) -> list[str]:
    return [part for part in path.replace("\\", "/").split("/") if part not in {"", "."}]


def _matches_part(pattern: str, name: str) -> bool:
    """Match one part; where it fails after a star, the last star alone takes one more."""
    at = place = 0
    star, star_place = -1, 0
    while place < len(name):
        if at < len(pattern) and pattern[at] == "*":
            star, star_place = at, place
            at += 1
        elif at < len(pattern) and pattern[at] in {"?", name[place]}:
            at += 1
            place += 1
        elif star >= 0:
            star_place += 1
            at, place = star + 1, star_place
        else:
            return False
    return pattern[at:].strip("*") == ""
