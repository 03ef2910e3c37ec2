"""A constant or global variable is initialised with a value that is known at run time only.

## What it does
Reports an initialiser of a `constant` variable, or of a `global` one at program scope or `static`,
that reads a parameter or a variable, or calls a function of the program.

## Why
These variables exist before the kernel begins, so the compiler has to know their values.

## Example
```cl
kernel void k(int n) { constant int size = n; }
```

## Use instead
```cl
kernel void k(int n) { const int size = n; }
```

## Versions
All; `global` variables: 2.0, and 3.0 with `__opencl_c_program_scope_global_variables`.

## Reference
OpenCL C specification, "Constant Address Space".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import Ranged, RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.placement import at_program_scope, has_own_places
from opencl_ls.semantics.lookup.constness import runtime_part
from opencl_ls.semantics.types.symbols import Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(Variable, about=(t.CONSTANT, t.GLOBAL))
def check(context: RuleContext, variable: Variable) -> None:
    """Look for values in initialisers that are not known before the run."""
    value = variable.declarator.initializer
    space = t.object_space(variable.type)
    if value is None or space not in (t.CONSTANT, t.GLOBAL) or has_own_places(variable.type):
        return
    if space == t.GLOBAL and not at_program_scope(variable) and "static" not in variable.storage:
        return
    part = runtime_part(_kept(value, variable.type.type), context.symbol)
    if part is None:
        return
    related: list[tuple[Ranged, str]] = []
    if isinstance(part, r.Name):
        source = context.symbol(part)
        what = f"'{part.name}'"
        if source is not None:
            related = [(source, f"'{part.name}' is declared here")]
    else:
        what = f"'{context.text(part)}'"
    context.report(
        _element(value, part),
        f"the initialiser of {space} variable '{variable.name}' is no constant: "
        f"{what} has a value at run time only",
        related=related,
    )


def _kept(value: r.Expression, kind: t.Type) -> r.Expression:
    """Return a list without the excess elements of an array of numbers, which compilers drop."""
    if not isinstance(value, r.InitializerList) or not isinstance(kind, t.ArrayType):
        return value
    plain = isinstance(kind.element.type, t.ScalarType | t.PointerType)
    if kind.size is None or not plain or any(each.designators for each in value.entries):
        return value
    return r.InitializerList(value.start, value.end, value.entries[: kind.size])


def _element(value: r.Expression, part: r.Expression) -> r.Expression:
    """Return the value that holds a part of an initialiser, the innermost one inside all lists."""
    while isinstance(value, r.InitializerList):
        values = (entry.value for entry in value.entries)
        value = next((each for each in values if each.start <= part.start < each.end), part)
    return value
