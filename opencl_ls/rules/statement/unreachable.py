"""A statement is unreachable.

## What it does
Reports statements after a `return`, `break`, `continue`, `goto` or an endless loop that no jump
targets. Constant conditions do not count: they configure programs.

## Why
The code is dead, or the jump before it is in the wrong place.

## Example
```cl
int f(int a) {
    return a;
    a = 1;
}
```

## Use instead
```cl
int f(int a) { return a; }
```

## Versions
All.

## Reference
C11 6.8.6.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.flow.reachability import unreachable
from opencl_ls.settings.profiles import STRICT
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", profile=STRICT)


@RULE.on(r.FunctionDefinition)
def check(context: RuleContext, definition: r.FunctionDefinition) -> None:
    """Report each sequence of such statements once."""
    for first, last in unreachable(context.model, definition.body):
        context.report((first.start, last.end), "this code is unreachable", unnecessary=True)
