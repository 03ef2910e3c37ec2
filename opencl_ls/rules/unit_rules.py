"""Runs the rules about whole units; after an edit, only those that can notice it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from opencl_ls.rules.context import UnitContext
from opencl_ls.rules.registry import all_rules
from opencl_ls.rules.rule import DIRECTIVES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.rules.context import ItemFinding
    from opencl_ls.rules.rule import Rule
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.uniformity import Uniformity
    from opencl_ls.settings.target import Target


class ItemChange(NamedTuple):
    """Which items of a unit changed: `added` from `first` on replace `removed`."""

    first: int
    removed: int
    added: int

    def older(self, number: int) -> int | None:
        """Return the number that an item had before, None for one that changed."""
        if number < self.first:
            return number
        if number < self.first + self.added:
            return None
        return number - self.added + self.removed

    def newer(self, number: int) -> int | None:
        """Return the number that an older item has now, None for one that changed."""
        if number < self.first:
            return number
        if number < self.first + self.removed:
            return None
        return number - self.removed + self.added


class RuleResult(NamedTuple):
    """What one rule found: findings in items, by their numbers, and findings in files."""

    findings: list[tuple[int, ItemFinding]]
    in_files: list[tuple[str, ItemFinding]]


class UnitResults:
    """What the rules about whole units found, by their codes; `rerun` lists those that ran."""

    def __init__(self, uniformity: Uniformity) -> None:
        self.results: dict[str, RuleResult] = {}
        self.rerun: list[str] = []
        self.uniformity = uniformity

    def by_item(self) -> dict[int, list[ItemFinding]]:
        """Return the findings in items by the items' numbers."""
        found: dict[int, list[ItemFinding]] = {}
        for result in self.results.values():
            for number, finding in result.findings:
                found.setdefault(number, []).append(finding)
        return found

    def in_files(self) -> Iterator[tuple[str, ItemFinding]]:
        """Yield the findings about the text of files."""
        for result in self.results.values():
            yield from result.in_files


def run_unit_rules(
    models: Sequence[ItemModel],
    unit: Any,
    target: Target,
    known: UnitResults | None = None,
    old_models: Sequence[ItemModel] = (),
    items: ItemChange | None = None,
    change: Any = None,
) -> UnitResults:
    """Return what the unit rules find; with an earlier state, what still holds is taken over.

    `items` says which items differ from those of `old_models`, `change` how the text does (the
    preprocessor's `Change`).
    """
    earlier_uniformity = None if known is None or items is None else (known.uniformity, items)
    context = UnitContext(models, unit, target, earlier_uniformity)
    made = UnitResults(context.uniformity)
    for rule in all_rules():
        if not rule.unit_checks or not rule.versions.holds(target):
            continue
        if known is not None and items is not None:
            earlier = known.results.get(rule.code)
            if earlier is not None and _holds(rule, earlier, models, old_models, items, change):
                made.results[rule.code] = _taken_over(earlier, items, change, unit.path)
                continue
        made.rerun.append(rule.code)
        context.rule = rule
        context.findings, context.file_findings = [], []
        for check in rule.unit_checks:
            check(context)
        made.results[rule.code] = RuleResult(context.findings, context.file_findings)
    return made


def _holds(
    rule: Rule,
    earlier: RuleResult,
    models: Sequence[ItemModel],
    old_models: Sequence[ItemModel],
    items: ItemChange,
    change: Any,
) -> bool:
    """Tell whether a rule would find the same again."""
    reads = rule.reads
    if reads is DIRECTIVES:
        return not change.directives
    if reads is None:
        return False
    first, removed, added = items
    old = [reads(model) for model in old_models[first : first + removed]]
    if old != [reads(model) for model in models[first : first + added]]:
        return False
    if not earlier.findings:
        return True
    touched = {
        id(symbol)
        for model in old_models[first : first + removed]
        for symbol in model.declared.values()
    }
    return all(
        items.newer(number) is not None
        and not any(id(related.outer) in touched for related in finding.related)
        for number, finding in earlier.findings
    )


def _taken_over(earlier: RuleResult, items: ItemChange, change: Any, path: str) -> RuleResult:
    findings = earlier.findings
    if items.added != items.removed:
        findings = [
            (now, finding)
            for number, finding in findings
            if (now := items.newer(number)) is not None
        ]
    in_files = earlier.in_files
    if in_files and change.shift:
        in_files = [
            (file, _moved(finding, change) if file == path else finding)
            for file, finding in in_files
        ]
    return RuleResult(findings, in_files)


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
