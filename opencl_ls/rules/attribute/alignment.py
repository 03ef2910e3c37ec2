"""The alignment is no power of two.

## What it does
Reports `aligned(n)` where `n` is not a power of two, or no integer constant at all.

## Why
Only powers of two are alignments.

## Example
```cl
struct s { int a; } __attribute__((aligned(12)));
```

## Use instead
```cl
struct s { int a; } __attribute__((aligned(16)));
```

## Versions
All.

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
    """Look at the argument of the attribute."""
    if attribute_name(attribute) != "aligned" or not attribute.arguments:
        return
    if is_ignored(context.model, attribute):
        return
    argument = attribute.arguments[0]
    value = constants_of(context.model).integer(argument)
    if value is not None and (value <= 0 or value & (value - 1)):
        context.report(argument, f"the alignment {value} is not a power of two")
    elif value is None and (why := why_no_integer_constant(context.model, argument)):
        context.report(
            argument,
            f"an alignment is an integer constant: '{context.text(argument)}' {why}",
        )
