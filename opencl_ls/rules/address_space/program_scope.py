"""A variable at program scope is local, private or generic.

## What it does
Reports `local`, `private` or `generic` on a variable outside all functions.

## Why
Local and private memory live as long as a work-group or a work-item; a program-scope variable lives
longer.

## Example
```cl
local int tile[64];
```

## Use instead
```cl
kernel void k(void) { local int tile[64]; }
```

## Versions
All.

## Reference
OpenCL C specification, "Address Space Qualifiers"; reference page __local.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.placement import at_program_scope, has_own_places, space_place
from opencl_ls.semantics.types.symbols import Variable

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(Variable)
def check(context: RuleContext, variable: Variable) -> None:
    """Look at the address space of variables at program scope."""
    if not at_program_scope(variable) or has_own_places(variable.type):
        return
    space = t.object_space(variable.type)
    word = variable.space_word
    if space not in (t.LOCAL, t.GENERIC) and not (space == t.PRIVATE and word is not None):
        return
    allowed = "constant"
    if context.target.has_program_scope_variables:
        allowed = "global or constant"
    context.report(
        space_place(variable),
        f"program-scope variable '{variable.name}' cannot be '{space}': it has to be {allowed}",
    )
