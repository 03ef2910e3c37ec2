"""A label is never used.

## What it does
Reports labels that no `goto` of the function names. One that looks like `default`, in a `switch`
that has none, is a warning.

## Why
The label is left over from another version of the code, or a `goto` names the wrong one.

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

## Fix safety
Unsafe: the fix is a guess.
"""

from opencl_ls.builtins.spelling import nearest
from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.lookup.jumps import jumps_to, labels_of
from opencl_ls.syntax import records as r
from opencl_ls.syntax.tokens import KEYWORDS, RESERVED

_OTHERWISE = frozenset(("else", "otherwise", "other"))

RULE = Rule(Severity.HINT, since="0.1")


@RULE.on(r.Label)
def check(context: RuleContext, label: r.Label) -> None:
    """Look for a goto to the label anywhere in the item."""
    name = label.name.text
    if jumps_to(context.model, name):
        return
    if any(context.model.of_kind(r.BadStatement, r.Assembly)):
        return
    fixes = []
    if _means_default(context, label):
        fixes = [replacing("Change to 'default'", label.name, "default", safe=False)]
    guess = "; did you mean 'default'?" if fixes else ""
    if name in RESERVED - KEYWORDS:
        message = f"'{name}' is a keyword and cannot name a label{guess}"
        context.report(label.name, message, severity=Severity.ERROR, fixes=fixes)
    elif fixes:
        message = f"nothing jumps to label '{name}'{guess}"
        context.report(label.name, message, severity=Severity.WARNING, fixes=fixes)
    else:
        context.report(label.name, f"nothing jumps to label '{name}'", unnecessary=True)


def _means_default(context: RuleContext, label: r.Label) -> bool:
    """Tell whether a label is in a `switch` without `default`, in place of it."""
    name = label.name.text
    if name not in _OTHERWISE and not nearest(name, ["default"]):
        return False
    above = context.parent(label)
    while isinstance(above, r.Case | r.Compound):
        above = context.parent(above)
    if not isinstance(above, r.Switch):
        return False
    return all(case.value is not None for case in labels_of(above))
