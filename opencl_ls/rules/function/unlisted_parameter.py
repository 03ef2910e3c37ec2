"""A declared parameter is not in the list of parameters, or a listed one is not declared.

## What it does
Looks at definitions in the old style, which have only names in their parentheses and declarations
of these in front of the body. Reports a declared name that is not in the parentheses, and a name
there that has no declaration.

## Why
Only the names in the parentheses are parameters, and each needs a type: C99 has removed the
implicit `int`.

## Example
```cl
int scale(value) int value, factor; { return value * 2; }
```

## Use instead
```cl
int scale(int value, int factor) { return value * factor; }
```

## Versions
All.

## Reference
C99 6.9.1p6.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.types.symbols import Function
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Compare the list of parameters with the declarations after it."""
    part = function.declarator.parts[0] if function.declarator.parts else None
    if not isinstance(part, r.FunctionPart) or part.unlisted is None:
        return
    for word in part.unlisted:
        context.report(
            word,
            f"'{word.text}' is declared as a parameter of '{function.name}', which lists none of "
            "that name: add it to the parentheses, or declare it in the body",
        )
    for parameter in part.parameters:
        name = parameter.declarator.name
        if parameter.specifiers.type is None and name is not None:
            context.report(
                name,
                f"'{name.text}' has no type: write it before the name here, or declare the "
                "parameter before the body as the others",
            )
