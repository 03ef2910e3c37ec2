"""An attribute is used on something that it does not apply to.

## What it does
Reports attributes of compilers on subjects that they do not apply to: `always_inline`, `noinline`,
`convergent`, `cold`, `hot` and `format` on variables, parameters, members and types, `used` and
`section` on things without storage, `fallthrough` on a declaration.

## Why
Compilers ignore most of them there, with a warning, and reject some. The program does not do what
its text says, and if a macro holds the attribute it may be the wrong macro.

## Example
```cl
void f(int n) { int sum __attribute__((always_inline)) = n; }
```

## Use instead
```cl
__attribute__((always_inline)) int f(int n) { int sum = n; return sum; }
```

## Versions
All.

## Reference
clang's attribute reference; clang's `-Wignored-attributes`.
"""

from typing import Final

from opencl_ls.builtins.attribute_names import VENDORS_OF_KERNELS
from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.declarations.attribute_subjects import (
    OF_OTHER_RULES,
    Misplaced,
    misplaced,
    subject_kind,
    subject_words,
)
from opencl_ls.semantics.declarations.placement import attribute_name
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")

_REPORTED_ELSEWHERE: Final = OF_OTHER_RULES | {"nosvm", "overloadable", "packed"}


@RULE.on(r.Attribute)
def check(context: RuleContext, attribute: r.Attribute) -> None:
    """Compare the subject of the attribute with the subjects that it applies to."""
    found = misplaced(context.model, attribute)
    if found is None:
        if attribute_name(attribute) in VENDORS_OF_KERNELS:
            kind = subject_kind(context.model, attribute)
            if kind not in ("", "kernel"):
                words = subject_words(kind)
                context.report(
                    attribute, f"'{attribute.name.text}' is for kernels, and this is {words}"
                )
        if attribute_name(attribute) == "alias" and _is_on_definition(context, attribute):
            context.report(
                attribute,
                f"'{attribute.name.text}' belongs to a declaration, and this is a definition",
                severity=Severity.ERROR,
            )
        return
    name, is_error = attribute.name.text, found.is_error
    if is_error and found.is_statement:
        return
    if attribute_name(attribute) in _REPORTED_ELSEWHERE and not found.is_in_expression:
        return
    context.report(
        attribute,
        _message(name, found, is_error),
        severity=Severity.ERROR if is_error else None,
    )


def _is_on_definition(context: RuleContext, attribute: r.Attribute) -> bool:
    owner = context.parent(attribute)
    above = None if owner is None else context.parent(owner)
    if isinstance(above, r.Declaration):
        return any(each.initializer is not None for each in above.declarators)
    return isinstance(above, r.FunctionDefinition) or (
        isinstance(above, r.InitDeclarator) and above.initializer is not None
    )


def _message(name: str, found: Misplaced, is_error: bool) -> str:
    if found.use.subjects and not found.is_in_expression:
        end = "" if is_error else ": it has no effect here"
        return f"'{name}' applies to {found.use.subjects}, and this is {found.subject}{end}"
    if is_error:
        return f"'{name}' cannot be given to {found.subject}"
    where = "in OpenCL C" if found.is_everywhere else f"on {found.subject}"
    return f"'{name}' has no effect {where}"
