"""A name is declared as something else than before.

## What it does
Reports a name that one scope declares as two kinds of thing, such as a variable and a function.

## Why
Functions, variables, types and enumerators share one set of names: each name stands for one thing
in one scope.

## Example
```cl
typedef int count;
constant int count = 1;
```

## Use instead
```cl
typedef int count_t;
constant int count = 1;
```

## Versions
All.

## Reference
C11 6.2.3 and 6.7p3.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext, Spot, UnitContext
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics.redeclarations import (
    KIND,
    clash,
    kind_words,
    local_earlier,
    program_pairs,
)
from opencl_ls.semantics.symbols import (
    EnumeratorConstant,
    Function,
    Symbol,
    Tag,
    Typedef,
    Variable,
)

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on_unit
def check_unit(context: UnitContext) -> None:
    """Look at the names of program scope."""
    for index, symbol, earlier in program_pairs(context.models):
        if clash(symbol, earlier, local=False) == KIND:
            context.report(index, symbol, _message(symbol, earlier), related=_related(earlier))


@RULE.on(Variable, Function, Typedef, EnumeratorConstant, Tag)
def check(context: RuleContext, symbol: Symbol) -> None:
    """Look at the names of inner scopes."""
    earlier = local_earlier(context.model, symbol)
    if earlier is not None and clash(symbol, earlier, local=True) == KIND:
        context.report(symbol, _message(symbol, earlier), related=_related(earlier))


def _message(symbol: Symbol, earlier: Symbol) -> str:
    return (
        f"'{symbol.name}' is {kind_words(symbol)} here and {kind_words(earlier)} before: "
        "one scope gives a name one meaning"
    )


def _related(earlier: Symbol) -> list[tuple[Spot, str]]:
    return [(earlier, "it is declared here before")]
