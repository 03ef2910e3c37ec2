"""A signed integer is compared with an unsigned one.

## What it does
Reports comparisons in which an integer that may be negative is converted to an unsigned type, as
the other operand has one. Constants, and expressions that are never negative by their form, are not
reported, and neither is `==` with an operand of fewer bits than the comparison.

## Why
A negative number becomes a very large one: `-1 < 1u` does not hold. `get_global_id` and similar
functions return an unsigned `size_t`. The rule is off until a setting enables it, because most such
numbers are never negative.

## Example
```cl
kernel void k(global int *a, int n) { if (get_global_id(0) < n) a[0] = 1; }
```

## Use instead
```cl
kernel void k(global int *a, uint n) { if (get_global_id(0) < n) a[0] = 1; }
```

## Versions
All.

## Reference
OpenCL C specification, "Usual Arithmetic Conversions"; C11 6.3.1.8; clang's `-Wsign-compare`.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.signs import turned_unsigned
from opencl_ls.semantics.types.operators import EQUALITY, RELATIONAL
from opencl_ls.settings.profiles import STRICT
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", profile=STRICT)

_COMPARING = RELATIONAL | EQUALITY


@RULE.on(r.Binary, about=_COMPARING)
def check(context: RuleContext, record: r.Binary) -> None:
    """Look for the operand that is converted."""
    if record.operator.text not in _COMPARING:
        return
    signed = turned_unsigned(context.model, record)
    if signed is not None:
        what = t.described(context.model.types[signed])
        context.report(
            record.operator,
            f"{what} is compared as unsigned: a negative value would be a large one",
        )
