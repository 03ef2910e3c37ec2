"""A variable has no value after one side of a branch, and is read there.

## What it does
Reports conditions and labels of a `switch` after which control certainly reaches a read of a
scalar, a vector or a pointer in private memory that has no value on this path. If several
conditions would have to agree, nothing is reported; nor in functions with inline assembly or
unknown names, where a constant condition decides, or where an `#if` leaves out lines between.
`names/uninitialized-past-chain` reports the path past the last `else if` of a chain.

## Why
Private memory is not initialised: on this path the value of the variable is undefined.

## Example
```cl
kernel void k(global int *o, int n) {
    int sign;
    if (n > 0) sign = 1;
    o[0] = sign;
}
```

## Use instead
```cl
kernel void k(global int *o, int n) {
    int sign = 0;
    if (n > 0) sign = 1;
    o[0] = sign;
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
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", about=(Variable,), of_whole_text=True)


@RULE.on(r.Item)
def check(context: RuleContext, item: r.Item) -> None:
    """Look at the reads that some paths reach without a value."""
    report_edges(context, item, past_chains=False)
