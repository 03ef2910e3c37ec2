"""A comma or another punctuator is missing, or is in place of another.

## What it does
Reports where a comma is missing between arguments, parameters, values or enumerators, or a
semicolon in the head of a `for`; and punctuators in place of another one, such as a comma at the
end of a statement, commas in the head of a `for`, `]` where a `(` is open, or a fullwidth mark of
another alphabet.

## Why
A compiler reports the next token, and often many more errors.

## Example
```cl
kernel void k(global float4 *a) { a[0] = (float4)(1.0f, 2.0f 3.0f, 4.0f); }
```

## Use instead
```cl
kernel void k(global float4 *a) { a[0] = (float4)(1.0f, 2.0f, 3.0f, 4.0f); }
```

## Versions
All.

## Reference
C99 6.4.6, punctuators.

## Fix safety
Unsafe: other tokens may be missing as well.
"""

from itertools import groupby

from opencl_ls.findings import Severity
from opencl_ls.linter.context import (
    ItemEdit,
    ItemFix,
    RuleContext,
    inserting,
)
from opencl_ls.linter.rule import Rule
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind

RULE = Rule(Severity.ERROR, since="0.1", on_broken_items=True, about=(r.SyntaxProblem,))


@RULE.on(r.Item)
def check(context: RuleContext, item: r.Item) -> None:
    """Look at the punctuators that error recovery inserted or replaced."""
    for problem in item.recovered:
        if problem.kind is SyntaxProblemKind.MISSING_MARK:
            fix = inserting(
                f"Insert '{problem.expected}'", problem.start, problem.expected, safe=False
            )
            place = (problem.start - 1, problem.start)
            context.report(place, f"expected '{problem.expected}' after this", fixes=[fix])
    wrong = (problem for problem in item.recovered if problem.kind is SyntaxProblemKind.WRONG_MARK)

    def alike(problem: r.SyntaxProblem) -> tuple[str, str, int]:
        line = item.text.count("\n", 0, problem.start)
        return item.text[problem.start : problem.end], problem.expected, line

    for (written, correct, _), row in groupby(wrong, alike):
        problems = tuple(row)
        shown = written.encode("latin-1").decode("utf-8", "replace")
        edits = tuple(ItemEdit(problem.start, problem.end, correct) for problem in problems)
        title = f"Change to '{correct}'" if correct else f"Remove '{shown}'"
        what = f"expected '{correct}' here, not" if correct else "nothing follows this"
        fix = ItemFix(title, edits, safe=False)
        context.report(problems[0], f"{what} '{shown}'", fixes=[fix])
