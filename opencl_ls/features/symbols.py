"""The outline of a file: its functions, types, variables and macros, and its sections."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.analysis.results import Declared, OutlineGroup

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.analysis.facade import Analysis

__all__ = ["Declared", "OutlineGroup", "Section", "outline", "sections"]

_WORDS: Final = ("MARK:", "region", "mark")
_LINE: Final = re.compile(
    r"""
    ^[ \t]*
    (?: //[ \t]*(?: (?P<mark>MARK:) | \#?(?P<region>region|endregion)\b )
    | (?:\#|%:)[ \t]*pragma[ \t]+ (?: (?P<pragma_mark>mark) | (?P<pragma>region|endregion) )\b )
    [ \t]* (?P<name>[^\r\n]*)
    """,
    re.VERBOSE | re.MULTILINE | re.ASCII,
)
_MARK: Final = "mark"


class Section(Struct, frozen=True):
    """A part of the file with a name, from the byte `start` to `end`.

    The name is from `name_start` to `name_end`.
    """

    name: str
    name_start: int
    name_end: int
    start: int
    end: int


def outline(analysis: Analysis) -> list[tuple[int, OutlineGroup]]:
    """Return the file's declarations in order: those of each item that has any, with its start."""
    return analysis.outline()


def sections(analysis: Analysis, groups: Sequence[tuple[int, OutlineGroup]]) -> list[Section]:
    """Return the sections around whole groups of the outline, an outer one before those in it.

    `#pragma region` and `// region` begin one that ends at the `endregion`.  One that begins at
    `#pragma mark` or `// MARK:` continues to the next of them, or to the end of the region.
    """
    text = analysis.text
    if not any(word in text for word in _WORDS):
        return []
    found = sorted(_sections(analysis), key=lambda each: (each.start, -each.end))
    items = [(start, start + max(each.end for each in group.declared)) for start, group in groups]
    return [each for each in found if not any(_cuts(each, *item) for item in items)]


def _cuts(section: Section, start: int, end: int) -> bool:
    return start < section.start < end or start < section.end < end


def _sections(analysis: Analysis) -> Iterator[Section]:
    text = analysis.text
    regions: list[_Open] = []
    marks: list[_Open | None] = [None]
    for line in _closed(list(_lines(analysis))):
        word = _word(line)
        opened = _opened(line)
        if word == "region":
            regions.append(opened)
            marks.append(None)
        elif word == _MARK:
            yield from _ended(marks[-1], opened.start)
            marks[-1] = opened if opened.name else None
        else:
            yield from _ended(marks.pop(), opened.start)
            yield from _ended(regions.pop(), line.end())
    yield from _ended(marks[0], len(text))


def _lines(analysis: Analysis) -> Iterator[re.Match[str]]:
    """Yield the lines that begin or end a section."""
    for line in _LINE.finditer(analysis.text):
        start = line.start()
        if not start or not analysis.is_in_comment_or_string(start - 1):
            yield line


def _word(line: re.Match[str]) -> str:
    return line["region"] or line["pragma"] or _MARK


def _closed(lines: list[re.Match[str]]) -> list[re.Match[str]]:
    """Return the lines without regions that lack their end: comments may begin with the word."""
    opened: list[int] = []
    alone: set[int] = set()
    for number, line in enumerate(lines):
        word = _word(line)
        if word == "region":
            opened.append(number)
        elif word == "endregion" and opened:
            opened.pop()
        elif word == "endregion":
            alone.add(number)
    alone.update(opened)
    return [line for number, line in enumerate(lines) if number not in alone]


class _Open(Struct, frozen=True):
    name: str
    name_start: int
    start: int


def _opened(line: re.Match[str]) -> _Open:
    word = _word(line)
    written = line["name"].rstrip()
    name = written.lstrip("- \t") if word == _MARK else written
    at = line.start("name") + len(written) - len(name)
    begin = line.start() + len(line[0]) - len(line[0].lstrip())
    if not name and word != _MARK:
        return _Open(word, line.start("region" if line["region"] else "pragma"), begin)
    return _Open(name, at, begin)


def _ended(opened: _Open | None, end: int) -> Iterator[Section]:
    if opened is not None:
        name_end = opened.name_start + len(opened.name)
        yield Section(opened.name, opened.name_start, name_end, opened.start, end)
