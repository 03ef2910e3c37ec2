r"""The format of `printf` is not known when the program is compiled.

## What it does
Reports formats that are a parameter, a variable that changes, an element or a member, or what a
function returns.

## Why
The format has to be known at compile time: a device has no C library that could read it, and many
drivers keep the formats of a program in a table that the host prints from.

## Example
```cl
kernel void k(constant char *format, int n) { printf(format, n); }
```

## Use instead
```cl
constant char format[] = "%d\n";
kernel void k(int n) { printf(format, n); }
```

## Versions
All.

## Reference
OpenCL C specification, "printf": the format is in the constant address space and can be
resolved at compile time; reference page printf.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.rules.strings import run_time_strings
from opencl_ls.semantics.calls import builtin_name
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(r.Call, about=("printf",))
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the first argument."""
    if builtin_name(context.model, call) != "printf" or not call.arguments:
        return
    for place in run_time_strings(context.model, call.arguments[0], look_through=True):
        context.report(
            place,
            "the format of printf has to be known when the program is compiled: write a string "
            "literal, or a constant array that holds one",
        )
