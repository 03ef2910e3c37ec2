"""A variable, parameter or result has the type half without cl_khr_fp16.

## What it does
Reports variables, arrays, literals, results and parameters of type `half` where `cl_khr_fp16` is
not available. Parameters of kernels have a rule of their own.

## Why
Without the extension `half` is a storage format: a program may have pointers to it, and reads and
writes it with `vload_half` and `vstore_half`.

## Example
```cl extensions=-cl_khr_fp16
void f(void) { half x; }
```

## Use instead
```cl extensions=-cl_khr_fp16
void f(global half *p) { float x = vload_half(0, p); }
```

## Versions
All, without `cl_khr_fp16`.

## Reference
OpenCL C specification, "Restrictions"; reference page Restrictions.

## Fix safety
Unsafe: `float` has other values, and another size.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import Ranged, RuleContext, replacing
from opencl_ls.linter.rule import WITHOUT_FP16, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.placement import parameter_variables
from opencl_ls.semantics.types.symbols import (
    Function,
    ParameterVariable,
    Symbol,
    Variable,
)
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", versions=WITHOUT_FP16)


@RULE.on(Variable, Function, ParameterVariable, about=("half",))
def check(context: RuleContext, symbol: Symbol) -> None:
    """Look at the types of variables, of results and of parameters."""
    if isinstance(symbol, Variable):
        if t.element_of(symbol.type).type is _HALF:
            what = f"variable '{symbol.name}' is {t.described(symbol.type)}"
            _report(context, symbol, what, symbol.declaration.specifiers)
        return
    if isinstance(symbol, Function):
        kind = symbol.type.type
        if isinstance(kind, t.FunctionType) and kind.result.type is _HALF:
            what = f"'{symbol.name}' returns 'half'"
            _report(context, symbol, what, symbol.declaration.specifiers)
        if symbol.is_kernel:
            return
    if isinstance(symbol, Function | ParameterVariable):
        for parameter in parameter_variables(symbol):
            if parameter.type.type is _HALF:
                place = parameter if parameter.name else parameter.parameter
                what = f"parameter '{parameter.name}' is 'half'"
                _report(context, place, what, parameter.parameter.specifiers)


@RULE.on(r.CompoundLiteral, about=("half",))
def check_literal(context: RuleContext, literal: r.CompoundLiteral) -> None:
    """Look at the types of the objects that literals make; compilers check single ones."""
    kind = context.type_of(literal.type)
    if kind is not None and kind.type is _HALF:
        _report(context, literal, "this literal is 'half'", literal.type.specifiers)


def _report(context: RuleContext, place: Ranged, what: str, specifiers: r.Specifiers) -> None:
    fixes = []
    if specifiers.type is not None and context.text(specifiers.type) == "half":
        fixes = [replacing("Use 'float'", specifiers.type, "float", safe=False)]
    context.report(
        place,
        f"{what}: without cl_khr_fp16 a program can point to 'half' and nothing else",
        fixes=fixes,
    )


_HALF = t.scalar("half")
