"""A typedef is repeated.

## What it does
Reports a typedef that says again what an earlier one in the same scope says.

## Why
C99, on which OpenCL C rests, allows each name one declaration that is not linked; C11 lets
typedefs be repeated, and so do most compilers.

## Example
```cl
typedef float real;
typedef float real;
```

## Use instead
```cl
typedef float real;
```

## Versions
All.

## Reference
C99 6.7p3; C11 6.7p3.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext, Spot, UnitContext
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics.redeclarations import REPEATED, clash, local_earlier, program_pairs
from opencl_ls.semantics.symbols import Symbol, Typedef

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on_unit
def check_unit(context: UnitContext) -> None:
    """Look at the names of program scope."""
    for index, symbol, earlier in program_pairs(context.models):
        if clash(symbol, earlier, local=False) == REPEATED:
            context.report(index, symbol, _message(symbol), related=_related(earlier))


@RULE.on(Typedef)
def check(context: RuleContext, symbol: Symbol) -> None:
    """Look at the names of inner scopes."""
    earlier = local_earlier(context.model, symbol)
    if earlier is not None and clash(symbol, earlier, local=True) == REPEATED:
        context.report(symbol, _message(symbol), related=_related(earlier))


def _message(symbol: Symbol) -> str:
    return f"typedef '{symbol.name}' is repeated: C99 allows each scope one"


def _related(earlier: Symbol) -> list[tuple[Spot, str]]:
    return [(earlier, "the first one is here")]
