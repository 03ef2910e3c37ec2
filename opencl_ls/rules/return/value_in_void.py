"""A `void` function returns a value.

## What it does
Reports `return` with a value in functions and blocks whose result is `void`, kernels among them.

## Why
No caller receives the value. A kernel stores its results in memory.

## Example
```cl
kernel void k(global int *out) { return out[0]; }
```

## Use instead
```cl
kernel void k(global int *out) { out[0] = 1; return; }
```

## Versions
All.

## Reference
C11 6.8.6.4.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.lookup.jumps import enclosing_function
from opencl_ls.semantics.model import problems as p
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(p.ReturnProblem)
def check(context: RuleContext, problem: p.ReturnProblem) -> None:
    """Look at returned values that no caller receives."""
    record = problem.record
    if problem.reason != "value" or not isinstance(record, r.Return) or record.value is None:
        return
    function = enclosing_function(context.model, record)
    subject = "this block" if function is None else f"'{function.name}'"
    context.report(record.value, f"{subject} returns 'void': 'return' takes no value here")
