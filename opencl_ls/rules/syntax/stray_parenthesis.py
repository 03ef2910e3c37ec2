"""A closing parenthesis has no partner, or is missing.

## What it does
Reports a `)` that closes nothing, the place where an open `(` should have been closed, and the
place of a `(` that is missing before a condition or before arguments.

## Why
The usual cause is a block literal: `};` where the call around the literal still has to be closed
with `});`, or `});` after a literal outside of a call.

## Example
```cl CL2.0
kernel void k(void) { int (^twice)(int) = ^(int x) { return 2 * x; }); }
```

## Use instead
```cl CL2.0
kernel void k(void) { int (^twice)(int) = ^(int x) { return 2 * x; }; }
```

## Versions
All.

## Reference
C99 6.5.1 and 6.5.2; the second example on the reference page Blocks and the examples on the
reference page enqueue_kernel, which have this mistake.

## Fix safety
Unsafe: the place of a missing parenthesis is a guess. Removing one without a partner is safe if the
function or declaration has no other error.
"""

from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import (
    ItemEdit,
    ItemFix,
    RuleContext,
    inserting,
    replacing,
)
from opencl_ls.linter.rule import Rule
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind

RULE = Rule(Severity.ERROR, since="0.1", on_broken_items=True, about=(r.SyntaxProblem,))

_BOTH: Final = "()"


@RULE.on(r.Item)
def check(context: RuleContext, item: r.Item) -> None:
    """Look at the parentheses that error recovery removed or inserted."""
    opened: list[r.SyntaxProblem] = []
    for problem in item.recovered:
        if problem.kind is not SyntaxProblemKind.PARENTHESIS:
            continue
        if problem.end > problem.start:
            safe = len(item.recovered) == 1 and not item.problems
            context.report(
                problem,
                "this ')' closes nothing",
                fixes=[replacing("Remove ')'", problem, "", safe=safe)],
            )
            continue
        if problem.expected == _BOTH:
            opened.append(problem)
            if len(opened) == 2:
                _report_both(context, *opened)
                opened.clear()
            continue
        missing = problem.expected
        following = item.text[problem.start : problem.start + 1]
        is_followed = bool(following.strip())
        context.report(
            (problem.start, problem.start + 1)
            if is_followed
            else (problem.start - 1, problem.start),
            f"expected '{missing}' before '{following}'"
            if is_followed
            else f"expected '{missing}' after this",
            fixes=[inserting(f"Insert '{missing}'", problem.start, missing, safe=False)],
        )


def _report_both(context: RuleContext, opener: r.SyntaxProblem, closer: r.SyntaxProblem) -> None:
    """Report a condition that lacks its parentheses."""
    edits = (ItemEdit(opener.start, opener.start, "("), ItemEdit(closer.start, closer.start, ")"))
    context.report(
        (opener.start - 1, opener.start),
        "expected '(' after this, and ')' after the condition",
        fixes=[ItemFix("Insert '(' and ')'", edits, safe=False)],
    )
