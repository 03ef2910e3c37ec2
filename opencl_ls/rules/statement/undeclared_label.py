"""A goto names a label that the function does not have.

## What it does
Reports `goto` to a label that is nowhere in the same function.

## Why
A jump cannot leave its function.

## Example
```cl
void f(int a) { if (a) goto end; }
```

## Use instead
```cl
void f(int a) { if (a) goto end; end: ; }
```

## Versions
All.

## Reference
C11 6.8.6.1p1.

## Fix safety
Another label may be intended, so the fix is unsafe.
"""

from opencl_ls.builtins.spelling import nearest
from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.lookup.jumps import labels_named
from opencl_ls.semantics.macros.undefined_macros import unseen
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(r.Goto)
def check(context: RuleContext, jump: r.Goto) -> None:
    """Look for the label in the whole item; another rule reports jumps across a block literal."""
    around = context.enclosing(jump, r.FunctionDefinition)
    if around is None or not jump.name.text:
        return
    if labels_named(context.model, jump.name.text):
        return
    declared, _ = unseen(context.model)
    if jump.name.text in declared.words or declared.start is not None:
        return  # An undefined macro may expand to it.
    labels = {label.name.text for label in context.model.of_kind(r.Label)}
    near = nearest(jump.name.text, sorted(labels))
    context.report(
        jump.name,
        f"there is no label '{jump.name.text}' in this function"
        + (f": did you mean '{near[0]}'?" if near else ""),
        fixes=[replacing(f"Replace it by '{name}'", jump.name, name, safe=False) for name in near],
    )
