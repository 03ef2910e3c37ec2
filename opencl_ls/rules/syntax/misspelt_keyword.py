"""A keyword is misspelt.

## What it does
Reports a word that looks much like a keyword of OpenCL C, in a place where that keyword may stand
and where nothing can be read as it is.  What follows is read as if the keyword stood there.

## Why
To a compiler such a word is a name, and it reports whatever it finds behind it.

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
Unsafe: the word may also be a name that is not declared.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext, replacing
from opencl_ls.rules.rule import Rule
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind

RULE = Rule(Severity.ERROR, since="0.1", on_broken_items=True)


@RULE.on(r.Item)
def check(context: RuleContext, item: r.Item) -> None:
    """Look at the words that were read as keywords."""
    for problem in item.recovered:
        if problem.kind is SyntaxProblemKind.MISSPELT_KEYWORD:
            word, keyword = item.text[problem.start : problem.end], problem.expected
            context.report(
                problem,
                f"'{word}' is no keyword: did you mean '{keyword}'?",
                fixes=[replacing(f"Change to '{keyword}'", problem, keyword, safe=False)],
            )
