"""A work-item function is called for a dimension that does not exist.

## What it does
Reports a constant above 2 as the argument of `get_global_id`, `get_local_size` and similar
functions, unless a constant condition decides whether the call is reached.

## Why
A range has up to three dimensions, 0 to 2. For any other the functions return 0, or 1 for sizes and
numbers of groups.

## Example
```cl
kernel void k(global int *o) { o[get_global_id(3)] = 1; }
```

## Use instead
```cl
kernel void k(global int *o) { o[get_global_id(2)] = 1; }
```

## Versions
All.

## Reference
OpenCL C specification, "Work-Item Functions".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.flow.reachability import is_configured
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.syntax import records as r

_DEFAULTS = {
    "get_global_id": 0,
    "get_local_id": 0,
    "get_group_id": 0,
    "get_global_offset": 0,
    "get_global_size": 1,
    "get_local_size": 1,
    "get_enqueued_local_size": 1,
    "get_num_groups": 1,
}

RULE = Rule(Severity.WARNING, since="0.1", about=_DEFAULTS)


@RULE.on(r.Call, about=_DEFAULTS)
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the dimension."""
    default = _DEFAULTS.get(builtin_name(context.model, call))
    if default is None or len(call.arguments) != 1:
        return
    dimension = fixed_values(context.model).integer(call.arguments[0])
    if dimension is None or 0 <= dimension <= 2 or is_configured(context.model, call):
        return
    context.report(
        call.arguments[0],
        f"there is no dimension {dimension}, and '{context.text(call.callee)}' returns {default} "
        "for it: dimensions are 0, 1 and 2",
    )
