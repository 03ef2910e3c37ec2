"""A vector gets too few or too many components.

## What it does
Reports vector literals, and lists in braces for a vector, whose components do not make up the
vector.

## Why
A literal has to give each component exactly once. The exception is a single scalar in parentheses,
which gives its value to all of them.

## Example
```cl
float4 f(void) { return (float4)(1.0f, 2.0f, 3.0f); }
```

## Use instead
```cl
float4 f(void) { return (float4)(1.0f, 2.0f, 3.0f, 4.0f); }
```

## Versions
All.

## Reference
OpenCL C specification, "Vector Literals".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import Ranged, RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.model import problems as p
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(p.VectorLiteralProblem)
def check_literal(context: RuleContext, problem: p.VectorLiteralProblem) -> None:
    """Count the components of a vector literal."""
    if problem.element is not None:
        return
    record = problem.record
    place: Ranged = record
    if isinstance(record, r.VectorLiteral) and problem.given > problem.wanted:
        place = _first_surplus(context, record, problem.wanted)
    _report(context, place, problem.type, problem.wanted, problem.given)


@RULE.on(p.InitializerProblem)
def check_list(context: RuleContext, problem: p.InitializerProblem) -> None:
    """Count the components in braces."""
    kind = problem.destination.type
    if problem.reason == "components" and isinstance(kind, t.VectorType):
        _report(context, problem.record, problem.destination, kind.width, problem.given)


def _report(
    context: RuleContext, place: Ranged, kind: t.Qualified, wanted: int, given: int
) -> None:
    few = "too few" if given < wanted else "too many"
    context.report(
        place, f"{few} components: {t.described(kind)} has {wanted}, and {given} are given"
    )


def _first_surplus(context: RuleContext, literal: r.VectorLiteral, wanted: int) -> r.Expression:
    """Return the element with which the vector becomes too long."""
    count = 0
    for element in literal.elements:
        kind = context.model.types.get(element)
        count += kind.type.width if kind and isinstance(kind.type, t.VectorType) else 1
        if count > wanted:
            return element
    return literal
