"""A function is defined without a prototype before it.

## What it does
Reports definitions of functions without an earlier declaration, except kernels, `static` and
`inline` functions.

## Why
A function that other sources call is declared in a header, which the defining source includes as
well, so that the two agree. A function that they do not call can be `static`. The rule is off until
a setting enables it, since most programs are one source.

## Example
```cl
int twice(int x) { return 2 * x; }
```

## Use instead
```cl
int twice(int x);
int twice(int x) { return 2 * x; }
```

## Versions
All.

## Reference
clang's `-Wmissing-prototypes`.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.macros.undefined_macros import may_be_kernel
from opencl_ls.semantics.types.symbols import Function
from opencl_ls.settings.profiles import EVERYTHING

RULE = Rule(Severity.HINT, since="0.1", profile=EVERYTHING)


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Look at functions with a body; another overload may be declared before."""
    if function.definition is None or function.storage & {"static", "inline"}:
        return
    if function.is_kernel or may_be_kernel(context.model, function):
        return
    before = context.model.uses.get(function.name)
    if before is None and function not in context.model.redeclared:
        context.report(function, f"'{function.name}' is defined without a prototype before it")
