"""A mask of a vector selection has components whose highest bit is not set.

## What it does
Reports masks of `select` and of `?:` that are vector literals with a positive constant or a scalar
comparison as a component, and comparisons of vectors of which `& 1`, `-` or `abs` leaves only the
lowest bit.

## Why
With vectors, the highest bit of each component of the mask decides, so a true component is -1. A 1,
the result of a true scalar comparison, selects the false side.

## Example
```cl
float4 f(float4 a, float4 b, float x) { return select(a, b, (int4)(x > 0)); }
```

## Use instead
```cl
float4 f(float4 a, float4 b, float x) { return select(a, b, (int4)(x > 0 ? -1 : 0)); }
```

## Versions
All.

## Reference
OpenCL C specification, "Relational Functions", "Ternary Selection Operator".
"""

from collections.abc import Iterator

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.alternatives import only_written
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.boolean_results import is_boolean, is_vector_boolean
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", about=(t.VectorType,))


@RULE.on(r.Call, about=("select",))
def check_select(context: RuleContext, call: r.Call) -> None:
    """Look at the mask of `select`."""
    if builtin_name(context.model, call) == "select" and len(call.arguments) == 3:
        _check(context, call.arguments[2], "select")


@RULE.on(r.Conditional)
def check_conditional(context: RuleContext, record: r.Conditional) -> None:
    """Look at the condition of `?:`."""
    _check(context, record.condition, "?:")


def _check(context: RuleContext, mask: r.Expression, what: str) -> None:
    kind = context.model.types.get(mask, t.UNKNOWN_QUALIFIED).type
    if not isinstance(kind, t.VectorType) or kind.element.floating:
        return
    written = only_written(context.model, mask)
    if _is_low(context, written) or any(
        _is_positive(context, each, kind.element) for each in _components(context, written)
    ):
        context.report(
            mask,
            f"'{what}' looks at the highest bit of each component, which is not set here: a true "
            "component is -1",
        )


def _components(context: RuleContext, mask: r.Expression) -> Iterator[r.Expression]:
    """Yield the components of a vector literal, including those of its parts."""
    literal = unwrapped(mask)
    parts: tuple[r.Expression, ...] = ()
    if isinstance(literal, r.VectorLiteral):
        parts = literal.elements
    elif isinstance(literal, r.Cast):
        parts = (literal.operand,)
    elif isinstance(literal, r.InitializerList):
        parts = tuple(each.value for each in literal.entries)
    for part in parts:
        kind = context.model.types.get(part, t.UNKNOWN_QUALIFIED).type
        if isinstance(kind, t.VectorType):
            yield from _components(context, part)
        else:
            yield part


def _is_low(context: RuleContext, mask: r.Expression) -> bool:
    """Tell whether a mask is a comparison of vectors reduced to its lowest bit."""
    model = context.model
    if isinstance(mask, r.Call) and builtin_name(model, mask) == "abs" and mask.arguments:
        return is_vector_boolean(model, mask.arguments[0])
    if isinstance(mask, r.Unary) and mask.operator == "-":
        return is_vector_boolean(model, mask.operand)
    if isinstance(mask, r.Binary) and mask.operator.text == "&":
        values = fixed_values(model)
        return any(
            is_vector_boolean(model, side) and values.integer(other) == 1
            for side, other in ((mask.left, mask.right), (mask.right, mask.left))
        )
    return False


def _is_positive(context: RuleContext, component: r.Expression, element: t.ScalarType) -> bool:
    """Tell whether a scalar is a comparison, or a constant other than 0 without the highest bit."""
    kind = context.model.types.get(component, t.UNKNOWN_QUALIFIED).type
    if not isinstance(kind, t.ScalarType) or kind.floating or kind.name == "bool":
        return False  # A bool becomes a component of -1.
    value = fixed_values(context.model).integer(component)
    if value is not None:
        return 0 < value & ((1 << element.bits) - 1) < 1 << (element.bits - 1)
    return is_boolean(context.model, component)
