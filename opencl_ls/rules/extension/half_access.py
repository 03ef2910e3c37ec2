"""A `half` in memory is read or written directly.

## What it does
Reports loads from and stores through pointers and arrays of `half` where `cl_khr_fp16` is not
supported.

## Why
Without the extension `half` is only a storage format: `vload_half` reads it as `float`, and
`vstore_half` writes it. There is no arithmetic on it.

## Example
```cl extensions=-cl_khr_fp16
kernel void k(global half *p, global float *o) { o[0] = p[0]; }
```

## Use instead
```cl extensions=-cl_khr_fp16
kernel void k(global half *p, global float *o) { o[0] = vload_half(0, p); }
```

## Versions
All, without `cl_khr_fp16`.

## Reference
OpenCL C specification, "The half Data Type"; reference page Restrictions.

## Fix safety
Unsafe: the stored value is rounded in the way of `vstore_half`.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import ItemFix, RuleContext, replacing
from opencl_ls.linter.rule import WITHOUT_FP16, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.operands import contains
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", versions=WITHOUT_FP16, about=("half",))


@RULE.on(r.Index, r.Unary, r.Member)
def check(context: RuleContext, record: r.Index | r.Unary | r.Member) -> None:
    """Look at the uses of pointers to half, and to vectors of half."""
    if isinstance(record, r.Unary) and record.operator != "*":
        return
    if isinstance(record, r.Member) and not _is_component(context, record):
        return
    kind = context.model.types.get(record)
    if kind is None or not isinstance(kind.type, t.ScalarType) or kind.type.name != "half":
        return
    above = context.parent(record)
    while isinstance(above, r.Parenthesized):
        above = context.parent(above)
    if isinstance(above, r.TypeQuery):
        return
    if isinstance(above, r.Assembly) and record in above.operands[: above.outputs]:
        return
    if isinstance(above, r.Unary) and above.operator == "&":
        return
    stored = isinstance(above, r.Assignment) and contains(above.left, record)
    done, function = ("written", "vstore_half") if stored else ("read", "vload_half")
    context.report(
        record,
        f"without 'cl_khr_fp16' a half in memory cannot be {done} directly: use '{function}'",
        fixes=_called(context, record, above, function),
    )


def _is_component(context: RuleContext, member: r.Member) -> bool:
    """Tell whether a member is a component of a vector in memory."""
    base = context.model.types.get(member.base, t.UNKNOWN_QUALIFIED).type
    if member.arrow and isinstance(base, t.PointerType):
        base = base.pointee.type
    return isinstance(base, t.VectorType) and member in context.model.lvalues


def _called(
    context: RuleContext,
    record: r.Index | r.Unary | r.Member,
    above: r.Record | None,
    function: str,
) -> list[ItemFix]:
    """Return the fix that calls a function: one that loads, or one that stores in a statement."""
    if isinstance(record, r.Member):
        return []
    index = context.text(record.index) if isinstance(record, r.Index) else "0"
    base = record.base if isinstance(record, r.Index) else record.operand
    kind = context.model.types.get(base, t.UNKNOWN_QUALIFIED).type
    if not isinstance(kind, t.PointerType | t.ArrayType):
        return []
    if function == "vload_half":
        text = f"{function}({index}, {context.text(base)})"
        return [replacing(f"Use '{function}'", record, text, safe=False)]
    if not isinstance(above, r.Assignment) or above.operator.text != "=":
        return []
    if not isinstance(context.parent(above), r.ExpressionStatement) or above.left is not record:
        return []
    text = f"{function}({context.text(above.right)}, {index}, {context.text(base)})"
    return [replacing(f"Use '{function}'", above, text, safe=False)]
