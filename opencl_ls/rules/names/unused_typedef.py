"""A typedef of a body is never used.

## What it does
Reports typedefs in functions and blocks whose name is never used.

## Why
It is dead code.

## Example
```cl
void f(global int *a) { typedef int word; *a = 2; }
```

## Use instead
```cl
void f(global int *a) { typedef int word; *a = (word)2; }
```

## Versions
All.

## Reference
C11 6.7.8.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.lookup.unused import unused_symbols
from opencl_ls.semantics.types.symbols import Typedef
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1")


@RULE.on(r.Item)
def check(context: RuleContext, _: r.Item) -> None:
    """Look for local typedefs without a use."""
    for symbol in unused_symbols(context.model):
        if not isinstance(symbol, Typedef):
            continue
        if context.enclosing(symbol.declaration, r.FunctionDefinition, r.BlockLiteral) is not None:
            context.report(symbol, f"type '{symbol.name}' is never used", unnecessary=True)
