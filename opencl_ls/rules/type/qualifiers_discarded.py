"""A pointer loses `const` or `volatile`.

## What it does
Reports pointers to `const` or `volatile` objects that become pointers without the qualifier.

## Why
The new pointer allows writes to a `const` object, which are undefined, and lets the compiler keep a
`volatile` object in a register.

## Example
```cl
kernel void k(global const int *in) { global int *p = in; }
```

## Use instead
```cl
kernel void k(global const int *in) { global const int *p = in; }
```

## Versions
All.

## Reference
C11 6.5.16.1 and 6.7.3.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.model.wording import declared_parameter, misplaced

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(p.Mismatch)
def check(context: RuleContext, problem: p.Mismatch) -> None:
    """Report which qualifier is lost."""
    to, from_ = problem.destination.type, problem.source.type
    if problem.reason != "qualifiers":
        return
    if not isinstance(to, t.PointerType) or not isinstance(from_, t.PointerType):
        return
    context.report(
        problem.record,
        f"{misplaced(problem)}: '{_lost(to.pointee, from_.pointee)}' is lost",
        related=declared_parameter(problem),
    )


def _lost(to: t.Qualified, from_: t.Qualified) -> str:
    inner_to, inner_from = t.element_of(to), t.element_of(from_)
    is_const = (from_.const or inner_from.const) and not (to.const or inner_to.const)
    return "const" if is_const else "volatile"
