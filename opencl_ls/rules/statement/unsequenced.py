"""One expression changes a variable and uses it again, unsequenced.

## What it does
Warns of a variable that one expression changes twice, or changes and reads, without a sequence
point between: `i = i++`, `a[i] = i++`, `f(i++, i)`.

## Why
The behaviour is undefined: it may differ between compilers and levels of optimisation. Only the
operators `&&`, `||`, `,` and `?:` are evaluated from left to right.

## Example
```cl
kernel void k(global int *out, int i) { out[i] = i++; }
```

## Use instead
```cl
kernel void k(global int *out, int i) { out[i] = i; i++; out[0] = i; }
```

## Versions
All.

## Reference
C11 6.5p2 and 6.5.16p3; clang's `-Wunsequenced`.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.memory.sequencing import conflicts
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", as_written=True)


@RULE.on(r.Assignment, about=(r.Expression,))
def check_assignment(context: RuleContext, record: r.Assignment) -> None:
    """Look at an assignment within an expression."""
    _look_at(context, record)


@RULE.on(r.Unary, r.Postfix, about=("++", "--"))
def check_step(context: RuleContext, record: r.Unary | r.Postfix) -> None:
    """Look at a step within an expression."""
    if record.operator in ("++", "--"):
        _look_at(context, record)


def _look_at(context: RuleContext, record: r.Expression) -> None:
    """Report the unsequenced use of the variable that a record changes."""
    if not isinstance(context.parent(record), r.Expression):
        return  # It is a statement of its own.
    for symbol, change, other, twice in conflicts(context.model, record):
        if change is record:
            what = "changed again" if twice else "used"
            context.report(
                record,
                f"'{symbol.name}' is changed here and {what} in the same expression, in no order: "
                "the result is undefined",
                related=[(other, "the other use is here")],
            )
