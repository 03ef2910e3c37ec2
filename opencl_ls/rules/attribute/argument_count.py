"""An attribute has too many or too few arguments.

## What it does
Reports attributes that every compiler knows, with another number of arguments than they take: one
behind `packed`, two behind `aligned`, none behind `ext_vector_type`. Those for the size of
work-groups and for vectors as hints have rules of their own.

## Why
Compilers refuse the attribute and with it the program.

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

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics.attribute_subjects import wrong_subject
from opencl_ls.semantics.host_macros import has_mended
from opencl_ls.semantics.placement import attribute_name, is_about_variable
from opencl_ls.syntax import records as r
from opencl_ls.syntax.slips import HOST_MACRO

RULE = Rule(Severity.ERROR, since="0.1")

_ONE_SIZE: Final = (1, 1, "one argument: the number of elements")
_COUNTS: Final = {
    **dict.fromkeys(
        (
            "always_inline",
            "cold",
            "convergent",
            "flatten",
            "gnu_inline",
            "hot",
            "may_alias",
            "noinline",
            "noreturn",
            "nosvm",
            "nothrow",
            "opencl_constant",
            "opencl_generic",
            "opencl_global",
            "opencl_local",
            "opencl_private",
            "optnone",
            "overloadable",
            "packed",
            "pure",
            "transparent_union",
            "unused",
            "used",
            "weak",
        ),
        (0, 0, "no arguments"),
    ),
    "address_space": (1, 1, "one argument: the number of the address space"),
    "aligned": (0, 1, "one argument at most: the alignment in bytes"),
    "annotate": (1, 99, "a text"),
    "deprecated": (0, 2, "two texts at most"),
    "ext_vector_type": _ONE_SIZE,
    "format": (3, 3, "three arguments: 'printf', and the places of the format and its values"),
    "mode": (1, 1, "one argument: the mode"),
    "section": (1, 1, "one argument: the name of the section"),
    "vector_size": (1, 1, "one argument: the size in bytes"),
    "visibility": (1, 1, "one argument: the visibility"),
}


@RULE.on(r.Attribute)
def check(context: RuleContext, attribute: r.Attribute) -> None:
    """Count the arguments."""
    least, most, words = _COUNTS.get(attribute_name(attribute), (0, 99, ""))
    arguments = attribute.arguments or ()
    if least <= len(arguments) <= most or not words or _is_ignored(context, attribute):
        return
    if has_mended(context.model, (HOST_MACRO,), attribute.start, attribute.end):
        return
    surplus = arguments[most:]
    place = (surplus[0].start, surplus[-1].end) if surplus else attribute
    given = f", not {len(arguments)}" if most else ""
    context.report(place, f"'{attribute.name.text}' takes {words}{given}")


def _is_ignored(context: RuleContext, attribute: r.Attribute) -> bool:
    """Tell whether compilers ignore the attribute where it stands, before they count."""
    if attribute_name(attribute) == "nosvm":
        return not is_about_variable(context.model, attribute)
    return wrong_subject(context.model, attribute) is not None
