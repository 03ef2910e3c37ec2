"""Several overloads of a function take the arguments of a call equally well.

## What it does
Reports a call of a function with `__attribute__((overloadable))` whose arguments have to be
converted for every overload, where none of the conversions is better than the others.

## Why
An overload is chosen if its parameters have the types of the arguments, or if the arguments only
have to be promoted: `char` to `int`, `float` to `double`. All other conversions rank equally, so
compilers cannot choose an overload.

## Example
```cl
float __attribute__((overloadable)) half_of(int x) { return x / 2; }
float __attribute__((overloadable)) half_of(float x) { return x / 2; }
float f(uint n) { return half_of(n); }
```

## Use instead
```cl
float __attribute__((overloadable)) half_of(int x) { return x / 2; }
float __attribute__((overloadable)) half_of(float x) { return x / 2; }
float f(uint n) { return half_of((float)n); }
```

## Versions
All.

## Reference
clang's language extensions, "Function Overloading in C".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.model import problems as p
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")

_SHOWN = 16
"""The largest number of overloads that a finding shows as related places."""


@RULE.on(p.AmbiguousOverloads)
def check(context: RuleContext, problem: p.AmbiguousOverloads) -> None:
    """Report the types of the arguments, and the overloads that fit."""
    given = ", ".join(t.spelled(each) for each in problem.arguments)
    overloads: list[str] = []
    for overload in problem.overloads:
        kind = overload.type.type
        if isinstance(kind, t.FunctionType):
            overloads.append(f"({', '.join(t.spelled(each) for each in kind.parameters)})")
    shown = ", ".join(overloads[:3]) + (", ..." if len(overloads) > 3 else "")
    call = problem.record
    place = call.callee if isinstance(call, r.Call) else call
    context.report(
        place,
        f"({given}) fits several overloads of '{problem.name}' equally well, {shown}: "
        "cast to the types of the overload that is meant",
        related=[
            (overload, "this overload is declared here") for overload in problem.overloads[:_SHOWN]
        ],
    )
