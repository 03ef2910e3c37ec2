"""Which variables of a function hold values that depend on the work-item.

The rules follow only the part of a body that decides about barriers.  Here all variables are
followed, for features that show them: it takes longer and is done in idle times.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.semantics.flow.cfg import control_flow
from opencl_ls.semantics.flow.uniformity import sources
from opencl_ls.semantics.flow.uniformity.arithmetic import SINGLE, Group
from opencl_ls.semantics.flow.uniformity.body import Body
from opencl_ls.semantics.flow.uniformity.callees import Callees
from opencl_ls.semantics.flow.uniformity.evaluation import Evaluator
from opencl_ls.semantics.flow.uniformity.results import Dependence, Summary
from opencl_ls.semantics.flow.uniformity.solve import dependent
from opencl_ls.semantics.flow.uniformity.values import UNKNOWN
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Callable

    from opencl_ls.semantics.flow.uniformity.definitions import FunctionInfo

_LONGEST: Final = 8_000
"""The size of a body, in bytes, above which it is not analysed, to bound the time."""
_MOST_WORK: Final = 6_000
"""The product of a body's blocks and steps with its variables above which it is not analysed."""
_DEEPEST: Final = 40
"""The depth of calls within calls that is followed."""
_DIMENSIONS: Final = frozenset((0, 1, 2))
"""An id in any of them depends on the work-item, even if the group has the size 1 there."""
_NOTHING: Final = Summary(UNKNOWN, ())


class Dependences:
    """Analyses the functions of one state of a unit; the results are cached with them.

    `defined` returns the function of a name, None where no definition is known.
    """

    def __init__(self, defined: Callable[[str], FunctionInfo | None]) -> None:
        self._defined = defined
        self._done: dict[FunctionInfo, Dependence | None] = {}
        self._depth = 0

    def of(self, info: FunctionInfo) -> Dependence | None:
        """Return the dependence of a function; None while it is being analysed."""
        if info in self._done:
            return self._done[info]
        self._done[info] = None
        self._depth += 1
        known = info.dependence
        if known is None or not self._holds(known):
            known = info.dependence = _dependence(info, self._summary)
        self._depth -= 1
        self._done[info] = known
        return known

    def _holds(self, known: Dependence) -> bool:
        return all(self._summary(name) is was for name, was in known.asked.items())

    def _summary(self, name: str) -> Summary | None:
        info = self._defined(name)
        if info is None or self._depth > _DEEPEST:
            return None
        found = self.of(info)
        return None if found is None else found.summary


def _dependence(info: FunctionInfo, summary_of: Callable[[str], Summary | None]) -> Dependence:
    nothing = Dependence(frozenset(), _NOTHING, {})
    if info.sizes == SINGLE or info.body.end - info.body.start > _LONGEST:
        return nothing
    model = info.model
    graph = control_flow(model, info.body)
    if graph.is_incomplete:
        return nothing
    body = Body(model, graph, list(model.of_kind(r.Name)), [])
    tracked = body.tracked()
    if (len(graph.blocks) + len(body.steps)) * len(tracked) > _MOST_WORK:
        return nothing
    callees = Callees(info, summary_of)
    group = Group(sources.GROUP, info.sizes)
    evaluator = Evaluator(callees, group, tracked, _DIMENSIONS)
    variables, result = dependent(body, evaluator)
    return Dependence(variables, Summary(result, ()), callees.asked)
