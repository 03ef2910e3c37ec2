"""Two labels of a switch have one value.

## What it does
Reports case labels whose value an earlier label of the same `switch` has.

## Why
Only one of them could be taken.

## Example
```cl
void f(int a) { switch (a) { case 1: break; case 1: break; } }
```

## Use instead
```cl
void f(int a) { switch (a) { case 1: break; case 2: break; } }
```

## Versions
All.

## Reference
C11 6.8.4.2p3.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics.constness import constants_of
from opencl_ls.semantics.switches import labels_of
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(r.Switch)
def check(context: RuleContext, switch: r.Switch) -> None:
    """Compare the values of the labels, as far as they are known."""
    folder = constants_of(context.model)
    seen: dict[int, r.Case] = {}
    for case in labels_of(switch):
        value = folder.integer(case.value)
        if value is None or case.value is None or case.last is not None:
            continue
        earlier = seen.setdefault(value, case)
        if earlier is not case:
            context.report(
                case.value,
                f"an earlier label of this switch has the value {value} already",
                related=[(earlier.value or earlier, "the earlier label is here")],
            )
