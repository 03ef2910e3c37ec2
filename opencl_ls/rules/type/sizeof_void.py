"""`sizeof` of `void`.

## What it does
Reports `sizeof` of `void`, and of calls that give no value.

## Why
`void` is no type of objects, so it has no size. Compilers for C count it as 1; for OpenCL C they
refuse it.

## Example
```cl
void f(private ulong *o) { *o = sizeof(void); }
```

## Use instead
```cl
void f(private ulong *o) { *o = sizeof(void *); }
```

## Versions
All.

## Reference
C11 6.5.3.4.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics.operands import measured
from opencl_ls.semantics.wording import is_void
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(r.TypeQuery)
def check(context: RuleContext, query: r.TypeQuery) -> None:
    """Look at what `sizeof` is applied to."""
    kind = measured(context.model, query)
    if kind is not None and is_void(kind):
        context.report(query.operand, "'void' has no size")
