"""A value that has to be an integer constant is not one.

## What it does
Reports case labels, values of enumerators, indices of designators and conditions of static
assertions that read a variable or call a function, and those of the first three that are no
integers.

## Why
The compiler needs these values at compile time.

## Example
```cl
void f(int a, int b) { switch (a) { case b: break; } }
```

## Use instead
```cl
enum { LIMIT = 4 };
void f(int a) { switch (a) { case LIMIT: break; } }
```

## Versions
All.

## Reference
C11 6.6p3 and p6, 6.8.4.2p3, 6.7.2.2p2, 6.7.9p6, 6.7.10p2.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import Ranged, RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.lookup.constness import runtime_part, why_no_integer
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(r.Case, r.Designator)
def check_bounds(context: RuleContext, record: r.Case | r.Designator) -> None:
    """Look at the value of a label, or at an index, or at both ends of its range."""
    if isinstance(record, r.Case):
        what, first = "a case label", record.value
    else:
        what, first = "the index of a designator", record.index
    _check(context, first, what)
    _check(context, record.last, what)


@RULE.on(r.Enumerator)
def check_enumerator(context: RuleContext, enumerator: r.Enumerator) -> None:
    """Look at the value that is written for an enumerator."""
    _check(context, enumerator.value, "the value of an enumerator")


@RULE.on(r.StaticAssert)
def check_assertion(context: RuleContext, assertion: r.StaticAssert) -> None:
    """Look at a condition, for which compilers accept any scalar type."""
    _check_known(context, assertion.condition, "the condition of a static assertion is a constant")


def _check(context: RuleContext, value: r.Expression | None, what: str) -> None:
    if value is None or isinstance(value, r.IntegerLiteral):
        return
    expected = f"{what} is an integer constant"
    if why := why_no_integer(context.model, value):
        context.report(value, f"{expected}: '{context.text(value)}' {why}")
    else:
        _check_known(context, value, expected)


def _check_known(context: RuleContext, value: r.Expression, expected: str) -> None:
    part = runtime_part(value, context.symbol)
    if part is None:
        return
    source = context.symbol(part)
    related: list[tuple[Ranged, str]] = []
    if source is not None:
        related = [(source, f"'{source.name}' is declared here")]
    message = f"{expected}: '{context.text(part)}' is known at run time only"
    context.report(value, message, related=related)
