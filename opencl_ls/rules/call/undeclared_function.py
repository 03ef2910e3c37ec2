"""A function that nothing declares is called.

## What it does
Reports calls of functions that are neither declared before the call nor built in, and offers the
nearest known name, or the equivalent in OpenCL C of a function of CUDA, GLSL, HLSL or Metal. The
functions of the C library are reported too.

## Why
OpenCL C has no implicit declarations, and no C library: there is no memory to allocate, no file to
open, and `memcpy` is a loop or `async_work_group_copy`.

## Example
```cl
kernel void k(global float *out) { out[0] = squareroot(2.0f); }
```

## Use instead
```cl
kernel void k(global float *out) { out[0] = sqrt(2.0f); }
```

## Versions
All.

## Reference
OpenCL C specification, "Restrictions"; C11 6.5.2.2.

## Fix safety
Unsafe: the nearest name may not be the intended one.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import (
    RuleContext,
    UnitContext,
    inserting,
    replacing,
)
from opencl_ls.linter.reports.foreign import told_of_foreign
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.names import facts
from opencl_ls.semantics.names.undeclared import C_LIBRARY
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on_unit_reading(facts.undeclared, directives=True)
def check(context: UnitContext) -> None:
    """Look at the calls of the unit that nothing declares."""
    for use in context.undeclared:
        if use.problem.role != "function" or use.maybe_macro:
            continue
        name = use.problem.name
        fixes = []
        message = f"there is no function '{name}'"
        later = use.declared_later
        foreign = told_of_foreign(use)
        lacks = context.lacks_include or context.exclusion_of(name) is not None
        if lacks and later is None and foreign is None:
            continue
        near = "" if later is not None or foreign is not None else context.nearest(use)
        if later is not None:
            message = f"function '{name}' is called before it is declared"
        elif foreign is not None:
            message, fixes = f"{message}: {foreign[0]}", foreign[1]
        elif name in C_LIBRARY:
            message += ": OpenCL C does not have the C library"
        elif near:
            message += f"; did you mean '{near}'?"
            fixes.append(replacing(f"Change to '{near}'", use.problem.record, near, safe=False))
        related = [] if later is None else [(later, f"'{name}' is declared here")]
        context.report(use.item, use.problem.record, message, related=related, fixes=fixes)


@RULE.on(r.OffsetOf)
def check_offset(context: RuleContext, query: r.OffsetOf) -> None:
    """Look for `offsetof`, a macro of a header of the C library; a program may define its own."""
    name = "offsetof"
    if context.text(query).startswith(name):
        context.report(
            (query.start, query.start + len(name)),
            f"there is no function '{name}': OpenCL C does not have the C library",
            fixes=[
                inserting(f"Change to '__builtin_{name}'", query.start, "__builtin_", safe=False)
            ],
        )
