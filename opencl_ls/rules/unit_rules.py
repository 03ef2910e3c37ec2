"""Runs the rules about whole units; after an edit, only those that can notice it."""

from __future__ import annotations

from bisect import bisect_left
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from opencl_ls.rules.context import UnitContext
from opencl_ls.rules.registry import all_rules
from opencl_ls.rules.rule import DIRECTIVES, DIVERGENCES
from opencl_ls.semantics.flow.uniformity import Uniformity
from opencl_ls.semantics.names import facts
from opencl_ls.semantics.names.program import Program
from opencl_ls.text import longest

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

    from opencl_ls.rules.context import ItemFinding
    from opencl_ls.rules.rule import Rule
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.names.program import ProgramNames
    from opencl_ls.settings.target import Target


class ItemChange(NamedTuple):
    """Which items of a unit changed: `added` from `first` on replace `removed`.

    Where as many came as went, those among them that are the `same` did not change.
    """

    first: int
    removed: int
    added: int
    same: frozenset[int] = frozenset()

    @property
    def replaced(self) -> list[int]:
        """The numbers that items which went had before."""
        return [n for n in range(self.first, self.first + self.removed) if n not in self.same]

    @property
    def new(self) -> list[int]:
        """The numbers of the items that came."""
        return [n for n in range(self.first, self.first + self.added) if n not in self.same]

    def newer(self, number: int) -> int | None:
        """Return the number that an older item has now, None for one that changed."""
        if number < self.first or number in self.same:
            return number
        if number < self.first + self.removed:
            return None
        return number - self.removed + self.added


_OF_HEADS: Final = (DIRECTIVES, facts.undeclared)
"""What rules read to which a function of which no more than the name is known only adds."""

_Numbered = tuple[int, "ItemFinding"]
_number: Final = itemgetter(0)


class RuleResult(NamedTuple):
    """What one rule found: findings in items, in the order of their numbers, and in files."""

    findings: list[tuple[int, ItemFinding]]
    in_files: list[tuple[str, ItemFinding]]


class UnitResults:
    """What the rules about whole units found, by their codes; `rerun` lists those that ran.

    It is `complete` where all rules have looked at the present state of the unit.
    """

    def __init__(self, program: Program, uniformity: Uniformity, *, complete: bool = True) -> None:
        self.program = program
        self.results: dict[str, RuleResult] = {}
        self.rerun: list[str] = []
        self.uniformity = uniformity
        self.complete = complete

    def by_item(self, wanted: Container[int]) -> dict[int, list[ItemFinding]]:
        """Return the findings in the `wanted` items by the items' numbers."""
        found: dict[int, list[ItemFinding]] = {}
        for result in self.results.values():
            for number, finding in result.findings:
                if number in wanted:
                    found.setdefault(number, []).append(finding)
        return found

    def differing(self, earlier: UnitResults, items: ItemChange) -> set[int]:
        """Return the numbers of the items in which other findings are than in an earlier state."""
        numbers: set[int] = set()
        for code, result in self.results.items():
            known = earlier.results.get(code)
            was = [] if known is None else known.findings
            if was is result.findings:
                continue
            numbers.update(_differing(_replaced(was, items), result.findings))
        return numbers

    def in_files(self) -> Iterator[tuple[str, ItemFinding]]:
        """Yield the findings about the text of files."""
        for result in self.results.values():
            yield from result.in_files


def run_unit_rules(
    models: Sequence[ItemModel],
    names: ProgramNames,
    unit: Any,
    target: Target,
    known: UnitResults | None = None,
    items: ItemChange | None = None,
    change: Any = None,
    *,
    heads: bool = False,
) -> UnitResults:
    """Return what the unit rules find; with an earlier state, what still holds is taken over.

    `names` are those that the items declare.  `items` says which items differ from those of the
    earlier state, `change` how the text does (the preprocessor's `Change`).  With `heads` there are
    functions of which no more than the head is known: only those rules look at the unit for which
    that is enough, and of the others what they found before stands.
    """
    goes_on = known is not None and known.complete and not heads
    earlier_uniformity = (known.uniformity, items[:3]) if known and items and goes_on else None
    earlier_program = None if known is None or items is None else known.program
    program = Program(models, names, earlier_program, (0, 0, 0) if items is None else items[:3])
    old_models = () if earlier_program is None else earlier_program.models
    context = UnitContext(program, unit, target, earlier_uniformity)
    uniformity = Uniformity(()) if heads else context.uniformity
    made = UnitResults(program, uniformity, complete=not heads)
    if items is not None and items.added == items.removed:
        # An item that moved, or stands in for what it will be, says what it said.
        numbers = range(items.first, items.first + items.added)
        standing = (number for number in numbers if old_models[number] is models[number])
        items = items._replace(same=items.same.union(standing))
    replaced = [] if items is None else [old_models[number] for number in items.replaced]
    new = [] if items is None else [models[number] for number in items.new]
    for rule in all_rules():
        if not rule.unit_checks or not rule.versions.holds(target):
            continue
        is_enough = not heads or rule.reads in _OF_HEADS
        earlier = None if known is None or items is None else known.results.get(rule.code)
        if earlier is not None and items is not None:
            if not is_enough:
                taken = _taken_over(earlier, items, change, unit.path)
                made.results[rule.code] = (
                    taken._replace(in_files=[]) if change.directives else taken
                )
                continue
            stands = goes_on or rule.reads in _OF_HEADS
            if stands and _holds(rule, earlier, replaced, new, items, change):
                made.results[rule.code] = _taken_over(earlier, items, change, unit.path)
                continue
            if rule.reads is DIVERGENCES and uniformity.renewed is not None:
                made.results[rule.code] = _renewed(rule, context, earlier, items)
                continue
        if not is_enough:
            continue
        made.rerun.append(rule.code)
        made.results[rule.code] = _run(rule, context)
    return made


def _run(rule: Rule, context: UnitContext) -> RuleResult:
    """Return what a rule finds, in the order of the items."""
    context.rule = rule
    context.findings, context.file_findings = [], []
    for check in rule.unit_checks:
        check(context)
    return RuleResult(sorted(context.findings, key=_number), context.file_findings)


def _holds(
    rule: Rule,
    earlier: RuleResult,
    replaced: Sequence[ItemModel],
    new: Sequence[ItemModel],
    items: ItemChange,
    change: Any,
) -> bool:
    """Tell whether a rule would find the same again, with `new` items instead of others."""
    reads = rule.reads
    if reads is DIRECTIVES:
        return not change.directives
    if reads is None or reads is DIVERGENCES:
        return False
    if rule.reads_directives and change.directives:
        return False
    if list(map(reads, replaced)) != list(map(reads, new)):
        return False
    if not earlier.findings:
        return True
    touched = {id(symbol) for model in replaced for symbol in model.declared.values()}
    return all(
        items.newer(number) is not None
        and not any(id(related.outer) in touched for related in finding.related)
        for number, finding in earlier.findings
    )


def _taken_over(earlier: RuleResult, items: ItemChange, change: Any, path: str) -> RuleResult:
    """Return what a rule found in an earlier state, without the items that changed."""
    in_files = earlier.in_files
    if in_files and change.shift:
        in_files = [
            (file, _moved(finding, change) if file == path else finding)
            for file, finding in in_files
        ]
    return RuleResult(_replaced(earlier.findings, items), in_files)


def _renewed(
    rule: Rule, context: UnitContext, earlier: RuleResult, items: ItemChange
) -> RuleResult:
    """Return what a rule about divergences finds where only some of them are new."""
    # All in the range are looked at again.
    items = items._replace(same=frozenset())
    return RuleResult(_replaced(earlier.findings, items, _run(rule, context).findings), [])


def _replaced(
    findings: list[_Numbered], items: ItemChange, new: Sequence[_Numbered] = ()
) -> list[_Numbered]:
    """Return findings with the numbers of today, and `new` ones in the items that changed."""
    start = bisect_left(findings, items.first, key=_number)
    end = bisect_left(findings, items.first + items.removed, key=_number)
    shift = items.added - items.removed
    kept = [entry for entry in findings[start:end] if entry[0] in items.same]
    if not shift and len(kept) == end - start and not new:
        return findings
    behind = findings[end:]
    if shift:
        behind = [(number + shift, finding) for number, finding in behind]
    return [*findings[:start], *sorted((*kept, *new), key=_number), *behind]


def _differing(old: list[_Numbered], new: list[_Numbered]) -> Iterator[int]:
    """Yield the numbers of the items of which two lists tell different things."""
    start = longest(min(len(old), len(new)), lambda n: old[:n] == new[:n])
    rest = min(len(old), len(new)) - start
    tail = longest(rest, lambda n: n == 0 or old[-n:] == new[-n:])
    for findings in (old[start : len(old) - tail], new[start : len(new) - tail]):
        for number, _ in findings:
            yield number


def _moved(finding: ItemFinding, change: Any) -> ItemFinding:
    """Return a finding about a directive of the main file where the directive is now."""
    if finding.start < change.end:
        return finding
    shift = change.shift
    fixes = tuple(
        fix._replace(
            edits=tuple(
                edit._replace(start=edit.start + shift, end=edit.end + shift) for edit in fix.edits
            )
        )
        for fix in finding.fixes
    )
    return finding._replace(start=finding.start + shift, end=finding.end + shift, fixes=fixes)
