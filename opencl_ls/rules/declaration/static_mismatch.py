"""A name is static in one declaration and not in another.

## What it does
Reports a `static` declaration of a function or variable that an earlier declaration exports to
other programs, and a variable that is `static` first and not `static` later.

## Why
A name has either internal linkage or external linkage.

## Example
```cl CL1.2
int helper(int a);
static int helper(int a) { return a; }
```

## Use instead
```cl CL1.2
static int helper(int a);
static int helper(int a) { return a; }
```

## Versions
1.2 and later: before, there are no storage classes.

## Reference
C11 6.2.2p7.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import UnitContext
from opencl_ls.linter.rule import SINCE_12, Rule
from opencl_ls.semantics.names import facts
from opencl_ls.semantics.names.redeclarations import LINKAGE

RULE = Rule(Severity.ERROR, since="0.1", versions=SINCE_12)


@RULE.on_unit_reading(facts.declared)
def check(context: UnitContext) -> None:
    """Look at the names of program scope."""
    for index, symbol, earlier, verdict in context.clashes:
        if verdict != LINKAGE:
            continue
        now, before = ("is not", "is") if _is_static(earlier) else ("is", "is not")
        context.report(
            index,
            symbol,
            f"'{symbol.name}' {now} static here, but its earlier declaration {before}",
            related=[(earlier, "the earlier declaration is here")],
        )


def _is_static(symbol: object) -> bool:
    return "static" in getattr(symbol, "storage", ())
