"""An index is a comma expression.

## What it does
Warns of `a[i, j]`, unless the comma expression is in parentheses.

## Why
The comma is an operator whose result is its right operand: `a[i, j]` is `a[j]`. In other languages
it is an element of a matrix.

## Example
```cl
kernel void k(global float *m, int row, int column) { m[row, column] = 0.0f; }
```

## Use instead
```cl
kernel void k(global float *m, int width, int row, int column) {
    m[row * width + column] = 0.0f;
}
```

## Versions
All.

## Reference
C11 6.5.17.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(r.Binary, about=(",",))
def check(context: RuleContext, index: r.Binary) -> None:
    """Look at a comma expression that is an index."""
    element = context.parent(index)
    if isinstance(element, r.Index) and element.index is index and index.operator.text == ",":
        base, last = context.text(element.base), context.text(index.right)
        context.report(
            index,
            f"this is '{base}[{last}]': a comma is no second dimension, which is written "
            f"'{base}[...][{last}]' or computed",
        )
