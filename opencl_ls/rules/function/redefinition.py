"""A function has two bodies.

## What it does
Reports the second definition of a function, with the same types or with others, unless clang's
attribute `overloadable` allows several.

## Why
OpenCL C has no overloading: one name is one function, and one function has one body.

## Example
```cl
int half_of(int x) { return x / 2; }
float half_of(float x) { return x / 2; }
```

## Use instead
```cl
int half_of_int(int x) { return x / 2; }
float half_of_float(float x) { return x / 2; }
```

## Versions
All.

## Reference
C11 6.9p3.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import UnitContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.names import facts
from opencl_ls.semantics.types.signatures import same_function
from opencl_ls.semantics.types.symbols import Function

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on_unit_reading(facts.declared)
def check(context: UnitContext) -> None:
    """Look for a second body for a name."""
    first: dict[str, Function] = {}
    for index in context.repeating:
        for symbol in context.models[index].exports.values():
            if not isinstance(symbol, Function) or symbol.definition is None:
                continue
            earlier = first.setdefault(symbol.name, symbol)
            if earlier is symbol or symbol.is_overloadable or earlier.is_overloadable:
                continue
            same = same_function(earlier.type.type, symbol.type.type)
            why = "it has a body already" if same else "OpenCL C has no overloading"
            context.report(
                index,
                symbol,
                f"'{symbol.name}' is defined again: {why}",
                related=[(earlier, f"'{symbol.name}' was defined here")],
            )
