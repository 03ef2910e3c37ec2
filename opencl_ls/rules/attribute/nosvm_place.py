"""nosvm is used where it has no effect.

## What it does
Reports the attribute `nosvm` on functions, typedefs, members and structs.

## Why
It marks variables that are no pointers to shared virtual memory. Compilers ignore it elsewhere.

## Example
```cl
__attribute__((nosvm)) void f(void);
```

## Use instead
```cl
void f(void);
```

## Versions
All.

## Reference
OpenCL C specification, "Optional Attribute Qualifiers"; clang's `-Wignored-attributes`.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.declarations.placement import attribute_name, is_about_variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(r.Attribute)
def check(context: RuleContext, attribute: r.Attribute) -> None:
    """Look for the attribute on other things than variables."""
    if attribute_name(attribute) == "nosvm" and not is_about_variable(context.model, attribute):
        message = f"'{attribute.name.text}' is about variables: it has no effect here"
        context.report(attribute, message)
