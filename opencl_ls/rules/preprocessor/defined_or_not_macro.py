"""A condition reads the value of a macro that has none of interest.

## What it does
Reports `__ENDIAN_LITTLE__`, `__IMAGE_SUPPORT__` and `__FAST_RELAXED_MATH__` as values in `#if`
conditions.

## Why
These macros are defined or not defined, and never 0. `#ifdef` says what is asked.

## Example
```cl
#if __IMAGE_SUPPORT__
#endif
```

## Use instead
```cl
#ifdef __IMAGE_SUPPORT__
#endif
```

## Versions
All.

## Reference
OpenCL C specification, "Preprocessor Directives and Macros".

## Fix safety
Both forms ask the same of a conforming compiler, so the fix is safe.
"""

from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.rules.context import UnitContext, replacing
from opencl_ls.rules.rule import DIRECTIVES, Rule

RULE = Rule(Severity.HINT, since="0.1")


@RULE.on_unit_reading(DIRECTIVES)
def check(context: UnitContext) -> None:
    """Look at the names in conditions."""
    for placed in context.directives("if", "elif"):
        record = placed.record
        directive = record.directive
        names = [token for token in directive.tokens if token.name]
        if any(token.text == "defined" for token in names):
            continue
        found = next((token for token in names if token.text in _MACROS), None)
        if found is None:
            continue
        start, end = directive.token_range(found)
        fixes = []
        if len(directive.tokens) == 1 and record.kind == "if":
            kind = (placed.offset + record.name_start, placed.offset + record.name_end)
            fixes = [replacing("Ask '#ifdef'", kind, "ifdef", safe=True)]
        context.report_in_file(
            placed.file,
            placed.offset + start,
            placed.offset + end,
            f"'{found.text}' is defined or not, and never 0: ask '#ifdef'",
            fixes=fixes,
        )


_MACROS: Final = ("__ENDIAN_LITTLE__", "__IMAGE_SUPPORT__", "__FAST_RELAXED_MATH__")
