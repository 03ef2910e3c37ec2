"""A built-in function is called with the wrong number of arguments.

## What it does
Reports calls of built-in functions with a number of arguments that no overload takes.

## Why
The call matches no overload of the function.

## Example
```cl
kernel void k(global float *o) { o[0] = clamp(o[0], 1.0f); }
```

## Use instead
```cl
kernel void k(global float *o) { o[0] = clamp(o[0], 0.0f, 1.0f); }
```

## Versions
All.

## Reference
OpenCL C specification, "Built-in Functions".

## Fix safety
Safe for a scope, which only `work_group_barrier` takes; unsafe for two flags.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import (
    ItemFix,
    Ranged,
    RuleContext,
    replacing,
)
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.operands import count_place
from opencl_ls.semantics.memory.fences import NEW_NAME, OLD_NAME, is_made_of_flags
from opencl_ls.semantics.model import problems as p
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(p.BuiltinCallProblem)
def check(context: RuleContext, found: p.BuiltinCallProblem) -> None:
    """Report the problem in the words of the overload resolution."""
    problem = found.problem
    if problem.kind != "count":
        return
    # A launch spans many lines, and its closing parenthesis is far from its name.
    launch = found.callee.name == "enqueue_kernel"
    place: Ranged = found.callee if launch else count_place(found.record, problem.counts)
    context.report(place, problem.text, fixes=_fixes(context, found), call=found.record)


def _fixes(context: RuleContext, found: p.BuiltinCallProblem) -> list[ItemFix]:
    """Return the fix for `barrier` with two flags, or with a scope, which the newer name takes."""
    call = found.record
    if not isinstance(call, r.Call) or found.callee.name != OLD_NAME or len(call.arguments) != 2:
        return []
    first, second = call.arguments
    if is_made_of_flags(context.model, second):
        between = (first.end, second.start)
        return [replacing("Join the flags by '|'", between, " | ", safe=False)]
    kind = context.model.types.get(second, t.UNKNOWN_QUALIFIED)
    if context.target.version < 200 or kind.alias != "memory_scope":
        return []
    return [replacing(f"Rename to '{NEW_NAME}'", found.callee, NEW_NAME, safe=True)]
