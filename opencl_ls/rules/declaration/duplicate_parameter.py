"""Two parameters have one name.

## What it does
Reports the second parameter with the same name in the list of a function or a block.

## Why
In the body the name could mean either of the two parameters.

## Example
```cl
int add(int a, int a) { return a; }
```

## Use instead
```cl
int add(int a, int b) { return a + b; }
```

## Versions
All.

## Reference
C11 6.2.1 and 6.7.6.3.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(r.FunctionPart)
def check(context: RuleContext, part: r.FunctionPart) -> None:
    """Look at the names of the parameters."""
    seen: dict[str, r.Word] = {}
    for parameter in part.parameters:
        word = parameter.declarator.name
        if word is None or not word.text:
            continue
        earlier = seen.setdefault(word.text, word)
        if earlier is not word:
            context.report(
                word,
                f"there is a parameter '{word.text}' already",
                related=[(earlier, "the first one is here")],
            )
