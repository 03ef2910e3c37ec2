"""Something is named uniform.

## What it does
Reports variables, parameters, functions, members and typedefs with the name `uniform`.

## Why
The word is reserved. Few compilers say so today.

## Example
```cl
void f(int uniform) {}
```

## Use instead
```cl
void f(int is_uniform) {}
```

## Versions
All.

## Reference
OpenCL C specification, "Keywords".
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics.placement import parameter_variables
from opencl_ls.semantics.symbols import (
    Function,
    MemberVariable,
    ParameterVariable,
    Symbol,
    Typedef,
    Variable,
)

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(Variable, MemberVariable, Typedef, Function, ParameterVariable, about=("uniform",))
def check(context: RuleContext, symbol: Symbol) -> None:
    """Look at the names of symbols."""
    found = [symbol]
    if isinstance(symbol, Function | ParameterVariable):
        found = [*([symbol] if isinstance(symbol, Function) else []), *parameter_variables(symbol)]
    for each in found:
        if each.name == "uniform":
            context.report(each, "'uniform' is reserved by OpenCL C: choose another name")
