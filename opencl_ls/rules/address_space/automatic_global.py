"""A variable of a function is in global memory, but is not static.

## What it does
Reports `global` on a variable inside a function that is neither static nor extern. (`generic` too:
no variable is in the generic address space.)

## Why
Global memory outlives the call, and a variable of a function does not, unless it is `static`
(OpenCL C 2.0 and later). Most often a pointer to global memory was meant.

## Example
```cl
kernel void k(void) { global int total; }
```

## Use instead
```cl
kernel void k(global int *total) { global int *p = total; }
```

## Versions
All.

## Reference
OpenCL C specification, "Address Space Qualifiers"; reference page __local.

## Fix safety
A static variable is shared by all work-items and keeps its value between kernels: the fix is
unsafe.
"""

from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, inserting
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import is_named
from opencl_ls.semantics.declarations.placement import at_program_scope, has_own_places, space_place
from opencl_ls.semantics.types.symbols import Variable

RULE = Rule(Severity.ERROR, since="0.1")

_ANYWHERE_IN_FUNCTIONS: Final = ("clk_event_t", "ndrange_t", "queue_t", "reserve_id_t")
"""Types with rules of their own, which look only at places outside functions."""


@RULE.on(Variable, about=(t.GLOBAL, t.GENERIC))
def check(context: RuleContext, variable: Variable) -> None:
    """Look at global and generic variables inside functions and blocks."""
    if at_program_scope(variable) or variable.storage & {"static", "extern"}:
        return
    space = t.object_space(variable.type)
    if space not in (t.GLOBAL, t.GENERIC) or (
        has_own_places(variable.type)
        and not is_named(t.element_of(variable.type).type, *_ANYWHERE_IN_FUNCTIONS)
    ):
        return
    statics = context.target.has_program_scope_variables and space == t.GLOBAL
    if statics:
        begin = variable.declaration.start
        context.report(
            variable,
            f"'global' variable '{variable.name}' in a function: it has to be 'static' or 'extern'",
            fixes=[inserting("Insert 'static'", begin, "static ", safe=False)],
        )
        return
    why = "only what a pointer points to can be global here"
    if space == t.GENERIC:
        why = "the generic address space is for what pointers point to"
    context.report(space_place(variable), f"'{variable.name}' cannot be '{space}': {why}")
