"""A keyword is misspelt.

## What it does
Reports a word that resembles a keyword of OpenCL C, in a place where the keyword is allowed and the
text cannot be parsed otherwise. The rest is parsed as if the keyword was there.

## Why
To a compiler such a word is a name, so it reports an error after it.

## Example
```cl
float twice(float x) { retrun 2.0f * x; }
```

## Use instead
```cl
float twice(float x) { return 2.0f * x; }
```

## Versions
All.

## Reference
OpenCL C specification, "Keywords"; C99 6.4.1.

## Fix safety
Unsafe: the word may also be an undeclared name.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind

RULE = Rule(Severity.ERROR, since="0.1", on_broken_items=True, about=(r.SyntaxProblem,))


@RULE.on(r.Item)
def check(context: RuleContext, item: r.Item) -> None:
    """Look at the words that error recovery read as keywords."""
    for problem in item.recovered:
        if problem.kind is SyntaxProblemKind.MISSPELT_KEYWORD:
            word, keyword = item.text[problem.start : problem.end], problem.expected
            context.report(
                problem,
                f"'{word}' is no keyword: did you mean '{keyword}'?",
                fixes=[replacing(f"Change to '{keyword}'", problem, keyword, safe=False)],
            )
