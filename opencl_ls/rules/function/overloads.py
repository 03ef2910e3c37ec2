"""The overloads of a function are inconsistent.

## What it does
Reports an overload whose second declaration adds or drops the attribute `overloadable`, a second
overload without it, and overloads that differ only in their result.

## Why
`__attribute__((overloadable))` lets functions share a name. It is an extension of clang, on which
most compilers of OpenCL C are based. One of the functions may lack the attribute, and each keeps
the choice of its first declaration.

## Example
```cl
float __attribute__((overloadable)) twice(float2 v) { return v.x + v.y; }
float twice(float x) { return x + x; }
int twice(int n) { return n + n; }
```

## Use instead
```cl
float __attribute__((overloadable)) twice(float2 v) { return v.x + v.y; }
float __attribute__((overloadable)) twice(float x) { return x + x; }
int __attribute__((overloadable)) twice(int n) { return n + n; }
```

## Versions
All.

## Reference
clang's language extensions, "Function Overloading in C".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types.signatures import agree
from opencl_ls.semantics.types.symbols import Function

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(Function)
def check(context: RuleContext, symbol: Function) -> None:
    """Compare a function with the earlier overloads."""
    overloads = symbol.overloads
    if not overloads or overloads.may_be_overloadable:
        return
    same = overloads.same_before_last()
    if same is None:
        plain = overloads.plain
        if plain is None or symbol.has_overloads or not _take_others(plain, symbol):
            return
        context.report(
            symbol,
            f"a second overload of '{symbol.name}' without the attribute 'overloadable': one may "
            "lack it",
            related=[(plain, "this is the first one")],
        )
    elif same.has_overloads != symbol.has_overloads:
        how = "without" if same.has_overloads else "with"
        has = "has" if same.has_overloads else "lacks"
        context.report(
            symbol,
            f"'{symbol.name}' is declared again {how} the attribute 'overloadable', which its "
            f"first declaration {has}",
            related=[(same, "the first declaration is here")],
        )
    elif not agree(_function(same).result, _function(symbol).result):
        context.report(
            symbol,
            f"'{symbol.name}' returns {t.described(_function(symbol).result)} here, and "
            f"{t.described(_function(same).result)} for the same parameters before",
            related=[(same, "the other overload is declared here")],
        )


def _function(symbol: Function) -> t.FunctionType:
    kind = symbol.type.type
    assert isinstance(kind, t.FunctionType)
    return kind


def _take_others(left: Function, right: Function) -> bool:
    """Tell whether the parameters of two functions certainly differ."""
    one, other = left.type.type, right.type.type
    if not isinstance(one, t.FunctionType) or not isinstance(other, t.FunctionType):
        return False
    if len(one.parameters) != len(other.parameters):
        return True
    return not all(map(agree, one.parameters, other.parameters))
