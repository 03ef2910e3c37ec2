"""An operator has pointers into separate address spaces as operands.

## What it does
Reports comparisons, subtractions and `?:` on pointers into address spaces that share no memory.

## Why
Addresses of separate memories cannot be compared or subtracted, and no pointer type could hold
either of the two. Pointers into global, local and private memory go together only if one of the two
is a generic pointer. Compilers based on clang accept `?:` where one of the pointers is one to
`void`: that is a warning.

## Example
```cl
kernel void k(global int *g, local int *l, global int *out) { out[0] = g == l; }
```

## Use instead
```cl
kernel void k(global int *g, global int *h, global int *out) { out[0] = g == h; }
```

## Versions
All.

## Reference
OpenCL C specification, "Address Space Qualifiers"; reference page generic.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.operands import operator_place
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.model.wording import space_name

RULE = Rule(Severity.ERROR, since="0.1")


_WORDS = {"-": "subtracted", "?:": "chosen between"}


@RULE.on(p.InvalidOperands)
def check(context: RuleContext, problem: p.InvalidOperands) -> None:
    """Report operands that are pointers to different address spaces."""
    one, other = problem.left.type, problem.right.type
    if problem.invalid.reason != "spaces":
        return
    if not isinstance(one, t.PointerType) or not isinstance(other, t.PointerType):
        return
    done = _WORDS.get(problem.operator.removesuffix("=") or "=", "compared")
    context.report(
        operator_place(problem.record),
        f"{t.described(problem.left)} and {t.described(problem.right)} cannot be {done}: "
        f"{space_name(one.pointee)} and {space_name(other.pointee)} memory share no addresses",
        severity=Severity.WARNING if problem.invalid.warning else None,
    )
