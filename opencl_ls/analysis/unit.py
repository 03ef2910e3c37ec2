"""One translation unit: the pieces that the preprocessor gave, analysed as a row of items."""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple
from weakref import ref

from msgspec import Struct

from opencl_ls.analysis.environment import Declarations, UnitEnvironment
from opencl_ls.analysis.groups import Groups
from opencl_ls.analysis.heads import (
    UnreadFunction,
    goes_on_with_earlier,
    is_unasked,
    read_head,
    told_alike,
    unread_function,
)
from opencl_ls.analysis.mapping import UnitFindings
from opencl_ls.analysis.memo import AnalysedItem
from opencl_ls.analysis.places import PieceMap
from opencl_ls.analysis.pragmas import PragmaState
from opencl_ls.preprocess import changed
from opencl_ls.rows import still
from opencl_ls.semantics.uniformity import Uniformity
from opencl_ls.syntax.records import FunctionDefinition

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.analysis.groups import Regrouped
    from opencl_ls.analysis.items import SourceItem
    from opencl_ls.analysis.memo import ItemMemo
    from opencl_ls.findings import Finding, Place
    from opencl_ls.preprocess import Unit
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.symbols import Symbol
    from opencl_ls.settings.target import Target


_AT_A_TIME: Final = 64
"""So many items are passed over in a step in which there is nothing to do."""


class UnitItem(Struct, eq=False):
    """An item of the unit: where its text comes from, and what analysis made of it.

    `first_piece` is the number of the first piece of its group in the unit.  Of an item that is
    `unread`, a function, `analysed` knows the head alone.
    """

    source: SourceItem
    first_piece: int
    analysed: AnalysedItem
    unread: bool = False


class Waiting(NamedTuple):
    """An item of a provisional unit that is still to be looked at, and what it is made of.

    `was` is the number of the item of the unit before that stands in for it, if one does.
    """

    number: int
    source: SourceItem
    first_piece: int
    was: int = -1


class AnalysedUnit:
    """A unit, analysed: its items, the names they declare, and the findings mapped to files.

    In a provisional unit some functions stand as they were `before`: they are `waiting`.  Others
    are `unchecked`: their names and types are known and no rule has seen them.  Of those that are
    `unread` the heads alone are known; `read` takes up what is made of them.  Names and findings of
    such a unit may be shown; what is asked about a place needs the item there, and those that
    declare what it names.
    """

    def __init__(
        self,
        unit: Unit,
        groups: Groups,
        items: list[UnitItem],
        target: Target,
        pragmas: PragmaState,
        before: AnalysedUnit | None,
        waiting: Sequence[Waiting] = (),
        unchecked: Sequence[Waiting] = (),
        read: dict[int, AnalysedItem] | None = None,
        change: tuple[int, int, int] | None = None,
    ) -> None:
        self.waiting = waiting
        self.unchecked = unchecked
        self._change: tuple[ref[AnalysedUnit], tuple[int, int, int]] | None = None
        if before is None or change is None:
            self.unread = [number for number, item in enumerate(items) if item.unread]
        else:
            self._change = (ref(before), change)
            self.unread = still(before.unread, items, change, _unread)
        self.read: dict[int, AnalysedItem] = {} if read is None else read
        self.unit = unit
        self.groups = groups
        self.items = items
        self.target = target
        self.pragmas = pragmas
        self.places = PieceMap(unit)
        # Only a unit whose findings are known can lend them; nothing older is kept alive.
        self._lender = None if before is None else before.lender
        self._earlier: UnitFindings | None = None

    def change_from(self, before: AnalysedUnit) -> tuple[int, int, int] | None:
        """Return which items differ from those of the unit that this was made from.

        So many are added from the first on in place of so many, (first, removed, added).  None
        where it was made from another unit, or functions far from the edit noticed it.
        """
        return self._change[1] if self._change is not None and self._change[0]() is before else None

    @property
    def is_provisional(self) -> bool:
        """Whether something is still to be looked at."""
        return self.left > 0

    @property
    def left(self) -> int:
        """How many items are still to be looked at."""
        return len(self.waiting) + len(self.unchecked) + len(self.unread)

    @cached_property
    def models(self) -> list[ItemModel]:
        """The models of the items, in their order."""
        return [item.analysed.model for item in self.items]

    @cached_property
    def declarations(self) -> Declarations:
        """Which items declare which names."""
        return Declarations(self.models)

    @property
    def lender(self) -> AnalysedUnit | None:
        """The unit from which a later one takes over findings: this one once they are known."""
        known = "unit_findings" in self.__dict__ or self._earlier is not None
        return self if known else self._lender

    @cached_property
    def unit_findings(self) -> UnitFindings:
        """The findings with what is needed to take them over."""
        lender, self._lender = self._lender, None
        earlier, self._earlier = self._earlier, None
        return UnitFindings(self, lender) if earlier is None else earlier.advanced(self)

    def advanced(self, *, entirely: bool = False) -> AnalysedUnit:
        """Return this unit, in which no function waits, with what has been checked meanwhile.

        If `entirely`, nothing in it counts as unchecked: who asks for its findings does the rest.
        """
        assert not self.waiting
        assert not self.unread
        unchecked = [] if entirely else self._still_unchecked()
        made = AnalysedUnit(
            self.unit, self.groups, self.items, self.target, self.pragmas, None, (), unchecked
        )
        made.models, made.declarations = self.models, self.declarations
        if "unit_findings" in self.__dict__:
            made._earlier = self.unit_findings
        else:
            made._lender = self._lender
        return made

    def with_read(self, memo: ItemMemo) -> AnalysedUnit:
        """Return this unit with the functions that have been read, itself if there are none."""
        now = [number for number in self.unread if number in self.read]
        if not now:
            return self
        if not all(told_alike(self.models[each], self.read[each].model) for each in now):
            # Somebody was told of a function what it is not.
            return _analysed(self.unit, memo, self.target, self.groups, self.pragmas, self, None)
        items = list(self.items)
        for number in now:
            item = items[number]
            items[number] = UnitItem(item.source, item.first_piece, self.read[number])
        made = AnalysedUnit(
            self.unit,
            self.groups,
            items,
            self.target,
            self.pragmas,
            self,
            (),
            self._still_unchecked(),
            self.read,
        )
        # The heads told others all that there is to tell.
        made.declarations = self.declarations
        made.models = list(self.models)
        for number in now:
            made.models[number] = self.read[number].model
        return made

    def _still_unchecked(self) -> list[Waiting]:
        return [each for each in self.unchecked if self.items[each.number].analysed.known is None]

    def findings(self) -> Iterator[Finding]:
        """Yield all findings in the places of files, the preprocessor's first."""
        return self.unit_findings.all()

    def place(self, item: UnitItem, start: int, end: int) -> Place:
        """Return the place in a file of a stretch of an item."""
        return self.places.place(item.source, item.first_piece, start, end)

    def item_at(self, path: str, offset: int) -> tuple[int, int] | None:
        """Return the number of the item that a byte of a file is a part of, and its offset there.

        Inside the arguments of a macro's invocation, it is what they became in its expansion.
        """
        for number in self.items_around(path, offset):
            item = self.items[number]
            at = self.places.inside(item.source, item.first_piece, path, offset)
            if at is not None:
                return number, at
        return None

    def items_between(self, start: int, end: int) -> range:
        """Return the numbers of items outside of which none is made from these bytes of the file.

        They are bytes of the main file, `end` included.
        """
        path = self.unit.path
        return range(self.items_around(path, start).start, self.items_around(path, end).stop)

    def items_around(self, path: str, offset: int) -> range:
        """Return the numbers of items outside of which none is made from a byte of a file."""
        unit = self.unit
        if path != unit.path or path in unit.files:
            return range(len(self.items))
        chunk, counts = unit.offsets.last_up_to(offset), unit.piece_counts
        begin, end = counts[chunk], counts[min(chunk + 1, len(counts) - 1)]
        start = bisect_left(self.items, begin, key=_last_piece)
        return range(start, bisect_left(self.items, end, lo=start, key=_first_piece))

    def items_touching(self, start: int, end: int) -> range:
        """Return the numbers of the items that touch a stretch of the main file.

        Of those in one piece with an end of it some may stand outside of it.
        """
        unit = self.unit
        if not unit.chunks:
            return range(0)
        last_chunk = len(unit.chunks) - 1
        first = min(unit.offsets.last_up_to(max(0, start)), last_chunk)
        # A boundary belongs to the chunk before it as well.
        if first and unit.offsets[first] == start:
            first -= 1
        last = min(unit.offsets.last_up_to(max(0, end)), last_chunk)
        begin, stop = unit.piece_counts[first], unit.piece_counts[last + 1]
        number = bisect_left(self.items, begin, key=_last_piece)
        behind = number
        while behind < len(self.items) and _begin(self.items[behind]) < stop:
            behind += 1
        return range(number, behind)

    def declarer(self, symbol: Symbol) -> tuple[UnitItem, Symbol] | None:
        """Return the item that declares a symbol, and the symbol as that item has it now.

        A model that was taken over names the symbols of the time when it was made; those of today
        stand for the same.
        """
        numbers = (
            *self.declarations.names.get(symbol.name, ()),
            *self.declarations.tags.get(symbol.name, ()),
        )
        for number in numbers:
            item = self.items[number]
            model = _asking(item.analysed.model)
            for own in (model.exports.get(symbol.name), model.exported_tags.get(symbol.name)):
                # Items of one text may share their symbols: the first of them stands for all.
                if own is symbol or (
                    type(own) is type(symbol) and own.fingerprint == symbol.fingerprint
                ):
                    return item, own
        # What remains are parameters and members, of this state or of an earlier one.
        for item in self.items:
            own = _asking(item.analysed.model).declared_as(symbol)
            if own is not None:
                return item, own
        return None


def _unread(item: UnitItem) -> bool:
    return item.unread


def _first_piece(item: UnitItem) -> int:
    return item.first_piece


def _last_piece(item: UnitItem) -> int:
    slices = item.source.slices
    return item.first_piece + (slices[-1].piece if slices else 0)


def _begin(item: UnitItem) -> int:
    slices = item.source.slices
    return item.first_piece + (slices[0].piece if slices else 0)


def analyse_unit(
    unit: Unit,
    memo: ItemMemo,
    target: Target,
    before: AnalysedUnit | None,
    at_once: int | None = None,
) -> AnalysedUnit:
    """Analyse a preprocessed unit; what is as it was in `before` is taken over.

    With `at_once` about so many bytes of items are analysed, and the unit may be provisional.
    """
    if before is not None and at_once is None:
        for _ in read_on(before, memo):
            pass
    if before is not None:
        before = before.with_read(memo)
    change = None if before is None else changed(before.unit, unit)
    if before is None or change is None or before.target is not target:
        pragmas = PragmaState.of(unit, target)
        groups = Groups.of(unit.pieces)
        return _analysed(unit, memo, target, groups, pragmas, before, at_once)
    regrouped = before.groups.followed(unit.pieces, change)
    stood = before.pragmas.moved(change)
    if stood is not None and not change.directives:
        return _followed(unit, memo, before, regrouped, stood, at_once)
    pragmas = PragmaState.of(unit, target)
    if change.directives and (stood is None or not pragmas.same_as(stood)):
        return _analysed(unit, memo, target, regrouped.groups, pragmas, before, at_once)
    return _followed(unit, memo, before, regrouped, pragmas, at_once)


def analyse_waiting(unit: AnalysedUnit, memo: ItemMemo) -> Iterator[None]:
    """Analyse what waits in a provisional unit, one item for each step; the memo keeps it.

    Those nearest to the first one, which is nearest to the edit, come first.
    """
    if unit.unread:
        reading, uniformity = read_on(unit, memo), Uniformity(())
        for number, item in enumerate(unit.items):
            analysed = item.analysed
            if item.unread:
                analysed = unit.read[next(reading)]
                _ = analysed.findings
            # Functions stand behind those that they call.
            if uniformity.add(analysed.model) or item.unread or not (number + 1) % _AT_A_TIME:
                yield
    for number, *_ in unit.unchecked:
        _ = unit.items[number].analysed.findings
        yield
    for waiting in unit.waiting:
        analysed = analyse_item(unit, memo, waiting)
        _ = analysed.findings
        unit.unit_findings.results.uniformity.prepare(analysed.model)
        yield


def analyse_item(unit: AnalysedUnit, memo: ItemMemo, waiting: Waiting) -> AnalysedItem:
    """Analyse an item that waits in a provisional unit; the memo keeps it."""
    number, source, first_piece, _ = waiting
    environment = unit.declarations.before(unit.models, number)
    in_force = unit.pragmas.target_of(source, first_piece)
    return memo.analyse(source.text, environment, in_force)


def read_on(unit: AnalysedUnit, memo: ItemMemo) -> Iterator[int]:
    """Read the functions of which the heads alone are known; yields the number of each."""
    for number in unit.unread:
        read_function(unit, memo, number)
        yield number


def read_function(unit: AnalysedUnit, memo: ItemMemo, number: int) -> None:
    """Read a function of which the head alone is known, unless that was done."""
    if number not in unit.read:
        item = unit.items[number]
        environment = unit.declarations.before(unit.models, number)
        in_force = unit.pragmas.target_of(item.source, item.first_piece)
        unit.read[number] = memo.analyse(item.source.text, environment, in_force)


def _analysed(
    unit: Unit,
    memo: ItemMemo,
    target: Target,
    groups: Groups,
    pragmas: PragmaState,
    before: AnalysedUnit | None,
    at_once: int | None,
) -> AnalysedUnit:
    """Analyse all items in their order; the memo knows most of them."""
    look = _Pass(unit, memo, UnitEnvironment(), pragmas, at_once)
    items = [look.item(*entry, None, number) for number, entry in enumerate(groups.sources())]
    if before is not None:
        _keep_replaced(before.items, items, memo)
    return AnalysedUnit(unit, groups, items, target, pragmas, before, (), look.unchecked)


def _followed(
    unit: Unit,
    memo: ItemMemo,
    before: AnalysedUnit,
    regrouped: Regrouped,
    pragmas: PragmaState,
    at_once: int | None,
) -> AnalysedUnit:
    """Analyse the items of the groups that changed, and those that notice it."""
    groups, first_group, last_group, old_last_group = regrouped
    first, old_last = before.groups.items[first_group], before.groups.items[old_last_group]
    old = before.items[first:old_last]
    sources = list(groups.sources(first_group, last_group))
    environment = before.declarations.before(before.models, first)
    look = _Pass(unit, memo, environment, pragmas, at_once)
    new: list[UnitItem] = []
    # Only where the items are the same row as before it is known which one stands for which.
    alike = len(old) == len(sources)
    for index, (source, piece) in enumerate(sources):
        was = old[index] if alike else None
        if was is not None and not _of_the_same_text(was, before.unit, source, piece, unit):
            was = None
        # In such a row the items of which the text itself has changed are those that are edited.
        number = first + index
        new.append(look.item(source, piece, was, number, number, edited=alike and was is None))
    shift = groups.pieces[last_group] - before.groups.pieces[old_last_group]
    rest = before.items[old_last:]
    if shift:
        rest = [
            UnitItem(each.source, each.first_piece + shift, each.analysed, each.unread)
            for each in rest
        ]
    items = [*before.items[:first], *new, *rest]
    _keep_replaced(old, new, memo)
    noticed = _differing(old, new)
    if noticed:
        look.environment = UnitEnvironment()
        _renew(items, first + len(new), len(new) - len(old), noticed, look)
    unchecked = look.unchecked
    if at_once is not None:
        moved = len(new) - len(old)
        unchecked = [*unchecked, *_still_unchecked(before, items, (first, old_last), moved)]
    made = AnalysedUnit(
        unit,
        groups,
        items,
        before.target,
        pragmas,
        before,
        look.waiting,
        unchecked,
        change=None if noticed else (first, len(old), len(new)),
    )
    if not noticed:
        models = [item.analysed.model for item in new]
        made.models = [*before.models[:first], *models, *before.models[old_last:]]
        if _declare_alike(old, new):
            made.declarations = before.declarations
    return made


def _still_unchecked(
    before: AnalysedUnit, items: Sequence[UnitItem], replaced: tuple[int, int], moved: int
) -> Iterator[Waiting]:
    """Yield what was unchecked in an earlier state and is so now, outside of what was replaced."""
    first, last = replaced
    for number, *_ in before.unchecked:
        if not first <= number < last:
            now = number if number < first else number + moved
            item = items[now]
            if item.analysed.known is None:
                yield Waiting(now, item.source, item.first_piece)


class _Pass:
    """A walk over items in their order.

    When `left` bytes of functions have been analysed, those whose bodies alone have changed wait,
    and their former selves stand in for them; of those that are new no more than the name is known.
    """

    def __init__(
        self,
        unit: Unit,
        memo: ItemMemo,
        environment: UnitEnvironment,
        pragmas: PragmaState,
        left: int | None,
    ) -> None:
        self.environment = environment
        self.waiting: list[Waiting] = []
        self.unchecked: list[Waiting] = []
        self.memo = memo
        self._pieces = unit.pieces
        self._pragmas = pragmas
        self._left = left

    def item(
        self,
        source: SourceItem,
        first_piece: int,
        was: UnitItem | None,
        number: int,
        was_number: int = -1,
        *,
        edited: bool = False,
    ) -> UnitItem:
        """Analyse the unit's item `number`.

        `was` is the item that may stand in for it, number `was_number` of the unit before.  What is
        being `edited` is checked in any case.
        """
        in_force = self._pragmas.target_of(source, first_piece)
        analysed = self.memo.known(source.text, self.environment, in_force)
        waits = not edited and self._left is not None and self._left <= 0
        # What the user looks at is in the file itself.
        is_far = self._pieces[first_piece + source.slices[0].piece].start >= 0
        if analysed is None and (waits or (is_far and not edited and self._left is not None)):
            if was is not None and not was.unread and _stands_in(was, source):
                self.waiting.append(Waiting(number, source, first_piece, was_number))
                self.environment.take(was.analysed.model)
                return UnitItem(was.source, first_piece, was.analysed)
            head = unread_function(source.text, in_force)
            if head is not None and goes_on_with_earlier(head, self.environment):
                head = None
            if head is None and waits:
                head = read_head(source.text, self.environment, in_force)
            if head is not None:
                self.environment.take(head)
                return UnitItem(source, first_piece, AnalysedItem(head, in_force, ()), unread=True)
        if analysed is None or analysed.known is None:
            if waits:
                self.unchecked.append(Waiting(number, source, first_piece))
            if self._left is not None and source.text.endswith("}"):
                self._left -= len(source.text)
        if analysed is None:
            analysed = self.memo.analyse(source.text, self.environment, in_force)
        self.environment.take(analysed.model)
        return UnitItem(source, first_piece, analysed)


def _stands_in(was: UnitItem, source: SourceItem) -> bool:
    """Tell whether two items are a function that says the same to others."""
    item = was.analysed.model.item
    if len(item.declarations) != 1 or not isinstance(item.declarations[0], FunctionDefinition):
        return False
    start = item.declarations[0].body.start
    return item.text[: start + 1] == source.text[: start + 1] and source.text.endswith("}")


def _of_the_same_text(
    was: UnitItem, before: Unit, source: SourceItem, first_piece: int, unit: Unit
) -> bool:
    """Tell whether an item is made of the same stretches of its file as an earlier one."""
    return len(was.source.slices) == len(source.slices) and all(
        before.pieces[was.first_piece + old.piece].chunk
        is unit.pieces[first_piece + new.piece].chunk
        and old.piece == new.piece
        for old, new in zip(was.source.slices, source.slices, strict=True)
    )


def _renew(items: list[UnitItem], start: int, moved: int, noticed: set[str], look: _Pass) -> None:
    """Analyse the items from `start` on again that use one of the names; their own may follow.

    They stand at numbers that are higher by `moved` than in the unit before.
    """
    taken = 0
    for number in range(start, len(items)):
        item = items[number]
        model = _asking(item.analysed.model)
        if (
            noticed.isdisjoint(model.uses)
            and noticed.isdisjoint(model.tag_uses)
            and noticed.isdisjoint(model.item.type_names)
        ):
            continue
        # Only now is it of interest what stands above; mostly nobody uses what came or went.
        for above in items[taken:number]:
            look.environment.take(above.analysed.model)
        taken = number + 1
        new = look.item(item.source, item.first_piece, item, number, number - moved)
        if new.analysed is not item.analysed:
            look.memo.keep(item.analysed)
            noticed |= _differing([item], [new])
            items[number] = new


def _keep_replaced(old: Sequence[UnitItem], new: Sequence[UnitItem], memo: ItemMemo) -> None:
    """Keep what others take the place of: an undo brings it back."""
    staying = {item.analysed for item in new}
    for item in old:
        if item.analysed not in staying and not item.unread:
            memo.keep(item.analysed)


def _differing(old: Sequence[UnitItem], new: Sequence[UnitItem]) -> set[str]:
    """Return the names of which two rows of items tell others different things."""
    one, other = _told(old), _told(new)
    if one == other:
        return set()
    unasked = {
        name
        for item in old
        for name, symbol in item.analysed.model.exports.items()
        if is_unasked(symbol)
    }
    differ = [key for key in one.keys() | other.keys() if one.get(key) != other.get(key)]
    return {name for name, _ in differ} - unasked


def _asking(model: ItemModel) -> ItemModel:
    """Return the model that tells what an item asks for and declares; an unread one's head's."""
    for symbol in model.exports.values():
        if isinstance(symbol, UnreadFunction) and symbol.head is not None:
            return symbol.head
    return model


def _told(items: Sequence[UnitItem]) -> dict[tuple[str, bool], list[int]]:
    """Return what a row of items tells of each name, or tag: the last of several may count or not.

    A prototype behind the definition of its function does not.
    """
    found: dict[tuple[str, bool], list[int]] = {}
    for item in items:
        model = item.analysed.model
        for name, symbol in model.exports.items():
            found.setdefault((name, False), []).append(symbol.fingerprint)
        for name, tag in model.exported_tags.items():
            found.setdefault((name, True), []).append(tag.fingerprint)
    return found


def _declare_alike(old: Sequence[UnitItem], new: Sequence[UnitItem]) -> bool:
    """Tell whether two rows of items declare the same names, item by item."""
    return len(old) == len(new) and all(
        one.analysed.model.exports.keys() == other.analysed.model.exports.keys()
        and one.analysed.model.exported_tags.keys() == other.analysed.model.exported_tags.keys()
        for one, other in zip(old, new, strict=True)
    )
