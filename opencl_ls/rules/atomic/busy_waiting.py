"""A loop waits for another work-item.

## What it does
Hints at loops without a body of their own whose condition reads, sets or exchanges an atomic
object: a lock that is taken by spinning, or a flag that another work-item has to set. A loop that
tries an exchange again with what it found meanwhile is none of these.

## Why
Nothing promises that other work-items go on meanwhile. Those of one sub-group often run in step, so
that the one which holds the lock never gets to release it, and the kernel hangs.

## Example
```cl CL2.0
kernel void k(global atomic_flag *lock, global int *sum, int n) {
    while (atomic_flag_test_and_set(lock)) { }
    *sum += n;
    atomic_flag_clear(lock);
}
```

## Use instead
```cl CL2.0
kernel void k(global atomic_int *sum, int n) { atomic_fetch_add(sum, n); }
```

## Versions
All.

## Reference
OpenCL specification, "Execution Model": work-items make no independent forward progress.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.findings import Severity
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics.blocks import unwrapped
from opencl_ls.semantics.calls import builtin_name
from opencl_ls.semantics.constness import fixed_values
from opencl_ls.semantics.fences import WITH_FLAGS
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.rules.context import RuleContext
    from opencl_ls.semantics.model import ItemModel

RULE = Rule(Severity.HINT, since="0.1")


@RULE.on(r.While, r.DoWhile, r.For)
def check(context: RuleContext, loop: r.While | r.DoWhile | r.For) -> None:
    """Look at loops that do nothing but ask."""
    if loop.condition is None or not _is_idle(context.model, loop.body):
        return
    if isinstance(loop, r.For) and loop.step is not None:
        return
    call = _asked(context.model, loop.condition)
    if call is not None:
        context.report(
            loop.condition,
            f"this loop waits with '{builtin_name(context.model, call)}' for another work-item, "
            "which may never get its turn: work-items make no progress of their own",
        )


def _is_idle(model: ItemModel, body: r.Statement) -> bool:
    """Tell whether a body has nothing in it but fences."""
    if isinstance(body, r.Compound):
        return all(_is_idle(model, each) for each in body.statements)
    if isinstance(body, r.ExpressionStatement):
        call = unwrapped(body.expression)
        return isinstance(call, r.Call) and builtin_name(model, call) in WITH_FLAGS
    return isinstance(body, r.EmptyStatement)


def _asked(model: ItemModel, condition: r.Expression) -> r.Call | None:
    """Return the call of an atomic function whose answer another work-item has to change."""
    inner = unwrapped(condition)
    if isinstance(inner, r.Binary):
        return _asked(model, inner.left) or _asked(model, inner.right)
    if isinstance(inner, r.Unary | r.Cast):
        return _asked(model, inner.operand)
    if not isinstance(inner, r.Call):
        return None
    name = builtin_name(model, inner).removesuffix("_explicit")
    reads = name in _CHANGING_NOTHING and fixed_values(model).integer(inner.arguments[-1]) == 0
    return inner if reads or name in _WAITING else None


_WAITING: Final = frozenset(
    (
        "atomic_flag_test_and_set",
        "atomic_load",
        "atomic_exchange",
        "atomic_cmpxchg",
        "atomic_xchg",
        "atom_cmpxchg",
        "atom_xchg",
    )
)
_CHANGING_NOTHING: Final = frozenset(
    ("atomic_add", "atomic_or", "atomic_xor", "atom_add", "atom_or")
)
"""Functions that do no more than read where their operand is 0."""
