r"""`%s` prints a pointer that is not a string literal.

## What it does
Reports pointers to `constant` characters that are given to `%s`: variables, parameters, elements,
members and results. Pointers to other memory are told by `printf/argument-type`.

## Why
`%s` takes a literal and nothing else: many drivers keep the strings of a program in a table that
the host prints from, and what a pointer points to is not in it. A variable that is initialised with
a literal is a pointer as well.

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
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.rules.strings import run_time_strings
from opencl_ls.semantics.alternatives import alternatives
from opencl_ls.semantics.builtin_calls import formats
from opencl_ls.semantics.calls import builtin_name
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(r.Call, about=("printf",))
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the arguments that a format prints with `%s`."""
    if builtin_name(context.model, call) != "printf" or not call.arguments:
        return
    printed: dict[r.Expression, str] = {}
    for _, meant in alternatives(context.model, call.arguments[0]):
        text = formats.characters(meant.texts) if isinstance(meant, r.StringLiteral) else None
        for one, index in formats.placed(text or ""):
            if one.conversion == "s" and not one.number and index < len(call.arguments):
                printed.setdefault(call.arguments[index], one.text)
    for argument, conversion in printed.items():
        for place in run_time_strings(context.model, argument, look_through=False):
            context.report(
                place,
                f"'{conversion}' takes a string literal, and this is a pointer: what it points to "
                "may not be printed",
            )
