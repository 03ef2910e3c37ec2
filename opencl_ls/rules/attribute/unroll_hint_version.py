"""opencl_unroll_hint before OpenCL C 2.0.

## What it does
Reports the attribute `opencl_unroll_hint` in OpenCL C 1.x.

## Why
The attribute came with OpenCL C 2.0. A compiler for an earlier version may ignore or refuse it.

## Example
```cl CL1.2
void f(int n) { __attribute__((opencl_unroll_hint(2))) for (int i = 0; i < n; ++i) ; }
```

## Use instead
```cl CL1.2
void f(int n) { for (int i = 0; i < n; ++i) ; }
```

## Versions
1.0 to 1.2.

## Reference
OpenCL C specification, "Optional Attribute Qualifiers".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import BEFORE_20, Rule
from opencl_ls.semantics.declarations.placement import attribute_name
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", versions=BEFORE_20)


@RULE.on(r.Attribute)
def check(context: RuleContext, attribute: r.Attribute) -> None:
    """Look for the attribute."""
    if attribute_name(attribute) == "opencl_unroll_hint":
        context.report(attribute, f"'{attribute.name.text}' needs OpenCL C 2.0")
