"""A name is defined twice in one scope.

## What it does
Reports the second definition of a variable, enumerator, struct, union or enumeration in the scope
of the first.

## Why
A name stands for one thing in one scope. Often a line was pasted twice, or a header without a
guard is included twice.

## Example
```cl
void f(global int *a) {
    int i = 1;
    int i = 2;
    a[i] = i;
}
```

## Use instead
```cl
void f(global int *a) {
    int i = 1;
    i = 2;
    a[i] = i;
}
```

## Versions
All.

## Reference
C11 6.7p3 and 6.9p3.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext, Spot, UnitContext
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics.calls import is_overloadable
from opencl_ls.semantics.redeclarations import (
    DEFINITION,
    clash,
    kind_words,
    local_earlier,
    program_pairs,
)
from opencl_ls.semantics.symbols import EnumeratorConstant, Function, Symbol, Tag, Variable

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on_unit
def check_unit(context: UnitContext) -> None:
    """Look at the names of program scope."""
    for index, symbol, earlier in program_pairs(context.models):
        if isinstance(symbol, Function) and not is_overloadable(symbol):
            continue  # Functions have rules of their own.
        if clash(symbol, earlier, local=False) == DEFINITION:
            context.report(index, symbol, _message(symbol, earlier), related=_related(earlier))


@RULE.on(Variable, EnumeratorConstant, Tag)
def check(context: RuleContext, symbol: Symbol) -> None:
    """Look at the names of inner scopes."""
    earlier = local_earlier(context.model, symbol)
    if earlier is not None and clash(symbol, earlier, local=True) == DEFINITION:
        context.report(symbol, _message(symbol, earlier), related=_related(earlier))


def _message(symbol: Symbol, earlier: Symbol) -> str:
    what = kind_words(symbol).partition(" ")[2]
    if kind_words(earlier) == "a parameter":
        return f"{what} '{symbol.name}' has the name of a parameter of the same function"
    return f"{what} '{symbol.name}' is already defined in this scope"


def _related(earlier: Symbol) -> list[tuple[Spot, str]]:
    return [(earlier, "the first definition is here")]
