"""A shift count is not below the number of bits of the operand.

## What it does
Reports constant shift counts that are negative or not below the number of bits of the shifted
operand, unless a constant condition decides whether the shift is reached.

## Why
OpenCL C takes the count modulo that number, so that `a << 32` is `a` for an `int`. In C it is
undefined, and it is rarely intended.

## Example
```cl
uint f(uint a) { return a << 33; }
```

## Use instead
```cl
uint f(uint a) { return a << 1; }
```

## Versions
All.

## Reference
OpenCL C specification, "Shift Operators".
"""

from collections.abc import Iterator

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.flow.reachability import is_configured
from opencl_ls.semantics.lookup.alternatives import only_written
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.semantics.types.conversions import arithmetic_type, promoted, value_of
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1")


@RULE.on(r.Binary, r.Assignment, about=("<<", ">>", "<<=", ">>="))
def check(context: RuleContext, record: r.Binary | r.Assignment) -> None:
    """Look at the counts of shifts."""
    operator = record.operator.text
    if operator not in ("<<", ">>", "<<=", ">>="):
        return
    shifted = value_of(context.model.types.get(record.left, t.UNKNOWN_QUALIFIED))
    bits = _bits(shifted.type)
    count = next((each for each in _counts(context, record.right) if not 0 <= each < bits), None)
    if not bits or count is None or is_configured(context.model, record):
        return
    context.report(
        record.right,
        f"the count is taken modulo the {bits} bits of {t.described(shifted)}: this shifts by "
        f"{count % bits}",
    )


def _counts(context: RuleContext, right: r.Expression) -> Iterator[int]:
    """Yield the known counts, including those of all components of a vector literal."""
    parts: tuple[r.Expression, ...] = (right,)
    if isinstance(context.model.types.get(right, t.UNKNOWN_QUALIFIED).type, t.VectorType):
        literal = only_written(context.model, right)
        if isinstance(literal, r.VectorLiteral):
            parts = literal.elements
        elif isinstance(literal, r.Cast):
            parts = (literal.operand,)
    values = fixed_values(context.model)
    for part in parts:
        count = values.integer(part)
        if count is not None:
            yield count


def _bits(kind: t.Type) -> int:
    """Return the number of bits of a shifted type, 0 for a type that cannot be shifted."""
    if isinstance(kind, t.VectorType):
        return 0 if kind.element.floating else kind.element.bits
    scalar = arithmetic_type(kind)
    return 0 if scalar is None or scalar.floating else promoted(scalar).bits
