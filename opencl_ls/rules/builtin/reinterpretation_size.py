"""A value is reinterpreted as a type of another size.

## What it does
Reports `as_type` functions whose argument has another size than the result.

## Why
The bits stay as they are, so their number has to be the same. A vector of 3 has the size of one of
4.

## Example
```cl
void f(float4 v) { double4 d = as_double4(v); }
```

## Use instead
```cl
void f(float4 v) { double2 d = as_double2(v); }
```

## Versions
All.

## Reference
OpenCL C specification, "Reinterpreting Types Using as_type() and as_typen()".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.model import problems as p

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(p.BuiltinCallProblem)
def check(context: RuleContext, found: p.BuiltinCallProblem) -> None:
    """Report the problem in the words of the overload resolution."""
    problem = found.problem
    if problem.kind != "size":
        return
    context.report(found.record, problem.text, call=found.record)
