"""Something that cannot be changed is assigned.

## What it does
Reports assignments and increments of `const` objects, of objects in constant memory, of arrays,
functions and values that are no objects, and of structs with a `const` member.

## Why
Constant memory is read-only while a kernel runs, and a `const` object may not change. An array is
assigned element by element, and the value of an expression is no object to store to.

## Example
```cl
constant int limit = 3;
kernel void k(void) { limit = 4; }
```

## Use instead
```cl
constant int limit = 3;
kernel void k(void) { int mine = limit; mine = 4; }
```

## Versions
All.

## Reference
OpenCL C specification, "constant"; reference page constant; C11 6.3.2.1,
6.5.16.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import captured, unwrapped
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.model.wording import has_rules_of_its_own
from opencl_ls.semantics.types.members import const_member
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


_REASONS = ("rvalue", "const", "const-member", "array", "function", "void")


@RULE.on(p.NotAssignable)
def check(context: RuleContext, problem: p.NotAssignable) -> None:
    """Report what cannot change, and why."""
    if problem.reason not in _REASONS or has_rules_of_its_own(problem.type):
        return
    record = problem.record
    place = record.left if isinstance(record, r.Assignment) else record
    if isinstance(record, r.Unary | r.Postfix):
        place = record.operand
    symbol = problem.symbol
    if symbol is not None and _is_captured(context, place):
        return
    related = [] if symbol is None else [(symbol, f"'{symbol.name}' is declared here")]
    context.report(place, _message(problem), related=related)


def _is_captured(context: RuleContext, place: r.Record) -> bool:
    """Tell whether the target is a captured variable, which another rule reports."""
    return isinstance(place, r.Expression) and bool(captured(context.model, unwrapped(place)))


def _message(problem: p.NotAssignable) -> str:
    name = "this" if problem.symbol is None else f"'{problem.symbol.name}'"
    if problem.reason == "array":
        return f"{name} is an array: only its elements can be assigned"
    if problem.reason == "function":
        return f"{name} is a function and cannot be assigned"
    if problem.reason == "void":
        return "this is 'void': a pointer to it has no object that could be assigned"
    if problem.reason == "rvalue":
        return f"a value of type {t.described(problem.type)} cannot be assigned: it is no object"
    kind = problem.type.type
    member = const_member(kind) if type(kind) is t.AggregateType else None
    if problem.reason == "const-member" and member is not None:
        return f"{name} is not assigned as a whole: its member '{member.name}' is 'const'"
    if t.object_space(problem.type) == t.CONSTANT:
        return f"{name} is in constant memory, which cannot be written"
    return f"{name} is {t.described(problem.type)}: what is 'const' cannot be assigned"
