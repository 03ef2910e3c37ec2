"""A qualifier of a function's result has no effect.

## What it does
Reports `const` and `volatile` before the result type of a function, if they do not qualify a
pointee. declaration/ignored-specifier reports them before `void`.

## Why
The result is a value and no object, so it cannot be changed anyway. The rule is off until a setting
enables it, since the qualifier is harmless.

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
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types.symbols import Function
from opencl_ls.settings.profiles import STRICT

RULE = Rule(Severity.HINT, since="0.1", profile=STRICT, as_written=True)


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Look at the qualifiers before the type, where only a list of parameters follows."""
    kind = function.type.type
    if len(function.declarator.parts) != 1 or not isinstance(kind, t.FunctionType):
        return
    if isinstance(kind.result.type, t.VoidType | t.UnknownType):
        return
    for word in function.declaration.specifiers.qualifiers:
        if word.text in ("const", "volatile"):
            message = f"'{word.text}' has no effect: '{function.name}' returns a value"
            context.report(word, message, unnecessary=True)
