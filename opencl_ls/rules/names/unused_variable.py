"""A variable of a body is never used.

## What it does
Reports variables of functions and blocks whose name is never used.

## Why
It is dead code, or another name was used by mistake in its place.

## Example
```cl
void f(global int *a) { int unused = 1; *a = 2; }
```

## Use instead
```cl
void f(global int *a) { int used = 1; *a = used; }
```

## Versions
All.

## Reference
C11 6.2.1.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.lookup.unused import unused_symbols
from opencl_ls.semantics.types.symbols import Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1")


@RULE.on(r.Item)
def check(context: RuleContext, _: r.Item) -> None:
    """Look for local variables without a use."""
    for symbol in unused_symbols(context.model):
        if isinstance(symbol, Variable) and symbol.depth > 0 and "extern" not in symbol.storage:
            context.report(symbol, f"variable '{symbol.name}' is never used", unnecessary=True)
