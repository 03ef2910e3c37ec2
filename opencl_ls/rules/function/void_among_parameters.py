"""A parameter list has void beside other parameters or qualifiers.

## What it does
Reports `void` in a list of several parameters, and where it has qualifiers.

## Why
Alone it means that there are no parameters; beside others, or as `const void`, it has no meaning.

## Example
```cl
void f(void, int a);
```

## Use instead
```cl
void f(int a);
```

## Versions
All.

## Reference
C11 6.7.6.3p10.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.placement import parameter_variables
from opencl_ls.semantics.types.symbols import Function

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Look for void in lists of parameters; a single one is reported if it has qualifiers."""
    parameters = parameter_variables(function)
    for parameter in parameters:
        if parameter.name or parameter.written.type is not t.VOID:
            continue
        if len(parameters) > 1:
            context.report(parameter.parameter, "'void' means an empty list only by itself")
        else:
            context.report(
                parameter.parameter, "'void' means an empty list, and takes no qualifiers"
            )
