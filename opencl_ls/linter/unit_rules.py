"""Runs the rules about whole units; after an edit, only those whose input may have changed."""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from opencl_ls.linter.context import UnitContext
from opencl_ls.linter.kernel_analyses import KernelAnalyses, KernelFindings
from opencl_ls.linter.listing import listed_rules
from opencl_ls.linter.rule import DIRECTIVES, DIVERGENCES, RACES
from opencl_ls.semantics.flow.uniformity import Uniformity
from opencl_ls.semantics.names import facts
from opencl_ls.semantics.names.program import Program
from opencl_ls.text import longest

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence

    from opencl_ls.linter.context import ItemFinding
    from opencl_ls.linter.listing import ListedRule
    from opencl_ls.linter.rule import Rule
    from opencl_ls.semantics.memory.interleaving.results import KernelAnalysis
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.names.program import ProgramNames
    from opencl_ls.settings.target import Target

_Each = TypeVar("_Each")


class ItemChange(NamedTuple):
    """Which items of a unit changed: `added` ones from `first` on replace `removed` ones.

    Some of them may be the same: `kept` maps their old numbers to the new ones.
    """

    first: int
    removed: int
    added: int
    kept: Mapping[int, int]

    @classmethod
    def between(
        cls, old: Sequence[object], new: Sequence[object], above: int, below: int
    ) -> ItemChange:
        """Return the difference of two lists of distinct objects, compared by identity.

        At most `above` of them precede the change of the text, and at most `below` follow it.
        """
        shared = min(len(old), len(new))
        first = longest(min(shared, above), lambda n: old[:n] == new[:n])
        tail = longest(min(shared - first, below), lambda n: n == 0 or old[-n:] == new[-n:])
        old_end, new_end = len(old) - tail, len(new) - tail
        numbers = {id(each): number for number, each in enumerate(old[first:old_end], first)}
        kept = {
            numbers[id(each)]: number
            for number, each in enumerate(new[first:new_end], first)
            if id(each) in numbers
        }
        return cls(first, old_end - first, new_end - first, kept)

    @property
    def span(self) -> tuple[int, int, int]:
        """The first number, and how many items are removed and added there."""
        return self.first, self.removed, self.added

    @property
    def end(self) -> int:
        """The number of the first item after the added ones."""
        return self.first + self.added

    @property
    def replaced(self) -> list[int]:
        """The old numbers of the items that are gone."""
        return [n for n in range(self.first, self.first + self.removed) if n not in self.kept]

    @property
    def new(self) -> list[int]:
        """The numbers of the new items."""
        kept = set(self.kept.values())
        return [n for n in range(self.first, self.end) if n not in kept]

    def newer(self, number: int) -> int | None:
        """Return the present number of an older item, None for one that is gone."""
        if number < self.first:
            return number
        if number < self.first + self.removed:
            return self.kept.get(number)
        return number - self.removed + self.added

    def carried(self, row: Sequence[_Each], fresh: _Each) -> list[_Each]:
        """Return a list by old items as one by new items, with `fresh` for each new item."""
        made = [*row[: self.first], *[fresh] * self.added, *row[self.first + self.removed :]]
        for old, new in self.kept.items():
            made[new] = row[old]
        return made

    def with_same_models(self, old: Sequence[ItemModel], new: Sequence[ItemModel]) -> ItemChange:
        """Return the difference in which an item with the same model counts as kept."""
        if self.added != self.removed:
            return self
        numbers = range(self.first, self.end)
        same = {number: number for number in numbers if old[number] is new[number]}
        return self._replace(kept={**self.kept, **same})


class UnitState(NamedTuple):
    """The input of the rules about a whole unit.

    `names` are those that the items declare, `unit` is the preprocessed unit.  With `heads` some
    models are those of heads of functions.
    """

    models: Sequence[ItemModel]
    names: ProgramNames
    unit: Any
    target: Target
    heads: bool = False


class Earlier(NamedTuple):
    """The results of an earlier state, and the difference to it in items and in the text.

    `change` is the preprocessor's `Change`.
    """

    results: UnitResults
    items: ItemChange
    change: Any


_TARGETS: Final = 50
"""The limit of a cache, in targets; the open documents have few."""

_OF_HEADS: Final = (DIRECTIVES, facts.undeclared)
"""The inputs of rules that may run while only the heads of some functions are known."""

_Numbered = tuple[int, "ItemFinding"]
_number: Final = itemgetter(0)


class RuleResult(NamedTuple):
    """The findings of one rule: those in items, in the order of their numbers, and in files."""

    findings: list[tuple[int, ItemFinding]]
    in_files: list[tuple[str, ItemFinding]]


_NOTHING: Final = RuleResult([], [])


class UnitResults:
    """The results of the rules about whole units, by their codes; `rerun` lists those that ran.

    They are `complete` where all rules have run over the present state of the unit, but for what
    the race analyses of pending `kernels` find.  These are None while functions are unknown.
    """

    def __init__(
        self,
        program: Program,
        uniformity: Uniformity,
        kernels: KernelAnalyses | None,
        *,
        complete: bool = True,
    ) -> None:
        self.program = program
        self.kernels = kernels
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
        """Return the numbers of the items whose findings differ from those of an earlier state."""
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
    state: UnitState, earlier: Earlier | None = None, *, entirely: bool = False
) -> UnitResults:
    """Return the findings of the unit rules; a result of an earlier state is reused if it holds.

    While only the heads of some functions are known, rules that need more keep their earlier
    result.  If `entirely`, no kernel is left pending.
    """
    reuse = None if earlier is None else _Reuse(state, earlier)
    program = Program(state.models, state.names) if reuse is None else reuse.program
    before = None if reuse is None else reuse.uniformity
    kernels = None
    if not state.heads:
        earlier_kernels = () if reuse is None else reuse.kernels
        kernels = KernelAnalyses(program, state.target, *earlier_kernels, entirely=entirely)
    context = UnitContext(program, state.unit, state.target, before, kernels)
    launches = state.target.local_sizes
    uniformity = Uniformity((), launches=launches) if state.heads else context.uniformity
    made = UnitResults(program, uniformity, kernels, complete=not state.heads)
    idle = _idle(state, context) if reuse is None else ()
    for listed in _rules_for(state.target):
        if listed.reads in idle:
            made.results[listed.code] = _NOTHING
            continue
        rule = listed.load()
        result = None if reuse is None else reuse.result(rule, context, made)
        if result is None and _may_run(rule, state):
            made.rerun.append(rule.code)
            result = _run(rule, context)
        if result is not None:
            made.results[rule.code] = result
    return made


def kernel_findings(context: UnitContext, number: int, analysis: KernelAnalysis) -> KernelFindings:
    """Return what the rules about races report about the kernel of the item of a number."""
    context.kernels = [(number, analysis)]
    listed = [each for each in _rules_for(context.target) if each.reads == RACES.__name__]
    rules = [each.load() for each in listed]
    found = [finding for rule in rules for _, finding in _run(rule, context).findings]
    return KernelFindings(tuple(found), analysis.asked, analysis.missing)


@lru_cache(_TARGETS)
def _rules_for(target: Target) -> list[ListedRule]:
    """Return the unit rules for the version of a target."""
    return [each for each in listed_rules() if each.reads and each.runs_for(target)]


def _idle(state: UnitState, context: UnitContext) -> set[str]:
    """Return the inputs of which a unit has none, so that no rule about them has to be loaded."""
    has = {DIRECTIVES: any(not each.file.startswith("<") for each in context.directives)}
    if not state.heads:
        has[DIVERGENCES] = bool(context.divergences)
        has[RACES] = bool(context.news)
    return {reads.__name__ for reads, has_some in has.items() if not has_some}


def _may_run(rule: Rule, state: UnitState) -> bool:
    return not state.heads or rule.reads in _OF_HEADS


def _run(rule: Rule, context: UnitContext) -> RuleResult:
    """Return the findings of a rule, in the order of the items."""
    context.rule = rule
    context.findings, context.file_findings = [], []
    for check in rule.unit_checks:
        check(context)
    if rule.reads is RACES:
        context.take_found()
    return RuleResult(sorted(context.findings, key=_number), context.file_findings)


class _Reuse:
    """Decides which results of an earlier state still hold."""

    def __init__(self, state: UnitState, earlier: Earlier) -> None:
        known, items, self._change = earlier
        old = known.program.models
        self._state = state
        self._results = known.results
        self._is_complete = known.complete and not state.heads
        self.program = Program(state.models, state.names, known.program, items.span)
        self.uniformity = (known.uniformity, items.span) if self._is_complete else None
        self._items = items = items.with_same_models(old, state.models)
        self._replaced = [old[number] for number in items.replaced]
        self._new = [state.models[number] for number in items.new]
        self.kernels = (
            (known.kernels, self._replaced, self._new)
            if self._is_complete and known.kernels
            else ()
        )

    def result(self, rule: Rule, context: UnitContext, now: UnitResults) -> RuleResult | None:
        """Return the earlier result of a rule for this state; None if the rule has to run."""
        earlier = self._results.get(rule.code)
        if earlier is None:
            return None
        if not _may_run(rule, self._state):
            carried = self._carried(earlier)
            return carried._replace(in_files=[]) if self._change.directives else carried
        if (self._is_complete or rule.reads in _OF_HEADS) and self._holds(rule, earlier):
            return self._carried(earlier)
        if rule.reads is RACES and now.kernels is not None and now.kernels.renewed is not None:
            return self._with_races(rule, context, earlier, now.kernels)
        if rule.reads is DIVERGENCES and now.uniformity.renewed is not None:
            # All divergences in the range were computed again.
            items = self._items._replace(kept={})
            new = _run(rule, context).findings
            return RuleResult(_replaced(earlier.findings, items, new), [])
        return None

    def _holds(self, rule: Rule, earlier: RuleResult) -> bool:
        """Tell whether a rule would find the same again."""
        reads, items = rule.reads, self._items
        if reads is DIRECTIVES:
            return not self._change.directives
        if reads in (None, DIVERGENCES, RACES):
            return False
        if rule.reads_directives and self._change.directives:
            return False
        if list(map(reads, self._replaced)) != list(map(reads, self._new)):
            return False
        if not earlier.findings:
            return True
        gone = {id(symbol) for model in self._replaced for symbol in model.declared.values()}
        return all(
            items.newer(number) is not None
            and not any(id(related.outer) in gone for related in finding.related)
            for number, finding in earlier.findings
        )

    def _with_races(
        self, rule: Rule, context: UnitContext, earlier: RuleResult, kernels: KernelAnalyses
    ) -> RuleResult:
        """Return an earlier result with the findings of the kernels that were analysed anew."""
        carried = self._carried(earlier)
        if not kernels.renewed:
            return carried
        renewed = {kernels.number(model) for model in kernels.renewed}
        kept = [each for each in carried.findings if each[0] not in renewed]
        new = _run(rule, context).findings
        if not new and len(kept) == len(carried.findings):
            return carried
        return RuleResult(sorted((*kept, *new), key=_number), [])

    def _carried(self, earlier: RuleResult) -> RuleResult:
        """Return an earlier result without the items that are gone."""
        in_files, path = earlier.in_files, self._state.unit.path
        if in_files and self._change.shift:
            in_files = [
                (file, _moved(finding, self._change) if file == path else finding)
                for file, finding in in_files
            ]
        return RuleResult(_replaced(earlier.findings, self._items), in_files)


def _replaced(
    findings: list[_Numbered], items: ItemChange, new: Sequence[_Numbered] = ()
) -> list[_Numbered]:
    """Return findings with the present numbers of their items, merged with `new` ones."""
    start = bisect_left(findings, items.first, key=_number)
    end = bisect_left(findings, items.first + items.removed, key=_number)
    shift = items.added - items.removed
    stretch = findings[start:end]
    kept = [(items.kept[number], each) for number, each in stretch if number in items.kept]
    if not shift and not new and kept == stretch:
        return findings
    rest = findings[end:]
    if shift:
        rest = [(number + shift, finding) for number, finding in rest]
    return [*findings[:start], *sorted((*kept, *new), key=_number), *rest]


def _differing(old: list[_Numbered], new: list[_Numbered]) -> Iterator[int]:
    """Yield the numbers of the items of which two lists have different findings."""
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
