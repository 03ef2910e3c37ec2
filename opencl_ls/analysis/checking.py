"""Running the rules over a state of a unit; findings of an earlier state are reused.

The rules give findings relative to an item.  A slot's findings make a group, with places that count
from the start of the slot's text (`placement.py`).  A slot that is in both states keeps its group,
wherever it has moved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from opencl_ls.analysis.environment import fingerprints
from opencl_ls.analysis.placement import Placement, moved_finding
from opencl_ls.analysis.results import FindingGroup
from opencl_ls.analysis.unit import Level
from opencl_ls.findings import Finding, Fix, Place, TextEdit, places_of, shifted
from opencl_ls.linter.filtering import MARK
from opencl_ls.linter.unit_rules import (
    Earlier,
    ItemChange,
    UnitResults,
    UnitState,
    run_unit_rules,
)
from opencl_ls.offsets import Offsets
from opencl_ls.preprocess import changed
from opencl_ls.text import readable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from opencl_ls.analysis.unit import AnalysedUnit
    from opencl_ls.linter.context import ItemFinding, ItemFix
    from opencl_ls.preprocess import Change

Groups = list[FindingGroup | None]
"""The findings of each slot, None for a slot without any."""


class UnitFindings(Struct, eq=False, frozen=True):
    """The findings of a state.

    `groups` are those in items, slot by slot, `loose` the numbers of those without an anchor, and
    `starts` the bytes of the main file at which the text of each slot starts (no meaning for slots
    of headers).  `preprocessor` holds the preprocessor's findings, `results` those of the rules
    about the whole unit.  If the main file `may_allow` something, it has comments that suppress
    rules.
    """

    path: str
    results: UnitResults
    preprocessor: list[Finding]
    groups: Groups
    loose: set[int]
    starts: Offsets
    may_allow: bool

    @property
    def lacks_races(self) -> bool:
        """Whether the races of some kernels are still to be found."""
        return self.results.kernels is None or self.results.kernels.has_pending

    def placed(self) -> list[tuple[int, FindingGroup]]:
        """Return the groups in order, each with the byte of the main file where it starts."""
        starts = self.starts
        return [
            (max(0, starts[number]) if group.anchored else 0, group)
            for number, group in enumerate(self.groups)
            if group is not None
        ]

    def outside_items(self) -> list[Finding]:
        """Return the findings of the preprocessor, and those about the text of files."""
        found = list(self.preprocessor)
        for file, finding in self.results.in_files():
            place = Place(file, finding.start, finding.end)
            fixes = tuple(_file_fix(file, fix) for fix in finding.fixes)
            message = readable(finding.message)
            found.append(Finding(place, finding.code, finding.severity, message, (), fixes))
        return found

    def all(self) -> Iterator[Finding]:
        """Yield all findings in the places of files."""
        yield from self.outside_items()
        for start, group in self.placed():
            for finding in group.findings:
                yield shifted(finding, start, self.path)


def check(
    unit: AnalysedUnit, earlier: Iterable[AnalysedUnit], *, entirely: bool = False
) -> UnitFindings:
    """Run the rules that an edit concerns.

    `earlier` are states that have findings.  Those of the one from which fewest slots differ are
    carried over.  If `entirely`, edited kernels are analysed for races, which may take long.
    """
    state = UnitState(
        unit.models, unit.declarations, unit.unit, unit.target, heads=bool(unit.unread)
    )
    differences = list(_differences(unit, earlier))
    if not differences:
        return _check_all(unit, state, entirely=entirely)
    before, known, items, change = min(differences, key=lambda each: len(each.items.new))
    last = Earlier(known.results, items, change)
    results = run_unit_rules(state, last, entirely=entirely)
    path, source = unit.unit.path, unit.unit.source
    if change.directives:
        preprocessor = _of_preprocessor(unit)
    else:
        preprocessor = [moved_finding(each, change, path) or each for each in known.preprocessor]
    start = max(0, change.start - len(MARK))
    touched = source[start : change.end + change.shift + len(MARK)]
    new_starts = [unit.start_of(number) for number in range(items.first, items.end)]
    return UnitFindings(
        path,
        results,
        preprocessor,
        *_followed_groups(unit, before, known, results, items, change),
        known.starts.replaced(items.first, items.first + items.removed, new_starts, change.shift),
        may_allow=(known.may_allow and MARK in source) or MARK in touched,
    )


class _Difference(NamedTuple):
    """An earlier state and its findings, which slots differ from its own, and how the text does."""

    before: AnalysedUnit
    known: UnitFindings
    items: ItemChange
    change: Change


def _differences(unit: AnalysedUnit, earlier: Iterable[AnalysedUnit]) -> Iterator[_Difference]:
    for before in earlier:
        change = changed(before.unit, unit.unit)
        if before.findings is None or change is None:
            continue
        # What precedes and what follows the edit is never one stretch: it moves differently.
        above = min(each.groups.items_above(change.first) for each in (before, unit))
        below = min(
            before.groups.items_from(change.first + change.removed),
            unit.groups.items_from(change.first + change.added),
        )
        items = ItemChange.between(before.slots, unit.slots, above, below)
        yield _Difference(before, before.findings, items, change)


def _check_all(unit: AnalysedUnit, state: UnitState, *, entirely: bool) -> UnitFindings:
    results = run_unit_rules(state, entirely=entirely)
    numbers = range(len(unit.slots))
    of_unit = results.by_item(numbers)
    placement = Placement(unit)
    groups = [placement.group(number, _findings_of(unit, number, of_unit)) for number in numbers]
    return UnitFindings(
        unit.unit.path,
        results,
        _of_preprocessor(unit),
        groups,
        _loose(groups, numbers),
        Offsets(map(unit.start_of, numbers)),
        may_allow=MARK in unit.unit.source,
    )


def _of_preprocessor(unit: AnalysedUnit) -> list[Finding]:
    return [each._replace(message=readable(each.message)) for each in unit.unit.findings]


def _findings_of(
    unit: AnalysedUnit, number: int, of_unit: dict[int, list[ItemFinding]]
) -> list[ItemFinding]:
    """Return all findings in a slot; the rules about single items run if it is CHECKED."""
    slot = unit.slots[number]
    analysed = slot.analysed
    found = analysed.check() if slot.level is Level.CHECKED else analysed.findings or ()
    return [*found, *of_unit.get(number, ())]


def _followed_groups(
    unit: AnalysedUnit,
    before: AnalysedUnit,
    known: UnitFindings,
    results: UnitResults,
    items: ItemChange,
    change: Change,
) -> tuple[Groups, set[int]]:
    """Return the groups of a state and the numbers of the loose ones.

    The groups are those of an earlier state, and new ones where they may differ.
    """
    path = unit.unit.path
    groups: Groups = items.carried(known.groups, None)
    loose = {now for number in known.loose if (now := items.newer(number)) is not None}
    renewed = {*items.new, *results.differing(known.results, items)}
    if change.directives:
        # A header that was edited may hold the same items at other places.
        renewed.update(n for n, group in enumerate(groups) if _is_elsewhere(group, path))
    replaced, new = [before.models[n] for n in items.replaced], [unit.models[n] for n in items.new]
    if fingerprints(replaced) != fingerprints(new):
        # A name that a finding leads to may be declared by another item now.
        renewed |= loose
    # A stale slot keeps its findings.
    renewed -= unit.stale.keys()
    of_unit = results.by_item(renewed | loose)
    placement = Placement(unit)
    for number in loose - renewed:
        group = groups[number]
        assert group is not None
        groups[number] = _moved_group(group, change, path)
        if groups[number] is None and number not in unit.stale:
            renewed.add(number)
    for number in renewed:
        groups[number] = placement.group(number, _findings_of(unit, number, of_unit))
    return groups, _loose(groups, renewed | loose)


def _loose(groups: Groups, numbers: Iterable[int]) -> set[int]:
    """Return the numbers, among some, of groups without an anchor."""
    rows = ((number, groups[number]) for number in numbers)
    return {number for number, group in rows if group is not None and not group.anchored}


def _moved_group(group: FindingGroup, change: Change, path: str) -> FindingGroup | None:
    """Return a group without an anchor after an edit; None if a place was in the changed text."""
    found: list[Finding] = []
    for finding in group.findings:
        moved = moved_finding(finding, change, path)
        if moved is None:
            return None
        found.append(moved)
    same = all(one is other for one, other in zip(found, group.findings, strict=True))
    return group if same else FindingGroup(tuple(found), anchored=False)


def _is_elsewhere(group: FindingGroup | None, path: str) -> bool:
    """Tell whether a finding of a group has a place in another file than the main one."""
    return group is not None and any(
        place.file != path for finding in group.findings for place in places_of(finding)
    )


def _file_fix(file: str, fix: ItemFix) -> Fix:
    edits = tuple(TextEdit(Place(file, edit.start, edit.end), edit.text) for edit in fix.edits)
    return Fix(fix.title, edits, fix.safe)
