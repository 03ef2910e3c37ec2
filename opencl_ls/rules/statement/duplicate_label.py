"""A function has two labels with the same name.

## What it does
Reports the second label with the same name in a function.

## Why
A `goto` could mean either: the scope of a label is the whole function.

## Example
```cl
void f(int a) { end: if (a) goto end; end: ; }
```

## Use instead
```cl
void f(int a) { again: if (a) goto again; end: ; }
```

## Versions
All.

## Reference
C11 6.8.1p3.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", about=(r.Label,))


@RULE.on(r.FunctionDefinition)
def check(context: RuleContext, definition: r.FunctionDefinition) -> None:
    """Compare the labels of a function; a block literal has labels of its own."""
    seen: dict[tuple[r.Record | None, str], r.Word] = {}
    for label in context.model.of_kind(r.Label):
        home = context.enclosing(label, r.FunctionDefinition, r.BlockLiteral)
        if context.enclosing(label, r.FunctionDefinition) is not definition:
            continue
        earlier = seen.setdefault((home, label.name.text), label.name)
        if earlier is not label.name:
            context.report(
                label.name,
                f"this function has a label '{label.name.text}' already",
                related=[(earlier, "the first one is here")],
            )
