"""An attribute names a parameter that does not exist, or has the wrong type.

## What it does
Reports `format` and `nonnull` with the number of a parameter that the function does not have, or
that is no text or no pointer, and `nonnull` on a function without pointers.

## Why
The numbers count from 1. Compilers reject a number that is out of range and a format that is no
text; they ignore `nonnull` for a parameter that is no pointer.

## Example
```cl
void print(int level, constant char *format) __attribute__((format(printf, 1, 0)));
```

## Use instead
```cl
void print(int level, constant char *format) __attribute__((format(printf, 2, 0)));
```

## Versions
All.

## Reference
clang's attribute reference, `format` and `nonnull`.
"""

from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.attribute_subjects import subject_kind
from opencl_ls.semantics.declarations.placement import attribute_name
from opencl_ls.semantics.lookup.constness import constants_of
from opencl_ls.semantics.types.symbols import Function
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")

_FORMATS: Final = (
    *("printf", "scanf", "strftime", "strfmon", "gnu_printf", "gnu_scanf", "gnu_strftime"),
    *("kprintf", "os_log", "syslog", "cmn_err", "freebsd_kprintf", "os_trace"),
)


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Look at the attributes of a function."""
    kind = function.type.type
    if not function.attributes or not isinstance(kind, t.FunctionType):
        return
    for attribute in function.attributes:
        name = attribute_name(attribute)
        if name == "nonnull":
            _check_pointers(context, attribute, kind)
        elif name == "format_arg" and len(attribute.arguments or ()) == 1:
            _check_text_at(context, attribute, kind)
        elif name == "format" and len(attribute.arguments or ()) == 3:
            _check_format(context, attribute, kind)


@RULE.on(r.Attribute)
def check_parameter(context: RuleContext, attribute: r.Attribute) -> None:
    """Look at `nonnull` on a parameter, which it is about by itself."""
    if attribute_name(attribute) == "nonnull" and attribute.arguments:
        if subject_kind(context.model, attribute) == "pointer parameter":
            _warn(context, attribute, "takes no numbers on a parameter, and has no effect")


def _check_pointers(context: RuleContext, attribute: r.Attribute, kind: t.FunctionType) -> None:
    if not attribute.arguments:
        if not kind.variadic and not any(_may_be(each, t.PointerType) for each in kind.parameters):
            _warn(context, attribute, "has no effect: the function has no pointer")
        return
    for argument in attribute.arguments:
        number = constants_of(context.model).integer(argument)
        if number is None or not _is_in_range(context, attribute, argument, number, kind):
            continue
        if number <= len(kind.parameters):
            if not _may_be(kind.parameters[number - 1], t.PointerType):
                _warn(context, attribute, f"has no effect: parameter {number} is no pointer")


def _check_format(context: RuleContext, attribute: r.Attribute, kind: t.FunctionType) -> None:
    archetype, place, first = attribute.arguments or ()
    if isinstance(archetype, r.Name) and archetype.name.strip("_") not in _FORMATS:
        _warn(context, attribute, f"does not know '{archetype.name}', and has no effect")
        return
    constants = constants_of(context.model)
    number, begin = constants.integer(place), constants.integer(first)
    if number is None or not _is_in_range(context, attribute, place, number, kind):
        return
    if _is_no_text(context, attribute, place, number, kind):
        return
    if begin and kind.variadic and begin != len(kind.parameters) + 1:
        context.report(first, f"the values of the format begin at {len(kind.parameters) + 1}")


def _check_text_at(context: RuleContext, attribute: r.Attribute, kind: t.FunctionType) -> None:
    (place,) = attribute.arguments or ()
    number = constants_of(context.model).integer(place)
    if number is not None and _is_in_range(context, attribute, place, number, kind):
        _is_no_text(context, attribute, place, number, kind)


def _is_no_text(
    context: RuleContext,
    attribute: r.Attribute,
    place: r.Expression,
    number: int,
    kind: t.FunctionType,
) -> bool:
    given = kind.parameters[number - 1] if number <= len(kind.parameters) else None
    if given is None or _may_be_text(given):
        return False
    context.report(
        place,
        f"parameter {number} is {t.described(given)}: "
        f"'{attribute.name.text}' takes the number of a text",
    )
    return True


def _is_in_range(
    context: RuleContext,
    attribute: r.Attribute,
    argument: r.Expression,
    number: int,
    kind: t.FunctionType,
) -> bool:
    count = len(kind.parameters)
    if number >= 1 and (number <= count or kind.variadic):
        return True
    has = "no parameters" if not count else f"{count} parameter{'s' if count > 1 else ''}"
    context.report(
        argument, f"'{attribute.name.text}' counts parameters from 1, and the function has {has}"
    )
    return False


def _may_be(kind: t.Qualified, wanted: type[t.Type]) -> bool:
    return isinstance(kind.type, wanted | t.ArrayType | t.BlockType | t.UnknownType)


def _may_be_text(kind: t.Qualified) -> bool:
    if not isinstance(kind.type, t.PointerType):
        return _may_be(kind, t.UnknownType)
    pointee = kind.type.pointee.type
    return isinstance(pointee, t.UnknownType) or (
        isinstance(pointee, t.ScalarType) and pointee.bits == 8
    )


def _warn(context: RuleContext, attribute: r.Attribute, words: str) -> None:
    message = f"'{attribute.name.text}' {words}"
    context.report(attribute, message, severity=Severity.WARNING)
