"""An initializer names a member that does not exist.

## What it does
Reports designators in braces that name no member of the struct or union, or that do not match the
type: `.name` in an array or in a vector, `[0]` in a struct.

## Why
The member is misspelt, or belongs to another type. The components of a vector have no designators.

## Example
```cl
struct point { float x; float y; };
void f(void) { struct point p = {.x = 1.0f, .z = 2.0f}; }
```

## Use instead
```cl
struct point { float x; float y; };
void f(void) { struct point p = {.x = 1.0f, .y = 2.0f}; }
```

## Versions
All.

## Reference
C11 6.7.9.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.model import problems as p

RULE = Rule(Severity.ERROR, since="0.1")

_NOTHING = "nothing to name here"
_MISSING: dict[type[t.Type], str] = {
    t.ArrayType: "no members: an element is named as '[0]'",
    t.AggregateType: "no elements: a member is named as '.name'",
    t.VectorType: "no names in braces: its components are given in their order",
}


@RULE.on(p.InitializerProblem)
def check(context: RuleContext, problem: p.InitializerProblem) -> None:
    """Report the type that has no such member."""
    if problem.reason != "designator":
        return
    kind = problem.destination.type
    if not problem.name:
        described = t.described(problem.destination)
        context.report(problem.record, f"{described} has {_MISSING.get(type(kind), _NOTHING)}")
        return
    members = kind.members if isinstance(kind, t.AggregateType) else None
    near = members.names.nearest(problem.name) if members else []
    message = f"{t.described(problem.destination)} has no member '{problem.name}'"
    if near:
        message += f"; did you mean '{near[0]}'?"
    context.report(problem.record, message)
