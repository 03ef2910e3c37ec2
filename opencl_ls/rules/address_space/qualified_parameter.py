"""A parameter itself is placed in an address space.

## What it does
Reports `local`, `global`, `constant` or `generic` on a parameter itself, rather than on what it
points to.

## Why
Arguments are passed by value: every parameter is a private object of the function. An object in
another address space is reached through a pointer.

## Example
```cl
void f(local int x) {}
```

## Use instead
```cl
void f(local int *x) {}
```

## Versions
All.

## Reference
OpenCL C specification, "Address Space Qualifiers"; reference page __local.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.reports.keywords import in_place_of_parameter
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.placement import parameter_variables
from opencl_ls.semantics.types.symbols import Function, ParameterVariable

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(Function, ParameterVariable)
def check(context: RuleContext, symbol: Function | ParameterVariable) -> None:
    """Look at the parameters of functions and blocks."""
    for parameter in parameter_variables(symbol):
        written = parameter.written
        space = t.object_space(written)
        # The space of an array parameter is that of the elements which the pointer points to.
        others = t.ArrayType | t.FunctionType | t.ImageType | t.UnknownType
        if space in (t.NO_SPACE, t.PRIVATE) or isinstance(written.type, others):
            continue
        word = in_place_of_parameter(parameter.parameter)
        if word is not None and not (word.text == t.GENERIC and context.target.version < 200):
            continue  # Another rule reports a keyword as a name, which `generic` is from 2.0 on.
        name = f"parameter '{parameter.name}'" if parameter.name else "this parameter"
        way = f"pass a '{space}' pointer to it"
        if isinstance(written.type, t.PointerType):
            way = "only what it points to can be"
        elif isinstance(written.type, t.OpaqueType):
            way = "it takes no address space at all"
        context.report(
            parameter.space_word or parameter.parameter.specifiers.type or parameter.parameter,
            f"{name} is in private memory and cannot be '{space}': {way}",
        )
