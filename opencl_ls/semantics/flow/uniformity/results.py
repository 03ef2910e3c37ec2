"""The results of the uniformity analyses of a function, as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

if TYPE_CHECKING:
    from opencl_ls.semantics.flow.uniformity.arithmetic import Sizes
    from opencl_ls.semantics.flow.uniformity.sources import Collective
    from opencl_ls.semantics.flow.uniformity.values import Reason, Value
    from opencl_ls.semantics.types.symbols import Function, Symbol
    from opencl_ls.syntax import records as r


class Meeting(Struct, frozen=True, eq=False):
    """A collective function that a call of `function` reaches.

    `control` are the parameters of that function that decide whether it is reached, `arguments`
    those that decide its arguments.
    """

    collective: Collective
    name: str
    record: r.Call
    function: Function
    control: frozenset[int]
    arguments: frozenset[int]


class Summary(Struct, frozen=True, eq=False):
    """The facts about a function that its callers need, at one width."""

    result: Value
    meetings: tuple[Meeting, ...]


class Divergence(Struct, eq=False):
    """A collective function that the work-items of a group do not reach together, or not equally.

    `kind` is "conditional", "loop", "exit" (some left before) or "argument"; `branch` decides,
    `leaving` is the statement by which some leave.  `meeting` is set if `call` calls a function
    that reaches the collective one.  `others` are further calls with the same cause.  `told` caches
    the finding that reports it.
    """

    kind: str
    call: r.Call
    name: str
    collective: Collective
    reason: Reason
    branch: r.Record | None = None
    condition: r.Expression | None = None
    leaving: r.Statement | None = None
    argument: r.Expression | None = None
    meeting: Meeting | None = None
    others: list[r.Call] = field(default_factory=list)
    told: list[Any] = field(default_factory=list)


class Report(Struct, eq=False):
    """The analysis of a function at one width, and its inputs.

    `sizes` is the work-group size that was assumed; `asked` are the summaries that were
    needed; `reaching` are the called functions that reach a collective one.
    """

    summary: Summary
    divergences: list[Divergence]
    sizes: Sizes
    asked: dict[str, Summary | None]
    reaching: frozenset[str]


class Dependence(Struct, eq=False):
    """The variables of a function whose values depend on the work-item, and its result.

    `asked` are the summaries of the called functions that it used.
    """

    variables: frozenset[Symbol]
    summary: Summary
    asked: dict[str, Summary | None]
