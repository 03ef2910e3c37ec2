"""The name of a type is used as a value.

## What it does
Reports the names of types, built in or from a `typedef`, that are used as values or called.

## Why
A type has no value. In other languages a vector is made by calling its type, `float4(1.0f)`; in
OpenCL C the type is in parentheses, `(float4)(1.0f)`.

## Example
```cl
kernel void k(global float4 *out) { out[0] = float4(0.0f, 0.0f, 0.0f, 1.0f); }
```

## Use instead
```cl
kernel void k(global float4 *out) { out[0] = (float4)(0.0f, 0.0f, 0.0f, 1.0f); }
```

## Versions
All.

## Reference
OpenCL C specification, "Vector Literals"; C11 6.5.1.

## Fix safety
Safe: a call of a type can only mean a vector or a conversion.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.model import problems as p
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(p.TypeAsValue)
def check(context: RuleContext, problem: p.TypeAsValue) -> None:
    """Look at the names of types among values."""
    name, record = problem.name, problem.record
    above = context.parent(record)
    message, fixes = f"'{name}' is a type: a value is expected here", []
    if isinstance(above, r.TypeQuery):
        message = f"'{name}' is a type: '{above.keyword}' wants it in parentheses"
        fixes = [replacing(f"Write ({name})", record, f"({name})", safe=True)]
    elif isinstance(above, r.Call) and above.callee is record:
        message = f"'{name}' is a type and cannot be called"
        if isinstance(problem.type.type, t.ScalarType | t.VectorType):
            message += f": write ({name})(...)"
            fixes = [replacing(f"Write ({name})", record, f"({name})", safe=True)]
    severity = None
    if isinstance(above, r.ExpressionStatement):
        message = f"'{name}' is a type: this declares nothing"
        severity = Severity.WARNING
    symbol = problem.symbol
    related = [] if symbol is None else [(symbol, f"'{name}' is declared here")]
    context.report(record, message, severity=severity, related=related, fixes=fixes)
