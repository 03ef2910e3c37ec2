"""One function: the collective functions that it reaches, and the divergences there.

The summary of a function for its callers has the dependences of its result, and the collective
functions that it reaches under conditions, or with arguments, that depend on its parameters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.semantics.flow.cfg import control_flow
from opencl_ls.semantics.flow.uniformity.arithmetic import SINGLE, Group
from opencl_ls.semantics.flow.uniformity.body import Body
from opencl_ls.semantics.flow.uniformity.callees import Callees
from opencl_ls.semantics.flow.uniformity.evaluation import Evaluator
from opencl_ls.semantics.flow.uniformity.results import Divergence, Meeting, Report, Summary
from opencl_ls.semantics.flow.uniformity.singled_out import is_left_by_each
from opencl_ls.semantics.flow.uniformity.solve import solve
from opencl_ls.semantics.flow.uniformity.values import UNKNOWN, Value
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Callable

    from opencl_ls.semantics.flow.uniformity.arithmetic import Sizes
    from opencl_ls.semantics.flow.uniformity.definitions import FunctionInfo

_MOST_MEETINGS: Final = 12
_MOST_BLOCKS: Final = 4000


def analyse_function(
    info: FunctionInfo,
    width: str,
    sizes: Sizes,
    summary_of: Callable[[str], Summary | None],
    reaching: frozenset[str],
) -> Report:
    """Analyse one function at one width.

    `sizes` is the size of the work-groups that reach it; `summary_of` gives the summaries of the
    functions that it calls, of which those in `reaching` reach a collective function.
    """
    return _Analysis(Callees(info, summary_of), Group(width, sizes), reaching).report()


class _Analysis:
    def __init__(self, callees: Callees, group: Group, reaching: frozenset[str]) -> None:
        self.info = callees.info
        self.model = callees.info.model
        self.callees = callees
        self.group = group
        self.reaching = reaching

    def report(self) -> Report:
        info = self.info
        calls = [c for c, (_, how) in info.collectives.items() if how.width == self.group.width]
        for call, name in info.callees.items():
            summary = self.callees.summary_of(name) if name in self.reaching else None
            if summary is not None and summary.meetings:
                calls.append(call)
        calls.sort(key=lambda call: call.start)
        graph = control_flow(self.model, info.body)
        if graph.is_incomplete or len(graph.blocks) > _MOST_BLOCKS or self.group.sizes == SINGLE:
            return self._reported(Summary(UNKNOWN, ()), [])
        names = list(self.model.of_kind(r.Name))
        body = Body(self.model, graph, names, calls)
        tracked = body.slice(with_result=not info.is_kernel)
        solution = solve(body, Evaluator(self.callees, self.group, tracked, info.spread))
        self.body, self.solution = body, solution
        self.divergences: list[Divergence] = []
        self.meetings: list[Meeting] = []
        self.by_cause: dict[tuple[int, str], Divergence] = {}
        self.parted: list[tuple[r.Call, Meeting]] = []
        for call in body.calls:
            self._look_at(call)
        if self.group.sizes is None:
            self.divergences = [
                each for each in self.divergences if not is_left_by_each(self.model, each)
            ]
        self._name_the_plainest()
        summary = Summary(solution.result, tuple(self.meetings[:_MOST_MEETINGS]))
        return self._reported(summary, self.divergences)

    def _reported(self, summary: Summary, divergences: list[Divergence]) -> Report:
        return Report(summary, divergences, self.group.sizes, self.callees.asked, self.reaching)

    # --- collective functions --------------------------------------------------------------------

    def _look_at(self, call: r.Call) -> None:
        body = self.body
        deciders = body.deciders(body.block_of[call])
        conditions = self.solution.conditions
        values = [(branch, conditions[branch]) for branch in deciders if branch in conditions]
        control = frozenset().union(*(value.parameters for _, value in values))
        parting = next(((branch, value) for branch, value in values if value.differs), None)
        for meeting in self._meetings_of(call):
            if parting is not None:
                self._note_parting(call, meeting, *parting)
                return
            if not self._look_at_arguments(call, meeting, control):
                return

    def _meetings_of(self, call: r.Call) -> list[Meeting]:
        """Return the collective functions that a call reaches: itself, or those of its callee."""
        known = self.info.collectives.get(call)
        if known is not None:
            name, how = known
            none: frozenset[int] = frozenset()
            return [Meeting(how, name, call, self.info.function, none, none)]
        summary = self.callees.summary_of(self.info.callees[call])
        return [] if summary is None else list(summary.meetings)

    def _note_parting(self, call: r.Call, meeting: Meeting, branch: int, value: Value) -> None:
        block = self.body.graph.blocks[branch]
        cause = (branch, meeting.collective.family)
        record, condition, reason = block.branch, block.condition, value.reason
        assert record is not None and condition is not None and reason is not None
        self.parted.append((call, meeting))
        earlier = self.by_cause.get(cause)
        if earlier is not None:
            earlier.others.append(call)
            return
        leaving = None if _inside(call, record) else _leaving(record)
        made = Divergence(
            self._kind(call, record, leaving),
            call,
            meeting.name,
            meeting.collective,
            reason,
            record,
            condition,
            leaving,
            meeting=None if meeting.record is call else meeting,
        )
        self.by_cause[cause] = made
        self.divergences.append(made)

    def _name_the_plainest(self) -> None:
        """Name the call in the second arm if both arms of a branch have one.

        For a loop that some work-items leave, name a call after the place where they leave.
        """
        named = {each.call for each in self.divergences}
        for found in self.divergences:
            family = found.collective.family
            for call, meeting in self.parted:
                if call in named or meeting.collective.family != family:
                    continue
                if _is_plainer(call, found):
                    found.others = [found.call, *(each for each in found.others if each != call)]
                    found.call, found.name = call, meeting.name
                    found.meeting = None if meeting.record is call else meeting
                    if found.branch is not None:
                        found.kind = self._kind(call, found.branch, found.leaving)
                    named.add(call)
                    break

    def _kind(self, call: r.Call, record: r.Record, leaving: r.Statement | None) -> str:
        if leaving is None:
            loops = isinstance(record, r.For | r.While | r.DoWhile)
            return "loop" if loops else "conditional"
        if call.start < leaving.start:
            # Only another iteration leads from there to the call.
            return "loop"
        if isinstance(leaving, r.Break | r.Continue):
            left = self.model.enclosing(record, r.For, r.While, r.DoWhile, r.Switch)
            return "exit" if isinstance(left, r.Switch) else "loop"
        return "exit"

    def _look_at_arguments(self, call: r.Call, meeting: Meeting, control: frozenset[int]) -> bool:
        """Check the arguments of a call that all work-items may reach; tell whether to continue."""
        values = self.solution.arguments.get(call, [])
        is_own = meeting.record is call
        equal = meeting.collective.equal
        passed: frozenset[int] = frozenset()
        if is_own:
            indices = range(len(values)) if equal is None else equal
            for index in indices:
                if index >= len(values):
                    continue
                if values[index].differs:
                    self._note_argument(call, meeting, index, "argument")
                    return False
                passed |= values[index].parameters
        else:
            for kind, wanted in (("passed", meeting.control), ("argument", meeting.arguments)):
                for index in sorted(wanted):
                    if index < len(values) and values[index].differs:
                        self._note_argument(call, meeting, index, kind)
                        return False
            control |= self._through(meeting.control, values)
            passed = self._through(meeting.arguments, values)
        kept = Meeting(
            meeting.collective, meeting.name, meeting.record, meeting.function, control, passed
        )
        self.meetings.append(kept)
        return True

    def _through(self, parameters: frozenset[int], values: list[Value]) -> frozenset[int]:
        used = [values[i].parameters for i in parameters if i < len(values)]
        return frozenset().union(*used)

    def _note_argument(self, call: r.Call, meeting: Meeting, index: int, kind: str) -> None:
        reason = self.solution.arguments[call][index].reason
        assert reason is not None
        self.divergences.append(
            Divergence(
                kind,
                call,
                meeting.name,
                meeting.collective,
                reason,
                argument=call.arguments[index],
                meeting=None if meeting.record is call else meeting,
            )
        )


def _is_plainer(call: r.Call, found: Divergence) -> bool:
    """Tell whether a call shows the problem better than the one named so far."""
    leaving = found.leaving
    if leaving is not None:
        return call in found.others and found.call.start < leaving.start < call.start
    arms = _arms(found.branch)
    return arms is not None and _inside(found.call, arms[0]) and _inside(call, arms[1])


def _arms(branch: r.Record | None) -> tuple[r.Record, r.Record] | None:
    """Return the two arms of a branch that has two."""
    if isinstance(branch, r.If) and branch.otherwise is not None:
        return branch.then, branch.otherwise
    if isinstance(branch, r.Conditional) and branch.chosen is not None:
        return branch.chosen, branch.otherwise
    return None


def _inside(record: r.Record, outer: r.Record) -> bool:
    return outer.start <= record.start and record.end <= outer.end


def _leaving(record: r.Record) -> r.Statement | None:
    """Return the statement below a branch that leaves it for good."""
    waiting: list[tuple[r.Record, bool, bool]] = [(record, False, False)]
    while waiting:
        each, in_loop, in_switch = waiting.pop()
        if isinstance(each, r.Return | r.Goto):
            return each
        if isinstance(each, r.Continue) and not in_loop:
            return each
        if isinstance(each, r.Break) and not in_loop and not in_switch:
            return each
        if isinstance(each, r.Expression):
            continue
        loop = in_loop or isinstance(each, r.For | r.While | r.DoWhile)
        switch = in_switch or isinstance(each, r.Switch)
        waiting.extend((below, loop, switch) for below in reversed(r.children(each)))
    return None
