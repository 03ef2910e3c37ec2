"""The sizes of pointers into different address spaces are compared.

## What it does
Reports a comparison of `sizeof` one pointer, or pointer type, with `sizeof` another whose pointee
is in another address space.

## Why
A device may have pointers of different sizes for its memories, so the result differs between
devices.

## Example
```cl
int f(void) { return sizeof(global int *) == sizeof(local int *); }
```

## Use instead
```cl
int f(void) { return sizeof(global int *) == sizeof(global float *); }
```

## Versions
All.

## Reference
OpenCL C specification, "Address Space Qualifiers".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", about=(r.TypeQuery,))


@RULE.on(r.Binary, about=("==", "!=", "<", ">", "<=", ">="))
def check(context: RuleContext, comparison: r.Binary) -> None:
    """Look at comparisons of two sizes of types."""
    if comparison.operator.text not in ("==", "!=", "<", ">", "<=", ">="):
        return
    left = _space(context, comparison.left)
    right = _space(context, comparison.right)
    if left and right and left != right:
        context.report(
            comparison,
            f"pointers into {left} and {right} memory may differ in size between devices",
        )


def _space(context: RuleContext, operand: r.Expression) -> str:
    """Return the address space that the pointer in a `sizeof` points into, or ""."""
    while isinstance(operand, r.Parenthesized):
        operand = operand.inner
    if not isinstance(operand, r.TypeQuery) or operand.keyword != "sizeof":
        return ""
    measured = operand.operand
    if isinstance(measured, r.TypeName):
        kind = context.type_of(measured)
    else:
        kind = context.model.types.get(measured)
    if kind is None or not isinstance(kind.type, t.PointerType):
        return ""
    return t.object_space(kind.type.pointee)
