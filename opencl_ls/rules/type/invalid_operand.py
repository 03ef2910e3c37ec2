"""A unary operator does not take its operand.

## What it does
Reports `+`, `-`, `~`, `!`, `*`, `++` and `--` on operands of types that they are not defined for.
`*` on a pointer to `void`, whose result is unusable, is a warning.

## Why
The operator has no meaning for the type: `~` works only on integers, `*` only on pointers, `++` and
`--` not on vectors of floating numbers. In OpenCL C 1.0 and 1.1 `!` takes no floating operand
either.

## Example
```cl
void f(float x) { float y = ~x; }
```

## Use instead
```cl
void f(float x) { int y = ~as_int(x); }
```

## Versions
All.

## Reference
OpenCL C specification, "Operators".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.operands import operator_place
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.model.wording import has_rules_of_its_own, is_void
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(p.InvalidOperand)
def check(context: RuleContext, problem: p.InvalidOperand) -> None:
    """Report the operator, and the operands that it takes."""
    kind = problem.operand.type
    if problem.operator == "&" or (is_void(problem.operand) and problem.operator != "*"):
        return
    if has_rules_of_its_own(problem.operand):
        return
    if problem.operator != "*" and isinstance(kind, t.AtomicType):
        return
    if problem.operator == "*" and isinstance(kind, t.BlockType):
        return
    if problem.reason == "void":
        if _is_thrown_away(context, problem.record):
            context.report(
                operator_place(problem.record),
                f"'*' does not take {t.described(problem.operand)}: what it points to has no type",
                severity=Severity.WARNING,
            )
        return
    context.report(
        operator_place(problem.record),
        f"'{problem.operator}' does not take {t.described(problem.operand)}"
        f"{_hint(context, problem)}",
    )


def _is_thrown_away(context: RuleContext, record: r.Record) -> bool:
    """Tell whether the value is not used; a use has a finding of its own."""
    above = context.parent(record)
    while isinstance(above, r.Parenthesized):
        above = context.parent(above)
    return isinstance(above, r.ExpressionStatement | r.Cast)


def _hint(context: RuleContext, problem: p.InvalidOperand) -> str:
    if problem.operator == "*":
        return ", which is no pointer"
    if problem.operator in ("++", "--"):
        sign = problem.operator[0]
        return f": write '{sign}= 1.0f'" if isinstance(problem.operand.type, t.VectorType) else ""
    if problem.operator == "!" and isinstance(problem.operand.type, t.ScalarType | t.VectorType):
        return f": in {context.target.version.words} it takes no floating operand"
    if problem.operator == "~" and isinstance(problem.operand.type, t.ScalarType | t.VectorType):
        return ": it works on integers; 'as_int' gives the bits of a floating number"
    return ""
