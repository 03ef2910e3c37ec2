"""From places in items back to places in files, through the preprocessor's source map."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Final

from opencl_ls.findings import Place, Related
from opencl_ls.preprocess import Segment, Unit, locate

if TYPE_CHECKING:
    from opencl_ls.analysis.items import SourceItem


_WORDS: Final = re.compile(r"\w+|[^\w\s]", re.A)


class PieceMap:
    """The places of a unit's pieces."""

    __slots__ = ("_unit",)

    def __init__(self, unit: Unit) -> None:
        self._unit = unit

    def place(self, item: SourceItem, first_piece: int, start: int, end: int) -> Place:
        """Return the place in a file of the bytes from `start` to `end` of an item.

        Text from a macro gets the place of the outermost invocation, an argument its own place.  A
        range that ends in another file than it begins in is cut short.
        """
        file, source_start, fallback_end = self._origin(item, first_piece, start)
        if end <= start:
            return Place(file, source_start, source_start)
        last_file, last_start, source_end = self._origin(item, first_piece, end - 1)
        if last_file != file or source_end < source_start or last_start < source_start:
            source_end = fallback_end
        return Place(file, source_start, source_end)

    def is_verbatim(self, item: SourceItem, first_piece: int, start: int, end: int) -> bool:
        """Tell whether a range of an item is in a file unchanged."""
        segment, _, _ = self._segment(item, first_piece, start, start == end and start > 0)
        if segment is None or segment.macro is not None:
            return False
        if end <= start:
            return True
        place = self.place(item, first_piece, start, end)
        last, _, _ = self._segment(item, first_piece, end - 1, False)
        if last is None or last.macro is not None:
            return False
        return place.end - place.start == item.as_written(end) - item.as_written(start)

    def written(
        self, item: SourceItem, first_piece: int, start: int, end: int
    ) -> tuple[str, int, int] | None:
        """Return the file and the bytes in it where a range of an item is written.

        The text may contain whole invocations of macros, and be a part of an argument.  None if a
        macro made the range, or one end of it.
        """
        first = self._written_end(item, first_piece, start, start, end, last=False)
        last = self._written_end(item, first_piece, end - 1, start, end, last=True)
        if start >= end or first is None or last is None:
            return None
        file, begin = first
        last_file, stop = last
        return (file, begin, stop) if file == last_file and begin < stop else None

    def _written_end(
        self, item: SourceItem, first_piece: int, offset: int, start: int, end: int, *, last: bool
    ) -> tuple[str, int] | None:
        """Return the place of the first byte of a range, or the place after its last one."""
        segment, index, local = self._segment(item, first_piece, offset, False)
        piece = self._unit.pieces[index]
        base = self._unit.start_of(index)
        if segment is None:
            return piece.file, base + local + last
        if segment.macro is None:
            return piece.file, base + segment.source_start + local - segment.start + last
        # The lengths of the parts of the range before and after the byte.
        text = piece.text
        before = item.as_written(offset) - item.as_written(start)
        after = item.as_written(end - 1) - item.as_written(offset)
        reaches_begin = (
            local - before <= segment.start or not text[segment.start : local - before].strip()
        )
        reaches_end = (
            local + after + 1 >= segment.end or not text[local + after + 1 : segment.end].strip()
        )
        if reaches_begin and reaches_end:
            return piece.file, base + (segment.source_end if last else segment.source_start)
        origin = locate(self._unit, index, local)
        whole = origin.invocation
        if whole is None or (origin.start, origin.end) == (whole.start, whole.end):
            return None
        return origin.file, origin.end if last else origin.start

    def inside(self, item: SourceItem, first_piece: int, file: str, offset: int) -> int | None:
        """Return the byte of an item that was made from a byte of a file, or None.

        A byte of a macro's argument is the first one that it became in the expansion.
        """
        for index, part in enumerate(item.slices):
            number = first_piece + part.piece
            piece = self._unit.pieces[number]
            base = self._unit.start_of(number)
            if piece.file != file or not 0 <= offset - base <= len(piece.chunk.text):
                continue
            last = item.as_written(len(item.text))
            end = item.slices[index + 1].start if index + 1 < len(item.slices) else last
            local = self._expanded(number, file, offset, base)
            if local is not None and part.start <= (at := part.start + local - part.piece_start):
                if at <= end:
                    return item.in_text(at)
        return None

    def _expanded(self, number: int, file: str, offset: int, base: int) -> int | None:
        """Return the byte of a piece's text that was made from a byte of its file, or None."""
        piece = self._unit.pieces[number]
        segments = piece.expansion.segments
        if not segments:
            return offset - base
        wanted = offset - base
        for segment in segments:
            if not segment.source_start <= wanted < segment.source_end:
                continue
            if segment.macro is None:
                return segment.start + wanted - segment.source_start
            for word in _WORDS.finditer(piece.text, segment.start, segment.end):
                origin = locate(self._unit, number, word.start())
                whole = origin.invocation
                if whole is not None and (origin.start, origin.end) == (whole.start, whole.end):
                    continue  # The macro's own words.
                if origin.file == file and origin.start <= offset < origin.end:
                    return word.start() + offset - origin.start
            return None
        return None

    def macro_note(self, item: SourceItem, first_piece: int, start: int) -> Related | None:
        """Return a related place at the macro's definition when one made the text at `start`."""
        segment, index, local = self._segment(item, first_piece, start, False)
        if segment is None or segment.macro is None:
            return None
        origin = locate(self._unit, index, local)
        if not origin.chain:
            return None
        link = origin.chain[-1]
        if link.definition is None or link.definition.file.startswith("<"):
            return None
        where = Place(link.definition.file, link.definition.start, link.definition.end)
        return Related(where, f"in the expansion of macro '{link.macro.name}', defined here")

    def _origin(self, item: SourceItem, first_piece: int, offset: int) -> tuple[str, int, int]:
        """Return the file, start and end of the source of one byte of an item.

        For text from a macro this is the place of the argument, or the whole invocation.
        """
        segment, index, local = self._segment(item, first_piece, offset, False)
        piece = self._unit.pieces[index]
        base = self._unit.start_of(index)
        if segment is None:
            return piece.file, base + local, base + local + 1
        if segment.macro is not None:
            origin = locate(self._unit, index, local)
            return origin.file, origin.start, origin.end
        at = base + segment.source_start + local - segment.start
        return piece.file, at, at + 1

    def _segment(
        self, item: SourceItem, first_piece: int, offset: int, before: bool
    ) -> tuple[Segment | None, int, int]:
        """Return the segment at a byte of an item, the piece's number and the byte's place in it.

        `before` asks for the segment that ends at the byte, for an insertion after it.
        """
        written = item.as_written(offset)
        part = item.slice_at(written)
        local = written - part.start + part.piece_start
        index = first_piece + part.piece
        segments = self._unit.pieces[index].expansion.segments
        if not segments:
            return None, index, local
        at = local - 1 if before and local > 0 else local
        found = bisect_right(segments, at, key=lambda segment: segment.start) - 1
        return segments[max(0, found)], index, local
