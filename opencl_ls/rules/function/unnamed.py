"""A function with a body has no name, or an extra word.

## What it does
Reports the definition of a function without a name, and a keyword between its parameters and its
body.

## Why
A function without a name cannot be called. Only attributes are allowed after the parameters:
`static`, `inline` and similar words belong before the type, and C has no functions that are
`const`.

## Example
```cl
kernel void (global int *out) { out[0] = 1; }
int twice(int x) const { return 2 * x; }
```

## Use instead
```cl
kernel void fill(global int *out) { out[0] = 1; }
int twice(int x) { return 2 * x; }
```

## Versions
All.

## Reference
C11 6.9.1.
"""

import re
from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", as_written=True)

_WORD: Final = re.compile(r"\s*([a-z_]+)\s*")
_NEVER: Final = frozenset(
    "auto bool break char const constant continue double extern final float generic global goto "
    "half inline int kernel local long noexcept override private register restrict return short "
    "signed static typedef uchar uint ulong unsigned ushort void volatile __constant __generic "
    "__global __kernel __local __private".split()
)


@RULE.on(r.FunctionDefinition)
def check(context: RuleContext, function: r.FunctionDefinition) -> None:
    """Look at the name, and at the tokens between the head and the body."""
    declarator, item = function.declarator, context.model.item
    if item.problems or item.recovered or function.specifiers.unknown:
        return
    if declarator.name is None:
        # After the name of an undeclared type, that name may be a macro.
        if isinstance(function.specifiers.type, r.BasicType):
            context.report(declarator, "this function has no name: it belongs before the '('")
        return
    head = declarator.parts[0] if declarator.parts else None
    if len(declarator.parts) != 1 or not isinstance(head, r.FunctionPart):
        return
    between = _WORD.fullmatch(item.text, head.end, function.body.start)
    if between is not None and between[1] in _NEVER:
        word = between[1]
        context.report(
            between.span(1),
            f"'{word}' is not allowed between the parameters and the body of "
            f"'{declarator.name.text}'",
        )
