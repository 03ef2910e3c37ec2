"""The value of a `void` call is used.

## What it does
Reports calls of `void` functions and blocks whose value is assigned, passed, returned, converted or
used as an operand.

## Why
A `void` function returns no value.

## Example
```cl
void store(global int *out) { out[0] = 1; }
kernel void k(global int *out) { int done = store(out); }
```

## Use instead
```cl
int store(global int *out) { out[0] = 1; return 0; }
kernel void k(global int *out) { int done = store(out); }
```

## Versions
All.

## Reference
C11 6.3.2.2; reference pages Blocks, Example 1, and work_group_barrier.

## Fix safety
Unsafe: the target of the assignment keeps its old value.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import ItemFix, RuleContext, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.operands import operands
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.model.wording import is_void
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(p.Mismatch)
def check_value(context: RuleContext, problem: p.Mismatch) -> None:
    """Look at values that are assigned, passed or returned."""
    if is_void(problem.source):
        _report(context, problem.record)


@RULE.on(p.InvalidCast)
def check_cast(context: RuleContext, problem: p.InvalidCast) -> None:
    """Look at the operands of casts."""
    cast = problem.record
    if is_void(problem.source):
        _report(context, cast.operand if isinstance(cast, r.Cast) else cast)


@RULE.on(p.InvalidOperands)
def check_operands(context: RuleContext, problem: p.InvalidOperands) -> None:
    """Look at the operands of operators."""
    pair = operands(problem.record)
    if problem.operator == "?:":
        pair = _branches(problem.record)
    if pair is None:
        return
    for operand, kind in zip(pair, (problem.left, problem.right), strict=True):
        if is_void(kind):
            _report(context, operand)
            return


@RULE.on(p.InvalidOperand)
def check_operand(context: RuleContext, problem: p.InvalidOperand) -> None:
    """Look at the operands of unary operators."""
    record = problem.record
    if is_void(problem.operand) and isinstance(record, r.Unary) and problem.operator in "+-~!":
        _report(context, record.operand)


@RULE.on(p.InvalidCondition)
def check_condition(context: RuleContext, problem: p.InvalidCondition) -> None:
    """Look at conditions."""
    if is_void(problem.type):
        _report(context, problem.record)


@RULE.on(p.NoMember)
def check_member(context: RuleContext, problem: p.NoMember) -> None:
    """Look at the objects of member accesses."""
    record = problem.record
    if isinstance(record, r.Member):
        base = context.model.types.get(record.base)
        if base is not None and is_void(base):
            _report(context, record.base)


def _branches(record: r.Record) -> tuple[r.Expression, r.Expression] | None:
    """Return the values of `?:`, which may both be void."""
    if not isinstance(record, r.Conditional):
        return None
    return record.chosen or record.condition, record.otherwise


def _report(context: RuleContext, record: r.Record) -> None:
    inner = unwrapped(record) if isinstance(record, r.Expression) else record
    what = "this expression has"
    if isinstance(inner, r.Call):
        callee = inner.callee
        what = f"'{callee.name}' returns" if isinstance(callee, r.Name) else "this call returns"
    context.report(
        record, f"{what} no value: its type is 'void'", fixes=_unassigned(context, record)
    )


def _unassigned(context: RuleContext, record: r.Record) -> list[ItemFix]:
    """Return the fix that removes the assignment from a statement and keeps the call."""
    above = context.parent(record)
    if not isinstance(above, r.Assignment) or above.right is not record:
        return []
    if above.operator.text != "=" or not isinstance(context.parent(above), r.ExpressionStatement):
        return []
    left = context.text(above.left)
    return [replacing(f"Remove '{left} ='", (above.start, above.right.start), "", safe=False)]
