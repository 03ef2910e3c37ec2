"""A comma or another punctuator is missing, or is in place of another.

## What it does
Reports where a comma is missing between arguments, parameters, values or enumerators, or a
semicolon in the head of a `for`; and punctuators in place of another one, such as a comma at the
end of a statement, commas in the head of a `for`, `]` where a `(` is open, or a fullwidth mark of
another alphabet.

## Why
A compiler reports the next token, and often many more errors.

## Example
```cl
kernel void k(global float4 *a) { a[0] = (float4)(1.0f, 2.0f 3.0f, 4.0f); }
```

## Use instead
```cl
kernel void k(global float4 *a) { a[0] = (float4)(1.0f, 2.0f, 3.0f, 4.0f); }
```

## Versions
All.

## Reference
C99 6.4.6, punctuators.

## Fix safety
Unsafe: other tokens may be missing as well.
"""

from itertools import groupby

from opencl_ls.findings import Severity
from opencl_ls.rules.context import ItemEdit, ItemFix, RuleContext, inserting
from opencl_ls.rules.rule import Rule
from opencl_ls.syntax import records as r
from opencl_ls.syntax.slips import INSTEAD, MARK

RULE = Rule(Severity.ERROR, since="0.1", on_broken_items=True)


@RULE.on(r.Item)
def check(context: RuleContext, item: r.Item) -> None:
    """Look at the punctuators that error recovery inserted or replaced."""
    for slip in item.repairs:
        if slip.kind == MARK:
            fix = inserting(f"Insert '{slip.correct}'", slip.start, slip.correct, safe=False)
            spot = (slip.start - 1, slip.start)
            context.report(spot, f"expected '{slip.correct}' after this", fixes=[fix])
    wrong = (slip for slip in item.repairs if slip.kind == INSTEAD)

    def alike(slip: r.Repair) -> tuple[str, str, int]:
        line = item.text.count("\n", 0, slip.start)
        return item.text[slip.start : slip.end], slip.correct, line

    for (written, correct, _), row in groupby(wrong, alike):
        slips = tuple(row)
        shown = written.encode("latin-1").decode("utf-8", "replace")
        edits = tuple(ItemEdit(slip.start, slip.end, correct) for slip in slips)
        title = f"Change to '{correct}'" if correct else f"Remove '{shown}'"
        what = f"expected '{correct}' here, not" if correct else "nothing follows this"
        fix = ItemFix(title, edits, safe=False)
        context.report(slips[0], f"{what} '{shown}'", fixes=[fix])
