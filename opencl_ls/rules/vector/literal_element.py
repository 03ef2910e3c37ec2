"""An element of a vector literal is of the wrong type.

## What it does
Reports elements of vector literals that are vectors with another component type, or no numbers at
all.

## Why
Scalars convert to the component type, but vectors do not: `(float4)(i.xy, 0, 1)` with an `int4 i`
needs `convert_float2(i.xy)`.

## Example
```cl
float4 f(int2 i) { return (float4)(i, 1.0f, 2.0f); }
```

## Use instead
```cl
float4 f(int2 i) { return (float4)(convert_float2(i), 1.0f, 2.0f); }
```

## Versions
All.

## Reference
OpenCL C specification, "Vector Literals".

## Fix safety
Unsafe: the fix guesses whether the values or the bits were meant.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, wrapping
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.model import problems as p
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(p.VectorLiteralProblem)
def check(context: RuleContext, problem: p.VectorLiteralProblem) -> None:
    """Report which type the element needs."""
    vector = problem.type.type
    if problem.element is None or not isinstance(vector, t.VectorType):
        return
    hint, fixes = f"its components are '{vector.element.name}'", []
    kind = problem.element.type
    if isinstance(kind, t.VectorType):
        name = f"{vector.element.name}{kind.width}"
        hint += f", and vectors are converted by functions only, here 'convert_{name}'"
        title = f"Convert with 'convert_{name}'"
        fixes.append(wrapping(title, problem.record, f"convert_{name}(", ")", safe=False))
    context.report(
        problem.record,
        f"{t.described(problem.element)} cannot be a part of {t.described(problem.type)}: {hint}",
        fixes=fixes,
        severity=Severity.WARNING if _is_taken(context, problem.record, vector, kind) else None,
    )


def _is_taken(context: RuleContext, element: r.Record, vector: t.VectorType, kind: t.Type) -> bool:
    """Tell whether clang accepts this: a single element is cast, an address to integers.

    Its result for structs has no meaning, and most other cases fail in code generation.
    """
    literal = context.parent(element)
    if not isinstance(literal, r.VectorLiteral) or len(literal.elements) > 1:
        return False
    if isinstance(kind, t.PointerType | t.BlockType):
        return not vector.element.floating
    return isinstance(kind, t.AggregateType | t.OpaqueType | t.ImageType | t.PipeType)
