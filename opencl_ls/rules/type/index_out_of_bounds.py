"""An index is out of bounds.

## What it does
Reports a constant index beyond an array of constant size, and one that follows the counter of a
loop with constant bounds beyond the array. The address one past the last element is allowed; code
that a constant condition disables is not reported.

## Why
Such an access reads or overwrites other variables, in private and in local memory alike, or memory
outside of the kernel. No device has to detect it.

## Example
```cl CL1.2
kernel void k(global int *g) {
    int a[4];
    for (int i = 0; i <= 4; i++) a[i] = g[i];
    g[0] = a[0];
}
```

## Use instead
```cl CL1.2
kernel void k(global int *g) {
    int a[4];
    for (int i = 0; i < 4; i++) a[i] = g[i];
    g[0] = a[0];
}
```

## Versions
All.

## Reference
C11 6.5.6.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.array_bounds import overrun
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", about=(t.ArrayType,))


@RULE.on(r.Index)
def check(context: RuleContext, record: r.Index) -> None:
    """Compare the index with the size of the array."""
    found = overrun(context.model, record)
    if found is None:
        return
    elements = "1 element" if found.size == 1 else f"{found.size} elements"
    name = context.text(record.base)
    reaches = "is" if found.loop is None else "comes to"
    context.report(
        record.index,
        f"the index {reaches} {found.index}, but '{name}' has {elements}: 0 to {found.size - 1}",
        related=[(found.loop.condition or found.loop, "the loop runs to here")]
        if found.loop is not None
        else (),
    )
