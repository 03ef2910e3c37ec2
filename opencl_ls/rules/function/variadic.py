"""A function takes a variable number of arguments.

## What it does
Reports `...` among the parameters of a function, unless a pragma enables the extension
`__cl_clang_variadic_functions`. `printf`, and names that begin with two underscores, belong to the
compiler and are not reported.

## Why
OpenCL C has no variadic functions except `printf`, and no way to read such arguments.

## Example
```cl
void sum(int count, ...) {}
```

## Use instead
```cl
void sum(int count, global const int *values) {}
```

## Versions
All.

## Reference
OpenCL C specification, "Restrictions"; reference page Restrictions.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types.symbols import Function, Typedef
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Look for the dots."""
    if function.name == "printf" or function.name.startswith("__"):
        return
    what = "kernel" if function.is_kernel else "function"
    _check_dots(context, function.declarator, f"{what} '{function.name}'")


@RULE.on(Typedef, about=(t.FunctionType,))
def check_typedef(context: RuleContext, typedef: Typedef) -> None:
    """Look for the dots of a function type."""
    _check_dots(context, typedef.declarator.declarator, f"function type '{typedef.name}'")


def _check_dots(context: RuleContext, declarator: r.Declarator, what: str) -> None:
    part = declarator.parts[0] if declarator.parts else None
    if not isinstance(part, r.FunctionPart) or part.ellipsis is None:
        return
    if not context.target.is_asked_for("__cl_clang_variadic_functions"):
        context.report(part.ellipsis, f"{what} is variadic: OpenCL C has no such functions")
