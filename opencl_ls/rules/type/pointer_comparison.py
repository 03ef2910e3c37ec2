"""Pointers to different types, or a pointer and an integer, are compared.

## What it does
Reports comparisons and `?:` between pointers to different types, and between a pointer and an
integer other than the constant 0.

## Why
The comparison has a meaning only for pointers into the same object. Often `*` or an index is
missing on one side.

## Example
```cl
kernel void k(global int *data, int n, global int *out) { out[0] = data == n; }
```

## Use instead
```cl
kernel void k(global int *data, int n, global int *out) { out[0] = *data == n; }
```

## Versions
All.

## Reference
C11 6.5.8, 6.5.9 and 6.5.15.
"""

from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.operands import operator_place
from opencl_ls.semantics.model import problems as p

RULE = Rule(Severity.WARNING, since="0.1")

_WHAT: Final = {
    "pointer-integer": "a pointer and an integer",
    "pointer-mismatch": "pointers to different types",
}


@RULE.on(p.InvalidOperands)
def check(context: RuleContext, problem: p.InvalidOperands) -> None:
    """Report the types that are compared."""
    what = _WHAT.get(problem.invalid.reason)
    if what is None:
        return
    left, right = t.described(problem.left), t.described(problem.right)
    done = "are chosen between" if problem.operator == "?:" else "are compared"
    context.report(operator_place(problem.record), f"{left} and {right} {done}: {what}")
