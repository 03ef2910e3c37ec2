"""The facts about the parameters of a function and the functions that it calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics.flow.uniformity.assumed import argument
from opencl_ls.semantics.flow.uniformity.values import UNKNOWN, Reason, Value, join

if TYPE_CHECKING:
    from collections.abc import Callable

    from opencl_ls.semantics.flow.uniformity.arithmetic import Group
    from opencl_ls.semantics.flow.uniformity.definitions import FunctionInfo
    from opencl_ls.semantics.flow.uniformity.results import Summary
    from opencl_ls.semantics.types.symbols import Function, ParameterVariable
    from opencl_ls.syntax import records as r


class Callees:
    """The answers for the evaluation of a function about its callees and its parameters.

    It is separate from the analysis, which holds the evaluation, to avoid a reference cycle.
    """

    def __init__(self, info: FunctionInfo, summary_of: Callable[[str], Summary | None]) -> None:
        self.info = info
        self.asked: dict[str, Summary | None] = {}
        self._summary_of = summary_of

    def summary_of(self, name: str) -> Summary | None:
        """Return the summary of a called function, and note that it was used."""
        if name not in self.asked:
            self.asked[name] = self._summary_of(name)
        return self.asked[name]

    def initial(self, symbol: ParameterVariable, group: Group) -> Value:
        """Return the value of a parameter at the entry of the function."""
        is_own = symbol.function is (None if self.info.block else self.info.function)
        if not is_own:
            # The value of a captured variable comes from elsewhere.
            return UNKNOWN
        if self.info.is_kernel:
            return argument(symbol.index, self.info.assumed, group)
        return Value(parameters=frozenset((symbol.index,)))

    def call_result(self, function: Function, call: r.Call, arguments: list[Value]) -> Value:
        """Return the value of a call of a function of the program."""
        if function.is_overloadable:
            return UNKNOWN
        summary = self.summary_of(function.name)
        if summary is None:
            return UNKNOWN
        result = summary.result
        if result.differs:
            assert result.reason is not None
            behind = result.reason.chain()[-1]
            text = f"'{function.name}' returns a value that differs, as {behind.text}"
            where = behind.dimension
            reason = Reason(call, text, behind.source, dimension=where, is_data=result.is_data)
            return Value(reason, mixed=result.mixed)
        used = [arguments[i] for i in result.parameters if i < len(arguments)]
        value = join(used).plain()
        unknown = Value(unknown=True) if result.unknown else Value()
        joined = join((value, unknown))
        return UNKNOWN if result.mixed else joined
