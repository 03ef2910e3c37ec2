"""The findings of a unit in the places of files, and what an edit leaves as it was.

An item whose analysis was taken over keeps its findings: their places are moved by as many bytes as
the edit added above them.  Only what the edit touched is mapped through the source map again.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from opencl_ls.findings import Finding, Fix, Place, Related, TextEdit
from opencl_ls.preprocess import changed
from opencl_ls.rules.unit_rules import ItemChange, UnitResults, run_unit_rules
from opencl_ls.text import longest, readable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.analysis.unit import AnalysedUnit, UnitItem
    from opencl_ls.preprocess import Change
    from opencl_ls.rules.context import ItemFinding, ItemFix, ItemRelated


class Mapped(NamedTuple):
    """The findings of one item: as the rules gave them, and in the places of files."""

    raw: tuple[ItemFinding, ...]
    findings: tuple[Finding, ...]


_NONE = Mapped((), ())


class UnitFindings:
    """The findings of a unit; `lender` is an earlier state of it whose findings are known."""

    def __init__(self, unit: AnalysedUnit, lender: AnalysedUnit | None) -> None:
        self._unit = unit
        change = None if lender is None else changed(lender.unit, unit.unit)
        if lender is None or change is None or lender.target is not unit.target:
            self.results: UnitResults = run_unit_rules(unit.models, unit.unit, unit.target)
            self.preprocessor = [_readable(noted) for noted in unit.unit.findings]
            self.items = self._mapped_items(None, None, None)
            return
        known = lender.unit_findings
        items = _item_change(lender.items, unit.items)
        self.results = run_unit_rules(
            unit.models, unit.unit, unit.target, known.results, lender.models, items, change
        )
        if change.directives:
            self.preprocessor = [_readable(noted) for noted in unit.unit.findings]
        else:
            path = unit.unit.path
            self.preprocessor = [moved(each, change, path) or each for each in known.preprocessor]
        self.items = self._mapped_items(known.items, items, change)

    def all(self) -> Iterator[Finding]:
        """Yield all findings, those of the preprocessor first."""
        yield from self.preprocessor
        for mapped in self.items:
            yield from mapped.findings
        for file, finding in self.results.in_files():
            fixes = tuple(_file_fix(file, fix) for fix in finding.fixes)
            place = Place(file, finding.start, finding.end)
            message = readable(finding.message)
            yield Finding(place, finding.code, finding.severity, message, (), fixes)

    # --- items -----------------------------------------------------------------------------------

    def _mapped_items(
        self,
        known: Sequence[Mapped] | None,
        items: ItemChange | None,
        change: Change | None,
    ) -> list[Mapped]:
        raws: list[tuple[ItemFinding, ...]] = [item.analysed.findings for item in self._unit.items]
        for number, found in self.results.by_item().items():
            raws[number] = (*raws[number], *found)
        path = self._unit.unit.path
        mapped: list[Mapped] = []
        for number, raw in enumerate(raws):
            if not raw:
                mapped.append(_NONE)
                continue
            if known is not None and items is not None and change is not None:
                before = items.older(number)
                kept = _NONE if before is None else known[before]
                if len(kept.raw) == len(raw) and all(map(_is, kept.raw, raw)):
                    moved_ones = _all_moved(kept.findings, change, path)
                    if moved_ones is not None:
                        mapped.append(Mapped(raw, moved_ones))
                        continue
            item = self._unit.items[number]
            mapped.append(Mapped(raw, tuple(self._mapped(item, finding) for finding in raw)))
        return mapped

    def _mapped(self, item: UnitItem, finding: ItemFinding) -> Finding:
        unit = self._unit
        place = unit.place(item, finding.start, finding.end)
        related = [made for entry in finding.related if (made := self._related(item, entry))]
        macro = unit.places.macro_note(item.source, item.first_piece, finding.start)
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
        start, end = entry.start, entry.end
        if entry.outer is not None:
            declarer = self._unit.declarer(entry.outer)
            if declarer is None:
                return None
            item, today = declarer
            word = entry.outer.word
            if today is not entry.outer:
                if (start, end) != (word.start, word.end):
                    return None
                start, end = today.word.start, today.word.end
        return Related(self._unit.place(item, start, end), readable(entry.message))

    def _fix(self, item: UnitItem, fix: ItemFix) -> Fix | None:
        """Return the fix in the places of files; None where an edit falls into a macro."""
        unit = self._unit
        edits: list[TextEdit] = []
        for edit in fix.edits:
            edited = item
            if edit.outer is not None:
                declarer = unit.declarer(edit.outer)
                if declarer is None or declarer[1] is not edit.outer:
                    return None
                edited = declarer[0]
            if not unit.places.is_verbatim(edited.source, edited.first_piece, edit.start, edit.end):
                return None
            edits.append(TextEdit(unit.place(edited, edit.start, edit.end), edit.text))
        return Fix(fix.title, tuple(edits), fix.safe)


def _is(one: object, other: object) -> bool:
    return one is other


def _item_change(old: Sequence[UnitItem], new: Sequence[UnitItem]) -> ItemChange:
    """Return which items differ between two states of a unit."""
    before = [(id(item.source), id(item.analysed)) for item in old]
    after = [(id(item.source), id(item.analysed)) for item in new]
    most = min(len(before), len(after))
    first = longest(most, lambda n: before[:n] == after[:n])
    rest = longest(most - first, lambda n: n == 0 or before[-n:] == after[-n:])
    return ItemChange(first, len(before) - rest - first, len(after) - rest - first)


# --- moving --------------------------------------------------------------------------------------


def _all_moved(
    findings: tuple[Finding, ...], change: Change, path: str
) -> tuple[Finding, ...] | None:
    if len(findings) == 1:
        only = moved(findings[0], change, path)
        return None if only is None else (only,)
    found = tuple(moved(finding, change, path) for finding in findings)
    return None if None in found else found  # type: ignore[return-value]


def moved(finding: Finding, change: Change, path: str) -> Finding | None:
    """Return a finding where its places are now; None where one lay in what changed."""
    if not finding.related and not finding.fixes:
        place = _moved_place(finding.place, change, path)
        if place is finding.place or place is None:
            return finding if place is not None else None
        return finding._replace(place=place)
    places = chain(
        (finding.place,),
        (each.place for each in finding.related),
        (edit.place for fix in finding.fixes for edit in fix.edits),
    )
    if not change.shift:
        stay = all(_moved_place(place, change, path) is not None for place in places)
        return finding if stay else None
    moved_to: dict[Place, Place] = {}
    for place in places:
        new = _moved_place(place, change, path)
        if new is None:
            return None
        moved_to[place] = new
    return finding._replace(
        place=moved_to[finding.place],
        related=tuple(Related(moved_to[each.place], each.message) for each in finding.related),
        fixes=tuple(
            Fix(
                fix.title,
                tuple(TextEdit(moved_to[edit.place], edit.text) for edit in fix.edits),
                fix.safe,
            )
            for fix in finding.fixes
        ),
    )


def _moved_place(place: Place, change: Change, path: str) -> Place | None:
    if place.file != path:
        # A header that was edited holds the same item somewhere else.
        return None if change.directives else place
    if place.end <= change.start:
        return place
    if place.start < change.end:
        return None
    shift = change.shift
    return Place(path, place.start + shift, place.end + shift) if shift else place


def _readable(noted: Finding) -> Finding:
    return noted._replace(message=readable(noted.message))


def _file_fix(file: str, fix: ItemFix) -> Fix:
    edits = tuple(TextEdit(Place(file, edit.start, edit.end), edit.text) for edit in fix.edits)
    return Fix(fix.title, edits, fix.safe)
