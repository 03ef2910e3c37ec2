"""The identifier `__func__` is used before OpenCL C 1.2.

## What it does
Reports `__func__` in OpenCL C 1.0 and 1.1.

## Why
The predefined identifiers of C99 came with OpenCL C 1.2.

## Example
```cl CL1.1
void h(void) { constant char *name = __func__; }
```

## Use instead
```cl CL1.1
constant char name[] = "h";
```

## Versions
1.0 and 1.1.

## Reference
OpenCL C specification, "Restrictions"; reference page Restrictions.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import BEFORE_12, Rule
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", versions=BEFORE_12, about=("__func__",))


@RULE.on(r.Name, about=RULE.about)
def check(context: RuleContext, name: r.Name) -> None:
    """Look for the identifier."""
    if name.name == "__func__" and context.symbol(name) is None:
        context.report(name, "'__func__' needs OpenCL C 1.2")
