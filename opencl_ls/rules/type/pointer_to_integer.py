"""A pointer is used as an integer.

## What it does
Reports pointers where an integer is expected.

## Why
A pointer becomes an integer only by a cast. Often `*` or an index was intended.

## Example
```cl
kernel void k(global int *data) { int first = data; }
```

## Use instead
```cl
kernel void k(global int *data) { int first = *data; }
```

## Versions
All.

## Reference
C11 6.5.16.1.

## Fix safety
Unsafe: the fix is a guess.
"""

import re

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, inserting, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.model.wording import declared_parameter, misplaced
from opencl_ls.semantics.types.conversions import arithmetic_type
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")

_CHARACTER = re.compile(r'"(?:[^"\\\x80-\xff\']|\\[abfnrtv0\\"])"')


@RULE.on(p.Mismatch)
def check(context: RuleContext, problem: p.Mismatch) -> None:
    """Report which integer is expected, and offer the object that the pointer points to."""
    if problem.reason != "pointer-integer":
        return
    value, from_ = problem.record, problem.source.type
    fixes = []
    if isinstance(value, r.Name) and isinstance(from_, t.PointerType):
        pointee = arithmetic_type(from_.pointee.type)
        if pointee is not None:
            fixes.append(inserting("Read the object with '*'", value.start, "*", safe=False))
    why = "a pointer becomes an integer only by a cast"
    literal = unwrapped(value) if isinstance(value, r.Expression) else value
    if isinstance(literal, r.StringLiteral) and _CHARACTER.fullmatch("".join(literal.texts)):
        why = "a character constant has single quotes"
        character = f"'{literal.texts[0][1:-1]}'"
        fixes.append(replacing(f"Change to {character}", literal, character, safe=False))
    context.report(
        value,
        f"{misplaced(problem)}: {why}",
        related=declared_parameter(problem),
        fixes=fixes,
    )
