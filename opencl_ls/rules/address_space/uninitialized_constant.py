"""A constant variable has no value.

## What it does
Reports a variable in constant memory without an initialiser.

## Why
No later statement can give it a value: constant memory is read-only for the whole program.

## Example
```cl
constant int size;
```

## Use instead
```cl
constant int size = 16;
```

## Versions
All.

## Reference
OpenCL C specification, "Constant Address Space".

## Fix safety
Only the author knows the right value, so the fix is unsafe.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, inserting
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.placement import has_own_places
from opencl_ls.semantics.types.symbols import Variable

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(Variable, about=(t.CONSTANT,))
def check(context: RuleContext, variable: Variable) -> None:
    """Look at constant variables without an initialiser."""
    if t.object_space(variable.type) != t.CONSTANT or "extern" in variable.storage:
        return
    if variable.declarator.initializer is not None:
        return
    if has_own_places(variable.type):
        return
    plain = isinstance(variable.type.type, t.ScalarType | t.VectorType | t.PointerType)
    value = " = 0" if plain else " = {0}"
    end = variable.declarator.declarator.end
    fixes = [inserting(f"Append '{value.strip()}'", end, value, safe=False)]
    context.report(
        variable,
        f"constant variable '{variable.name}' has no initialiser: "
        "constant memory cannot be written later",
        fixes=fixes,
    )
