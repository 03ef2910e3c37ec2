"""The right side of `&&` or `||` between vectors has an effect, and is always evaluated.

## What it does
Reports `&&` and `||` on vectors whose right side has an assignment, `++`, `--`, or a call of a
function of the program with a pointer that it may write through.

## Why
Between scalars the left side can decide the result, and the right one is then not evaluated.
Between vectors both sides are always evaluated.

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

from opencl_ls.builtins.functions import function
from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.callees import builtin_name, user_function
from opencl_ls.semantics.lookup.operands import operator_place
from opencl_ls.semantics.types.operators import LOGICAL
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
    """Return the first part of an expression that has an effect."""
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
    """Tell whether a call passes a pointer that the function writes through."""
    own = user_function(context.model, call)
    if own is not None:
        kinds = [each.type.type for each in own.parameters]
        body = None if own.definition is None else own.definition.body
        return any(map(_may_be_written, kinds)) and (body is None or _stores(body))
    resolution = context.model.resolutions.get(call)
    if resolution is None or resolution.problem is not None:
        return False
    takes_a_place = any(_may_be_written(each.type) for each in resolution.parameters)
    return takes_a_place and "load" not in builtin_name(context.model, call)


def _may_be_written(kind: t.Type) -> bool:
    return (
        isinstance(kind, t.PointerType)
        and not kind.pointee.const
        and t.object_space(kind.pointee) != t.CONSTANT
    )


def _stores(body: r.Record) -> bool:
    """Tell whether a body stores through a pointer or an array, or calls what may do so."""
    pending: list[r.Record] = [body]
    while pending:
        record = pending.pop()
        place: r.Expression | None = None
        if isinstance(record, r.Assignment):
            place = record.left
        elif isinstance(record, r.Unary | r.Postfix) and record.operator in ("++", "--"):
            place = record.operand
        elif isinstance(record, r.Call) and not _is_harmless(record):
            return True
        while isinstance(place, r.Parenthesized | r.Member) and not (
            isinstance(place, r.Member) and place.arrow
        ):
            place = place.inner if isinstance(place, r.Parenthesized) else place.base
        if isinstance(place, r.Index | r.Member | r.Unary):
            return True
        pending.extend(r.children(record))
    return False


def _is_harmless(call: r.Call) -> bool:
    """Tell whether a call is one of a built-in function that takes no pointer to write through."""
    known = function(call.callee.name) if isinstance(call.callee, r.Name) else None
    signatures = () if known is None else known.signatures
    return bool(signatures) and not any(
        "*" in each.type and "const" not in each.type
        for signature in signatures
        for each in signature.parameters
    )
