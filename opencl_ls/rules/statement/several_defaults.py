"""A switch has several default labels.

## What it does
Reports the second `default` of a `switch`.

## Why
Only one label can be the target of all other values.

## Example
```cl
void f(int a) { switch (a) { default: break; case 1: break; default: a = 1; } }
```

## Use instead
```cl
void f(int a) { switch (a) { case 1: break; default: a = 1; } }
```

## Versions
All.

## Reference
C11 6.8.4.2p3.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.lookup.jumps import labels_of
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(r.Switch)
def check(context: RuleContext, switch: r.Switch) -> None:
    """Look for a second default."""
    defaults = [case for case in labels_of(switch) if case.value is None]
    for case in defaults[1:]:
        first = defaults[0]
        context.report(
            (case.start, case.start + len("default")),
            "this switch has a 'default' already",
            related=[((first.start, first.start + len("default")), "the first one is here")],
        )
