"""A condition reads the value of a macro that is only defined or not.

## What it does
Reports `__ENDIAN_LITTLE__`, `__IMAGE_SUPPORT__` and `__FAST_RELAXED_MATH__` as values in `#if`
conditions, and in code where they are not defined.

## Why
These macros are defined or not defined, and never 0. `#ifdef` states the intent.

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
Both forms have the same result with a conforming compiler, so the fix is safe.
"""

from itertools import pairwise
from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, UnitContext, replacing
from opencl_ls.linter.rule import DIRECTIVES, Rule
from opencl_ls.preprocess.placed_directives import directives
from opencl_ls.syntax import records as r

_MACROS: Final = ("__ENDIAN_LITTLE__", "__IMAGE_SUPPORT__", "__FAST_RELAXED_MATH__")

RULE = Rule(Severity.HINT, since="0.1")


@RULE.on_unit_reading(DIRECTIVES)
def check(context: UnitContext) -> None:
    """Look at the names in conditions."""
    for placed in directives(context.unit, "if", "elif"):
        record = placed.record
        directive = record.directive
        names = [token for token in directive.tokens if token.name]
        asked = {b.text for a, b in pairwise(names) if a.text == "defined"}
        found = next((n for n in names if n.text in _MACROS and n.text not in asked), None)
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


@RULE.on(r.Name, about=_MACROS)
def check_value(context: RuleContext, name: r.Name) -> None:
    """Look at the names of such macros in the text where they are not defined."""
    if name.name in _MACROS and context.symbol(name) is None:
        context.report(name, f"'{name.name}' is defined or not, and here it is not: ask '#ifdef'")
