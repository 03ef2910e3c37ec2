"""The size of an array is known at run time only.

## What it does
Reports arrays whose size reads a parameter or a variable, or calls a function of the program.

## Why
A work-item has no stack to take memory from as it goes: the compiler lays out all of it
beforehand.

## Example
```cl
void f(int n) { int values[n]; }
```

## Use instead
```cl
enum { COUNT = 16 };
void f(void) { int values[COUNT]; }
```

## Versions
All.

## Reference
OpenCL C specification, "Restrictions"; reference page Restrictions.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext, Spot
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics.constness import earlier_parameter, runtime_part
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(r.ArrayPart)
def check(context: RuleContext, array: r.ArrayPart) -> None:
    """Look for sizes that no compiler can compute."""
    if array.size is None:
        return
    part: r.Record | None
    parameters = context.enclosing(array, r.FunctionPart)
    if isinstance(parameters, r.FunctionPart):
        # The names of parameters are not yet in scope where binding reads their types.
        part = earlier_parameter(array.size, parameters)
    else:
        part = runtime_part(array.size, context.symbol)
    if part is None:
        return
    related: list[tuple[Spot, str]] = []
    source = context.symbol(part)
    if source is not None and parameters is None:
        related = [(source, f"'{source.name}' is declared here")]
    context.report(
        array.size,
        f"the size of this array is no constant: '{context.text(part)}' "
        "has a value at run time only",
        related=related,
    )
