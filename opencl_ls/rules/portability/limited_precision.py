"""A function of limited or unknown precision is called.

## What it does
Hints at the `native_` and `half_` functions.

## Why
The accuracy of a `native_` function, and the range of its arguments, are implementation-defined; a
`half_` function may have an error of 8192 ulp. The same kernel gives other results on other
devices.

## Example
```cl
void f(float x, private float *o) { *o = native_sin(x); }
```

## Use instead
```cl
void f(float x, private float *o) { *o = sin(x); }
```

## Versions
All.

## Reference
OpenCL C specification, "Math Functions", "Relative Error as ULPs".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.settings.profiles import PORTABLE
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.2", profile=PORTABLE)


@RULE.on(r.Call, about=("native_", "half_"))
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the name of the function."""
    name = builtin_name(context.model, call)
    if name.startswith("native_"):
        context.report(call.callee, f"how exact '{name}' is depends on the device")
    elif name.startswith("half_"):
        context.report(call.callee, f"'{name}' has the precision of 10 bits at least, and no more")
