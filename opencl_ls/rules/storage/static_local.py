"""A static variable in a function has no memory to live in.

## What it does
Reports a `static` variable of a function that is not `constant`, for targets that have no `global`
variables.

## Why
A static variable outlives the call, so it lives in global memory. Such variables exist from OpenCL
C 2.0 on, and in 3.0 if the device has `__opencl_c_program_scope_global_variables`.

## Example
```cl CL1.2
void f(void) { static int calls = 0; }
```

## Use instead
```cl CL1.2
static constant int first = 1;
int f(void) { return first; }
```

## Versions
1.2; 3.0 without `__opencl_c_program_scope_global_variables`.

## Reference
OpenCL C specification, "Storage-Class Specifiers".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import NO_PROGRAM_SCOPE_VARIABLES, STORAGE_CLASSES, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import is_sampler
from opencl_ls.semantics.declarations.placement import at_program_scope, has_own_places
from opencl_ls.semantics.types.symbols import Variable

RULE = Rule(Severity.ERROR, since="0.1", versions=NO_PROGRAM_SCOPE_VARIABLES)


@RULE.on(Variable, about=("static",))
def check(context: RuleContext, variable: Variable) -> None:
    """Look at static variables inside functions."""
    if not STORAGE_CLASSES.holds(context.target) or at_program_scope(variable):
        return
    kind = variable.type
    if "static" not in variable.storage or (has_own_places(kind) and not is_sampler(kind.type)):
        return
    space = t.object_space(variable.type)
    # A written private or local contradicts `static` in every version.
    if space in (t.CONSTANT, t.LOCAL) or (space == t.PRIVATE and variable.space_word is not None):
        return
    context.report(
        variable,
        f"static variable '{variable.name}' in a function needs global variables: OpenCL C 2.0, "
        "or 3.0 with __opencl_c_program_scope_global_variables; declare it 'constant' at program "
        "scope",
    )
