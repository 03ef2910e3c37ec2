"""A condition is neither a number nor a pointer.

## What it does
Reports conditions of `if`, `while`, `do`, `for` and `?:`, and values of `switch`, of a type that is
neither true nor false.

## Why
A condition is a single value. A comparison of vectors has a result for each component: `any` and
`all` combine them into one. `switch` takes an integer.

## Example
```cl
void f(float4 a, float4 b) { if (a < b) return; }
```

## Use instead
```cl
void f(float4 a, float4 b) { if (all(a < b)) return; }
```

## Versions
All.

## Reference
OpenCL C specification, "Relational Operators"; C11 6.8.4 and 6.8.5.

## Fix safety
Unsafe: the fix guesses whether one component has to be true, or all of them.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, wrapping
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.model.wording import is_void
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(p.InvalidCondition)
def check_statement(context: RuleContext, problem: p.InvalidCondition) -> None:
    """Look at the conditions of statements."""
    if is_void(problem.type):
        return
    words = (
        "'dowhile'".replace("dowhile", "do")
        if problem.statement == "dowhile"
        else (f"'{problem.statement}'")
    )
    if problem.statement == "switch":
        message = f"'switch' chooses by an integer, not by {t.described(problem.type)}"
        context.report(problem.record, message)
        return
    hint, fixes = "", []
    kind = problem.type.type
    if isinstance(kind, t.VectorType):
        hint = ": 'any' or 'all' makes one condition of its components"
        if not kind.element.floating:
            place = problem.record
            if isinstance(place, r.Parenthesized):
                place = place.inner
            fixes = [
                wrapping(f"Use '{word}'", place, f"{word}(", ")", safe=False)
                for word in ("any", "all")
            ]
    context.report(
        problem.record,
        f"{t.described(problem.type)} cannot be the condition of {words}{hint}",
        fixes=fixes,
    )


@RULE.on(p.InvalidOperands)
def check_conditional(context: RuleContext, problem: p.InvalidOperands) -> None:
    """Look at the conditions of `?:`."""
    record = problem.record
    if problem.invalid.reason != "condition":
        return
    place = record.condition if isinstance(record, r.Conditional) else record
    context.report(place, f"{t.described(problem.left)} cannot be the condition of '?:'")
