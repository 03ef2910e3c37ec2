r"""The format of `printf` is not known at compile time.

## What it does
Reports formats that are a parameter, a variable that changes, an element or a member, the result of
a function, or the result of `?:`; hints at `?:` with literals.

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
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.rules.printf._strings import run_time_strings
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.syntax import records as r

_KNOWN = "the format of printf has to be known when the program is compiled"

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(r.Call, about=("printf",))
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the first argument."""
    if builtin_name(context.model, call) != "printf" or not call.arguments:
        return
    places = list(run_time_strings(context.model, call.arguments[0], look_through=True))
    for place in places:
        context.report(place, f"{_KNOWN}: write a string literal, or a constant array with one")
    chosen = unwrapped(call.arguments[0])
    if not places and isinstance(chosen, r.Conditional):
        if fixed_values(context.model).integer(chosen.condition) is None:
            # Many compilers accept literals nevertheless.
            literal = isinstance(unwrapped(chosen.otherwise), r.StringLiteral)
            severity = Severity.HINT if literal else None
            message = f"{_KNOWN}, and this one is chosen at run time: choose among calls"
            context.report(chosen, message, severity=severity)
