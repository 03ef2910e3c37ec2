r"""A quotation mark is typographic.

## What it does
Reports quotation marks such as U+201C and U+2019 where OpenCL C requires `"` or `'`.

## Why
Word processors and web pages turn straight quotes into curly ones, and a listing copied from there
does not compile.  To a compiler they are stray characters.

## Example
```cl
kernel void show(int n) { printf(“%d\n”, n); }
```

## Use instead
```cl
kernel void show(int n) { printf("%d\n", n); }
```

## Versions
All.

## Reference
C99 6.4.5, string literals; the call example on the reference page Blocks.

## Fix safety
Safe: the fix replaces the quote by the intended ASCII one.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind

RULE = Rule(
    Severity.ERROR,
    since="0.1",
    on_broken_items=True,
    supersedes=("printf/argument-type", "printf/too-few-arguments", "printf/unused-argument"),
    about=(r.SyntaxProblem,),
)

_NAMES = {
    "\xe2\x80\x98": "U+2018",
    "\xe2\x80\x99": "U+2019",
    "\xe2\x80\x9a": "U+201A",
    "\xe2\x80\x9c": "U+201C",
    "\xe2\x80\x9d": "U+201D",
    "\xe2\x80\x9e": "U+201E",
}


@RULE.on(r.Item)
def check(context: RuleContext, item: r.Item) -> None:
    """Look at the quotes that error recovery replaced."""
    for problem in item.recovered:
        if problem.kind is SyntaxProblemKind.TYPOGRAPHIC_QUOTE:
            name = _NAMES.get(item.text[problem.start : problem.end], "")
            quote = problem.expected
            message = f"typographic quote {name}: OpenCL C wants {quote} here"
            fix = replacing(f"Replace by {quote}", problem, quote, safe=True)
            context.report(problem, message, fixes=[fix])
