"""Nothing jumps to a label.

## What it does
Reports labels that no `goto` of the function names.

## Why
The label is left from another version of the code, or a `goto` names the wrong one.

## Example
```cl
void f(int a) { start: a = 1; }
```

## Use instead
```cl
void f(int a) { a = 1; }
```

## Versions
All.

## Reference
C11 6.8.1.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1")


@RULE.on(r.Label)
def check(context: RuleContext, label: r.Label) -> None:
    """Look for a goto to the label anywhere in the item."""
    name = label.name.text
    if any(isinstance(event, r.Goto) and event.name.text == name for event in context.model.events):
        return
    if any(isinstance(event, r.BadStatement | r.Assembly) for event in context.model.events):
        return
    context.report(label.name, f"nothing jumps to label '{name}'", unnecessary=True)
