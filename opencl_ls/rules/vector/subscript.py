"""A component of a vector is selected by an index.

## What it does
Reports `v[i]` on vectors whose components have names: not on those of the attribute `vector_size`,
nor with an index above 15, which only `ext_vector_type` has and no name selects.

## Why
Components are selected by name; the specification does not describe an index, and not every
compiler accepts it. With an index that is not constant the vector has to be stored in memory.

## Example
```cl
float f(float4 v) { return v[1]; }
```

## Use instead
```cl
float f(float4 v) { return v.s1; }
```

## Versions
All.

## Reference
OpenCL C specification, "Vector Components".

## Fix safety
Safe: the name selects the same component.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants import integer_value
from opencl_ls.settings.profiles import PORTABLE
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", profile=PORTABLE, about=(t.VectorType,))

_NAMED = 16


@RULE.on(r.Index)
def check(context: RuleContext, record: r.Index) -> None:
    """Look at the operand of an index."""
    base = context.model.types.get(record.base)
    if base is None or not isinstance(base.type, t.VectorType):
        return
    fixes = []
    hint = "components are selected by name"
    index = record.index
    value = integer_value(index.text) if isinstance(index, r.IntegerLiteral) else None
    if base.type.width > _NAMED and (value is None or value >= _NAMED):
        return
    if _may_lack_names(context, record.base):
        return
    if value is not None and 0 <= value < base.type.width:
        name = f".s{value:x}"
        hint = f"write '{name}'"
        fixes = [replacing(f"Change to '{name}'", (record.base.end, record.end), name, safe=True)]
    context.report(
        (record.base.end, record.end),
        f"an index on a vector is not described by the specification: {hint}",
        fixes=fixes,
    )


def _may_lack_names(context: RuleContext, base: r.Expression) -> bool:
    """Tell whether a vector, or one that it is selected from, has no component names."""
    kind = context.model.types.get(base)
    if kind is not None and kind.unnamed_components:
        return True
    if kind is None or base in context.model.lvalues or isinstance(base, r.Call | r.Cast):
        return False
    below = (each for each in r.children(base) if isinstance(each, r.Expression))
    return any(_may_lack_names(context, each) for each in below)
