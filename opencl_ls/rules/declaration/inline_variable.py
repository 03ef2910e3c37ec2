"""Something that is no function is inline.

## What it does
Reports `inline` in declarations of variables, parameters, members and types.

## Why
The word asks the compiler to replace a call by the body of the function.

## Example
```cl
inline int count(void);
inline constant int size = 1;
```

## Use instead
```cl
constant int size = 1;
```

## Versions
All.

## Reference
C11 6.7.4p1.

## Fix safety
The word has no meaning there, so the fix is safe.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, removing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.placement import storage_word
from opencl_ls.semantics.types.symbols import (
    MemberVariable,
    Symbol,
    Typedef,
    Variable,
)
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(r.Parameter, about=("inline",))
def check_parameter(context: RuleContext, parameter: r.Parameter) -> None:
    """Look for the word before a parameter."""
    name = parameter.declarator.name
    _look(context, parameter.specifiers, "this parameter" if name is None else f"'{name.text}'")


@RULE.on(MemberVariable, about=("inline",))
def check_member(context: RuleContext, member: MemberVariable) -> None:
    """Look for the word before the first member of a declaration."""
    declared = member.declaration
    if declared.declarators and declared.declarators[0] is member.declarator:
        _look(context, declared.specifiers, f"member '{member.name}'")


@RULE.on(r.Declaration, about=("inline",))
def check_type(context: RuleContext, declaration: r.Declaration) -> None:
    """Look for the word before a struct, a union or an enumeration that declares nothing else."""
    if not declaration.declarators:
        _look(context, declaration.specifiers, "a type")


@RULE.on(Variable, Typedef, about=("inline",))
def check(context: RuleContext, symbol: Symbol) -> None:
    """Look for the word on declarations without a body."""
    declaration = getattr(symbol, "declaration", None)
    if not isinstance(declaration, r.Declaration) or symbol.type.type is t.UNKNOWN:
        return
    first = declaration.declarators[0].declarator.name
    if isinstance(symbol.type.type, t.FunctionType) or first is None or first is not symbol.word:
        return
    what = "variable" if isinstance(symbol, Variable) else "type"
    _look(context, declaration.specifiers, f"{what} '{symbol.name}'")


def _look(context: RuleContext, specifiers: r.Specifiers, what: str) -> None:
    word = storage_word(specifiers, "inline")
    if word is not None:
        context.report(
            word,
            f"{what} cannot be inline: only functions can",
            fixes=[removing(f"Remove '{word.text}'", context.model.item.text, word, safe=True)],
        )
