"""The dataflow over one body: the values of the variables that matter at every branch and call.

A fixed point iteration over the blocks.  Where the paths after a divergent branch join, the
variables that were stored to on one path and not on the other differ from there on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from opencl_ls.semantics.flow import dataflow
from opencl_ls.semantics.flow.uniformity.arithmetic import joined_span
from opencl_ls.semantics.flow.uniformity.stores import RESULT, Entry, State, Stores, entry_of, show
from opencl_ls.semantics.flow.uniformity.values import UNKNOWN, Reason, Value, join
from opencl_ls.semantics.lookup.blocks import names_below, unwrapped
from opencl_ls.semantics.types.symbols import ParameterVariable, Symbol
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.semantics.flow.uniformity.body import Body
    from opencl_ls.semantics.flow.uniformity.evaluation import Evaluator
    from opencl_ls.semantics.model.graphs import BasicBlock, ControlFlowGraph, Step

_SWEEPS: Final = 40
"""The largest number of sweeps over the blocks."""
_TURNED: Final = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
"""The relation with its operands exchanged."""
_PASSED: Final = -1
"""The number of the step that gives a parameter its value: the call."""


_Fact = tuple[State, Value | None]
"""The variables after a block, and the value of the condition that it ends in."""


class Solution(Struct, eq=False):
    """The values of one body: conditions of branches, arguments of calls, and the result."""

    conditions: dict[int, Value]
    arguments: dict[r.Call, list[Value]]
    result: Value


def solve(body: Body, evaluator: Evaluator) -> Solution:
    """Return the values at every branch and call of interest."""
    return _Search(body, evaluator).solution()


def dependent(body: Body, evaluator: Evaluator) -> tuple[frozenset[Symbol], Value]:
    """Return the variables that somewhere hold a value that differs, and the body's result."""
    return _Search(body, evaluator).dependent()


class _Search:
    def __init__(self, body: Body, evaluator: Evaluator) -> None:
        self.body = body
        self.evaluator = evaluator
        self.graph = body.graph
        self.conditions: dict[int, Value] = {}
        self.stores = Stores(body, evaluator)
        self.meetings: dict[int, list[int]] = {}
        self.ways: dict[tuple[int, int], list[int]] = {}
        self.loops: dict[int, frozenset[int]] = {}
        for index in body.control.order:
            if self.graph.blocks[index].condition is not None:
                point = body.control.joins.get(index)
                if point is not None:
                    self.meetings.setdefault(point, []).append(index)

    def _settle(self) -> dict[int, State]:
        """Return the states before the blocks at the fixed point."""

        def meet(index: int, arriving: Sequence[_Fact]) -> _Fact:
            return self._entering(index, [state for state, _ in arriving]), None

        def transfer(index: int, fact: _Fact) -> _Fact:
            block, state = self.graph.blocks[index], dict(fact[0])
            for step in block.steps:
                self.stores.carry_out(step, state)
            return state, self._decide(block, state)

        # What arrives at a join depends on the condition of the branch at which the paths split.
        found = dataflow.solve(
            self.graph,
            transfer,
            meet,
            same=_same_fact,
            reads_other_blocks=True,
            most_sweeps=_SWEEPS,
        )
        return {index: state for index, (state, _) in found.entering.items()}

    def dependent(self) -> tuple[frozenset[Symbol], Value]:
        states = self._settle()
        found: set[Symbol] = set()
        for index in self.body.control.order:
            state = states[index]
            _note(state, found)
            for step in self.graph.blocks[index].steps:
                if self.body.definitions(step):
                    self.stores.carry_out(step, state)
                    _note(state, found)
        return frozenset(found), self._result(states)

    def _result(self, states: dict[int, State]) -> Value:
        final = states[self.graph.exit].get(RESULT)
        return UNKNOWN if final is None else final.value

    def solution(self) -> Solution:
        states = self._settle()
        result = self._result(states)
        arguments: dict[r.Call, list[Value]] = {}
        wanted = set(self.body.calls)
        for index in self.body.control.order:
            state = states[index]
            for step in self.graph.blocks[index].steps:
                if type(step) is r.Call and step in wanted:
                    show(self.evaluator, state)
                    arguments[step] = [self.evaluator.value(each) for each in step.arguments]
                self.stores.carry_out(step, state)
        return Solution(self.conditions, arguments, result)

    def _decide(self, block: BasicBlock, state: State) -> Value | None:
        """Return the value of the condition that a block ends in."""
        if block.condition is None:
            return None
        show(self.evaluator, state)
        value = self.evaluator.truth(block.condition)
        if value.may_differ and not value.is_data and self._is_strided(block):
            value = UNKNOWN
        if self.evaluator.tests_group_size(block.condition):
            self.stores.size_tests.add(block.index)
        self.conditions[block.index] = value
        return value

    def _is_strided(self, block: BasicBlock) -> bool:
        """Tell whether a branch tests a counter that starts at the id of the work-item.

        `for (i = get_local_id(0); i < n; i += get_local_size(0))` runs equally often for all if `n`
        is a multiple of the stride, which is up to the caller unless both are constants.
        So does `for (i = 0; i + get_local_id(0) < n; i += get_local_size(0))`.
        """
        assert block.condition is not None
        inside = self._loop_around(block.index)
        counters = self._tracked_in(block.condition)
        own = [each for each in counters if self.evaluator.whole(each).may_differ]
        if isinstance(block.branch, r.For | r.While | r.DoWhile):
            own += self._added_to_ids(block.condition)
        for step, place in self.body.stores(own):
            stride = _stride(step) if place in inside else None
            if stride is not None:
                value = self.evaluator.value(stride)
                if value.differs or value.exact == ("constant", 1):
                    continue
                return not self._is_uneven(block.condition, value)
        return False

    def _tracked_in(self, record: r.Expression) -> set[Symbol]:
        names = names_below(record, in_blocks=False)
        found = {self.body.model.references.get(name) for name in names}
        return {each for each in found if each in self.evaluator.tracked and each is not None}

    def _added_to_ids(self, condition: r.Expression) -> list[Symbol]:
        """Return the variables that one side of a relation adds to what differs."""
        condition = unwrapped(condition)
        if type(condition) is not r.Binary or condition.operator.text not in _TURNED:
            return []
        found: list[Symbol] = []
        for side, other in (
            (condition.left, condition.right),
            (condition.right, condition.left),
        ):
            if self.evaluator.value(side).may_differ and self.evaluator.value(other).is_uniform:
                terms = _terms(side)
                added = {self.body.model.references.get(each) for each in terms}
                found += (each for each in self._tracked_in(side) if each in added)
        return found

    def _is_uneven(self, condition: r.Expression, stride: Value) -> bool:
        """Tell whether a constant bound is no multiple of a constant stride."""
        condition = unwrapped(condition)
        if type(condition) is not r.Binary or condition.operator.text not in _TURNED:
            return False
        if stride.exact is None or stride.exact[0] != "constant" or stride.exact[1] == 0:
            return False
        operator = condition.operator.text
        for side, relation in ((condition.right, operator), (condition.left, _TURNED[operator])):
            bound = self.evaluator.value(side).exact
            if bound is not None and bound[0] == "constant":
                # `i <= 100` and `i > 100` split the counters where `i < 101` does.
                first = bound[1] + (relation in ("<=", ">"))
                return first % stride.exact[1] != 0
        return False

    def _loop_around(self, index: int) -> frozenset[int]:
        """Return the blocks on the paths from a block back to it."""
        known = self.loops.get(index)
        if known is None:
            after = before = 0
            for end in self.graph.blocks[index].successors:
                after |= _reachable(self.graph, end)
            for start in self.graph.blocks[index].predecessors:
                before |= _reachable(self.graph, start, backwards=True)
            numbers = range(len(self.graph.blocks))
            known = frozenset(each for each in numbers if after & before & 1 << each)
            self.loops[index] = known
        return known

    # --- joins -----------------------------------------------------------------------------------

    def _entering(self, index: int, befores: list[State]) -> State:
        state = self._merged(befores)
        if index == 0:
            for symbol in self.evaluator.tracked:
                if type(symbol) is ParameterVariable and (symbol, "") not in state:
                    passed = self.evaluator.callees.initial(symbol, self.evaluator.group)
                    state[(symbol, "")] = Entry(passed, frozenset((_PASSED,)))
        for branch in self.meetings.get(index, ()):
            value = self.conditions.get(branch)
            if value is not None and (value.differs or value.parameters):
                self._part_ways(index, branch, value, state)
        return state

    def _merged(self, befores: list[State]) -> State:
        if not befores:
            return {}
        if len(befores) == 1:
            return dict(befores[0])
        keys = dict.fromkeys(key for state in befores for key in state)
        merged: State = {}
        for key in keys:
            entries = [entry for state in befores if (entry := entry_of(state, key)) is not None]
            first = entries[0]
            if all(entry is first for entry in entries):
                merged[key] = first
                continue
            definitions = frozenset().union(*(entry.definitions for entry in entries))
            exacts = {entry.value.exact for entry in entries}
            whole = join(entry.value for entry in entries)
            if len(exacts) == 1:
                whole = replace(whole, exact=next(iter(exacts)))
            span = joined_span([entry.value for entry in entries], self.evaluator.group)
            if span is not None:
                whole = replace(whole, span=span)
            merged[key] = Entry(whole, definitions)
        return merged

    def _part_ways(self, point: int, branch: int, value: Value, state: State) -> None:
        """Mark variables stored on the paths after a divergent branch as differing at the join."""
        ways = self._ways(branch, point)
        record = self.graph.blocks[branch].branch
        for key, entry in list(state.items()):
            if entry.value.differs or not entry.definitions:
                continue
            if not self._differs_by_way(entry, branch, ways):
                continue
            changed = join((entry.value, Value(None, value.parameters)))
            if value.differs:
                name = "the result" if key[0] is None else f"'{key[0].name}'"
                text = f"{name} is given different values where this condition differs"
                condition = self.graph.blocks[branch].condition
                assert condition is not None and record is not None
                reason = Reason(condition, text, cause=value.reason)
                changed = replace(changed, reason=reason)
            state[key] = Entry(changed, entry.definitions)

    def _differs_by_way(self, entry: Entry, branch: int, ways: list[int]) -> bool:
        every = 0
        for way in ways:
            every |= way
        sources: set[frozenset[int]] = set()
        blocks = {number: self._block(number) for number in entry.definitions}
        outside = frozenset(n for n, block in blocks.items() if not every >> block & 1)
        if outside:
            sources.add(outside)
        for way in ways:
            inside = frozenset(n for n, block in blocks.items() if way >> block & 1)
            if inside:
                sources.add(inside)
        if len(sources) > 1:
            return not self._all_alike(entry.definitions)
        if every >> branch & 1 and sources - {outside}:
            return all(self._is_update(number) for number in entry.definitions)
        return False

    def _block(self, number: int) -> int:
        step = self._step(number)
        return 0 if step is None else self.body.block_of[step]

    def _step(self, number: int) -> Step | None:
        """Return the step of a number, None for the call that passes a parameter."""
        return None if number == _PASSED else self.body.steps[number]

    def _all_alike(self, definitions: frozenset[int]) -> bool:
        """Tell whether some stores all store the same literal."""
        texts = set()
        for number in definitions:
            step = self._step(number)
            made: r.Expression | None = None
            if type(step) is r.InitDeclarator:
                made = step.initializer
            elif type(step) is r.Return:
                made = step.value
            elif type(step) is r.Assignment and step.operator.text == "=":
                made = step.right
            if made is None:
                return False
            texts.add(self.body.model.spelling(made, 200))
        return len(texts) == 1

    def _is_update(self, number: int) -> bool:
        step = self._step(number)
        if type(step) is r.Assignment:
            return step.operator.text != "="
        return isinstance(step, r.Unary | r.Postfix)

    def _ways(self, branch: int, point: int) -> list[int]:
        """Return for each path out of a branch its blocks before the join."""
        known = self.ways.get((branch, point))
        if known is None:
            known = [
                _reachable(self.graph, end, point)
                for end in self.graph.blocks[branch].successors
                if end != point
            ]
            self.ways[(branch, point)] = known
        return known


def _terms(record: r.Expression) -> list[r.Expression]:
    """Return what an expression is the sum of."""
    found: list[r.Expression] = []
    waiting = [record]
    while waiting:
        each = unwrapped(waiting.pop())
        if type(each) is r.Binary and each.operator.text == "+":
            waiting += (each.left, each.right)
        else:
            found.append(each)
    return found


def _note(state: State, found: set[Symbol]) -> None:
    """Add the variables with differing values to those found."""
    for (symbol, _), entry in state.items():
        if symbol is not None and entry.value.differs:
            found.add(symbol)


def _same_fact(left: _Fact, right: _Fact) -> bool:
    if left[1] is not None and right[1] is not None and not left[1].same_state(right[1]):
        return False
    return _same(left[0], right[0])


def _same(left: State, right: State) -> bool:
    if left.keys() != right.keys():
        return False
    return all(
        entry is right[key]
        or (
            entry.definitions == right[key].definitions and entry.value.same_state(right[key].value)
        )
        for key, entry in left.items()
    )


def _reachable(
    graph: ControlFlowGraph, start: int, stop: int = -1, *, backwards: bool = False
) -> int:
    """Return the blocks reachable from `start` without passing `stop`, as bits."""
    found = 1 << start
    waiting = [start]
    while waiting:
        block = graph.blocks[waiting.pop()]
        for end in block.predecessors if backwards else block.successors:
            if end != stop and not found >> end & 1:
                found |= 1 << end
                waiting.append(end)
    return found


def _stride(step: Step) -> r.Expression | None:
    """Return by how much a step moves a counter, None for `++` and for other steps."""
    if type(step) is not r.Assignment:
        return None
    if step.operator.text in ("+=", "-="):
        return step.right
    right = unwrapped(step.right)
    if step.operator.text != "=" or type(right) is not r.Binary:
        return None
    if right.operator.text not in ("+", "-") or type(step.left) is not r.Name:
        return None
    for counter, stride in ((right.left, right.right), (right.right, right.left)):
        if type(counter) is r.Name and counter.name == step.left.name:
            return stride
    return None
