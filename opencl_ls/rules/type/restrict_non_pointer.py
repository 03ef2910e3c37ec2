"""`restrict` is on a type that is no pointer.

## What it does
Reports `restrict` where it qualifies something other than a pointer.

## Why
The word asserts that an object is accessed through one pointer only. It belongs after the `*`.

## Example
```cl
void f(int restrict x) {}
```

## Use instead
```cl
void f(global int *restrict x) {}
```

## Versions
All.

## Reference
C11 6.7.3.

## Fix safety
The word has no effect there, so removing it is safe.
"""

from msgspec.structs import replace

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, removing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.placement import parameter_variables
from opencl_ls.semantics.types import spaces
from opencl_ls.semantics.types.symbols import (
    Function,
    MemberVariable,
    ParameterVariable,
    Symbol,
    Typedef,
    Variable,
)
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(Variable, MemberVariable, Typedef, Function, ParameterVariable, about=("restrict",))
def check(context: RuleContext, symbol: Symbol) -> None:
    """Look at the specifiers of a declaration, whose `restrict` is that of the innermost type."""
    if isinstance(symbol, Function) and isinstance(symbol.type.type, t.FunctionType):
        _look(context, symbol.declaration.specifiers, symbol.type.type.result)
        _look(context, symbol.declaration.specifiers, symbol.type)
    if isinstance(symbol, Function | ParameterVariable):
        for parameter in parameter_variables(symbol):
            _look(context, parameter.parameter.specifiers, parameter.written)
    elif isinstance(symbol, Variable | MemberVariable | Typedef):
        # One report serves all the declarators of a declaration.
        if symbol.declaration.declarators[:1] == (symbol.declarator,):
            _look(context, symbol.declaration.specifiers, symbol.type)


@RULE.on(r.TypeName, about=("restrict",))
def check_type_name(context: RuleContext, name: r.TypeName) -> None:
    """Look at type names."""
    kind = context.type_of(name)
    if kind is not None:
        _look(context, name.specifiers, kind)


def _look(context: RuleContext, specifiers: r.Specifiers, kind: t.Qualified) -> None:
    word = next((q for q in specifiers.qualifiers if spaces.plain(q.text) == "restrict"), None)
    if word is None:
        return
    while not kind.restrict and isinstance(kind.type, t.PointerType | t.ArrayType):
        kind = kind.type.pointee if isinstance(kind.type, t.PointerType) else kind.type.element
    others = t.PointerType | t.BlockType | t.ArrayType | t.UnknownType
    if not kind.restrict or isinstance(kind.type, others):
        return
    context.report(
        word,
        f"'{word.text}' on {t.described(replace(kind, restrict=False))}, which is no pointer",
        fixes=[removing(f"Remove '{word.text}'", context.model.item.text, word, safe=True)],
    )
