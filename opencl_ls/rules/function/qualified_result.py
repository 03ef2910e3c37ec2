"""A qualifier of what a function returns has no effect.

## What it does
Reports `const` and `volatile` before the type that a function returns, where it is no pointer's
target and not `void`, of which declaration/ignored-specifier tells.

## Why
What is returned is a value and no object: nothing could change it anyway. It is off until a setting
asks for it, since it does no harm.

## Example
```cl
const int f(int a) { return a; }
```

## Use instead
```cl
int f(int a) { return a; }
```

## Versions
All.

## Reference
C11 6.7.6.3p5; clang's `-Wignored-qualifiers`.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types.symbols import Function
from opencl_ls.settings.profiles import STRICT

RULE = Rule(Severity.HINT, since="0.1", profile=STRICT, as_written=True)


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Look at the qualifiers before the type, where nothing but a list of parameters follows."""
    kind = function.type.type
    if len(function.declarator.parts) != 1 or not isinstance(kind, t.FunctionType):
        return
    if isinstance(kind.result.type, t.VoidType | t.UnknownType):
        return
    for word in function.declaration.specifiers.qualifiers:
        if word.text in ("const", "volatile"):
            message = f"'{word.text}' has no effect: '{function.name}' returns a value"
            context.report(word, message, unnecessary=True)
