"""`vec_step` is applied to something that is neither a scalar nor a vector.

## What it does
Reports `vec_step` with a struct, a pointer, an array or an opaque type.

## Why
It gives the number of elements of a scalar or vector type; no other types have elements in this
sense.

## Example
```cl
struct pair { int a, b; };
int f(struct pair p) { return vec_step(p); }
```

## Use instead
```cl
struct pair { int a, b; };
int f(struct pair p) { return vec_step(p.a); }
```

## Versions
All.

## Reference
OpenCL C specification, "Miscellaneous Vector Functions".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(r.TypeQuery)
def check(context: RuleContext, query: r.TypeQuery) -> None:
    """Look at the operand of `vec_step`."""
    if query.keyword.strip("_") != "vec_step":
        return
    operand = query.operand
    if isinstance(operand, r.TypeName):
        kind = context.type_of(operand)
    else:
        kind = context.model.types.get(operand)
    if kind is None or isinstance(kind.type, t.UnknownType | t.ScalarType | t.VectorType):
        return
    if isinstance(kind.type, t.EnumeratedType | t.VoidType):
        return
    context.report(
        operand,
        f"'vec_step' counts the elements of a scalar or a vector: this is {t.described(kind)}",
    )
