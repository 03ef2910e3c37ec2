"""An array has an invalid size.

## What it does
Reports arrays with a negative size, with one that exceeds any memory, and with one that is no
integer.

## Why
The size is the number of elements. A negative one is often the result of a check at compile time
whose condition does not hold.

## Example
```cl
constant int checked[sizeof(int) == 4 ? 1 : -1] = {0};
void f(void) { int table[-1]; int row[2.5f]; }
```

## Use instead
```cl
void f(void) { int table[1]; int row[2]; }
```

## Versions
All.

## Reference
C11 6.7.6.2.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.constness import (
    asks_for_size,
    constants_of,
    runtime_part,
    typed_values,
    unfolded_part,
    why_no_integer,
)
from opencl_ls.semantics.types.conversions import arithmetic_type
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")

_LARGEST = 1 << 61
"""The number of elements that no address space can hold, whatever the size of an element is."""


@RULE.on(r.ArrayPart)
def check(context: RuleContext, part: r.ArrayPart) -> None:
    """Look at the size of an array where it is a constant."""
    if part.size is None:
        return
    if asks_for_size(part.size):
        # The size of a type may depend on the device, and its type is unsigned.
        _check_negative(context, part.size, typed_values(context.model).integer(part.size))
        return
    size = constants_of(context.model).integer(part.size)
    if size is None:
        _check_type(context, part.size)
        return
    if size < 0 and _is_unsigned(context, part.size):
        # The value computed here is negative, where the program's unsigned value wraps around.
        return
    _check_negative(context, part.size, size)
    if size >= _LARGEST:
        context.report(part.size, f"an array of {size} elements fits into no memory")


def _check_negative(context: RuleContext, written: r.Expression, size: int | None) -> None:
    if size is not None and size < 0:
        context.report(written, f"an array cannot have {size} elements")


def _is_unsigned(context: RuleContext, size: r.Expression) -> bool:
    scalar = arithmetic_type(context.model.types.get(size, t.UNKNOWN_QUALIFIED).type)
    return scalar is None or not scalar.signed


def _check_type(context: RuleContext, size: r.Expression) -> None:
    """Look for a size of another type; a size known at run time only is reported as such."""
    why = why_no_integer(context.model, size)
    if why and not runtime_part(size, context.symbol) and not unfolded_part(size, context.symbol):
        context.report(
            size, f"the size of an array is an integer constant: '{context.text(size)}' {why}"
        )
