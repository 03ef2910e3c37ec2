"""A member that does not exist is used.

## What it does
Reports members that a struct or union does not have, members of values that have none, `.` on
pointers and `->` on values.

## Why
The member is misspelt, or belongs to another type. Members are accessed with `->` through a
pointer, and with `.` on an object.

## Example
```cl
struct point { float x; float y; };
float f(struct point p) { return p.z; }
```

## Use instead
```cl
struct point { float x; float y; };
float f(struct point p) { return p.y; }
```

## Versions
All.

## Reference
C11 6.5.2.3.

## Fix safety
Safe if `.` and `->` were mixed up; unsafe if the nearest name is offered.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.model.wording import has_rules_of_its_own, is_void, listed
from opencl_ls.semantics.types.conversions import value_of
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(p.NoMember)
def check(context: RuleContext, problem: p.NoMember) -> None:
    """Report the type that has no such member, and its members."""
    record, base = problem.record, t.described(problem.base)
    if isinstance(record, r.OffsetOf):
        _report_missing(context, problem, record.member)
        return
    if not isinstance(record, r.Member):
        return
    if isinstance(problem.base.type, t.VectorType) and problem.reason != "value":
        return
    whole = context.model.types.get(record.base, t.UNKNOWN_QUALIFIED)
    if has_rules_of_its_own(problem.base) or is_void(whole):
        return
    sign = (record.base.end, record.member.start)
    word = record.member
    if problem.reason == "pointer":
        fixes = [replacing("Use '->'", sign, "->", safe=True)]
        message = f"{base} is a pointer: its members are reached with '->'"
        context.report(word, message, fixes=fixes if _has(problem) else ())
    elif problem.reason == "value" and not isinstance(
        value_of(problem.base).type, t.AggregateType | t.VectorType
    ):
        context.report(word, f"{base} has no members, so there is no '{problem.name}'")
    elif problem.reason == "value":
        fixes = [replacing("Use '.'", sign, ".", safe=True)]
        message = f"{base} is no pointer: its members are reached with '.'"
        context.report(word, message, fixes=fixes)
    elif problem.reason == "incomplete":
        context.report(word, f"{base} is declared, but nothing tells what members it has")
    elif problem.reason == "scalar":
        context.report(word, f"{base} has no members, so there is no '{problem.name}'")
    elif problem.reason == "member":
        _report_missing(context, problem, word)


def _has(problem: p.NoMember) -> bool:
    kind = problem.base.type
    return isinstance(kind, t.PointerType) and isinstance(
        kind.pointee.type, t.AggregateType | t.VectorType
    )


def _report_missing(context: RuleContext, problem: p.NoMember, word: r.Word) -> None:
    kind = problem.base.type
    members = kind.members if isinstance(kind, t.AggregateType) else None
    near = members.names.nearest(problem.name) if members else []
    message = f"{t.described(problem.base)} has no member '{problem.name}'"
    if near:
        message += f"; did you mean '{near[0]}'?"
    elif members and 0 < len(names := members.names) <= 6:
        message += f"; it has {listed(names)}"
    fixes = [replacing(f"Change to '{each}'", word, each, safe=False) for each in near]
    related = []
    if members and near and (member := members.named(near[0])) is not None:
        if member.declared is not None:
            related.append((member.declared, f"'{near[0]}' is declared here"))
    context.report(word, message, related=related, fixes=fixes)
