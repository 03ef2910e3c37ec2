"""A return type carries an address space.

## What it does
Reports an address space on the value that a function returns, rather than on what a returned
pointer points to.

## Why
A returned value is in no memory that a program could name.

## Example
```cl
local int first(local int *p) { return p[0]; }
```

## Use instead
```cl
int first(local int *p) { return p[0]; }
local int *second(local int *p) { return p + 1; }
```

## Versions
All.

## Reference
OpenCL C specification, "Address Space Qualifiers"; reference page __local.

## Fix safety
The fix removes the address space; a pointer may have been meant, so it is unsafe.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, removing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types import spaces
from opencl_ls.semantics.types.symbols import Function
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Look at the result type of functions."""
    kind = function.type.type
    parts = function.declarator.parts
    if not isinstance(kind, t.FunctionType):
        return
    space = t.object_space(kind.result)
    if not space or isinstance(kind.result.type, t.UnknownType):
        return
    specifiers = function.declaration.specifiers
    level = parts[1] if len(parts) > 1 else specifiers if parts else None
    words = level.qualifiers if isinstance(level, r.Specifiers | r.PointerPart) else ()
    word = spaces.space_word(words)
    fixes = []
    if word is not None:
        fixes = [removing(f"Remove '{word.text}'", context.model.item.text, word, safe=False)]
    context.report(
        word or specifiers.type or specifiers,
        f"'{function.name}' returns a value, which is in no address space: "
        f"'{space}' is not allowed here",
        fixes=fixes,
    )
