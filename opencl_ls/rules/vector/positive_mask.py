"""A mask of a vector selection has components whose highest bit is not set.

## What it does
Notes masks of `select` and of `?:` that are vectors written out with a positive constant or with a
scalar comparison as a component.

## Why
With vectors, the highest bit of each component of the mask decides, so that a true component is
-1. A 1, which is what a true scalar comparison yields, chooses the false side.

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

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.blocks import unwrapped
from opencl_ls.semantics.calls import builtin_name
from opencl_ls.semantics.constness import constants_of
from opencl_ls.semantics.truth import is_truth
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
    if any(_is_positive(context, each, kind.element) for each in _components(mask)):
        context.report(
            mask,
            f"'{what}' looks at the highest bit of each component, which is not set here: a true "
            "component is -1",
        )


def _components(mask: r.Expression) -> tuple[r.Expression, ...]:
    """Return the components of a vector that is written out."""
    literal = unwrapped(mask)
    if isinstance(literal, r.VectorLiteral):
        return literal.elements
    return (literal.operand,) if isinstance(literal, r.Cast) else ()


def _is_positive(context: RuleContext, component: r.Expression, element: t.ScalarType) -> bool:
    """Tell whether a scalar is a comparison, or a constant other than 0 without the highest bit."""
    kind = context.model.types.get(component, t.UNKNOWN_QUALIFIED).type
    if not isinstance(kind, t.ScalarType) or kind.floating:
        return False
    value = constants_of(context.model).integer(component)
    if value is not None:
        return 0 < value & ((1 << element.bits) - 1) < 1 << (element.bits - 1)
    return is_truth(context.model, component)
