"""The factor of opencl_unroll_hint is no positive constant.

## What it does
Reports a factor that is zero, negative, or no integer constant, and more factors than one.

## Why
The compiler unrolls the loop at compile time, so the factor has to be known then.

## Example
```cl CL2.0
void f(int n) { __attribute__((opencl_unroll_hint(n))) while (n) --n; }
```

## Use instead
```cl CL2.0
void f(int n) { __attribute__((opencl_unroll_hint(4))) while (n) --n; }
```

## Versions
All. The attribute belongs to 2.0 and later; compilers check it in every version.

## Reference
OpenCL C specification, "Optional Attribute Qualifiers".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.declarations.attribute_subjects import is_ignored
from opencl_ls.semantics.declarations.placement import attribute_name
from opencl_ls.semantics.lookup.constness import constants_of, why_no_integer_constant
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(r.Attribute)
def check(context: RuleContext, attribute: r.Attribute) -> None:
    """Look at the arguments of the attribute."""
    if attribute_name(attribute) != "opencl_unroll_hint" or not attribute.arguments:
        return
    if is_ignored(context.model, attribute):
        return
    if len(attribute.arguments) > 1:
        context.report(attribute.arguments[1], f"'{attribute.name.text}' takes one factor at most")
        return
    factor = attribute.arguments[0]
    value = constants_of(context.model).integer(factor)
    if value is not None and value <= 0:
        context.report(
            factor, f"the factor {value} is not positive: leave it out, or write how often"
        )
    elif value is None and (why := why_no_integer_constant(context.model, factor)):
        context.report(factor, f"the factor '{context.text(factor)}' {why}")
