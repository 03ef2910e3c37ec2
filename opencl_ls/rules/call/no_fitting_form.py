"""No overload of a function takes the arguments of a call.

## What it does
Reports a call of a function with `__attribute__((overloadable))` whose arguments fit none of the
overloads declared so far.

## Why
The types of the arguments determine the overload. Vectors, and pointers into different address
spaces, do not convert implicitly.

## Example
```cl
void __attribute__((overloadable)) store(local char *p);
void __attribute__((overloadable)) store(local float *p);
kernel void k(global int *p) { store(p); }
```

## Use instead
```cl
void __attribute__((overloadable)) store(local char *p);
void __attribute__((overloadable)) store(local float *p);
kernel void k(local float *p) { store(p); }
```

## Versions
All.

## Reference
clang's language extensions, "Function Overloading in C"; C11 6.5.2.2.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.model import problems as p

RULE = Rule(Severity.ERROR, since="0.1")

_SHOWN = 16
"""The largest number of overloads that a finding shows as related places."""


@RULE.on(p.NoMatchingOverload)
def check(context: RuleContext, problem: p.NoMatchingOverload) -> None:
    """Report the types of the arguments."""
    given = ", ".join(t.spelled(each) for each in problem.arguments)
    context.report(
        problem.record,
        f"no overload of '{problem.name}' takes ({given})",
        related=[
            (overload, "this overload is declared here") for overload in problem.overloads[:_SHOWN]
        ],
    )
