"""A declaration with a body is no function.

## What it does
Reports definitions whose declarator has no list of parameters, or has one after something else than
the name. A name that looks like a macro may expand to all of it and is not reported.

## Why
A body belongs to a function, and a function has a list of parameters, even if it is `(void)`.

## Example
```cl
int answer { return 42; }
```

## Use instead
```cl
int answer(void) { return 42; }
```

## Versions
All.

## Reference
C11 6.9.1p2.

## Fix safety
Unsafe: parameters may have been forgotten.
"""

from opencl_ls.builtins.host_names import looks_like_macro
from opencl_ls.findings import Severity
from opencl_ls.linter.context import ItemFix, RuleContext, inserting
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(r.FunctionDefinition)
def check(context: RuleContext, function: r.FunctionDefinition) -> None:
    """Look at the type that the declarator gives."""
    symbol, name = context.declared(function), function.declarator.name
    if symbol is None or name is None or looks_like_macro(name.text):
        return
    if isinstance(symbol.type.type, t.FunctionType | t.UnknownType):
        return
    fixes: list[ItemFix] = []
    if isinstance(symbol.type.type, t.ArrayType):
        message = f"'{name.text}' is an array and has a body: only functions have one"
    elif function.declarator.parts:
        message = f"'{name.text}' is a pointer and has a body: only functions have one"
    else:
        message = f"'{name.text}' has a body and no list of parameters: write {name.text}(void)"
        fixes = [inserting(f"Write {name.text}(void)", name.end, "(void)", safe=False)]
    context.report(name, message, fixes=fixes)
