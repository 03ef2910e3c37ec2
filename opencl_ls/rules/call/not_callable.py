"""Something that is no function is called.

## What it does
Reports calls of values that are neither functions nor blocks.

## Why
Only a function or a block can be called. Often an operator is missing before the parenthesis.

## Example
```cl
kernel void k(global int *out, int n) { out[0] = n(1 + 2); }
```

## Use instead
```cl
kernel void k(global int *out, int n) { out[0] = n * (1 + 2); }
```

## Versions
All.

## Reference
C11 6.5.2.2.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.model import problems as p
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(p.NotCallable)
def check(context: RuleContext, problem: p.NotCallable) -> None:
    """Report the callee."""
    call = problem.record
    place = call.callee if isinstance(call, r.Call) else call
    context.report(
        place, f"{t.described(problem.type)} is called, but it is neither a function nor a block"
    )
