"""A static assertion does not hold.

## What it does
Reports `_Static_assert` whose condition is 0 on every device.

## Why
The program relies on a condition that does not hold.

## Example
```cl
enum { TILE = 24 };
_Static_assert((TILE & (TILE - 1)) == 0, "a tile is a power of two");
```

## Use instead
```cl
enum { TILE = 32 };
_Static_assert((TILE & (TILE - 1)) == 0, "a tile is a power of two");
```

## Versions
All.

## Reference
C11 6.7.10p3.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.lookup.constness import certain_values
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(r.StaticAssert)
def check(context: RuleContext, assertion: r.StaticAssert) -> None:
    """Look at the value of the condition, and repeat the message of the program."""
    if certain_values(context.model).integer(assertion.condition) != 0:
        return
    words = assertion.message
    said = ""
    if isinstance(words, r.StringLiteral):
        said = "".join(text[text.find('"') + 1 : -1] for text in words.texts)
    context.report(
        assertion.condition,
        f"the assertion '{said}' does not hold" if said else "this assertion does not hold",
    )
