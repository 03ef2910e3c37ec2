"""A constant changes its value when it is stored.

## What it does
Warns of literals that an integer type cannot hold: those with a fraction, and those that are too
large. A cast shows that it is intended. Bit patterns, as in `short s = 0xffff`, and negative
numbers in unsigned types are not reported.

## Why
The fraction and the upper bits are lost silently, and the conversion of a floating number that is
out of range is undefined. Often the type is not the intended one.

## Example
```cl
kernel void k(global int *out) { uchar c = 300; int half_ = 0.5f; out[0] = c + half_; }
```

## Use instead
```cl
kernel void k(global int *out) { ushort c = 300; float half_ = 0.5f; out[0] = (int)(c + half_); }
```

## Versions
All.

## Reference
C11 6.3.1.3 and 6.3.1.4; clang's `-Wliteral-conversion` and `-Wconstant-conversion`.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.model import problems as p
from opencl_ls.syntax import records as r

_HALF_A_CHAR = 128

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(p.ChangedConstant)
def check(context: RuleContext, problem: p.ChangedConstant) -> None:
    """Report the value after the conversion."""
    wanted, becomes = problem.destination, problem.becomes
    number = context.text(problem.record)
    if becomes is not None and -_HALF_A_CHAR <= becomes < 0 and number == str(becomes + 256):
        if isinstance(context.parent(problem.record), r.InitializerEntry):
            return  # Bytes in a list are usually meant as bits.
    kind = t.described(t.Qualified(wanted.type, alias=wanted.alias))
    if becomes is None:
        message = f"{number} is out of the range of {kind}: what it becomes is undefined"
    else:
        message = f"{kind} cannot hold {number}, which becomes {becomes}"
    context.report(problem.record, message)
