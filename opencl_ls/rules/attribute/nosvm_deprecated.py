"""nosvm is deprecated.

## What it does
Reports the attribute `nosvm` on variables and parameters from OpenCL C 2.0 on.

## Why
The attribute is deprecated, and compilers ignore it.

## Example
```cl CL2.0
kernel void k(global int *p __attribute__((nosvm))) {}
```

## Use instead
```cl CL2.0
kernel void k(global int *p) {}
```

## Versions
2.0 and later.

## Reference
OpenCL C specification, "Optional Attribute Qualifiers".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import SINCE_20, Rule
from opencl_ls.semantics.declarations.placement import attribute_name, is_about_variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", versions=SINCE_20)


@RULE.on(r.Attribute)
def check(context: RuleContext, attribute: r.Attribute) -> None:
    """Look for the attribute."""
    if attribute_name(attribute) == "nosvm" and is_about_variable(context.model, attribute):
        context.report(
            attribute, f"'{attribute.name.text}' is deprecated and has no effect", deprecated=True
        )
