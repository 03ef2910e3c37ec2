"""An access qualifier stands before a type that is no image and no pipe.

## What it does
Reports `read_only`, `write_only` and `read_write` on other types.

## Why
The words say how a kernel uses an image or a pipe. For buffers `const` says the like.

## Example
```cl
kernel void k(read_only global int *values) {}
```

## Use instead
```cl
kernel void k(global const int *values) {}
```

## Versions
All.

## Reference
OpenCL C specification, "Access Qualifiers".

## Fix safety
The word means nothing there, so the fix is safe.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext, removing
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics import spaces
from opencl_ls.semantics import types as t
from opencl_ls.semantics.opaque import Declaring, access_words, declarations_of, is_image, is_pipe
from opencl_ls.semantics.symbols import (
    Function,
    MemberVariable,
    ParameterVariable,
    Typedef,
    Variable,
)

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(Variable, Typedef, MemberVariable, Function, ParameterVariable, about=spaces.ACCESS)
def check(context: RuleContext, declaring: Declaring) -> None:
    """Look at the words of declarations and at the types behind them."""
    for specifiers, base in declarations_of(declaring):
        words = access_words(specifiers)
        if not words or is_image(base.type) or is_pipe(base.type) or base.type is t.UNKNOWN:
            continue
        word = words[0]
        kind = t.Qualified(base.type, alias=base.alias)
        context.report(
            word,
            f"'{word.text}' on {t.described(kind)}: only images and pipes have an access",
            fixes=[removing(f"Remove '{word.text}'", context.model.item.text, word, safe=True)],
        )
