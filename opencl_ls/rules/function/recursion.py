"""A function calls itself.

## What it does
Reports the call that closes a cycle of calls: a function that calls itself, directly or through
others. Calls between functions that share a name by clang's attribute `overloadable` are not
reported, and neither are kernels that enqueue themselves in a block.

## Why
Devices have no stack that could grow: the compiler allocates all memory of a work-item beforehand,
once for each function.

## Example
```cl
int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
```

## Use instead
```cl
int factorial(int n) {
    int result = 1;
    for (; n > 1; --n) { result *= n; }
    return result;
}
```

## Versions
All.

## Reference
OpenCL C specification, "Restrictions"; reference page Restrictions.
"""

from itertools import pairwise
from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import UnitContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.names import facts
from opencl_ls.semantics.types.symbols import Function
from opencl_ls.syntax import records as r

_STEPS: Final = 20
"""The largest number of functions of a cycle that a message names."""

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on_unit_reading(facts.called)
def check(context: UnitContext) -> None:
    """Follow the calls from each function in turn, and report those that lead back."""
    if not any(context.program.having(facts.may_recur)):
        return
    defined = {name for model in context.models for name in facts.defined_functions(model)}
    calls: dict[str, dict[str, int]] = {}
    for index, model in context.program.having(facts.called_functions):
        for caller, callee in facts.called_functions(model):
            if callee in defined:
                calls.setdefault(caller, {}).setdefault(callee, index)
    for cycle in _cycles({name: list(callees) for name, callees in calls.items()}):
        index = calls[cycle[-1]][cycle[0]]
        call, _ = _call(context, index, cycle[-1], cycle[0])
        steps = [
            (_call(context, calls[one][other], one, other)[1], f"'{one}' calls '{other}'")
            for one, other in pairwise(cycle[:_STEPS])
        ]
        way = "" if len(cycle) == 1 else f" by way of {_listed(cycle[1:])}"
        context.report(
            index,
            call,
            f"'{cycle[0]}' calls itself{way}: OpenCL C has no recursion",
            related=steps,
        )


def _call(context: UnitContext, item: int, caller: str, callee: str) -> tuple[r.Call, Function]:
    """Return the first call of a function by another one in an item, and its caller."""
    return next(
        (site.call, site.caller)
        for site in facts.program_calls(context.models[item])
        if site.caller is not None and (site.caller.name, site.callee) == (caller, callee)
    )


def _cycles(calls: dict[str, list[str]]) -> list[list[str]]:
    """Return the cycles that a depth-first search finds, each from its first function on."""
    found: list[list[str]] = []
    done: set[str] = set()
    for start, callees in calls.items():
        if start in done:
            continue
        path, waiting = [start], [iter(callees)]
        open_now = {start}
        while path:
            callee = next(waiting[-1], None)
            if callee is None:
                done.add(path[-1])
                open_now.discard(path.pop())
                waiting.pop()
            elif callee in open_now:
                found.append(path[path.index(callee) :])
            elif callee in calls and callee not in done:
                path.append(callee)
                open_now.add(callee)
                waiting.append(iter(calls[callee]))
    return found


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - _STEPS} more" if len(names) > _STEPS else ""
    return ", ".join(f"'{name}'" for name in names[:_STEPS]) + more
