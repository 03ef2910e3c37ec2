"""A type is a pointer to a function.

## What it does
Reports declarators and casts that make a pointer to a function, and parameters of function type,
which are such pointers. The latter are an error in kernels and a warning elsewhere, as compilers
based on clang accept them.

## Why
OpenCL C has no pointers to functions: every call is known at compile time. Blocks do not change
that.  Compilers based on clang lift the restriction with `#pragma OPENCL EXTENSION
__cl_clang_function_pointers : enable`.

## Example
```cl
int twice(int x) { return 2 * x; }
void f(void) { int (*call)(int) = twice; }
```

## Use instead
```cl
int twice(int x) { return 2 * x; }
void f(void) { int r = twice(1); }
```

## Versions
All, without the pragma for `__cl_clang_function_pointers`.

## Reference
OpenCL C specification, "Restrictions"; reference pages Blocks and Restrictions.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import NO_FUNCTION_POINTERS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types.derivations import declarator_of, steps
from opencl_ls.semantics.types.symbols import (
    Function,
    MemberVariable,
    ParameterVariable,
    Symbol,
    Typedef,
    Variable,
)
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", versions=NO_FUNCTION_POINTERS)


@RULE.on(Function, MemberVariable, ParameterVariable, Typedef, Variable, about=(t.FunctionType,))
def check_symbol(context: RuleContext, symbol: Symbol) -> None:
    """Look for declarators of pointers to functions."""
    if isinstance(symbol, Function) and symbol.definition is None:
        for parameter in symbol.parameters:
            check_symbol(context, parameter)
    found = declarator_of(symbol)
    if found is None:
        return
    declarator, kind = found
    named = f"'{symbol.name}'" if symbol.name else "this"
    if isinstance(symbol, ParameterVariable) and isinstance(kind.type, t.FunctionType):
        context.report(
            symbol.parameter if declarator.start == declarator.end else declarator,
            f"{named} is a parameter of function type, and thus a pointer: OpenCL C has none",
            severity=_where_clang_is_silent(symbol),
        )
    elif _points_to_function(kind, declarator):
        context.report(declarator, f"{named} is a pointer to a function: OpenCL C has none")


@RULE.on(r.TypeName, about=(t.FunctionType,))
def check_type_name(context: RuleContext, name: r.TypeName) -> None:
    """Look at type names."""
    kind = context.type_of(name)
    if kind is not None and _points_to_function(kind, name.declarator):
        context.report(name, "this is a pointer to a function: OpenCL C has none")


def _where_clang_is_silent(parameter: ParameterVariable) -> Severity | None:
    """Return a lower severity where compilers based on clang accept it: all but kernels."""
    function = parameter.function
    return Severity.WARNING if function is not None and not function.is_kernel else None


def _points_to_function(kind: t.Qualified, declarator: r.Declarator) -> bool:
    return any(
        isinstance(part, r.PointerPart) and isinstance(made.type, t.FunctionType)
        for part, made in steps(kind, declarator)
    )
