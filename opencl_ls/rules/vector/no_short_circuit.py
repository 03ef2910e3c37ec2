"""The right side of `&&` or `||` between vectors changes something, and always runs.

## What it does
Notes `&&` and `||` on vectors whose right side assigns, counts or calls a function of the program
with a pointer that it may write through.

## Why
Between scalars the left side can settle the result, and the right one is then left out. Between
vectors both sides are evaluated in every case.

## Example
```cl
int4 read(private int *next) { *next += 1; return (int4)(*next); }
int4 f(int4 a, private int *next) { return a && read(next); }
```

## Use instead
```cl
int4 read(private int *next) { *next += 1; return (int4)(*next); }
int4 f(int4 a, private int *next) { int4 b = read(next); return a && b; }
```

## Versions
All.

## Reference
OpenCL C specification, "Logical Operators".
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.calls import user_function
from opencl_ls.semantics.operands import operator_place
from opencl_ls.semantics.operators import LOGICAL
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", about=(t.VectorType,))


@RULE.on(r.Binary, about=LOGICAL)
def check(context: RuleContext, record: r.Binary) -> None:
    """Look for effects on the right of a logical operator."""
    operator = record.operator.text
    kind = context.model.types.get(record, t.UNKNOWN_QUALIFIED).type
    if operator in LOGICAL and isinstance(kind, t.VectorType):
        effect = _effect(context, record.right)
        if effect is not None:
            context.report(
                operator_place(record),
                f"'{operator}' between vectors evaluates both sides: what the right one changes is "
                "changed in every case",
                related=[(effect, "this changes something")],
            )


def _effect(context: RuleContext, expression: r.Expression) -> r.Record | None:
    """Return the first part of an expression that changes something."""
    pending: list[r.Record] = [expression]
    while pending:
        record = pending.pop()
        if isinstance(record, r.Assignment) or (
            isinstance(record, r.Call) and _writes(context, record)
        ):
            return record
        if isinstance(record, r.Unary | r.Postfix) and record.operator in ("++", "--"):
            return record
        if not isinstance(record, r.BlockLiteral | r.TypeQuery):
            pending.extend(reversed(r.children(record)))
    return None


def _writes(context: RuleContext, call: r.Call) -> bool:
    """Tell whether a call hands a function of the program a pointer that it may write through."""
    function = user_function(context.model, call)
    kinds = [] if function is None else [each.type.type for each in function.parameters]
    return any(
        isinstance(kind, t.PointerType)
        and not kind.pointee.const
        and t.object_space(kind.pointee) != t.CONSTANT
        for kind in kinds
    )
