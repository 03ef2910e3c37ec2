"""Building the next state of a unit from its preprocessed text and an earlier state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.analysis.environment import UnitEnvironment, changed_names, declare_same_names
from opencl_ls.analysis.groups import ItemGroups
from opencl_ls.analysis.item_cache import AnalysedItem
from opencl_ls.analysis.lazy_functions import declaring, head_model
from opencl_ls.analysis.pragmas import PragmaState
from opencl_ls.analysis.unit import AnalysedUnit, Level, Slot, SlotRow
from opencl_ls.preprocess import changed
from opencl_ls.syntax.records import FunctionDefinition

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.analysis.item_cache import ItemCache
    from opencl_ls.analysis.items import SourceItem
    from opencl_ls.preprocess import Unit
    from opencl_ls.settings.target import Target


def build(
    unit: Unit,
    cache: ItemCache,
    target: Target,
    before: AnalysedUnit | None,
    budget: int | None = None,
) -> AnalysedUnit:
    """Return the state of a preprocessed unit; slots of `before` that are still valid are reused.

    `before` is of the same target and has no stale slots.  With a `budget`, functions of about that
    many bytes of text are analysed, and the state may be provisional.
    """
    change = None if before is None else changed(before.unit, unit)
    if before is None or change is None:
        return rebuild(unit, cache, target, before, budget)
    pragmas = before.pragmas.after(change, unit, target)
    if not pragmas.agrees(before.pragmas, change):
        return rebuild(unit, cache, target, before, budget)
    groups, first_group, last_group, old_last_group = before.groups.followed(unit.pieces, change)
    first, old_last = before.groups.items[first_group], before.groups.items[old_last_group]
    old, sources = before.slots[first:old_last], list(groups.sources(first_group, last_group))
    builder = _Builder(unit, cache, pragmas, budget)
    builder.environment = before.declarations.before(before.models, first)
    # Items of two lists correspond to each other only if the lists have the same length.
    aligned = len(old) == len(sources)
    new: list[Slot] = []
    for number, (source, piece) in enumerate(sources, first):
        # An item of which the text in the file changed is being edited.
        same = aligned and builder.has_same_chunks(before, number, source, piece)
        former = before.slots[number] if same else None
        edited = aligned and not same
        new.append(builder.slot(number, source, piece, former, edited=edited))
    _keep_replaced(old, new, cache)
    row = before.row.spliced(first, old_last, new)
    one, other = [slot.analysed.model for slot in old], [slot.analysed.model for slot in new]
    names = changed_names(one, other)
    if names:
        row = SlotRow.of(_renewed(builder, groups, row.slots, first + len(new), names))
    same_names = not names and declare_same_names(one, other)
    declarations = before.declarations if same_names else None
    return AnalysedUnit(unit, groups, row, target, pragmas, builder.stale, declarations)


def rebuild(
    unit: Unit,
    cache: ItemCache,
    target: Target,
    before: AnalysedUnit | None,
    budget: int | None = None,
) -> AnalysedUnit:
    """Return a state of which all slots are new; the cache has most of their items."""
    groups, pragmas = ItemGroups.of(unit), PragmaState.of(unit, target)
    builder = _Builder(unit, cache, pragmas, budget)
    sources = enumerate(groups.sources())
    slots = [builder.slot(number, source, piece) for number, (source, piece) in sources]
    if before is not None:
        _keep_replaced(before.slots, slots, cache)
    return AnalysedUnit(unit, groups, SlotRow.of(slots), target, pragmas)


class _Builder:
    """Makes slots of the items of a unit, in their order.

    `environment` holds the names that precede the next item.  When the budget is spent, an item
    that is not cached is postponed: a function of which only the body changed becomes stale, of
    another one only the head is bound, and what has to be bound is not checked.
    """

    def __init__(
        self, unit: Unit, cache: ItemCache, pragmas: PragmaState, budget: int | None
    ) -> None:
        self.unit = unit
        self.cache = cache
        self.pragmas = pragmas
        self.environment = UnitEnvironment()
        self.stale: dict[int, SourceItem] = {}
        self._budget = budget

    def slot(
        self,
        number: int,
        source: SourceItem,
        first_piece: int,
        former: Slot | None = None,
        *,
        edited: bool = False,
    ) -> Slot:
        """Return the slot for the unit's item `number`, whose group starts at `first_piece`.

        `former` is the slot of an earlier state that may be kept as a stale one.  An item that
        is being `edited` is never postponed.
        """
        target = self.pragmas.target_of(source, first_piece)
        cached = self.cache.find(source.text, self.environment, target)
        if cached is None and not edited:
            file = self.unit.pieces[first_piece + source.slices[0].piece].file
            cached = self.cache.load(file, source.text, self.environment, target)
        is_late = self._budget is not None and self._budget <= 0 and not edited
        slot = None
        if cached is None and (is_late or self._is_far(source, first_piece, edited=edited)):
            slot = self._postponed(number, source, target, former, is_late=is_late)
        if slot is None:
            slot = self._analysed(source, target, cached, is_late=is_late)
        self.environment.take(slot.analysed.model)
        return slot

    def _is_far(self, source: SourceItem, first_piece: int, *, edited: bool) -> bool:
        """Tell whether an item of a provisional state is in a header, where no user looks."""
        if edited or self._budget is None:
            return False
        return self.unit.pieces[first_piece + source.slices[0].piece].start >= 0

    def _postponed(
        self,
        number: int,
        source: SourceItem,
        target: Target,
        former: Slot | None,
        *,
        is_late: bool,
    ) -> Slot | None:
        """Return a stale slot, or one for the head of a function; None if neither is possible."""
        if former is not None and former.level is not Level.HEAD and _has_same_head(former, source):
            self.stale[number] = source
            return former
        head = head_model(source.text, self.environment, target, bound=is_late)
        return None if head is None else Slot(source, AnalysedItem(head, target, ()), Level.HEAD)

    def _analysed(
        self, source: SourceItem, target: Target, cached: AnalysedItem | None, *, is_late: bool
    ) -> Slot:
        level = Level.CHECKED
        if cached is None or cached.findings is None:
            if is_late:
                level = Level.BOUND
            if self._budget is not None and source.text.endswith("}"):
                self._budget -= len(source.text)
        analysed = cached or self.cache.analyse(source.text, self.environment, target)
        return Slot(source, analysed, level)

    def has_same_chunks(
        self, before: AnalysedUnit, number: int, source: SourceItem, first_piece: int
    ) -> bool:
        """Tell whether an item has the same text in its file as the item `number` of a state."""
        item = before.items[number]
        old, new = item.source.slices, source.slices
        return len(old) == len(new) and all(
            before.unit.pieces[item.first_piece + one.piece].chunk
            is self.unit.pieces[first_piece + other.piece].chunk
            and one.piece == other.piece
            for one, other in zip(old, new, strict=True)
        )


def _has_same_head(former: Slot, source: SourceItem) -> bool:
    """Tell whether a slot and an item are one function definition with the same head."""
    item = former.analysed.model.item
    if len(item.declarations) != 1 or not isinstance(item.declarations[0], FunctionDefinition):
        return False
    start = item.declarations[0].body.start
    return item.text[: start + 1] == source.text[: start + 1] and source.text.endswith("}")


def _renewed(
    builder: _Builder, groups: ItemGroups, old: list[Slot], start: int, names: set[str]
) -> list[Slot]:
    """Return slots of which those from `start` on that use one of the names are new.

    If such a slot declares other names, these are followed too.
    """
    slots = list(old)
    builder.environment = UnitEnvironment()
    taken = 0
    for number in range(start, len(slots)):
        slot = slots[number]
        model = declaring(slot.analysed.model)
        if (
            names.isdisjoint(model.uses)
            and names.isdisjoint(model.tag_uses)
            and names.isdisjoint(model.item.type_names)
        ):
            continue
        # The environment is made only now: mostly no item uses a name that changed.
        for above in slots[taken:number]:
            builder.environment.take(above.analysed.model)
        taken = number + 1
        new = builder.slot(number, slot.source, groups.piece_of(number), slot)
        if new.analysed is not slot.analysed:
            builder.cache.keep(slot.analysed)
            names |= changed_names([slot.analysed.model], [new.analysed.model])
            slots[number] = new
    return slots


def _keep_replaced(old: Sequence[Slot], new: Sequence[Slot], cache: ItemCache) -> None:
    """Keep the items that were replaced: an undo brings them back."""
    staying = {slot.analysed for slot in new}
    for slot in old:
        if slot.analysed not in staying and slot.level is not Level.HEAD:
            cache.keep(slot.analysed)
