"""An operator is applied to an atomic object.

## What it does
Reports assignments, comparisons, increments and other operators on objects of atomic types. A read
of such an object without an operator, as an argument or a condition, is a warning, since compilers
accept it.

## Why
Operators do not specify the order and the scope in which other work-items see the change. The
atomic functions do: `atomic_store`, `atomic_load`, `atomic_fetch_add` and so on.

## Example
```cl
kernel void k(global atomic_int *sum) { *sum += 1; }
```

## Use instead
```cl
kernel void k(global atomic_int *sum) { atomic_fetch_add(sum, 1); }
```

## Versions
2.0 and later.

## Reference
OpenCL C specification, "Atomic Functions", restrictions.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import SINCE_20, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.types.symbols import Function
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", versions=SINCE_20, about=(t.AtomicType,))


_READING = (
    *(r.Return, r.InitializerEntry, r.Conditional),
    *(r.If, r.While, r.DoWhile, r.Switch),
)
_FUNCTIONS = {
    "+=": "atomic_fetch_add",
    "-=": "atomic_fetch_sub",
    "|=": "atomic_fetch_or",
    "&=": "atomic_fetch_and",
    "^=": "atomic_fetch_xor",
    "++": "atomic_fetch_add",
    "--": "atomic_fetch_sub",
}


@RULE.on(p.NotAssignable)
def check_assignment(context: RuleContext, problem: p.NotAssignable) -> None:
    """Look at assignments."""
    record = problem.record
    if problem.reason != "atomic" or not isinstance(record, r.Assignment):
        return
    left = context.model.types.get(record.left)
    is_store = left is not None and isinstance(left.type, t.AtomicType)
    operator = record.operator.text
    function = _FUNCTIONS.get(operator, "atomic_store") if is_store else "atomic_load"
    _report(context, record, operator, problem.type, function)


@RULE.on(p.InvalidOperands)
def check_operands(context: RuleContext, problem: p.InvalidOperands) -> None:
    """Look at the operands of binary operators."""
    for kind in (problem.left, problem.right):
        if isinstance(kind.type, t.AtomicType):
            _report(context, problem.record, problem.operator, kind, "atomic_load")
            return


@RULE.on(p.InvalidOperand)
def check_operand(context: RuleContext, problem: p.InvalidOperand) -> None:
    """Look at the operands of unary operators."""
    if isinstance(problem.operand.type, t.AtomicType) and problem.operator not in ("&", "*"):
        function = _FUNCTIONS.get(problem.operator, "atomic_load")
        _report(context, problem.record, problem.operator, problem.operand, function)


@RULE.on(r.Unary, about=("*",))
@RULE.on(r.Index, r.Member, r.Name)
def check_read(context: RuleContext, record: r.Expression) -> None:
    """Look at atomic objects whose value is read without an operator."""
    kind = context.model.types.get(record, t.UNKNOWN_QUALIFIED)
    if not isinstance(kind.type, t.AtomicType) or not _is_read(context, record):
        return
    is_flag = kind.type == t.ATOMIC_FLAG.type
    function = "atomic_flag_test_and_set" if is_flag else "atomic_load"
    context.report(
        record,
        f"{t.described(kind)} is atomic, and is read like a plain object: use '{function}'",
        severity=Severity.WARNING,
    )


def _is_read(context: RuleContext, record: r.Expression) -> bool:
    model = context.model
    inner: r.Record = record
    above = context.parent(record)
    while isinstance(above, r.Parenthesized):
        inner, above = above, context.parent(above)
    if isinstance(above, r.Call):
        known = isinstance(model.references.get(above.callee), Function)
        resolution = model.resolutions.get(above)
        known = known or (resolution is not None and resolution.problem is None)
        return known and inner in above.arguments
    if isinstance(above, r.Cast):
        return isinstance(model.types.get(above, t.UNKNOWN_QUALIFIED).type, t.ScalarType)
    if isinstance(above, r.InitDeclarator):
        declared = model.declared.get(above)
        return declared is not None and isinstance(declared.type.type, t.ScalarType)
    if isinstance(above, r.For):
        return inner is above.condition
    if isinstance(above, r.Index):
        return inner is above.index
    return isinstance(above, _READING)


def _report(
    context: RuleContext, record: r.Record, operator: str, kind: t.Qualified, function: str
) -> None:
    if kind.type == t.ATOMIC_FLAG.type:
        function = "atomic_flag_test_and_set' or 'atomic_flag_clear"
    context.report(
        record, f"'{operator}' does not take {t.described(kind)}, which is atomic: use '{function}'"
    )
