"""A blank is a Unicode space, not an ASCII one.

## What it does
Warns of white space such as the no-break space, U+00A0, outside strings and comments; once for each
function or declaration.

## Why
It looks like any other blank and comes with text from a web page. Some compilers treat it as white
space and warn, others as a stray character.

## Example
```cl
kernel\xa0void k(global int *a) { a[0] = 1; }
```

## Use instead
```cl
kernel void k(global int *a) { a[0] = 1; }
```

## Versions
All.

## Reference
C99 6.4, white space; the examples on the reference page Blocks are set with such blanks.

## Fix safety
Safe: it can only be meant as a blank.
"""  # noqa: D301

from opencl_ls.findings import Severity
from opencl_ls.linter.context import ItemEdit, ItemFix, RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.model.wording import counted
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind

RULE = Rule(Severity.WARNING, since="0.1", on_broken_items=True, about=(r.SyntaxProblem,))


@RULE.on(r.Item)
def check(context: RuleContext, item: r.Item) -> None:
    """Look at the blanks that error recovery replaced."""
    found = [
        problem for problem in item.recovered if problem.kind is SyntaxProblemKind.UNICODE_SPACE
    ]
    if not found:
        return
    first = item.text[found[0].start : found[0].end].encode("latin-1").decode("utf-8", "replace")
    more = f", as in {counted(len(found) - 1, 'more place')}" if len(found) > 1 else ""
    edits = tuple(
        ItemEdit(problem.start, problem.end, " " * _width(item.text[problem.start : problem.end]))
        for problem in found
    )
    context.report(
        found[0],
        f"the blank here is U+{ord(first[0]):04X}{more}: not every compiler reads it as one",
        fixes=[ItemFix("Replace by plain blanks", edits, safe=True)],
    )


def _width(blanks: str) -> int:
    return len(blanks.encode("latin-1").decode("utf-8", "replace"))
