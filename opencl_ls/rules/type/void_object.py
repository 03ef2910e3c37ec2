"""An object has the type void.

## What it does
Reports variables, members and named parameters of type `void`, and arrays of it.

## Why
There are no values of type `void`. Most often a pointer was intended.

## Example
```cl
void f(void) { void result; }
```

## Use instead
```cl
void f(global void *result) {}
```

## Versions
All.

## Reference
C11 6.2.5; OpenCL C specification, "Supported Data Types".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.placement import parameter_variables
from opencl_ls.semantics.types.symbols import (
    Function,
    MemberVariable,
    ParameterVariable,
    Symbol,
    Variable,
)
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(Variable, MemberVariable, Function, ParameterVariable, about=(t.VoidType,))
def check(context: RuleContext, symbol: Symbol) -> None:
    """Look at the types of objects."""
    if isinstance(symbol, Function | ParameterVariable):
        for parameter in parameter_variables(symbol):
            if parameter.name and t.element_of(parameter.written).type is t.VOID:
                _report(context, parameter, "parameter", parameter.written)
    elif t.element_of(symbol.type).type is t.VOID:
        # An extern declaration of void type makes no object, but compilers give it no address space
        # of their own from 2.0 on: the declaration has to name it.
        if isinstance(symbol, Variable) and "extern" in symbol.storage:
            if symbol.space_word is not None or not context.target.has_program_scope_variables:
                return
        word = "variable" if isinstance(symbol, Variable) else "member"
        _report(context, symbol, word, symbol.type)


@RULE.on(r.CompoundLiteral, about=(t.VoidType,))
def check_literal(context: RuleContext, literal: r.CompoundLiteral) -> None:
    """Look at literals without a value; one with a value does not fit."""
    kind = context.type_of(literal.type)
    if kind is not None and kind.type is t.VOID and not literal.initializer.entries:
        context.report(literal, "this literal is of type void: nothing has that type")


def _report(context: RuleContext, symbol: Symbol, word: str, kind: t.Qualified) -> None:
    what = "an array of void" if isinstance(kind.type, t.ArrayType) else "of type void"
    context.report(symbol, f"{word} '{symbol.name}' is {what}: nothing has that type")
