"""A declaration hides another one of the same function.

## What it does
Reports variables and parameters whose name an outer scope of the same function declares as well.

## Why
The code after it refers to the inner one, which is easily overlooked.

## Example
```cl
void f(int a) { { int a = 1; } }
```

## Use instead
```cl
void f(int a) { { int b = 1; } }
```

## Versions
All.

## Reference
C11 6.2.1p4.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.types.symbols import ParameterVariable, Symbol, Variable
from opencl_ls.settings.profiles import STRICT

RULE = Rule(Severity.HINT, since="0.1", profile=STRICT)


@RULE.on(Variable, ParameterVariable)
def check(context: RuleContext, symbol: Symbol) -> None:
    """Look for the name in a scope around the declaration."""
    outer = context.model.hidden.get(symbol)
    if isinstance(outer, Variable | ParameterVariable):
        context.report(
            symbol,
            f"'{symbol.name}' hides a variable of the same name in a scope around it",
            related=[(outer, "the hidden one is declared here")],
        )
