"""Something is named uniform.

## What it does
Reports declarations of the name `uniform`: variables, parameters, functions, members, typedefs,
enumerators, tags and labels.

## Why
The word is reserved. Few compilers report it today.

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

## Fix safety
Unsafe: the name is changed in this function only.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.reports.keywords import renaming
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.declarations.placement import parameter_variables
from opencl_ls.semantics.types.symbols import (
    EnumeratorConstant,
    Function,
    MemberVariable,
    ParameterVariable,
    Symbol,
    Tag,
    Typedef,
    Variable,
)
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")

_MESSAGE = "'uniform' is reserved by OpenCL C: choose another name"


@RULE.on(
    Variable,
    MemberVariable,
    Typedef,
    Function,
    ParameterVariable,
    EnumeratorConstant,
    Tag,
    about=("uniform",),
)
def check(context: RuleContext, symbol: Symbol) -> None:
    """Look at the names of symbols."""
    found = [symbol]
    if isinstance(symbol, Function | ParameterVariable):
        found = [*([symbol] if isinstance(symbol, Function) else []), *parameter_variables(symbol)]
    for each in found:
        if each.name == "uniform":
            context.report(each, _MESSAGE, fixes=renaming(context, each))


@RULE.on(r.Label)
def check_label(context: RuleContext, label: r.Label) -> None:
    """Look at the names of labels."""
    if label.name.text == "uniform":
        context.report(label.name, _MESSAGE)
