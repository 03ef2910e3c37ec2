"""A numbered address space is used where none is allowed.

## What it does
Reports `address_space(n)` on a variable of a function, a parameter, a member or the result of a
function, beside another address space, and with a negative number; and `opencl_generic` in the same
places.

## Why
The attribute gives the number of an address space inside a compiler. Like `global` and `local` it
belongs to the pointee of a pointer, and compilers reject it elsewhere.

## Example
```cl
void f(int n __attribute__((address_space(3)))) {}
```

## Use instead
```cl
void f(__attribute__((address_space(3))) int *p) {}
```

## Versions
All.

## Reference
clang's language extensions, "Memory references to specified segments"; OpenCL C specification,
"Address Space Qualifiers".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.declarations.attribute_subjects import is_before_tag, subject_kind
from opencl_ls.semantics.declarations.placement import attribute_name
from opencl_ls.semantics.lookup.constness import constants_of
from opencl_ls.semantics.types.spaces import space_word
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")

_NAMED = ("opencl_generic", "opencl_global", "opencl_local", "opencl_private", "opencl_constant")
"""All but the first are macros for keywords, and are checked like these where keywords are
allowed."""

_NOT_ON = ("parameter", "variable", "pointer", "member", "function", "kernel")
"""The last words of the kinds of subject that cannot choose their address space."""


@RULE.on(r.Attribute)
def check(context: RuleContext, attribute: r.Attribute) -> None:
    """Look at the number and at the subject of the attribute."""
    name, arguments = attribute_name(attribute), attribute.arguments or ()
    is_numbered = name == "address_space" and len(arguments) == 1
    on_block = isinstance(context.parent(attribute), r.BlockLiteral)
    named = _NAMED if on_block else _NAMED[:1]
    if not is_numbered and (name not in named or arguments):
        return
    owner = context.parent(attribute)
    if isinstance(owner, r.BlockLiteral):
        context.report(attribute, f"'{attribute.name.text}' is for what a pointer points to")
        return
    if not isinstance(owner, r.Specifiers | r.Declarator) or is_before_tag(
        context.model, attribute
    ):
        return
    number = constants_of(context.model).integer(arguments[0]) if is_numbered else 0
    if number is not None and number < 0:
        context.report(arguments[0], f"{number} is no address space: they count from 0")
        return
    written = attribute.name.text
    specifiers, declarator = _written_with(context, owner)
    is_pointee = attribute.start < _end_of_pointee(declarator)
    word = space_word(specifiers.qualifiers) if specifiers is not None else None
    if word is not None and (is_pointee or not _has_pointer(declarator)):
        context.report(attribute, f"'{written}' is in addition to another address space")
        return
    kind = subject_kind(context.model, attribute)
    if not is_pointee and kind.endswith(_NOT_ON) and kind != "global variable":
        context.report(attribute, f"'{written}' is for what a pointer points to")


def _written_with(
    context: RuleContext, owner: r.Specifiers | r.Declarator
) -> tuple[r.Specifiers | None, r.Declarator | None]:
    """Return the specifiers and the one declarator that hold an attribute."""
    above = context.parent(owner)
    if isinstance(above, r.InitDeclarator):
        above = context.parent(above)
    if isinstance(above, r.Declaration):
        entries = above.declarators
        return above.specifiers, entries[0].declarator if len(entries) == 1 else None
    if isinstance(above, r.Parameter | r.FunctionDefinition | r.TypeName):
        return above.specifiers, above.declarator
    return None, None


def _has_pointer(declarator: r.Declarator | None) -> bool:
    return declarator is None or any(isinstance(each, r.PointerPart) for each in declarator.parts)


def _end_of_pointee(declarator: r.Declarator | None) -> int:
    """Return the offset of the last `*` of a declarator, 0 without one."""
    parts = () if declarator is None else declarator.parts
    return max((each.start for each in parts if isinstance(each, r.PointerPart)), default=0)
