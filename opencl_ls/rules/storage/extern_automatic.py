"""An extern variable of a function is neither global nor constant.

## What it does
Reports `extern` inside a function on a variable that is private, local, or in an address space
without variables of static lifetime.

## Why
`extern` names a variable of the program, which lives in constant memory, or in global memory where
the target has global variables.

## Example
```cl
kernel void k(void) { extern local int tile; }
```

## Use instead
```cl
kernel void k(void) { extern constant int size; local int tile; }
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
from opencl_ls.semantics.declarations.placement import (
    at_program_scope,
    has_own_places,
    storage_word,
)
from opencl_ls.semantics.types.symbols import Variable

RULE = Rule(Severity.ERROR, since="0.1", versions=STORAGE_CLASSES)


@RULE.on(Variable, about=("extern",))
def check(context: RuleContext, variable: Variable) -> None:
    """Look at the address space of extern declarations inside functions."""
    if at_program_scope(variable) or has_own_places(variable.type):
        return
    word = storage_word(variable.declaration.specifiers, "extern")
    space = t.object_space(variable.type)
    lasting = [t.CONSTANT]
    if context.target.has_program_scope_variables:
        lasting.append(t.GLOBAL)
    if word is None or space in lasting:
        return
    context.report(
        word,
        f"extern variable '{variable.name}' cannot be '{space}': it has to be "
        + " or ".join(lasting),
    )
