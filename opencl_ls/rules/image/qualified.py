"""An image is const, volatile or restrict.

## What it does
Reports these qualifiers on image parameters.

## Why
They apply to an object in memory, and an image is none: its access qualifier says how it is used.
Compilers accept the words and ignore them, against the specification.

## Example
```cl
kernel void k(const read_only image2d_t i) {}
```

## Use instead
```cl
kernel void k(read_only image2d_t i) {}
```

## Versions
All.

## Reference
OpenCL C specification, "Type Qualifiers".

## Fix safety
Compilers ignore the word, so the fix is safe.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, removing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import is_image
from opencl_ls.semantics.types import spaces
from opencl_ls.semantics.types.symbols import Function

RULE = Rule(Severity.WARNING, since="0.1", about=(t.ImageType,))


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Look at the words of image parameters."""
    for parameter in function.parameters:
        if not is_image(parameter.written.type):
            continue
        for word in parameter.parameter.specifiers.qualifiers:
            if spaces.plain(word.text) in ("const", "volatile"):
                text = context.model.item.text
                context.report(
                    word,
                    f"'{word.text}' on image '{parameter.name}': an image takes no such word",
                    fixes=[removing(f"Remove '{word.text}'", text, word, safe=True)],
                )
                break
