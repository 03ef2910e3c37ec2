"""nosvm before OpenCL C 2.0.

## What it does
Reports the attribute `nosvm` on variables and parameters in OpenCL C 1.x.

## Why
The attribute is about shared virtual memory, which came with OpenCL 2.0; compilers reject it for
earlier versions.

## Example
```cl CL1.2
kernel void k(global int *p __attribute__((nosvm))) {}
```

## Use instead
```cl CL1.2
kernel void k(global int *p) {}
```

## Versions
1.0 to 1.2.

## Reference
OpenCL C specification, "Optional Attribute Qualifiers".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import BEFORE_20, Rule
from opencl_ls.semantics.declarations.placement import attribute_name, is_about_variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", versions=BEFORE_20)


@RULE.on(r.Attribute)
def check(context: RuleContext, attribute: r.Attribute) -> None:
    """Look for the attribute."""
    if attribute_name(attribute) == "nosvm" and is_about_variable(context.model, attribute):
        context.report(attribute, f"'{attribute.name.text}' needs OpenCL C 2.0")
