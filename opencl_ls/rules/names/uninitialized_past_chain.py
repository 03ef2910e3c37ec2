"""A variable has no value after a chain of `else if` without `else`, and is read there.

## What it does
Reports the last condition of a chain of `else if` if, when no condition holds, control certainly
reaches a read of a scalar, a vector or a pointer in private memory that has no value on this path.

## Why
Private memory is not initialised. Most such chains are meant to cover every case, which a compiler
cannot verify; for NaN often none of the conditions holds.

## Example
```cl CL3.0
float f(float r, float g, float most) {
    float hue;
    if (r == most) hue = 1.0f;
    else if (g == most) hue = 2.0f;
    return hue;
}
```

## Use instead
```cl CL3.0
float f(float r, float g, float most) {
    float hue;
    if (r == most) hue = 1.0f;
    else hue = 2.0f;
    return hue;
}
```

## Versions
All.

## Reference
OpenCL C specification, "Restrictions"; C11 6.7.9p10; clang's `-Wsometimes-uninitialized`.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.rules.names._uninitialized import report_edges
from opencl_ls.semantics.types.symbols import Variable
from opencl_ls.settings.profiles import STRICT
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", profile=STRICT, about=(Variable,), of_whole_text=True)


@RULE.on(r.Item)
def check(context: RuleContext, item: r.Item) -> None:
    """Look at the reads after chains."""
    report_edges(context, item, past_chains=True)
