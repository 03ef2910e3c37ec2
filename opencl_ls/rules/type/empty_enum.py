"""An enumeration has no constants.

## What it does
Reports the definition of an `enum` with empty braces.

## Why
C has no such type, and compilers reject it.

## Example
```cl
enum colour {};
```

## Use instead
```cl
enum colour { RED };
```

## Versions
All.

## Reference
C11 6.7.2.2.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.macros.undefined_macros import has_recovered
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(r.EnumType)
def check(context: RuleContext, record: r.EnumType) -> None:
    """Look at definitions; an undefined macro may expand to the constants."""
    if record.enumerators != ():
        return
    if has_recovered(context.model, (SyntaxProblemKind.UNDEFINED_MACRO,), record.start, record.end):
        return
    place = record.tag or (record.start, record.start + len("enum"))
    name = f"enum '{record.tag.text}'" if record.tag is not None else "this enum"
    context.report(place, f"{name} has no constants: it needs one at least")
