"""A branch tells neighbouring work-items apart by the remainder of their id.

## What it does
Reports an `if` that compares the remainder of `get_local_id(0)` or `get_global_id(0)`, by a number
from 2 to 16, with a constant: `id % 2 == 0`, `id & 1`.

## Why
Work-items run in groups of 8 to 64 in lockstep. If some of them take a branch, the others wait. By
the remainder each such group has both kinds, so that it always spends the time of both ways. In
*Optimizing Parallel Reduction in CUDA* (Mark Harris, NVIDIA) a reduction takes 8.054 ms with a
condition on the remainder, and 3.456 ms where the first work-items do the work instead.

## Example
```cl
kernel void k(global float *v) {
    size_t i = get_global_id(0);
    if (i % 2 == 0) v[i] += v[i + 1];
}
```

## Use instead
```cl
kernel void k(global float *v) {
    size_t i = 2 * get_global_id(0);
    v[i] += v[i + 1];
}
```

## Versions
All.

## Reference
NVIDIA, *Optimizing Parallel Reduction in CUDA*; *CUDA C++ Best Practices Guide*, "Branching and
Divergence".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.lookup.alternatives import only_written
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.semantics.model import ItemModel
from opencl_ls.settings.profiles import PERFORMANCE
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.2", profile=PERFORMANCE)

_IDS = ("get_local_id", "get_global_id")
_MOST = 16
"""The largest divisor of which each group of work-items in lockstep has several remainders."""


@RULE.on(r.If)
def check(context: RuleContext, record: r.If) -> None:
    """Look for a remainder of an id."""
    model = context.model
    condition = unwrapped(record.condition)
    if isinstance(condition, r.Unary) and condition.operator == "!":
        condition = unwrapped(condition.operand)
    tested = condition
    if isinstance(condition, r.Binary) and condition.operator.text in ("==", "!="):
        value = fixed_values(model).integer(condition.right)
        tested = unwrapped(condition.left)
        if value is None or not 0 <= value < _divisor(model, tested):
            return
    divisor = _divisor(model, tested)
    if divisor and isinstance(tested, r.Binary) and _is_id(model, tested.left):
        context.report(
            record.condition,
            f"one of {divisor} neighbouring work-items takes another way than the rest: "
            "in lockstep all of them spend the time of both ways",
        )


def _divisor(model: ItemModel, tested: r.Expression) -> int:
    """Return the number by which a remainder is, 0 for anything else."""
    if not isinstance(tested, r.Binary) or tested.operator.text not in ("%", "&"):
        return 0
    value = fixed_values(model).integer(tested.right)
    if value is None:
        return 0
    divisor = value if tested.operator.text == "%" else value + 1
    is_mask = tested.operator.text == "%" or not value & divisor
    return divisor if is_mask and 2 <= divisor <= _MOST else 0


def _is_id(model: ItemModel, expression: r.Expression) -> bool:
    inner = only_written(model, expression)
    while isinstance(inner, r.Cast):
        inner = only_written(model, inner.operand)
    if not isinstance(inner, r.Call) or builtin_name(model, inner) not in _IDS:
        return False
    return len(inner.arguments) == 1 and fixed_values(model).integer(inner.arguments[0]) == 0
