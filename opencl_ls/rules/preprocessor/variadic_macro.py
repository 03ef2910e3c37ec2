"""A macro takes a variable number of arguments before OpenCL C 3.0.

## What it does
Reports `...` among the parameters of a macro.

## Why
OpenCL C excludes variadic macros before 3.0. Most compilers accept them in every version.

## Example
```cl CL1.2
#define LOG(...) printf(__VA_ARGS__)
```

## Use instead
```cl CL1.2
#define LOG(text, value) printf(text, value)
```

## Versions
1.0 to 2.0.

## Reference
OpenCL C specification, "Restrictions"; reference page Restrictions.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import UnitContext
from opencl_ls.linter.rule import BEFORE_30, DIRECTIVES, Rule
from opencl_ls.preprocess.placed_directives import directives

RULE = Rule(Severity.WARNING, since="0.1", versions=BEFORE_30)


@RULE.on_unit_reading(DIRECTIVES)
def check(context: UnitContext) -> None:
    """Look at the definitions of macros."""
    for placed in directives(context.unit, "define"):
        record = placed.record
        if record.macro is None or not record.macro.variadic:
            continue
        dots = next(token for token in record.directive.tokens if token.text == "...")
        start, end = record.directive.token_range(dots)
        context.report_in_file(
            placed.file,
            placed.offset + start,
            placed.offset + end,
            f"macro '{record.name}' is variadic: that needs OpenCL C 3.0",
        )
