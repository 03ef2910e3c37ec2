"""The surface: the text as the user sees it, cut into parts that are parsed by themselves.

It serves the features that must work while a file is broken: semantic tokens, outline, hovers.  A
raw parse fails at macros for qualifiers, storage classes or attributes (`KERNEL_FQ`, `DECLSPEC`),
so known ones are replaced by as many blanks before the parse, and the operand of `#include
MACRO(x)` gets quotes in place of its first and last characters.  Offsets are those of the user's
text.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.lazy_pattern import lazy_pattern
from opencl_ls.offsets import Offsets
from opencl_ls.syntax.surface_cutting import cuts, last_settled
from opencl_ls.syntax.surface_items import Part

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.syntax.surface_cutting import Cut

_COMPUTED_INCLUDE: Final = lazy_pattern(
    r"^([ \t]*#[ \t]*include[ \t]+)([A-Za-z_](?:[^\n\r\"/\\]|/(?![/*]))*)$", re.M | re.A
)
_ESCAPED_END: Final = re.compile(r"\\\r?\n\Z")


class Tile(NamedTuple):
    """The text between two cuts: some blanks and then a part, None at the end of the file.

    `blanks` is the number of blanks in bytes.  `conditions` is the number of `#if` that are open
    where the tile begins.
    """

    conditions: int
    blanks: int
    part: Part | None


class SurfaceText:
    """One state of a file's surface: `text` is the user's, the parts are those of `blanked`.

    The parts depend only on the text; an edit only saves the search for unchanged parts.  `names`
    are the macros that are blanked.  `starts` are the byte offsets of `tiles`.
    """

    __slots__ = ("blanked", "names", "starts", "text", "tiles")

    def __init__(
        self,
        text: str,
        blanked: str,
        names: frozenset[str],
        starts: Offsets,
        tiles: list[Tile],
    ) -> None:
        self.text = text
        self.blanked = blanked
        self.names = names
        self.starts = starts
        self.tiles = tiles

    def parts(self) -> Iterator[tuple[int, Part]]:
        """Yield the parts in their order, each with the offset at which it begins."""
        for start, (_, blanks, part) in zip(self.starts.all(), self.tiles, strict=True):
            if part is not None:
                yield start + blanks, part

    def part_at(self, offset: int) -> tuple[int, Part] | None:
        """Return the part around a byte and the offset of the part; None between two parts."""
        number = self.starts.last_up_to(offset)
        if number < 0:
            return None
        _, blanks, part = self.tiles[number]
        start = self.starts[number] + blanks
        return None if part is None or offset < start else (start, part)

    def edited(self, start: int, end: int, replacement: str, names: frozenset[str]) -> SurfaceText:
        """Return the surface after the bytes from `start` to `end` were replaced.

        `names` are the macros to blank; if they have changed, the whole text is cut again.
        """
        text = self.text[:start] + replacement + self.text[end:]
        if names != self.names:
            return _cut(text, _blank(text, names), names, self)
        # Blanking depends on no other line, so the lines of the edit are blanked again.
        first = line_start(text, start)
        tail = min(
            len(text) - line_end(text, start + len(replacement)),
            len(self.text) - line_end(self.text, end),
        )
        last, old_last = len(text) - tail, len(self.text) - tail
        blanked = self.blanked[:first] + _blank(text[first:last], names) + self.blanked[old_last:]
        return _cut_between(text, blanked, self, first, last)


def parse_surface(text: str, names: frozenset[str] = frozenset()) -> SurfaceText:
    """Return the surface of a byte text, with the macros `names` blanked."""
    return _cut(text, _blank(text, names), names)


def _cut(
    text: str, blanked: str, names: frozenset[str], before: SurfaceText | None = None
) -> SurfaceText:
    """Cut a whole text; parts that `before` has are reused."""
    starts, tiles = [0], []
    tiler = _Tiler(text, blanked, () if before is None else before.tiles)
    for cut in cuts(blanked):
        tiles.append(tiler.tile(cut))
        starts.append(cut.end)
    starts.pop()
    return SurfaceText(text, blanked, names, Offsets(starts), tiles)


def _cut_between(
    text: str, blanked: str, before: SurfaceText, first: int, last: int
) -> SurfaceText:
    """Cut a text that differs from that of `before` only in the bytes from `first` to `last`."""
    starts, tiles = before.starts, before.tiles
    shift = len(text) - len(before.text)
    number = max(0, starts.last_up_to(last_settled(blanked, first)))
    begin, conditions = (starts[number], tiles[number].conditions) if tiles else (0, 0)
    found = []
    stop = len(tiles)
    for cut in cuts(blanked, begin, conditions):
        found.append(cut)
        if cut.end >= last:
            same = starts.last_up_to(cut.end - shift)
            if (
                same >= 0
                and starts[same] == cut.end - shift
                and tiles[same].conditions == cut.conditions
            ):
                stop = same
                break
    tiler = _Tiler(text, blanked, tiles[number:stop], begin, conditions)
    new = [tiler.tile(cut) for cut in found]
    begins = [begin, *(cut.end for cut in found)][: len(found)]
    return SurfaceText(
        text,
        blanked,
        before.names,
        starts.replaced(number, stop, begins, shift),
        [*tiles[:number], *new, *tiles[stop:]],
    )


class _Tiler:
    """Makes the tiles between the cuts of a text, with parts of `former` tiles where equal."""

    def __init__(
        self,
        text: str,
        blanked: str,
        former: Sequence[Tile],
        start: int = 0,
        conditions: int = 0,
    ) -> None:
        self._text = text
        self._blanked = blanked
        parts = [tile.part for tile in former if tile.part is not None]
        self._parts = {part.key: part for part in parts}
        self._largest = max(parts, key=lambda part: len(part.text), default=None)
        self._start = start
        self._conditions = conditions

    def tile(self, cut: Cut) -> Tile:
        """Return the tile that ends with a cut."""
        start, conditions = self._start, self._conditions
        self._start, self._conditions = cut.end, cut.conditions
        text = self._text[start : cut.end].lstrip()
        if not text:
            return Tile(conditions, cut.end - start, None)
        blanks = cut.end - start - len(text)
        opened = None if cut.opened is None else cut.opened - blanks
        key = text, self._blanked[start + blanks : cut.end], opened, cut.missing
        part = self._parts.get(key)
        if part is None:
            part = self._parts[key] = Part(key, self._largest)
        return Tile(conditions, blanks, part)


def _blank(text: str, names: frozenset[str]) -> str:
    """Replace whole words that are in `names` by blanks, outside of directives.

    Words in comments and in strings are blanked too: the tree is the same, and a line is blanked
    independently of the lines above it.
    """
    if "#" in text:
        text = _COMPUTED_INCLUDE.sub(_quoted, text)
    pattern = _pattern(names)
    if pattern is None:
        return text
    return pattern.sub(lambda match: match[0] if match[1] is None else " " * len(match[0]), text)


def _quoted(match: re.Match[str]) -> str:
    operand = match[2].rstrip()
    blanks = match[2][len(operand) :]
    if len(operand) < 2:
        return match[0]
    return f'{match[1]}"{operand[1:-1]}"{blanks}'


@lru_cache(maxsize=32)
def _pattern(names: frozenset[str]) -> re.Pattern[str] | None:
    if not names:
        return None
    words = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    directive = r"^[ \t]*#(?:[^\n\\]|\\\r?\n|\\.)*"
    return re.compile(rf"{directive}|(?<!\\)\b({words})\b", re.A | re.S | re.M)


def line_start(text: str, offset: int) -> int:
    """Return the start of the line around `offset`; escaped ends of lines do not end it."""
    start = text.rfind("\n", 0, offset) + 1
    while start and _ESCAPED_END.search(text, max(0, start - 3), start):
        start = text.rfind("\n", 0, start - 1) + 1
    return start


def line_end(text: str, offset: int) -> int:
    """Return the end of the line around `offset`, before its end of line."""
    end = text.find("\n", offset)
    while end >= 0 and _ESCAPED_END.search(text, max(0, end - 2), end + 1):
        end = text.find("\n", end + 1)
    return len(text) if end < 0 else end
