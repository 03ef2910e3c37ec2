"""`sizeof` is applied to `void`, or to the type of a function.

## What it does
Reports `sizeof` of `void`, of calls without a value, and, as a warning, of types of functions.

## Why
They are no object types, so they have no size. Compilers for C give both the size 1; for OpenCL C
they reject `void`, and accept the type of a function.

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
OpenCL C specification, "The Sizeof Operator"; C11 6.5.3.4.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.operands import measured
from opencl_ls.semantics.model.wording import is_void
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(r.TypeQuery)
def check(context: RuleContext, query: r.TypeQuery) -> None:
    """Look at the operand of `sizeof`."""
    kind = measured(context.model, query)
    if kind is None:
        return
    if is_void(kind):
        context.report(query.operand, "'void' has no size")
    elif isinstance(kind.type, t.FunctionType) and isinstance(query.operand, r.TypeName):
        if kind.space:
            return  # A function in an address space is an error of its own.
        text = f"{t.described(kind)} is the type of a function, which has no size"
        context.report(query.operand, text, severity=Severity.WARNING)
