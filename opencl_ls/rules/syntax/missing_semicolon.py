"""A declaration or a statement lacks its semicolon.

## What it does
Reports a missing semicolon at the end of a line or before a `}`: after a statement, a declaration,
or the definition of a struct. After the last member of a struct it is a warning: compilers accept
that.

## Why
A compiler reports this at the next token, which may be far away; the fix belongs here.

## Example
```cl
kernel void first(global int *a) {
    int x = a[0]
    a[1] = x;
}
```

## Use instead
```cl
kernel void first(global int *a) {
    int x = a[0];
    a[1] = x;
}
```

## Versions
All.

## Reference
C99 6.7 and 6.8.3.

## Fix safety
Unsafe: the statement may also continue in the next line.
"""

import re
from collections.abc import Iterator
from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, inserting
from opencl_ls.linter.rule import Rule
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind

RULE = Rule(Severity.ERROR, since="0.1", on_broken_items=True, about=(r.SyntaxProblem,))

_BEFORE_BRACE: Final = re.compile(r"(?>(?:\s+|//[^\n]*|/\*.*?\*/)*)\}", re.S)


@RULE.on(r.Item)
def check(context: RuleContext, item: r.Item) -> None:
    """Look at the semicolons that error recovery inserted."""
    for problem in item.recovered:
        if problem.kind is SyntaxProblemKind.SEMICOLON:
            is_warning = _BEFORE_BRACE.match(item.text, problem.start) and any(
                last.start < problem.start < end for last, end in _last_members(context)
            )
            context.report(
                (problem.start - 1, problem.start),
                "expected ';' after this",
                severity=Severity.WARNING if is_warning else Severity.ERROR,
                fixes=[inserting("Insert ';'", problem.start, ";", safe=False)],
            )


def _last_members(context: RuleContext) -> Iterator[tuple[r.Declaration, int]]:
    """Yield the last members of the structs and unions of an item, and where these end.

    Compilers accept only members with a name.
    """
    for record in context.model.of_kind(r.RecordType):
        if record.members and record.members[-1].declarators:
            yield record.members[-1], record.end
