"""From findings in items to findings in files, relative to the start of their slot's text."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from opencl_ls.analysis.results import FindingGroup
from opencl_ls.findings import (
    Finding,
    Fix,
    Place,
    Related,
    TextEdit,
    places_of,
    shifted,
    with_places,
)
from opencl_ls.linter.registry import rule
from opencl_ls.text import readable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.analysis.unit import AnalysedUnit, UnitItem
    from opencl_ls.linter.context import ItemFinding, ItemFix, ItemRelated
    from opencl_ls.preprocess import Change


class Placement:
    """Places the findings of one state through its source map."""

    __slots__ = ("_unit",)

    def __init__(self, unit: AnalysedUnit) -> None:
        self._unit = unit

    def group(self, number: int, found: Sequence[ItemFinding]) -> FindingGroup | None:
        """Return the group of a slot with some findings, None if none remains.

        It has an anchor if all places in the main file are in the slot's own text: they count
        from its start, and move with it.
        """
        item = self._unit.items[number]
        placed = (self._placed(item, each) for each in found if not self._is_made(item, each))
        findings = tuple(finding for finding in placed if not self._misses_text(finding))
        if not findings:
            return None
        if any(map(_points_elsewhere, found)) or not self._is_inside(item, number, findings):
            return FindingGroup(findings, anchored=False)
        start, path = max(0, self._unit.start_of(number)), self._unit.unit.path
        return FindingGroup(tuple(shifted(each, -start, path) for each in findings), anchored=True)

    def _is_inside(self, item: UnitItem, number: int, findings: Sequence[Finding]) -> bool:
        """Tell whether no place of some findings is in the main file outside of a slot's text."""
        unit, start = self._unit.unit, self._unit.start_of(number)
        last, end = item.first_piece + item.source.slices[-1].piece, 0
        if unit.pieces[last].start < 0:
            end = unit.start_of(last) + len(unit.pieces[last].chunk.text)
        return all(
            # An item that starts in a header does not move with the part that follows it.
            place.file != unit.path or (start >= 0 and start <= place.start and place.end <= end)
            for place in chain.from_iterable(map(places_of, findings))
        )

    def _placed(self, item: UnitItem, finding: ItemFinding) -> Finding:
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

    def _is_made(self, item: UnitItem, finding: ItemFinding) -> bool:
        """Tell whether a finding about the text as written marks text from a macro."""
        known = rule(finding.code)
        if known is None or not known.as_written:
            return False
        places, start, end = self._unit.places, finding.start, finding.end
        return not places.is_verbatim(item.source, item.first_piece, start, end)

    def _misses_text(self, finding: Finding) -> bool:
        """Tell whether a conditional excluded lines on which a finding depends."""
        if not finding.related:
            return False
        known = rule(finding.code)
        if known is None or not known.of_whole_text:
            return False
        file = finding.place.file
        places = [finding.place, *(each.place for each in finding.related)]
        start = min(each.start for each in places if each.file == file)
        end = max(each.start for each in places if each.file == file)
        return any(
            region.file == file and start < region.end and region.start < end
            for region in self._unit.unit.inactive
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
        """Return the fix in the places of files; None if an edit is in a macro."""
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
            text = item.source.words_as_written(edit.text)
            edits.append(TextEdit(unit.place(edited, edit.start, edit.end), text))
        return Fix(fix.title, tuple(edits), fix.safe)


def _points_elsewhere(finding: ItemFinding) -> bool:
    """Tell whether a finding has a place where another item declares a name."""
    return any(each.outer is not None for each in finding.related) or any(
        edit.outer is not None for fix in finding.fixes for edit in fix.edits
    )


def moved_finding(finding: Finding, change: Change, path: str) -> Finding | None:
    """Return a finding with its present places; None if one of them was in the changed text."""
    if not finding.related and not finding.fixes:
        place = _moved_place(finding.place, change, path)
        if place is finding.place or place is None:
            return finding if place is not None else None
        return finding._replace(place=place)
    places = places_of(finding)
    if not change.shift:
        stay = all(_moved_place(place, change, path) is not None for place in places)
        return finding if stay else None
    moved_to: dict[Place, Place] = {}
    for place in places:
        new = _moved_place(place, change, path)
        if new is None:
            return None
        moved_to[place] = new
    return finding if moved_to.keys() == set(moved_to.values()) else with_places(finding, moved_to)


def _moved_place(place: Place, change: Change, path: str) -> Place | None:
    if place.file != path:
        # An edited header has the same item at another place.
        return None if change.directives else place
    if place.start == place.end == change.start == change.end:
        # An insertion at the place of the edit may belong before or after the new text.
        return None
    if place.end <= change.start:
        return place
    if place.start < change.end:
        return None
    shift = change.shift
    return Place(path, place.start + shift, place.end + shift) if shift else place
