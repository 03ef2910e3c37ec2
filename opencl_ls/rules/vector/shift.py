"""The operands of a shift do not match.

## What it does
Reports shifts of a scalar by a vector, and shifts of a vector by a vector with another number of
components.

## Why
The result of a shift has the type of its left operand, so a vector of counts needs a vector to
shift, component by component.

## Example
```cl
int4 f(int a, int4 b) { return a << b; }
```

## Use instead
```cl
int4 f(int a, int4 b) { return (int4)(a) << b; }
```

## Versions
All.

## Reference
OpenCL C specification, "Shift Operators".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.operands import operands, operator_place
from opencl_ls.semantics.model import problems as p

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(p.InvalidOperands)
def check(context: RuleContext, problem: p.InvalidOperands) -> None:
    """Report the types of the operands."""
    pair = operands(problem.record)
    left, right = problem.left, problem.right
    if problem.invalid.reason == "shift" and pair is not None:
        context.report(
            pair[1],
            f"{t.described(left)} cannot be shifted by {t.described(right)}: "
            "only a vector is shifted by a vector",
        )
    elif problem.invalid.reason == "vectors" and problem.operator.startswith(("<<", ">>")):
        context.report(
            operator_place(problem.record),
            f"{t.described(left)} cannot be shifted by {t.described(right)}: "
            "the vectors have different numbers of components",
        )
