"""A variable at program scope is not constant where it has to be.

## What it does
Reports a program-scope variable without `constant`, for targets that have no `global` variables at
program scope: OpenCL C 1.x, and 3.0 without `__opencl_c_program_scope_global_variables`.

## Why
Such a device has no memory that keeps a variable from one kernel to the next; only read-only data
can be at program scope.

## Example
```cl CL1.2
int counter = 0;
```

## Use instead
```cl CL1.2
constant int first = 0;
```

## Versions
1.0 to 1.2; 3.0 without `__opencl_c_program_scope_global_variables`.

## Reference
OpenCL C specification, "Global (or Constant) Address Space"; reference page __local.

## Fix safety
`constant` makes the variable read-only, so the fix is unsafe.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import (
    ItemFix,
    RuleContext,
    inserting,
    replacing,
)
from opencl_ls.linter.rule import NO_PROGRAM_SCOPE_VARIABLES, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.placement import at_program_scope, has_own_places, space_place
from opencl_ls.semantics.types.symbols import Variable

RULE = Rule(Severity.ERROR, since="0.1", versions=NO_PROGRAM_SCOPE_VARIABLES)


@RULE.on(Variable)
def check(context: RuleContext, variable: Variable) -> None:
    """Look at the address space of variables at program scope."""
    if not at_program_scope(variable) or has_own_places(variable.type):
        return
    # Without blocks in the language, the block itself is the mistake.
    if isinstance(variable.type.type, t.BlockType):
        return
    # A declaration with 'kernel' was most likely not meant as a variable.
    if "kernel" in variable.storage:
        return
    space = t.object_space(variable.type)
    written = variable.space_word
    if space == t.CONSTANT or space == t.LOCAL or (written and space != t.GLOBAL):
        return
    when = (
        f"in {context.target.version.words} it has to be 'constant'"
        if context.target.version < 300
        else "without __opencl_c_program_scope_global_variables it has to be 'constant'"
    )
    pointee = ""
    if isinstance(variable.type.type, t.PointerType) and written is None:
        pointee = f" (write '*constant {variable.name}' for the pointer itself)"
    place = space_place(variable) if space == t.GLOBAL else variable
    where = f"is '{space}'" if space == t.GLOBAL else "has no address space"
    context.report(
        place,
        f"program-scope variable '{variable.name}' {where}: {when}{pointee}",
        fixes=_fixes(variable),
    )


def _fixes(variable: Variable) -> list[ItemFix]:
    """Return the fix that adds `constant`, for a variable that has an initializer."""
    if variable.declarator.initializer is None or len(variable.declaration.declarators) != 1:
        return []
    if isinstance(variable.type.type, t.PointerType):
        return [
            inserting("Make the pointer constant", variable.word.start, "constant ", safe=False)
        ]
    specifiers = variable.declaration.specifiers
    if variable.space_word is not None:
        return [replacing("Replace it by 'constant'", variable.space_word, "constant", safe=False)]
    begin = specifiers.type or specifiers
    return [inserting("Insert 'constant'", begin.start, "constant ", safe=False)]
