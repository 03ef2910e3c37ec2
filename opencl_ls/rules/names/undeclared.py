"""A name that nothing declares is used.

## What it does
Reports names that are neither declared before their use nor built in, and offers the nearest name
that is, or what OpenCL C has in place of a name of CUDA, GLSL, HLSL, Metal or C. Types are left
out where an included file was not found: most of them come from headers.

## Why
Without a declaration a compiler cannot know what the name stands for. Often it is misspelt, or its
declaration stands in an inner block or further below.

## Example
```cl
kernel void k(global int *out) { int count = 1; out[0] = cuont; }
```

## Use instead
```cl
kernel void k(global int *out) { int count = 1; out[0] = count; }
```

## Versions
All.

## Reference
C11 6.5.1; OpenCL C specification, "Restrictions".

## Fix safety
Unsafe: the nearest name need not be the one that was meant.
"""

from opencl_ls.builtins.names import is_builtin
from opencl_ls.findings import Severity
from opencl_ls.rules.context import UnitContext, replacing
from opencl_ls.rules.foreign import told_of_foreign
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics import facts

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on_unit_reading(facts.undeclared)
def check(context: UnitContext) -> None:
    """Look at the names of the unit that nothing declares."""
    for use in context.undeclared:
        is_type = use.problem.role == "type"
        if use.problem.role == "function" or use.maybe_macro:
            continue
        foreign = told_of_foreign(use)
        if context.lacks_include and foreign is None:
            continue
        name, fixes = use.problem.name, []
        message = f"{'type ' if is_type else ''}'{name}' is not declared"
        if is_builtin(name):
            message = f"'{name}' is built in and no type: a type is expected here"
        elif foreign is not None:
            message, fixes = f"{message}: {foreign[0]}", foreign[1]
        elif near := use.nearest():
            message += f"; did you mean '{near}'?"
            fixes.append(replacing(f"Change to '{near}'", use.problem.record, near, safe=False))
        context.report(use.item, use.problem.record, message, fixes=fixes)
