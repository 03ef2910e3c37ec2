"""The groups of items of a header, found once for each run of it, and kept with the run."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Final

from msgspec import msgpack

from opencl_ls.analysis.items import ItemGroup, Slice, source_item

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.analysis.items import Piece, SourceItem
    from opencl_ls.preprocess import Unit

_PART: Final = b"items"
_KeptGroup = tuple[int, list[list[int]]]
"""The number of pieces, and for each item the piece, the start and the length of each slice."""
_GROUPS: Final = msgpack.Decoder(list[_KeptGroup])


def known_groups(unit: Unit) -> dict[int, Sequence[ItemGroup]]:
    """Return the known groups of headers of a unit, by the number of their first piece."""
    found: dict[int, Sequence[ItemGroup]] = {}
    for start, run in unit.runs():
        if run.groups is None and run.entry is not None:
            value = run.entry.get(_PART)
            run.groups = None if value is None else _decoded(value, run.pieces)
        if run.groups:
            found[start] = run.groups
    return found


def keep_groups(unit: Unit, row: Sequence[ItemGroup]) -> None:
    """Keep the groups of those headers of a unit that begin and end where a group does."""
    unknown = [(start, run) for start, run in unit.runs() if run.groups is None and run.pieces]
    if not unknown:
        return
    # The last group may have ended only because the text ended.
    ends = accumulate((group.count for group in row[:-1]), initial=0)
    numbers = {piece: number for number, piece in enumerate(ends)}
    for start, run in unknown:
        first, last = numbers.get(start), numbers.get(start + len(run.pieces))
        if first is None or last is None:
            continue
        run.groups = row[first:last]
        if run.entry is not None:
            kept = [(each.count, [_numbers(item) for item in each.items]) for each in run.groups]
            run.entry.put(_PART, msgpack.encode(kept))


def _numbers(item: SourceItem) -> list[int]:
    """Return the piece, the start in it and the length in the item of each slice."""
    whole = len(item.text if item.lines is None else item.lines.text)
    starts = [each.start for each in item.slices]
    found: list[int] = []
    for each, end in zip(item.slices, (*starts[1:], whole), strict=True):
        found += (each.piece, each.piece_start, end - each.start)
    return found


def _decoded(value: bytes, pieces: Sequence[Piece]) -> list[ItemGroup] | None:
    """Return the groups of the pieces of a run, None if the value has another form."""
    try:
        kept = _GROUPS.decode(value)
    except ValueError:
        return None
    groups: list[ItemGroup] = []
    first = 0
    for count, items in kept:
        texts = [piece.text for piece in pieces[first : first + count]]
        groups.append(ItemGroup(count, tuple([_item(texts, numbers) for numbers in items])))
        first += count
    return groups


def _item(texts: list[str], numbers: list[int]) -> SourceItem:
    slices: list[Slice] = []
    parts: list[str] = []
    at = 0
    for index in range(0, len(numbers), 3):
        piece, start, length = numbers[index : index + 3]
        slices.append(Slice(at, piece, start))
        # The last part has no length if it, and a newline before it, were blank.
        part = texts[piece][start : start + max(0, length)]
        if index + 3 < len(numbers) and part[-1] != "\n":
            # The splitter ends each part but the last with a newline.
            part = f"{part[: length - 1]}\n"
        parts.append(part)
        at += length
    return source_item("".join(parts).rstrip(), slices)
