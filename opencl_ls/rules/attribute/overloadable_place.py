"""overloadable is applied to something that is no function.

## What it does
Reports the attribute `overloadable` on variables, parameters, members and types.

## Why
Only functions can be overloaded, so compilers reject it elsewhere.

## Example
```cl
constant float half_pi __attribute__((overloadable)) = 1.5707964f;
```

## Use instead
```cl
float __attribute__((overloadable)) half_of(float x) { return x / 2; }
```

## Versions
All.

## Reference
clang's language extensions, "Function Overloading in C".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.declarations.attribute_subjects import other_holder
from opencl_ls.semantics.declarations.placement import attribute_name, no_function
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(r.Attribute)
def check(context: RuleContext, attribute: r.Attribute) -> None:
    """Look at the subject of the attribute; another rule looks at statements."""
    if attribute_name(attribute) != "overloadable":
        return
    holder = ""
    if not isinstance(context.parent(attribute), r.Attributed):
        holder = no_function(context.model, attribute)
    holder = holder or other_holder(context.model, attribute)
    if holder:
        context.report(attribute, f"'{attribute.name.text}' is for functions, and {holder} is none")
