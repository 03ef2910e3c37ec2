"""A parameter of a function is never used.

## What it does
Reports named parameters of functions with a body, except kernels, that the body does not use.

## Why
Callers compute a value that is never read. Kernels get their arguments from the host and are not
reported.

## Example
```cl
int f(int a, int b) { return a; }
```

## Use instead
```cl
int f(int a) { return a; }
```

## Versions
All.

## Reference
C11 6.9.1.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.lookup.unused import unused_symbols
from opencl_ls.semantics.types.symbols import ParameterVariable
from opencl_ls.settings.profiles import STRICT
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", profile=STRICT)


@RULE.on(r.Item)
def check(context: RuleContext, _: r.Item) -> None:
    """Look for parameters of functions with a body that does not use them."""
    for symbol in unused_symbols(context.model):
        if not isinstance(symbol, ParameterVariable) or symbol.function is None:
            continue
        if symbol.function.definition is not None and not symbol.function.is_kernel:
            context.report(symbol, f"parameter '{symbol.name}' is never used", unnecessary=True)
