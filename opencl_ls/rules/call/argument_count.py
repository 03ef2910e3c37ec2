"""A function or block is called with the wrong number of arguments.

## What it does
Reports calls of functions and blocks with fewer or more arguments than they have parameters.

## Why
Every parameter needs an argument, and no parameter takes a surplus one. An empty list of parameters
means that there are none.

## Example
```cl
int add(int a, int b) { return a + b; }
kernel void k(global int *out) { out[0] = add(1); }
```

## Use instead
```cl
int add(int a, int b) { return a + b; }
kernel void k(global int *out) { out[0] = add(1, 2); }
```

## Versions
All.

## Reference
C11 6.5.2.2; OpenCL C specification, "Restrictions"; reference page Blocks.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import Ranged, RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.model.wording import counted
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(p.ArgumentCount)
def check(context: RuleContext, problem: p.ArgumentCount) -> None:
    """Report how many arguments the callee takes."""
    call = problem.record
    if not isinstance(call, r.Call):
        return
    place: Ranged = (call.close, call.close + 1)
    if problem.given > problem.wanted:
        place = call.arguments[problem.wanted]
    wanted = "no arguments" if not problem.wanted else counted(problem.wanted, "argument")
    function = problem.function
    name = problem.name if function is None and " " in problem.name else f"'{problem.name}'"
    few = "too few" if problem.given < problem.wanted else "too many"
    related = [] if function is None else [(function, f"'{function.name}' is declared here")]
    context.report(
        place, f"{few} arguments: {name} takes {wanted}, not {problem.given}", related=related
    )
