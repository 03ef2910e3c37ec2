"""A name is declared again with another type.

## What it does
Reports a variable, a typedef or, in a body, a function whose type differs from that in an earlier
declaration of the same scope.

## Why
Declarations of one thing have to agree, in the address spaces as well.

## Example
```cl
extern constant int table[3];
constant int table[4] = {1, 2, 3, 4};
```

## Use instead
```cl
extern constant int table[4];
constant int table[4] = {1, 2, 3, 4};
```

## Versions
All.

## Reference
C11 6.2.7 and 6.7p4.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext, Spot, UnitContext
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.calls import is_overloadable
from opencl_ls.semantics.redeclarations import (
    TYPES,
    clash,
    kind_words,
    local_earlier,
    program_pairs,
)
from opencl_ls.semantics.symbols import Function, Symbol, Typedef, Variable

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on_unit
def check_unit(context: UnitContext) -> None:
    """Look at the names of program scope."""
    for index, symbol, earlier in program_pairs(context.models):
        if isinstance(symbol, Function) and not is_overloadable(symbol):
            continue  # Functions have rules of their own.
        if clash(symbol, earlier, local=False) == TYPES:
            context.report(index, symbol, _message(symbol, earlier), related=_related(earlier))


@RULE.on(Variable, Function, Typedef)
def check(context: RuleContext, symbol: Symbol) -> None:
    """Look at the names of inner scopes."""
    earlier = local_earlier(context.model, symbol)
    if earlier is not None and clash(symbol, earlier, local=True) == TYPES:
        context.report(symbol, _message(symbol, earlier), related=_related(earlier))


def _message(symbol: Symbol, earlier: Symbol) -> str:
    what = kind_words(symbol).partition(" ")[2]
    now, before = t.spelled(symbol.type), t.spelled(earlier.type)
    if now == before:
        return f"{what} '{symbol.name}' is declared as another type of the same name before"
    return f"{what} '{symbol.name}' is declared as '{now}' here and as '{before}' before"


def _related(earlier: Symbol) -> list[tuple[Spot, str]]:
    return [(earlier, "it is declared here before")]
