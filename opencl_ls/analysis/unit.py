"""One translation unit: the pieces that the preprocessor gave, analysed as a row of items."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TYPE_CHECKING

from opencl_ls.analysis.environment import UnitEnvironment
from opencl_ls.analysis.items import Group, SourceItem, split_groups
from opencl_ls.analysis.places import PieceMap
from opencl_ls.analysis.pragmas import PragmaState
from opencl_ls.findings import Finding, Fix, Place, Related, TextEdit
from opencl_ls.rules.context import ItemFinding, ItemFix, ItemRelated, UnitContext
from opencl_ls.rules.registry import all_rules
from opencl_ls.text import readable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.analysis.memo import AnalysedItem, ItemMemo
    from opencl_ls.preprocess import Unit
    from opencl_ls.semantics.symbols import Symbol
    from opencl_ls.settings.target import Target


@dataclass(slots=True, eq=False)
class UnitItem:
    """An item of the unit: where its text comes from, and what analysis made of it.

    `first_piece` is the number of the first piece of its group in the unit.
    """

    source: SourceItem
    first_piece: int
    analysed: AnalysedItem


class AnalysedUnit:
    """A unit, analysed: its items, the names they declare, and the findings mapped to files."""

    def __init__(
        self,
        unit: Unit,
        groups: Sequence[Group],
        items: list[UnitItem],
        environment: UnitEnvironment,
        target: Target,
    ) -> None:
        self.unit = unit
        self.groups = groups
        self.items = items
        self.environment = environment
        self.target = target
        self.places = PieceMap(unit)

    def findings(self) -> Iterator[Finding]:
        """Yield all findings in the places of files, the preprocessor's first."""
        for noted in self.unit.findings:
            yield replace(noted, message=readable(noted.message))
        for item in self.items:
            for finding in item.analysed.findings:
                yield self._mapped(item, finding)
        yield from self._unit_findings()

    def _unit_findings(self) -> Iterator[Finding]:
        context = UnitContext([item.analysed.model for item in self.items], self.unit, self.target)
        for rule in all_rules():
            if rule.unit_checks and rule.versions.holds(self.target):
                context.rule = rule
                for check in rule.unit_checks:
                    check(context)
        for index, finding in context.findings:
            yield self._mapped(self.items[index], finding)
        for file, finding in context.file_findings:
            fixes = tuple(_file_fix(file, fix) for fix in finding.fixes)
            place = Place(file, finding.start, finding.end)
            message = readable(finding.message)
            yield Finding(place, finding.code, finding.severity, message, (), fixes)

    # --- places ----------------------------------------------------------------------------------

    def place(self, item: UnitItem, start: int, end: int) -> Place:
        """Return the place in a file of a stretch of an item."""
        return self.places.place(item.source, item.first_piece, start, end)

    def _mapped(self, item: UnitItem, finding: ItemFinding) -> Finding:
        place = self.place(item, finding.start, finding.end)
        related = [made for entry in finding.related if (made := self._related(item, entry))]
        macro = self.places.macro_note(item.source, item.first_piece, finding.start)
        if macro is not None:
            related.append(macro)
        fixes = [mended for fix in finding.fixes if (mended := self._fix(item, fix))]
        return Finding(
            place,
            finding.code,
            finding.severity,
            readable(finding.message),
            tuple(related),
            tuple(fixes),
            finding.unnecessary,
            finding.deprecated,
        )

    def _related(self, item: UnitItem, entry: ItemRelated) -> Related | None:
        owner = item if entry.outer is None else self.owner(entry.outer)
        if owner is None:
            return None
        return Related(self.place(owner, entry.start, entry.end), readable(entry.message))

    def _fix(self, item: UnitItem, fix: ItemFix) -> Fix | None:
        """Return the fix in the places of files; None where an edit falls into a macro."""
        edits: list[TextEdit] = []
        for edit in fix.edits:
            if not self.places.is_verbatim(item.source, item.first_piece, edit.start, edit.end):
                return None
            edits.append(TextEdit(self.place(item, edit.start, edit.end), edit.text))
        return Fix(fix.title, tuple(edits), fix.safe)

    def owner(self, symbol: Symbol) -> UnitItem | None:
        """Return the item that declares a symbol at program scope or inside itself."""
        for item in self.items:
            model = item.analysed.model
            if model.exports.get(symbol.name) is symbol:
                return item
        for item in self.items:
            if any(own is symbol for own in item.analysed.model.declared.values()):
                return item
        return None


def analyse_unit(
    unit: Unit, memo: ItemMemo, target: Target, before: AnalysedUnit | None
) -> AnalysedUnit:
    """Analyse a preprocessed unit; what is as it was in `before` is taken over."""
    groups = _groups(unit, before)
    environment = UnitEnvironment()
    pragmas = PragmaState(unit, target)
    items: list[UnitItem] = []
    first_piece = 0
    for group in groups:
        for source in group.items:
            first, last = source.slices[0].piece, source.slices[-1].piece
            in_force = pragmas.target_at(first_piece + first, first_piece + last)
            analysed = memo.analyse(source.text, environment, in_force)
            environment.take(analysed.model)
            items.append(UnitItem(source, first_piece, analysed))
        first_piece += group.count
    return AnalysedUnit(unit, groups, items, environment, target)


def _groups(unit: Unit, before: AnalysedUnit | None) -> list[Group]:
    """Split the pieces of a unit into groups, only those around the change anew."""
    change = unit.change
    if before is None or change is None or unit is before.unit:
        if before is not None and unit is before.unit:
            return list(before.groups)
        return list(split_groups(unit.pieces))
    starts = list(accumulate((group.count for group in before.groups), initial=0))
    first = 0
    while first + 1 < len(starts) and starts[first + 1] <= change.first:
        first += 1
    kept = {start: index for index, start in enumerate(starts)}
    shift = change.added - change.removed
    groups = list(before.groups[:first])
    at = starts[first]
    for group in split_groups(unit.pieces, at):
        if at >= change.first + change.added and at - shift in kept:
            groups.extend(before.groups[kept[at - shift] :])
            return groups
        groups.append(group)
        at += group.count
    return groups


def _file_fix(file: str, fix: ItemFix) -> Fix:
    edits = tuple(TextEdit(Place(file, edit.start, edit.end), edit.text) for edit in fix.edits)
    return Fix(fix.title, edits, fix.safe)
