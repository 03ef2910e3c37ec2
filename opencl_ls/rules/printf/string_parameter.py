r"""`%s` prints a parameter of a function.

## What it does
Reports parameters of functions, but not of kernels, that point to `constant` characters and are
printed with `%s`.

## Why
`%s` takes only a literal. If each caller passes a literal, most compilers inline the function and
find it; drivers that keep the strings of a program in a table for the host may print something
else, or nothing.

## Example
```cl
void tell(constant char *what) { printf("%s\n", what); }
```

## Use instead
```cl
#define tell(what) printf("%s\n", what)
kernel void k(void) { tell("begun"); }
```

## Versions
All.

## Reference
OpenCL C specification, "printf"; reference page printf.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.rules.printf._strings import is_handed_down, printed_pointers
from opencl_ls.settings.profiles import PORTABLE
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", profile=PORTABLE)


@RULE.on(r.Call, about=("printf",))
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the arguments that a format prints with `%s`."""
    for place, conversion in printed_pointers(context.model, call):
        if is_handed_down(context.model, place):
            context.report(
                place,
                f"'{conversion}' takes a string literal, and this is a parameter: what it points "
                "to may not be printed",
            )
