"""An attribute is written in brackets, as in C23.

## What it does
Reports attributes such as `[[maybe_unused]]`, as an error where no compiler accepts them: after the
parameters of a function, within a type, after other words of a declaration, and attributes of
declarations in front of a statement.

## Why
OpenCL C is based on C99, which does not have them. clang accepts them from version 17 on; the
compilers of older drivers reject them.

## Example
```cl
[[maybe_unused]] constant int number = 1;
```

## Use instead
```cl
__attribute__((unused)) constant int number = 1;
```

## Versions
All.

## Reference
C23 6.7.13; OpenCL C specification, "Attribute Qualifiers".
"""

from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")

_OF_DECLARATIONS: Final = {"maybe_unused", "nodiscard", "deprecated", "noreturn", "_Noreturn"}


@RULE.on(r.Attribute)
def check(context: RuleContext, attribute: r.Attribute) -> None:
    """Look at the spelling and the subject of the attribute."""
    if not attribute.in_brackets:
        return
    written = f"[[{attribute.name.text}]]"
    if _is_refused(context, attribute):
        context.report(attribute, f"'{written}' is not allowed here", severity=Severity.ERROR)
    else:
        context.report(
            attribute,
            f"'{written}' is C23, and no OpenCL C: clang takes it from version 17 on, older "
            "drivers refuse it",
        )


def _is_refused(context: RuleContext, attribute: r.Attribute) -> bool:
    owner = context.parent(attribute)
    above = None if owner is None else context.parent(owner)
    if isinstance(owner, r.Attributed):
        return above is not None and attribute.name.text in _OF_DECLARATIONS
    if isinstance(above, r.TypeName):
        return True
    if isinstance(owner, r.Specifiers):
        words = (*owner.storage, *owner.qualifiers, *((owner.type,) if owner.type else ()))
        return any(word.start < attribute.start for word in words)
    return isinstance(owner, r.Declarator) and any(
        isinstance(part, r.FunctionPart) and part.start < attribute.start for part in owner.parts
    )
