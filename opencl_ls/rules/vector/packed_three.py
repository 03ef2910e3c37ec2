"""Scalars are read as vectors of 3, which have the size of 4.

## What it does
Reports casts of a pointer to scalars to a pointer to vectors with 3 components of the same type.

## Why
A vector of 3 is as large and as aligned as one of 4. The second one starts at the fifth scalar, so
that data with three numbers for each point is read wrongly. Use `vload3` and `vstore3` for such
data.

## Example
```cl
float f(global float *p) { return ((global float3 *)p)[1].x; }
```

## Use instead
```cl
float f(global float *p) { return vload3(1, p).x; }
```

## Versions
1.1 and later.

## Reference
OpenCL C specification, "Alignment of Types", "Vector Data Load and Store Functions".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import SINCE_11, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types.conversions import value_of
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", versions=SINCE_11)


@RULE.on(r.Cast)
def check(context: RuleContext, cast: r.Cast) -> None:
    """Look at the target type of a pointer cast."""
    wanted = context.type_of(cast.type)
    given = value_of(context.model.types.get(cast.operand, t.UNKNOWN_QUALIFIED))
    if wanted is None or not isinstance(wanted.type, t.PointerType):
        return
    if not isinstance(given.type, t.PointerType):
        return
    vector, scalar = wanted.type.pointee.type, given.type.pointee.type
    if isinstance(vector, t.VectorType) and vector.width == 3 and vector.element is scalar:
        context.report(
            cast.type,
            f"{t.described(t.Qualified(vector))} has the size of 4 components: use 'vload3' and "
            "'vstore3' for data with 3",
        )
