"""The facts for inlay hints in the text of a file, item by item.

The facts about an item are computed on demand and cached by its text: a key computes those of one
item again.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from opencl_ls.analysis.queries import (
    hints_arguments,
    hints_blocks,
    hints_conversions,
    hints_initializers,
    hints_layouts,
)
from opencl_ls.analysis.queries.hints_raw import Source
from opencl_ls.analysis.query_results import (
    BlockEnd,
    FilledPart,
    HintFact,
    HintFacts,
    PassedArgument,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from opencl_ls.analysis.items import SourceItem
    from opencl_ls.analysis.queries.hints_raw import Raw, Span
    from opencl_ls.analysis.queries.program import Program
    from opencl_ls.preprocess.source_map import Expansion
    from opencl_ls.semantics.model import ItemModel

KINDS: Final[dict[str, Callable[[Source], Iterable[Raw]]]] = {
    "arguments": hints_arguments.passed_arguments,
    "macro-arguments": hints_arguments.macro_arguments,
    "conversions": hints_conversions.conversions,
    "results": hints_blocks.block_results,
    "layouts": hints_layouts.layouts,
    "parts": hints_initializers.filled_parts,
    "ends": hints_blocks.block_ends,
}
"""The kinds of facts."""

_SPARE: Final = 64
_LONGEST_COMMENT: Final = 200
_LONGEST_TEXT: Final = 200


class _Key(NamedTuple):
    """The key of an item's facts.

    `made_of` are the expansions in it, each with its place from the item's start.
    """

    source: SourceItem
    model: ItemModel
    kinds: frozenset[str]
    made_of: tuple[tuple[Expansion, int], ...]


class HintCache(Struct):
    """The cached facts of a document's items, reused after an edit."""

    items: dict[_Key, HintFacts] = field(default_factory=dict)


def hint_facts(
    program: Program,
    cache: HintCache,
    kinds: frozenset[str],
    start: int,
    end: int,
    go_on: Callable[[], object] | None = None,
) -> list[tuple[int, HintFacts]]:
    """Return the facts of the items that touch a range of the main file, each with its start.

    Items that were not analysed yet have none.  Before each new item `go_on` is called, which may
    raise to stop.
    """
    found: list[tuple[int, HintFacts]] = []
    items = program.unit.items
    for number in program.unit.items_touching(start, end):
        item = items[number]
        if item.unread:
            continue
        base, made_of = _made_of(program, number)
        if base < 0:
            continue
        key = _Key(item.source, item.analysed.model, kinds, made_of)
        facts = cache.items.get(key)
        if facts is None:
            if go_on is not None:
                go_on()
            facts = cache.items[key] = HintFacts(tuple(_facts(program, number, base, kinds)))
        if facts.facts:
            found.append((base, facts))
    if len(cache.items) > len(items) + _SPARE:
        present = {item.analysed.model for item in items}
        cache.items = {
            each: kept
            for each, kept in cache.items.items()
            if each.model in present and each.kinds == kinds
        }
    return found


def _made_of(program: Program, number: int) -> tuple[int, tuple[tuple[Expansion, int], ...]]:
    """Return the byte of the main file that an item's places count from, and `_Key.made_of`.

    The byte is -1 for an item of a header.
    """
    item, unit = program.unit.items[number], program.unit.unit
    first = item.first_piece + item.source.slices[0].piece
    if first >= len(unit.pieces) or unit.pieces[first].start >= 0:
        return -1, ()
    base = unit.start_of(first)
    numbers = [item.first_piece + each.piece for each in item.source.slices]
    return base, tuple([(unit.pieces[n].expansion, unit.start_of(n) - base) for n in numbers])


# --- the facts of an item ------------------------------------------------------------------------


def _facts(program: Program, number: int, base: int, kinds: frozenset[str]) -> list[HintFact]:
    """Return the facts of an item where they are written in the main file, in order, each once."""
    item = program.unit.items[number]
    source = Source(
        program.model(number),
        program.environment(number),
        item.analysed.target,
        program.unit.unit,
        item.source,
        item.first_piece,
    )
    placing = _Placing(program, number, base)
    raw = chain.from_iterable(KINDS[kind](source) for kind in sorted(kinds))
    found: dict[HintFact, None] = {}
    for each in raw:
        placed = placing.placed(each)
        if placed is not None:
            found[placed] = None
    # If one text of an argument has several meanings, none of them is certain.
    heard: dict[tuple[type, int, int], int] = {}
    for fact in found:
        key = (type(fact), fact.start, fact.end)
        heard[key] = heard.get(key, 0) + 1
    certain = [each for each in found if heard[type(each), each.start, each.end] == 1]
    # Of two that begin at the same byte the outer one comes first.
    return sorted(certain, key=lambda each: (each.start, -each.end))


class _Placing:
    """Finds the places of facts in the main file."""

    def __init__(self, program: Program, number: int, base: int) -> None:
        self._program = program
        self._item = program.unit.items[number]
        self._base = base
        self._length = len(self._item.source.text)
        self._shift = self._as_it_is()

    def _as_it_is(self) -> int | None:
        """Return the offset between the item's text and its place in the file.

        None if it is not there as a whole.
        """
        item, unit = self._item, self._program.unit.unit
        part = item.source.slices[0]
        index = item.first_piece + part.piece
        segments = unit.pieces[index].expansion.segments
        if len(item.source.slices) > 1 or len(segments) > 1:
            return None
        shift = unit.start_of(index) + part.piece_start - part.start
        if segments and segments[0].macro is not None:
            return None
        return shift + segments[0].source_start - segments[0].start if segments else shift

    def placed(self, raw: Raw) -> HintFact | None:
        """Return a fact in bytes from the group's start; None if its text is not in the file."""
        if self._shift is None and not all(map(self._is_word, raw.words)):
            return None
        if raw.is_placed:
            start, end = raw.fact.start, raw.fact.end
        else:
            found = self._span((raw.fact.start, raw.fact.end))
            if found is None:
                return None
            start, end = found
        # One invocation may expand to two arguments.
        there = None if raw.after is None else self._span(raw.after)
        if raw.after is not None and (there is None or there[1] > start):
            return None
        fact: HintFact = replace(raw.fact, start=start - self._base, end=end - self._base)
        return self._with_text(fact, start, end)

    def _with_text(self, fact: HintFact, start: int, end: int) -> HintFact | None:
        text = self._program.text
        if isinstance(fact, PassedArgument):
            comment = _comment_before(text, start)
            return replace(
                fact, text=text[start : min(end, start + _LONGEST_TEXT)], comment=comment
            )
        if isinstance(fact, FilledPart):
            return replace(fact, text=text[start : min(end, start + _LONGEST_TEXT)])
        if isinstance(fact, BlockEnd):
            stop = text.find("\n", end)
            rest = text[end : len(text) if stop < 0 else stop].strip()
            if rest not in ("", ";"):
                return None
            after = text.index(rest, end) + len(rest) - self._base
            return replace(fact, end=after, lines=text.count("\n", start, end))
        return fact

    def _span(self, span: Span) -> tuple[int, int] | None:
        start, end = span
        if not 0 <= start < end <= self._length:
            return None
        item, places = self._item, self._program.unit.places
        if self._shift is not None:
            written = item.source.as_written
            return written(start) + self._shift, written(end - 1) + 1 + self._shift
        found = places.written(item.source, item.first_piece, start, end)
        if found is None or found[0] != self._program.path:
            return None
        return found[1], found[2]

    def _is_word(self, span: Span) -> bool:
        """Tell whether a token of the item is in the file unchanged."""
        found = self._span(span)
        if found is None:
            return False
        start, end = span
        return self._program.text[found[0] : found[1]] == self._item.source.text[start:end]


def _comment_before(text: str, start: int) -> str:
    """Return the text of a comment that ends right before a byte, "" without one."""
    before = text[max(0, start - _LONGEST_COMMENT) : start].rstrip()
    if not before.endswith("*/"):
        return ""
    begin = before.rfind("/*")
    return before[begin + 2 : -2].strip() if begin >= 0 else ""
