"""A kernel with local variables is called from another function.

## What it does
Reports calls of kernels that declare variables in local memory.

## Why
Calling a kernel is an ordinary call, but the implementation decides about its local variables: some
reject the program, others give each call memory of its own.

## Example
```cl CL1.2
kernel void sum(global int *p) { local int total; total = p[0]; p[1] = total; }
kernel void both(global int *p) { sum(p); }
```

## Use instead
```cl CL1.2
kernel void sum(global int *p, local int *total) { *total = p[0]; p[1] = *total; }
kernel void both(global int *p, local int *total) { sum(p, total); }
```

## Versions
All.

## Reference
OpenCL C specification, "Function Qualifiers".
"""

from typing import TYPE_CHECKING

from opencl_ls.findings import Severity
from opencl_ls.linter.context import UnitContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.lookup.callees import user_function
from opencl_ls.semantics.names import facts

if TYPE_CHECKING:
    from opencl_ls.semantics.types.symbols import Variable

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on_unit_reading(facts.called)
def check(context: UnitContext) -> None:
    """Collect the kernels with local variables, then look at the calls."""
    kernels: dict[str, Variable] = {}
    for _, model in context.program.having(facts.kernels_with_local_variables):
        for name, variable in facts.kernels_with_local_variables(model).items():
            kernels.setdefault(name, variable)
    if not kernels:
        return
    for index, model in enumerate(context.models):
        if facts.callees(model).isdisjoint(kernels):
            continue
        for site in model.calls:
            found = kernels.get(site.callee)
            called = None if found is None else user_function(model, site.call)
            if found is None or called is None or not called.is_kernel:
                continue
            context.report(
                index,
                site.call,
                f"kernel '{site.callee}' has the local variable '{found.name}': whether "
                "another function may call it then is left to the implementation",
                related=[(found, f"'{found.name}' is declared here")],
            )
