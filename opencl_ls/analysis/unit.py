"""One translation unit: a main file with its includes, analysed as a row of items."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from opencl_ls.analysis.environment import UnitEnvironment
from opencl_ls.analysis.items import SourceItem, split_items
from opencl_ls.analysis.memo import AnalysedItem, ItemMemo
from opencl_ls.findings import Finding, Fix, Place, Related, TextEdit
from opencl_ls.rules.context import ItemFinding, ItemFix, UnitContext
from opencl_ls.rules.registry import all_rules
from opencl_ls.semantics.symbols import Symbol
from opencl_ls.settings.target import Target


@dataclass(frozen=True, slots=True)
class RawPiece:
    text: str
    file: str


@dataclass(slots=True, eq=False)
class UnitItem:
    """An item of the unit: where its text comes from, and what analysis made of it."""

    source: SourceItem
    analysed: AnalysedItem


class UnitResult:
    """A unit, analysed: its items, the names they declare and the findings, mapped to files."""

    def __init__(self, items: list[UnitItem], environment: UnitEnvironment, target: Target) -> None:
        self.items = items
        self.environment = environment
        self.target = target

    def findings(self) -> Iterator[Finding]:
        """Yield all findings in the places of files."""
        for item in self.items:
            for finding in item.analysed.findings:
                yield self._mapped(item, finding)
        for index, finding in self._unit_findings():
            yield self._mapped(self.items[index], finding)

    def _unit_findings(self) -> list[tuple[int, ItemFinding]]:
        context = UnitContext([item.analysed.model for item in self.items], None, self.target)
        for rule in all_rules():
            if rule.unit_checks and rule.versions.holds(self.target):
                context.rule = rule
                for check in rule.unit_checks:
                    check(context)
        return context.findings

    def _mapped(self, item: UnitItem, finding: ItemFinding) -> Finding:
        related = []
        for entry in finding.related:
            owner = item if entry.outer is None else self._owner(entry.outer)
            if owner is not None:
                place = self.place(owner, entry.start, entry.end)
                related.append(Related(place, entry.message))
        fixes = [fix for entry in finding.fixes if (fix := self._fix(item, entry)) is not None]
        return Finding(
            self.place(item, finding.start, finding.end),
            finding.code,
            finding.severity,
            finding.message,
            tuple(related),
            tuple(fixes),
            finding.unnecessary,
            finding.deprecated,
        )

    def _fix(self, item: UnitItem, fix: ItemFix) -> Fix | None:
        edits = [TextEdit(self.place(item, e.start, e.end), e.text) for e in fix.edits]
        return Fix(fix.title, tuple(edits), fix.safe)

    def _owner(self, symbol: Symbol) -> UnitItem | None:
        for item in self.items:
            if any(own is symbol for own in item.analysed.model.declared.values()):
                return item
        return None

    def place(self, item: UnitItem, start: int, end: int) -> Place:
        """Return the place in a file of a stretch of an item."""
        part = item.source.slice_at(start)
        piece = part.piece
        assert isinstance(piece, RawPiece)
        shift = part.piece_start - part.start
        return Place(piece.file, start + shift, end + shift)


def analyse_unit(path: str, text: str, memo: ItemMemo, target: Target) -> UnitResult:
    """Analyse a main file."""
    environment = UnitEnvironment()
    items: list[UnitItem] = []
    for source in split_items([RawPiece(text, path)]):
        analysed = memo.analyse(source.text, environment, target)
        environment.take(analysed.model)
        items.append(UnitItem(source, analysed))
    return UnitResult(items, environment, target)
