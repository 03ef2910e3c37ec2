"""An image is read_write where the target does not support that.

## What it does
Reports `read_write` on images before OpenCL C 2.0, and in 3.0 where the feature
`__opencl_c_read_write_images` is off.

## Why
Compilers for such a target do not know the word, and such a device cannot read and write one image
in the same kernel.

## Example
```cl CL1.2
kernel void k(read_write image2d_t i) {}
```

## Use instead
```cl CL1.2
kernel void k(read_only image2d_t source, write_only image2d_t result) {}
```

## Versions
1.0 to 1.2; 3.0 without `__opencl_c_read_write_images`.

## Reference
OpenCL C specification, "Access Qualifiers".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import NO_READ_WRITE_IMAGES, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import (
    Declaring,
    access_words,
    declarations_of,
    is_image,
)
from opencl_ls.semantics.types import spaces
from opencl_ls.semantics.types.symbols import (
    Function,
    MemberVariable,
    ParameterVariable,
    Typedef,
    Variable,
)

RULE = Rule(Severity.ERROR, since="0.1", versions=NO_READ_WRITE_IMAGES, about=(t.ImageType,))


@RULE.on(Variable, Typedef, MemberVariable, Function, ParameterVariable, about=RULE.about)
def check(context: RuleContext, declaring: Declaring) -> None:
    """Look at the words of declarations."""
    for specifiers, base in declarations_of(declaring):
        words = access_words(specifiers)
        if len(words) != 1 or not is_image(base.type):
            continue
        if spaces.plain(words[0].text) == "read_write":
            old = context.target.version < 200
            needed = "OpenCL C 2.0" if old else "the feature __opencl_c_read_write_images"
            context.report(
                words[0],
                f"'{words[0].text}' needs {needed}: say 'read_only' or 'write_only'",
                # Compilers check only parameters.
                severity=Severity.WARNING if isinstance(declaring, Typedef) else None,
            )
