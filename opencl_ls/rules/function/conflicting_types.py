"""Two declarations of a function disagree.

## What it does
Reports a declaration whose types differ from those of an earlier declaration of the same function:
its result, its parameters and their address spaces. Functions with clang's attribute `overloadable`
may share a name and are not reported.

## Why
OpenCL C has no overloading, so both mean the same function.

## Example
```cl
kernel void k(global int *p);
kernel void k(constant int *p) {}
```

## Use instead
```cl
kernel void k(global int *p);
kernel void k(global int *p) {}
```

## Versions
All.

## Reference
C11 6.7p4.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import UnitContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.names import facts
from opencl_ls.semantics.types.signatures import same_function, with_old_parameters
from opencl_ls.semantics.types.symbols import Function

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on_unit_reading(facts.declared_soundly)
def check(context: UnitContext) -> None:
    """Compare each declaration with the first one of its name."""
    first: dict[str, Function] = {}
    for index in context.repeating:
        model = context.models[index]
        if model.item.problems:
            continue
        for symbol in model.exports.values():
            if not isinstance(symbol, Function):
                continue
            earlier = first.setdefault(symbol.name, symbol)
            if earlier is symbol or symbol.is_overloadable or earlier.is_overloadable:
                continue
            if earlier.definition is not None and symbol.definition is not None:
                continue  # The second body is the mistake, which another rule reports.
            there, here = with_old_parameters(earlier), with_old_parameters(symbol)
            if not same_function(there, here):
                context.report(
                    index,
                    symbol,
                    f"'{symbol.name}' is declared with other types than before: "
                    f"{_described(there)} there, {_described(here)} here",
                    related=[(earlier, f"'{symbol.name}' was declared here")],
                )


def _described(kind: t.Type) -> str:
    return t.described(t.Qualified(kind))
