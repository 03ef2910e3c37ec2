"""_Alignas is used on something that it does not apply to.

## What it does
Reports `_Alignas` on functions and parameters, and after the definition of a type in a declaration
that declares nothing else.

## Why
Variables and members have an alignment; a function or a parameter has none, and compilers reject
it.

## Example
```cl
void f(_Alignas(8) int n) {}
```

## Use instead
```cl
void f(int n) { _Alignas(8) int copy = n; copy++; }
```

## Versions
All.

## Reference
C11 6.7.5.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.types.symbols import Function
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Look at the words before a function's name, and at its parameters."""
    _check(context, function.declaration.specifiers, "a function")
    for parameter in function.parameters:
        _check(context, parameter.parameter.specifiers, "a parameter")


@RULE.on(r.Declaration)
def check_type(context: RuleContext, declaration: r.Declaration) -> None:
    """Look after the definition of a type."""
    kind = declaration.specifiers.type
    if not declaration.declarators and isinstance(kind, r.RecordType | r.EnumType):
        _check(context, declaration.specifiers, "a type", kind.end)


def _check(context: RuleContext, specifiers: r.Specifiers, subject: str, start: int = 0) -> None:
    for word in specifiers.qualifiers:
        if word.start >= start and word.text.lstrip("_").startswith(("Alignas", "alignas")):
            context.report(word, f"'{word.text}' is for variables and members, not for {subject}")
