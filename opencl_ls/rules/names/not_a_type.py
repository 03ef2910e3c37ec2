"""The name of something else is used as a type.

## What it does
Reports the names of variables, parameters, functions and enumerators that are used as types.

## Why
A compiler parses the following text as a declaration, or not at all. Often an operator is missing
between two names, or an inner variable hides a type.

## Example
```cl
kernel void k(global int *out) { int sum = 1; sum total = 2; out[0] = total; }
```

## Use instead
```cl
kernel void k(global int *out) { int sum = 1; int total = 2; out[0] = sum + total; }
```

## Versions
All.

## Reference
C11 6.7.2p2.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.types.symbols import EnumeratorConstant, Function, ParameterVariable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(p.NotAType)
def check(context: RuleContext, problem: p.NotAType) -> None:
    """Look at the names of other things among types."""
    symbol = problem.symbol
    *_, outer = context.model.ancestors(problem.record)[:3]
    if isinstance(outer, r.BlockLiteral):
        # The result of `^name(int x) { ... }`, which has a rule of its own.
        return
    what = "a variable"
    if isinstance(symbol, Function):
        what = "a function"
    elif isinstance(symbol, ParameterVariable):
        what = "a parameter"
    elif isinstance(symbol, EnumeratorConstant):
        what = "an enumerator"
    context.report(
        problem.record,
        f"'{problem.name}' is {what}: a type is expected here",
        related=[(symbol, f"'{problem.name}' is declared here")],
    )
