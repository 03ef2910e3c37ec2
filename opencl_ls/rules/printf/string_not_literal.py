r"""`%s` prints a pointer that is not a string literal.

## What it does
Reports pointers to `constant` characters that are printed with `%s`: variables, parameters of
kernels, elements, members and results. `printf/argument-type` reports pointers to other memory, and
`printf/string-parameter` reports parameters of other functions, which are usually literals.

## Why
`%s` takes only a literal: many drivers keep the strings of a program in a table that the host
prints from, and the text of other pointers is not in it. A variable that is initialised with a
literal is a pointer as well.

## Example
```cl
kernel void k(int n) {
    constant char *word = n ? "yes" : "no";
    printf("%s\n", word);
}
```

## Use instead
```cl
kernel void k(int n) { printf("%s\n", n ? "yes" : "no"); }
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
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(r.Call, about=("printf",))
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the arguments that a format prints with `%s`."""
    for place, conversion in printed_pointers(context.model, call):
        if not is_handed_down(context.model, place):
            context.report(
                place,
                f"'{conversion}' takes a string literal, and this is a pointer: what it points to "
                "may not be printed",
            )
