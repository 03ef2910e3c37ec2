"""The parameters of a function are declared after its list of parameters.

## What it does
Reports definitions whose parentheses hold only names, with declarations of these names in front of
the body.

## Why
It is the style of C before 1989, and C23 has removed it. Compilers do not check the arguments of
such a function, so a wrong number or type of arguments goes unnoticed.

## Example
```cl
float add(a, b)
    float a, b;
{
    return a + b;
}
```

## Use instead
```cl
float add(float a, float b)
{
    return a + b;
}
```

## Versions
All.

## Reference
C99 6.9.1p13, 6.11.7.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import ItemFix, RuleContext, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.types.symbols import Function
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Look at the list of parameters of a function with a body."""
    if function.definition is None:
        return
    part = function.declarator.parts[0] if function.declarator.parts else None
    if not isinstance(part, r.FunctionPart) or part.unlisted is None:
        return
    written = _list(context.model.item.text, part)
    advice = (
        f"write '{function.name}{written}'" if written else "declare them within the parentheses"
    )
    context.report(
        function,
        f"the parameters of '{function.name}' are declared after its parentheses, in the old "
        f"style, so compilers do not check the arguments of its calls: {advice}",
        fixes=_fixes(context, part, written),
    )


def _list(text: str, part: r.FunctionPart) -> str:
    """Return the parameters in today's style, "" where some are not known or listed."""
    if part.unlisted or any(each.specifiers.type is None for each in part.parameters):
        return ""
    written = (
        f"{text[each.specifiers.start : each.specifiers.end]} "
        f"{text[each.declarator.start : each.declarator.end]}"
        for each in part.parameters
    )
    return f"({', '.join(' '.join(each.split()) for each in written)})"


def _fixes(context: RuleContext, part: r.FunctionPart, written: str) -> list[ItemFix]:
    """Return the fix where no comment would be lost; calls are checked then."""
    replaced = context.model.item.text[part.start : part.end]
    if not written or "//" in replaced or "/*" in replaced:
        return []
    return [replacing("Declare them within the parentheses", part, written, safe=False)]
