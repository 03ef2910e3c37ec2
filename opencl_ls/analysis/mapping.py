"""The findings of a unit in the places of files, and what an edit leaves as it was.

An item whose analysis was taken over keeps its block of findings.  Where all of them lie in the
item's own text nothing is done for it at all: the block moves as a whole with the text, and where
it is now is worked out by whoever asks.  Only what the edit touched is mapped through the source
map again.
"""

from __future__ import annotations

from bisect import bisect_left
from copy import copy
from itertools import chain
from typing import TYPE_CHECKING, Any, Final
from weakref import ref

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
from opencl_ls.preprocess import changed
from opencl_ls.rows import Offsets
from opencl_ls.rules.filtering import MARK
from opencl_ls.rules.registry import rule
from opencl_ls.rules.unit_rules import ItemChange, UnitResults, run_unit_rules
from opencl_ls.text import longest, readable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from opencl_ls.analysis.unit import AnalysedUnit, UnitItem
    from opencl_ls.preprocess import Change
    from opencl_ls.rules.context import ItemFinding, ItemFix, ItemRelated
    from opencl_ls.semantics.model import ItemModel


class Block:
    """The findings of one item, in the places that they had when they were mapped.

    `raw` is what the rules gave.  `anchor` is the byte of the main file at which the item's text
    began then, -1 for an item of a header: since all places in the main file are in the item's own
    text, the block moves with it.  It is None where a place lies elsewhere in that file; such a
    block is made anew when one moves.
    `foreign` tells that a place lies in another file.  `group` is the block as others see it, once
    somebody has.
    """

    __slots__ = ("anchor", "findings", "foreign", "group", "raw")

    def __init__(
        self,
        raw: tuple[ItemFinding, ...],
        findings: tuple[Finding, ...],
        anchor: int | None,
        foreign: bool,
    ) -> None:
        self.raw = raw
        self.findings = findings
        self.anchor = anchor
        self.foreign = foreign
        self.group: FindingGroup | None = None

    def grouped(self, path: str) -> FindingGroup:
        """Return the findings with their places in the main file `path` counted from the anchor."""
        group = self.group
        if group is None:
            findings, anchor = self.findings, self.anchor
            if anchor is not None and anchor > 0:
                findings = tuple(shifted(finding, -anchor, path) for finding in findings)
            group = self.group = FindingGroup(findings, anchor is not None)
        return group


_NONE: Final = Block((), (), -1, False)


class UnitFindings:
    """The findings of a unit; `lender` is an earlier state of it whose findings are known.

    `blocks` are those in items, in the items' order; `preprocessor` and `in_files` are the others.
    Where the main file `may_allow` something there are comments that silence rules.
    """

    def __init__(self, unit: AnalysedUnit, lender: AnalysedUnit | None) -> None:
        self._owner = ref(unit)
        self._unchecked = frozenset(number for number, *_ in unit.unchecked)
        change = None if lender is None else changed(lender.unit, unit.unit)
        if lender is None or change is None or lender.target is not unit.target:
            self.results: UnitResults = run_unit_rules(
                unit.models,
                unit.declarations,
                unit.unit,
                unit.target,
                heads=bool(unit.unread),
            )
            self.preprocessor = [_readable(noted) for noted in unit.unit.findings]
            self._told = self.results.by_item(range(len(unit.items)))
            # Where the items begin now, in the way of `Block.anchor`.
            self._anchors = Offsets(map(self._anchor, range(len(unit.items))))
            self.may_allow = MARK in unit.unit.source
            self.blocks = [self._block(number) for number in range(len(unit.items))]
            # The numbers of the blocks that are not simply moved, ascending.
            self._wandering = [n for n, block in enumerate(self.blocks) if block.anchor is None]
            self._foreign = [n for n, block in enumerate(self.blocks) if block.foreign]
            return
        known = lender.unit_findings
        items = _item_change(lender, unit, change)
        path = unit.unit.path
        self.results = run_unit_rules(
            unit.models,
            unit.declarations,
            unit.unit,
            unit.target,
            known.results,
            items,
            change,
            heads=bool(unit.unread),
        )
        if change.directives:
            self.preprocessor = [_readable(noted) for noted in unit.unit.findings]
        else:
            self.preprocessor = [moved(each, change, path) or each for each in known.preprocessor]
        source, around = unit.unit.source, len(MARK)
        start, end = max(0, change.start - around), change.end + change.shift + around
        self.may_allow = (known.may_allow and MARK in source) or MARK in source[start:end]
        self._follow(known, lender.models, items, change)

    def advanced(self, unit: AnalysedUnit) -> UnitFindings:
        """Return the findings of a unit that differs in what is unchecked, and in nothing else."""
        made = copy(self)
        made._go_on(unit)  # noqa: SLF001 - it is one of us
        return made

    def _go_on(self, unit: AnalysedUnit) -> None:
        before, self._owner = self._unchecked, ref(unit)
        self._unchecked = frozenset(number for number, *_ in unit.unchecked)
        self.blocks = list(self.blocks)
        checked = before - self._unchecked
        self._told = self.results.by_item(checked)
        for number in checked:
            self.blocks[number] = self._block(number)
        wandering = (n for n in checked if self.blocks[n].anchor is None)
        self._wandering = sorted({*self._wandering, *wandering})
        foreign = (n for n in checked if self.blocks[n].foreign)
        self._foreign = sorted({*self._foreign, *foreign})

    @property
    def _unit(self) -> AnalysedUnit:
        """The unit that these belong to: were it kept, both would wait for the collector."""
        unit = self._owner()
        assert unit is not None
        return unit

    def all(self) -> Iterator[Finding]:
        """Yield all findings where they are now, those of the preprocessor first."""
        yield from self.preprocessor
        for block, shift in self.placed():
            for finding in block.findings:
                yield shifted(finding, shift, self._unit.unit.path) if shift else finding
        yield from self.in_files()

    def placed(self) -> list[tuple[Block, int]]:
        """Return the blocks that hold findings, and by how many bytes each has moved."""
        anchors = self._anchors
        return [
            (
                block,
                0 if block.anchor is None or block.anchor < 0 else anchors[number] - block.anchor,
            )
            for number, block in enumerate(self.blocks)
            if block is not _NONE
        ]

    def groups(self) -> list[tuple[int, FindingGroup]]:
        """Return the blocks that hold findings as groups, each with the byte where it starts."""
        anchors, path = self._anchors, self._unit.unit.path
        return [
            (
                0 if block.anchor is None or block.anchor < 0 else anchors[number],
                block.group or block.grouped(path),
            )
            for number, block in enumerate(self.blocks)
            if block is not _NONE
        ]

    def in_files(self) -> Iterator[Finding]:
        """Yield the findings about the text of files."""
        for file, finding in self.results.in_files():
            fixes = tuple(_file_fix(file, fix) for fix in finding.fixes)
            place = Place(file, finding.start, finding.end)
            message = readable(finding.message)
            yield Finding(place, finding.code, finding.severity, message, (), fixes)

    # --- blocks ----------------------------------------------------------------------------------

    def _follow(
        self, known: UnitFindings, models: Sequence[ItemModel], items: ItemChange, change: Change
    ) -> None:
        """Take over the blocks of the items that did not change; `models` were those before."""
        first, removed, added, same = items
        self.blocks = [*known.blocks[:first], *[_NONE] * added, *known.blocks[first + removed :]]
        for number in same:
            self.blocks[number] = known.blocks[number]
        # Those in headers are moved along, and not looked at.
        anchors = [self._anchor(number) for number in range(first, first + added)]
        self._anchors = known._anchors.replaced(first, first + removed, anchors, change.shift)
        foreign = self._kept(known._foreign, items)
        wandering = self._kept(known._wandering, items)
        standing = self._standing(known, change)
        remade = set(items.new)
        if change.directives:
            # A header that was edited may hold the same items at other places.
            remade.update(foreign)
        # What was unchecked has perhaps been checked since.
        remade.update(set(self._kept(known._unchecked, items)) - self._unchecked)
        remade |= self.results.differing(known.results, items)
        if _told(models, items.replaced) != _told(self._unit.models, items.new):
            # A name that a block points to may be declared elsewhere now.
            remade.update(wandering)
        remade -= standing.keys()
        self._told = self.results.by_item(remade.union(wandering))
        for number, block in standing.items():
            self.blocks[number] = block
        for number in remade:
            self.blocks[number] = self._block(number)
        for number in wandering:
            if number not in remade:
                self.blocks[number] = self._wandered(number, change)
        self._wandering = sorted(
            number for number in remade.union(wandering) if self.blocks[number].anchor is None
        )
        self._foreign = sorted(
            number for number in remade.union(foreign) if self.blocks[number].foreign
        )

    def _standing(self, known: UnitFindings, change: Change) -> dict[int, Block]:
        """Return the blocks of the functions that wait: those that they had.

        `known` is what was found in the unit before.
        """
        blocks: dict[int, Block] = {}
        for number, _, _, was in self._unit.waiting:
            block = known.blocks[was]
            if block.anchor is None:
                path = self._unit.unit.path
                findings = tuple(moved(each, change, path) for each in block.findings)
                block = _NONE if None in findings else Block(block.raw, findings, None, True)  # type: ignore[arg-type]
            blocks[number] = block
        return blocks

    @staticmethod
    def _kept(numbers: Iterable[int], items: ItemChange) -> list[int]:
        """Return what the numbers of older items are now, without those that changed."""
        newer = map(items.newer, numbers)
        return [number for number in newer if number is not None]

    def _wandered(self, number: int, change: Change) -> Block:
        block = self.blocks[number]
        findings = tuple(moved(each, change, self._unit.unit.path) for each in block.findings)
        if None in findings:
            return self._block(number)
        if all(map(_is, findings, block.findings)):
            return block
        return Block(block.raw, findings, None, block.foreign)  # type: ignore[arg-type]

    def _raw(self, number: int) -> tuple[ItemFinding, ...]:
        analysed = self._unit.items[number].analysed
        found = (analysed.known or ()) if number in self._unchecked else analysed.findings
        more = self._told.get(number)
        return found if more is None else (*found, *more)

    def _block(self, number: int) -> Block:
        raw = self._raw(number)
        if not raw:
            return _NONE
        item = self._unit.items[number]
        mapped = (
            self._mapped(item, finding) for finding in raw if not self._is_made(item, finding)
        )
        findings = tuple(finding for finding in mapped if not self._misses_text(finding))
        unit = self._unit.unit
        last = item.first_piece + item.source.slices[-1].piece
        start, end = self._anchor(number), 0
        if unit.pieces[last].start < 0:
            end = unit.start_of(last) + len(unit.pieces[last].chunk.text)
        # What another item declares may be declared by a third one after the next edit.
        inside, foreign = not any(map(_points_elsewhere, raw)), False
        for place in chain.from_iterable(map(places_of, findings)):
            if place.file != unit.path:
                foreign = True
            elif start < 0 or place.start < start or place.end > end:
                # An item that begins in a header does not move with what follows it there.
                inside = False
        return Block(raw, findings, start if inside else None, foreign)

    def _anchor(self, number: int) -> int:
        """Return the byte of the main file at which the text of an item begins; -1 in a header."""
        item = self._unit.items[number]
        piece = item.first_piece + item.source.slices[0].piece
        unit = self._unit.unit
        return unit.start_of(piece) if unit.pieces[piece].start < 0 else -1

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

    def _is_made(self, item: UnitItem, finding: ItemFinding) -> bool:
        """Tell whether a macro made what a finding marks that is about words as written alone."""
        known = rule(finding.code)
        if known is None or not known.as_written:
            return False
        places, start, end = self._unit.places, finding.start, finding.end
        return not places.is_verbatim(item.source, item.first_piece, start, end)

    def _misses_text(self, finding: Finding) -> bool:
        """Tell whether a conditional left out lines that a finding would have to know of."""
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
            text = item.source.words_as_written(edit.text)
            edits.append(TextEdit(unit.place(edited, edit.start, edit.end), text))
        return Fix(fix.title, tuple(edits), fix.safe)


def _is(one: object, other: object) -> bool:
    return one is other


def _points_elsewhere(finding: ItemFinding) -> bool:
    """Tell whether a finding has a place where another item declares a name."""
    return any(each.outer is not None for each in finding.related) or any(
        edit.outer is not None for fix in finding.fixes for edit in fix.edits
    )


def _told(models: Sequence[ItemModel], numbers: Iterable[int]) -> list[tuple[str, bool, int]]:
    """Return the names that some items declare, whether they are tags, and their fingerprints."""
    told: list[tuple[str, bool, int]] = []
    for number in numbers:
        model = models[number]
        told.extend((name, False, each.fingerprint) for name, each in model.exports.items())
        told.extend((name, True, each.fingerprint) for name, each in model.exported_tags.items())
    return sorted(told)


def _item_change(lender: AnalysedUnit, unit: AnalysedUnit, change: Change) -> ItemChange:
    """Return which items differ between two states of a unit.

    An item that is the same belongs to pieces that are: two items of one text look alike, but what
    macros made of them need not.
    """
    known = unit.change_from(lender) or (0, len(lender.items), len(unit.items))
    start, old_end, new_end = known[0], known[0] + known[1], known[0] + known[2]
    before: Sequence[Any] = lender.items[start:old_end]
    after: Sequence[Any] = unit.items[start:new_end]
    if before[-1:] != after[-1:]:
        # Behind an edit that brought or took away pieces the items count them otherwise.
        before, after = _renumbered(before), _renumbered(after)
    above = min(
        bisect_left(lender.items, change.first, key=_last_piece),
        bisect_left(unit.items, change.first, key=_last_piece),
    )
    alike = longest(max(0, above - start), lambda n: before[:n] == after[:n])
    below = min(
        old_end - bisect_left(lender.items, change.first + change.removed, key=_first_piece),
        new_end - bisect_left(unit.items, change.first + change.added, key=_first_piece),
        len(before) - alike,
        len(after) - alike,
    )
    rest = longest(max(0, below), lambda n: n == 0 or before[-n:] == after[-n:])
    first, removed, added = start + alike, len(before) - rest - alike, len(after) - rest - alike
    same: frozenset[int] = frozenset()
    if added == removed > 1:
        # Between an edit and a function that was read far away from it nothing changed.
        above = bisect_left(unit.items, change.first, key=_last_piece)
        below = bisect_left(unit.items, change.first + change.added, key=_first_piece)
        same = frozenset(
            number
            for number in range(first, first + added)
            if not above <= number < below and before[number - start] == after[number - start]
        )
    return ItemChange(first, removed, added, same)


def _renumbered(items: Sequence[UnitItem]) -> list[Any]:
    return [(id(item.source), id(item.analysed)) for item in items]


def _first_piece(item: UnitItem) -> int:
    return item.first_piece + item.source.slices[0].piece


def _last_piece(item: UnitItem) -> int:
    return item.first_piece + item.source.slices[-1].piece


# --- moving --------------------------------------------------------------------------------------


def moved(finding: Finding, change: Change, path: str) -> Finding | None:
    """Return a finding where its places are now; None where one lay in what changed."""
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
        # A header that was edited holds the same item somewhere else.
        return None if change.directives else place
    if place.start == place.end == change.start == change.end:
        # What is to be written where text was inserted stands before or behind it.
        return None
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
