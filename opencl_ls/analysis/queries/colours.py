"""Semantic tokens with information from the models of items, and excluded code.

The surface gives the tokens of any text at once.  If the function around them was analysed, its
names get their kinds, address spaces and qualifiers, and lines that conditionals exclude become one
token each.  After an edit only the range in which tokens or models changed is made again.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Final

from msgspec import Struct, field

from opencl_ls.analysis.queries.inactive import regions
from opencl_ls.analysis.queries.marks import (
    Style,
    dependent_of,
    dependent_style,
    marks_of,
    presumed_dependent,
)
from opencl_ls.analysis.results import Run, Token
from opencl_ls.preprocess import locate
from opencl_ls.text import NAME, difference

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from opencl_ls.analysis.item_cache import AnalysedItem
    from opencl_ls.analysis.queries.marks import Mark
    from opencl_ls.analysis.unit import AnalysedUnit, Slot, UnitItem
    from opencl_ls.preprocess import Chunk
    from opencl_ls.semantics.types import symbols as s

Styles = dict[int, tuple[str, Style]]
"""Names and their styles by the bytes of the main file at which they are."""
Placed = tuple[int, Run]
"""The tokens of an item with the item's start."""

_AT_A_TIME: Final = 16
"""The number of runs between two checks whether they are still wanted."""
_INACTIVE: Final = ("inactive",)
_WORD: Final = re.compile(NAME, re.ASCII)
_LINE: Final = re.compile(r"\S[^\r\n]*")
_NAMED: Final = frozenset(
    "enum enumMember function parameter property struct type variable".split()
)
_WRITTEN: Final = frozenset({"declaration", "definition", "kernel", "defaultLibrary"})


class ColourCache(Struct):
    """The tokens of one file, to be reused after an edit.

    `base` are the surface's tokens, `made` those with semantic information, and `slots` the slots
    that gave it.  `of_base` holds the last run that was made from each run of the surface.
    `dependent` are, by function, the names of the variables that depend on the work-item, as they
    were at the last computation.  The runs from the first number of `pending` to the second are
    still the surface's, and the items in `renewed` are known better than when their runs were made.
    """

    base: list[Placed] = field(default_factory=list)
    made: list[Run] = field(default_factory=list)
    slots: list[Slot] = field(default_factory=list)
    of_base: dict[Run, Run] = field(default_factory=dict)
    dependent: dict[str, frozenset[str]] = field(default_factory=dict)
    cut: dict[tuple[Run, int, int], Run] = field(default_factory=dict)
    left_out: dict[Chunk, Run] = field(default_factory=dict)

    pending: tuple[int, int] = (0, 0)
    renewed: set[AnalysedItem] = field(default_factory=set)


def coloured(
    unit: AnalysedUnit,
    base: list[Placed],
    cache: ColourCache,
    go_on: Callable[[], object] | None = None,
) -> list[Placed]:
    """Return the tokens of a file with the information of the items' models.

    `base` are those of the surface.  `go_on` is called from time to time, and may raise: the next
    call continues from there.
    """
    runs = _with_meaning(unit, base, cache, go_on)
    placed = [(start, run) for (start, _), run in zip(base, runs, strict=True)]
    return _without_inactive(unit, placed, cache) if unit.unit.idle else placed


# --- meaning -------------------------------------------------------------------------------------


def _with_meaning(
    unit: AnalysedUnit,
    base: list[Placed],
    cache: ColourCache,
    go_on: Callable[[], object] | None,
) -> list[Run]:
    if base is not cache.base or unit.slots is not cache.slots:
        _follow(unit, base, cache)
    first, last = cache.pending
    for begin in range(first, last, _AT_A_TIME):
        if go_on is not None and begin > first:
            go_on()
        end = min(last, begin + _AT_A_TIME)
        cache.made[begin:end] = _made(unit, base, begin, end, cache)
        cache.pending = end, last
    cache.pending = 0, 0
    if cache.renewed:
        for number, item in enumerate(unit.items):
            if item.analysed in cache.renewed and (at := _anchor(unit, number)) >= 0:
                begin, end = _first_run(base, at), _run_after(base, _end(unit, number))
                cache.made[begin:end] = _made(unit, base, begin, end, cache)
        cache.renewed = set()
    return cache.made


def _follow(unit: AnalysedUnit, base: list[Placed], cache: ColourCache) -> None:
    """Reuse the unchanged runs; the rest is pending."""
    old, new = [run for _, run in cache.base], [run for _, run in base]
    first, old_last, last = difference(old, new)
    if unit.slots is not cache.slots:
        start, end = _changed_bytes(unit, cache.slots)
        first = min(first, _first_run(base, start))
        new_last = max(last, _run_after(base, end))
        # The number of runs after the edit is the same as before.
        old_last, last = min(len(old), old_last + new_last - last), new_last
    if cache.pending[0] < cache.pending[1]:
        first = min(first, cache.pending[0])
        pending_last = max(old_last, cache.pending[1])
        last = min(len(new), last + pending_last - old_last)
        old_last = pending_last
    cache.made = [*cache.made[:first], *new[first:last], *cache.made[old_last:]]
    cache.base, cache.slots, cache.pending = base, unit.slots, (first, last)
    if len(cache.of_base) > 2 * len(new) + 100:
        cache.of_base = dict(zip(new, cache.made, strict=True))


def _first_run(base: list[Placed], start: int) -> int:
    """Return the number of the first run that reaches beyond a byte."""
    number = bisect_right(base, start, key=_place)
    return number - 1 if number and number <= len(base) else 0


def _run_after(base: list[Placed], end: int) -> int:
    """Return the number of the first run that begins at a byte or after it."""
    return bisect_left(base, end, key=_place)


def _place(placed: Placed) -> int:
    return placed[0]


def _changed_bytes(unit: AnalysedUnit, before: list[Slot]) -> tuple[int, int]:
    """Return the bytes of the items that changed, with one more item on each side."""
    first, _, last = difference(before, unit.slots)
    start, end = 0, len(unit.unit.source)
    for number in range(first - 1, -1, -1):
        at = _anchor(unit, number)
        if at >= 0:
            start = at
            break
    for number in range(last, len(unit.slots)):
        at = _anchor(unit, number)
        if at >= 0:
            # Where it begins in the call of a macro, the item before it may do so as well.
            in_call = bool(unit.unit.pieces[_first_piece(unit, number)].expansion.segments)
            end = at + in_call
            break
    return start, end


def _anchor(unit: AnalysedUnit, number: int) -> int:
    """Return the byte of the main file at which the text of an item begins; -1 in a header.

    An item that begins in the expansion of a macro begins where the macro is called.
    """
    whole, piece = unit.unit, _first_piece(unit, number)
    if whole.pieces[piece].start >= 0:
        return -1
    start = unit.items[number].source.slices[0].piece_start
    segments = whole.pieces[piece].expansion.segments
    if segments:
        segment = segments[max(0, bisect_right(segments, start, key=_segment_start) - 1)]
        inside = start - segment.start if segment.macro is None else 0
        start = segment.source_start + inside
    return whole.start_of(piece) + start


def _first_piece(unit: AnalysedUnit, number: int) -> int:
    """Return the number of the piece of text in which an item begins."""
    item = unit.items[number]
    return item.first_piece + item.source.slices[0].piece


def _end(unit: AnalysedUnit, number: int) -> int:
    """Return a byte of the main file at which the text of an item there has ended.

    A function without its closing brace may end in a header.
    """
    item, whole = unit.items[number], unit.unit
    for part in reversed(item.source.slices):
        piece = item.first_piece + part.piece
        last = whole.pieces[piece]
        if last.start < 0:
            return whole.start_of(piece) + len(last.chunk.text)
    return 0


def _made(
    unit: AnalysedUnit, base: list[Placed], first: int, last: int, cache: ColourCache
) -> Iterator[Run]:
    """Yield the runs of some numbers, made again if they differ from the present ones."""
    if first >= last:
        return
    start, end = base[first][0], base[last - 1][0] + len(base[last - 1][1].text)
    styles, likely = _styles(unit, start, end, cache)
    for place, run in base[first:last]:
        tokens = tuple(_tokens(run, place, styles, likely))
        known = cache.of_base.get(run)
        if known is None or known.tokens != tokens:
            known = cache.of_base[run] = run if tokens == run.tokens else Run(run.text, tokens)
        yield known


def _tokens(run: Run, place: int, styles: Styles, likely: Styles) -> Iterator[Token]:
    text = run.text
    for token in run.tokens:
        at = place + token.start
        found = styles.get(at) if token.type in _NAMED else None
        if found is None and likely and token.type == "variable" and not token.modifiers:
            found = likely.get(at)
        if found is None or text[token.start : token.end] != found[0]:
            yield token
            continue
        kind, modifiers = found[1]
        written = tuple(each for each in token.modifiers if each in _WRITTEN)
        if written:
            modifiers = (*written, *(each for each in modifiers if each not in written))
        yield Token(token.start, token.end, kind, modifiers)


def _styles(unit: AnalysedUnit, start: int, end: int, cache: ColourCache) -> tuple[Styles, Styles]:
    """Return the names with marks from one byte of the main file to another, by their places.

    The second ones are variables in the unparsed parts of an item.
    """
    found: Styles = {}
    likely: Styles = {}
    for number in unit.items_touching(start, end):
        item = unit.items[number]
        if item.unread:
            continue
        dependent = _dependent(item, cache, in_main=_anchor(unit, number) >= 0)
        model = item.analysed.model
        is_broken = bool(model.item.problems or model.item.recovered)
        names: dict[str, Style | None] = {}
        for at, mark in _placed_marks(unit, item, marks_of(model, item.analysed.target)):
            variable, style = mark.variable, mark.style
            if variable is not None and variable in dependent:
                style = dependent_style(style)
            found.setdefault(at, (mark.name, style))
            if is_broken and variable is not None:
                known = names.setdefault(mark.name, style)
                names[mark.name] = style if known == style else None
        if names:
            item_start, item_end = _anchor(unit, number), _end(unit, number)
            for word in _WORD.finditer(unit.unit.source, max(0, item_start), item_end):
                style_there = names.get(word[0])
                if style_there is not None:
                    likely[word.start()] = word[0], style_there
    return found, likely


def _dependent(item: UnitItem, cache: ColourCache, *, in_main: bool) -> frozenset[s.Symbol]:
    """Return the variables of an item that depend on the work-item, as far as is known.

    Right after a key they are not computed yet: then the names count that depended before.  Only an
    item that the next computation reaches may use them, or they would stay for ever.
    """
    model = item.analysed.model
    known = dependent_of(model)
    if known is None:
        return presumed_dependent(model, cache.dependent if in_main else {})
    return known


def _placed_marks(
    unit: AnalysedUnit, item: UnitItem, marks: list[Mark]
) -> Iterator[tuple[int, Mark]]:
    """Yield the marks of an item that appear in the main file, each with the byte there."""
    source, whole = item.source, unit.unit
    slices, filled = source.slices, source.lines is not None
    ends = [part.start for part in slices[1:]]
    pieces = [whole.pieces[item.first_piece + part.piece] for part in slices]
    bases = [
        whole.start_of(item.first_piece + part.piece) if piece.start < 0 else -1
        for part, piece in zip(slices, pieces, strict=True)
    ]
    for mark in marks:
        written = source.as_written(mark.start) if filled else mark.start
        index = bisect_right(ends, written) if ends else 0
        base = bases[index]
        if base < 0:
            continue
        part = slices[index]
        local = written - part.start + part.piece_start
        segments = pieces[index].expansion.segments
        if not segments:
            yield base + local, mark
            continue
        number = bisect_right(segments, local, key=_segment_start) - 1
        segment = segments[max(0, number)]
        if segment.macro is None:
            yield base + segment.source_start + local - segment.start, mark
            continue
        origin = locate(whole, item.first_piece + part.piece, local)
        if origin.file == whole.path and whole.source.startswith(mark.name, origin.start):
            if origin.end == origin.start + len(mark.name):
                yield origin.start, mark


def _segment_start(segment: object) -> int:
    return segment.start  # type: ignore[attr-defined,no-any-return]


# --- excluded code -------------------------------------------------------------------------------


def _without_inactive(unit: AnalysedUnit, placed: list[Placed], cache: ColourCache) -> list[Placed]:
    """Return tokens in which each excluded line is one token, and contains no other."""
    found: list[Placed] = []
    cut: dict[tuple[Run, int, int], Run] = {}
    left_out: dict[Chunk, Run] = {}

    def part(start: int, run: Run, begin: int, end: int) -> None:
        """Add the part of a run from one byte of the file to another."""
        first, last = max(0, begin - start), min(len(run.text), end - start)
        if first >= last:
            return
        key = run, first, last
        known = cut[key] = cache.cut.get(key) or _cut(run, first, last)
        if known.tokens:
            found.append((start + first, known))

    number, end = 0, 0
    for region in regions(unit.unit):
        until = bisect_left(placed, region.start, lo=number, key=_place)
        # The token before may reach into the excluded range, and one may begin inside of it.
        for start, run in placed[number:until]:
            if start >= end and start + len(run.text) <= region.start:
                found.append((start, run))
            else:
                part(start, run, end, region.start)
        found += _left_out(unit, region.first, region.last, cache, left_out)
        number, end = max(0, until - 1), region.end
        # From here on the rest of the run around counts, and nothing of those that end inside.
        while number < len(placed) and placed[number][0] + len(placed[number][1].text) <= end:
            number += 1
    for start, run in placed[number:]:
        if start >= end:
            found.append((start, run))
        else:
            part(start, run, end, start + len(run.text))
    cache.cut, cache.left_out = cut, left_out
    return found


def _cut(run: Run, first: int, last: int) -> Run:
    """Return the tokens of a run from one byte of its text to another."""
    tokens = [
        Token(
            max(each.start, first) - first, min(each.end, last) - first, each.type, each.modifiers
        )
        for each in run.tokens
        if each.start < last and each.end > first
    ]
    return Run(run.text[first:last], tuple(tokens))


def _left_out(
    unit: AnalysedUnit, first: int, last: int, cache: ColourCache, known: dict[Chunk, Run]
) -> Iterable[Placed]:
    """Yield one token for each line of some excluded steps."""
    whole = unit.unit
    for number in range(first, last):
        chunk = whole.steps[number].chunk
        run = known.get(chunk) or cache.left_out.get(chunk)
        if run is None:
            lines = _LINE.finditer(chunk.text)
            tokens = [
                Token(line.start(), line.start() + len(line[0].rstrip()), "comment", _INACTIVE)
                for line in lines
            ]
            run = Run(chunk.text, tuple(tokens))
        known[chunk] = run
        if run.tokens:
            yield whole.offsets[number], run
