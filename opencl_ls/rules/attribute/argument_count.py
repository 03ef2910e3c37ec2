"""An attribute has too many or too few arguments.

## What it does
Reports attributes that every compiler knows, with a wrong number of arguments: one for `packed`,
two for `aligned`, none for `ext_vector_type`. Attributes for the size of work-groups and hints
about vectors have rules of their own.

## Why
Compilers reject the attribute and with it the program.

## Example
```cl
struct __attribute__((packed(1))) s { char c; int i; };
```

## Use instead
```cl
struct __attribute__((packed)) s { char c; int i; };
```

## Versions
All.

## Reference
OpenCL C specification, "Optional Attribute Qualifiers"; clang's attribute reference.
"""

from typing import Final

from opencl_ls.builtins.attribute_uses import AttributeUse, attribute_use
from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.declarations.attribute_subjects import OF_OTHER_RULES, is_ignored
from opencl_ls.semantics.declarations.placement import attribute_name
from opencl_ls.semantics.macros.undefined_macros import has_recovered
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind

RULE = Rule(Severity.ERROR, since="0.1")

_MEANINGS: Final = {
    "address_space": "the number of the address space",
    "aligned": "the alignment in bytes",
    "ext_vector_type": "the number of elements",
    "format": "'printf', and the places of the format and its values",
    "mode": "the mode",
    "section": "the name of the section",
    "vector_size": "the size in bytes",
    "visibility": "the visibility",
}
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six")


@RULE.on(r.Attribute)
def check(context: RuleContext, attribute: r.Attribute) -> None:
    """Count the arguments."""
    name = attribute_name(attribute)
    use = attribute_use(name)
    if use is None or name in OF_OTHER_RULES:
        return
    arguments = attribute.arguments or ()
    most = len(arguments) if use.most is None else use.most
    if use.least <= len(arguments) <= most or is_ignored(context.model, attribute):
        return
    if has_recovered(
        context.model, (SyntaxProblemKind.UNDEFINED_MACRO,), attribute.start, attribute.end
    ):
        return
    surplus = arguments[most:]
    place = (surplus[0].start, surplus[-1].end) if surplus else attribute
    meaning = f": {_MEANINGS[name]}" if name in _MEANINGS else ""
    given = f", not {len(arguments)}" if most else ""
    context.report(place, f"'{attribute.name.text}' takes {_words(use)}{meaning}{given}")


def _words(use: AttributeUse) -> str:
    """Return how many arguments an attribute takes, in words."""
    least, most = _NUMBERS[use.least], "" if use.most is None else _NUMBERS[use.most]
    if use.most is None:
        return f"{least} argument{'' if use.least == 1 else 's'} or more"
    plural = "" if use.most == 1 else "s"
    if use.least == use.most:
        return f"{most} argument{plural}"
    return f"{most} argument{plural} at most" if use.least == 0 else f"{least} to {most} arguments"
