"""A declaration is nested too deeply to be analysed, or is too long.

## What it does
Reports a function or declaration whose brackets, operators or statements are nested so deeply that
compilers reject it; it is not analysed. One with more than a thousand consecutive attributes, which
compilers accept, is not analysed either, and has a warning.

## Why
Compilers limit nesting (clang stops at 256 nested brackets); beyond that the program is not
portable.  It usually comes from a macro that expands itself by accident, or from a generator.

## Example
```cl
#define EIGHT ((((((((
#define BACK8 ))))))))
#define MANY EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT
#define BACK BACK8 BACK8 BACK8 BACK8 BACK8 BACK8 BACK8 BACK8 BACK8 BACK8
#define LOTS MANY MANY MANY MANY MANY MANY MANY MANY
#define LOTS_BACK BACK BACK BACK BACK BACK BACK BACK BACK
constant int deep = LOTS LOTS 1 LOTS_BACK LOTS_BACK;
```

## Use instead
```cl
constant int deep = 1;
```

## Versions
All.

## Reference
C99 5.2.4.1, translation limits.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind
from opencl_ls.syntax.tokens import tokens_of

RULE = Rule(Severity.ERROR, since="0.1", on_broken_items=True, about=(r.SyntaxProblem,))


@RULE.on(r.Item)
def check(context: RuleContext, item: r.Item) -> None:
    """Look for the problem that lowering records for an item that it does not enter."""
    kind = item.problems[0].kind if item.problems else None
    if kind not in (SyntaxProblemKind.TOO_DEEP, SyntaxProblemKind.TOO_SLOW):
        return
    tokens = tokens_of(item.text[:200])
    end = next((token.start for token in tokens[1:] if token.fresh), None) or tokens[-1].end
    place = (tokens[0].start, min(end, tokens[-1].end))
    if kind is SyntaxProblemKind.TOO_DEEP:
        message = "this is nested too deeply to be analysed, and too deeply for compilers"
        context.report(place, message)
    else:
        message = "this has too many consecutive attributes or errors: it is not analysed"
        context.report(place, message, severity=Severity.WARNING)
