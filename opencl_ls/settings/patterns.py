"""Patterns of file names, of configurations for single files.

`*` matches any characters except `/`, `?` one of them, and `**` any number of folders.  A pattern
without a `/` matches files of that name in every folder.  The time is at most proportional to the
product of the two lengths, for any pattern.
"""

from __future__ import annotations

from typing import Final

from opencl_ls.lazy_pattern import lazy_pattern

_ABSOLUTE: Final = lazy_pattern(r"/|[A-Za-z]:[/\\]|\\\\")
_ANY: Final = "**"


def anchored(folder: str, pattern: str) -> str:
    """Return a pattern relative to a folder as an absolute one."""
    if _ABSOLUTE.match(pattern) or not folder or not pattern:
        return pattern
    pattern = pattern.removeprefix("./")
    inner = pattern if "/" in pattern else f"{_ANY}/{pattern}"
    return f"{folder.rstrip('/')}/{inner}"


def matches_path(pattern: str, path: str) -> bool:
    """Tell whether a pattern matches a file; one that is not anchored is relative to any folder."""
    wanted = _parts(pattern)
    if not wanted:
        return False
    if not _ABSOLUTE.match(pattern):
        wanted = [_ANY, *wanted]
    # The possible numbers of matched parts of the path.
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
    """Match one part; if it fails after a star, only the last star takes one more."""
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
