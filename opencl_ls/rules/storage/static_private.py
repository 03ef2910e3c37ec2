"""A static variable is private or local.

## What it does
Reports `static` together with `private` or `local` on a variable of a function.

## Why
A static variable exists once for the whole program and outlives the call; private and local memory
do not.

## Example
```cl
void f(void) { static private int calls = 0; }
```

## Use instead
```cl
void f(void) { private int calls = 0; }
```

## Versions
1.2 and later; before with the pragma of `cl_clang_storage_class_specifiers`.

## Reference
OpenCL C specification, "Storage-Class Specifiers".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import STORAGE_CLASSES, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.placement import at_program_scope, space_place
from opencl_ls.semantics.types.symbols import Variable

RULE = Rule(Severity.ERROR, since="0.1", versions=STORAGE_CLASSES)


@RULE.on(Variable, about=("static",))
def check(context: RuleContext, variable: Variable) -> None:
    """Look at the address space of static variables inside functions."""
    if at_program_scope(variable) or "static" not in variable.storage:
        return
    space = t.object_space(variable.type)
    named = space == t.PRIVATE and variable.space_word is not None
    if space not in (t.LOCAL, t.GENERIC) and not named:
        return
    allowed = "constant" + (
        " or global" if context.target.has_program_scope_variables else ", and at program scope"
    )
    context.report(
        space_place(variable),
        f"static variable '{variable.name}' cannot be '{space}': it has to be {allowed}",
    )
