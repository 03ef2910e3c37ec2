"""A body has no function head before it.

## What it does
Reports a `{ ... }` at program scope that belongs to no function, and marks the semicolon after the
head of a function if that is the cause.

## Why
A semicolon ends the declaration of a function, so the braces after it are not its body.

## Example
```cl
kernel void k(global int *out);
{
    out[0] = 1;
}
```

## Use instead
```cl
kernel void k(global int *out)
{
    out[0] = 1;
}
```

## Versions
All.

## Reference
C11 6.9.1.

## Fix safety
Unsafe: the body may also be the rest of another function.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import UnitContext, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.model import ItemModel, summarised
from opencl_ls.semantics.names import facts

RULE = Rule(Severity.ERROR, since="0.1")


@summarised
def _is_body(model: ItemModel) -> bool:
    """Return whether an item is a body without a head."""
    return facts.kind_at_program_scope(model) == "body"


@RULE.on_unit_reading(facts.kind_at_program_scope)
def check(context: UnitContext) -> None:
    """Look at the tokens before each such body."""
    for number, model in context.program.having(_is_body):
        before = context.models[number - 1] if number else None
        kind = "other" if before is None else facts.kind_at_program_scope(before)
        if before is not None and kind == "head" and before.item.text.endswith(";"):
            end = len(before.item.text)
            context.report(
                number - 1,
                (end - 1, end),
                "this ';' ends the declaration, and the body after it belongs to no function",
                fixes=[replacing("Remove ';'", (end - 1, end), "", safe=False)],
            )
        elif kind != "variable":
            # After variables it is the body of a function in the style before C89.
            body = model.item.declarations[0]
            context.report(
                number,
                (body.start, body.start + 1),
                "a body without the head of a function before it belongs to no function",
            )
