"""`_Generic` has no association for its operand, or two.

## What it does
Reports `_Generic` if no association has the type of the operand and there is no `default`, if two
associations have one type, and if `default` is repeated.

## Why
Only the type of the operand selects, as a value: without qualifiers, and without a conversion to
the type of an association. So exactly one association has to match.

## Example
```cl
int f(int x) { return _Generic(x, float: 1, double: 2); }
```

## Use instead
```cl
int f(int x) { return _Generic(x, float: 1, double: 2, default: 3); }
```

## Versions
All, as an extension of compilers based on clang.

## Reference
C11 6.5.1.1.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.model import problems as p

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(p.GenericSelectionProblem)
def check(context: RuleContext, problem: p.GenericSelectionProblem) -> None:
    """Report which association is missing or repeated."""
    if problem.kind is None:
        message = "this '_Generic' already has a 'default'"
    elif problem.first is None:
        message = f"no choice has the type {t.described(problem.kind)}, and there is no 'default'"
    else:
        message = f"another choice is for {t.described(problem.kind)} already"
    related = [] if problem.first is None else [(problem.first, "the earlier choice")]
    context.report(problem.record, message, related=related)
