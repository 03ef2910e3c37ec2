"""Sentences about calls that do not resolve."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.signatures import WIDTHS
from opencl_ls.semantics import types as t
from opencl_ls.semantics.calls.model import Argument, CallProblem

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from opencl_ls.builtins.versions import Reason
    from opencl_ls.semantics.calls.overloads import Overload

_ORDINALS = ("no arguments", "one argument")
_NUMBERS: Final = {
    True: ("a floating number", "floating numbers"),
    False: ("an integer", "integers"),
    None: ("a number", "numbers"),
}


def type_text(qualified: t.Qualified) -> str:
    """Return a type as a person reads it: "global float *", "read_only image2d_t"."""
    text = t.spelled(qualified).replace("__", "")
    kind = qualified.type
    if isinstance(kind, t.PointerType) and kind.pointee.space == t.PRIVATE and not qualified.alias:
        return f"private {text}"
    return text


def actual_type(argument: Argument) -> str:
    """Return the type of an argument in words."""
    kind = argument.type
    if isinstance(kind.type, t.ImageType) and not kind.access:
        kind = t.Qualified(kind.type, access="read_only")
    return type_text(kind.in_space(t.NO_SPACE))


def overloads_text(nearest: Sequence[Overload], name: str) -> str:
    """Return equally near overloads as one signature: the words that they agree on are concrete.

    Elsewhere it keeps the word of the specification: "gentype", "floatn".
    """
    texts: list[str] = []
    for signature in {each.signature: None for each in nearest}:
        chosen = [each.values for each in nearest if each.signature == signature]
        agreed = tuple(
            (word, tuple(dict.fromkeys(values[word] for values in chosen)))
            for word, _ in signature.variables
        )
        texts.append(signature._replace(variables=agreed).render(name))
    # Overloads that differ in address spaces differ in length: the shortest one names none.
    return min(texts, key=len)


def any_of(wanted: Sequence[t.Qualified]) -> str:
    """Return words for any of several types: "a vector of 4 integers"."""
    texts = list(dict.fromkeys(type_text(each) for each in wanted))
    if len(texts) <= 3:
        return _listed(texts)
    kinds = [each.type for each in wanted]
    pointees = [kind.pointee for kind in kinds if isinstance(kind, t.PointerType)]
    if len(pointees) == len(kinds):
        return _any_pointer(pointees)
    if all(isinstance(kind, t.ImageType) for kind in kinds):
        accesses = {each.access for each in wanted}
        return f"a {accesses.pop()} image" if len(accesses) == 1 else "an image"
    numbers = [kind for kind in kinds if isinstance(kind, t.ScalarType | t.VectorType)]
    if len(numbers) == len(kinds):
        return _any_number(numbers)
    return _listed(texts[:3])


def _any_pointer(pointees: Sequence[t.Qualified]) -> str:
    spaces = {pointee.space for pointee in pointees}
    names = {t.spelled(t.Qualified(pointee.type, alias=pointee.alias)) for pointee in pointees}
    to = f" to {names.pop()}" if len(names) == 1 else ""
    into = spaces.pop() if len(spaces) == 1 else t.GENERIC
    return f"a pointer{to}" if into == t.GENERIC else f"a pointer{to} into {into} memory"


def _any_number(numbers: Sequence[t.ScalarType | t.VectorType]) -> str:
    elements = [kind.element if isinstance(kind, t.VectorType) else kind for kind in numbers]
    widths = {kind.width if isinstance(kind, t.VectorType) else 1 for kind in numbers}
    floating = {element.floating for element in elements}
    one, many = _NUMBERS[floating.pop() if len(floating) == 1 else None]
    if len(widths) > 1:
        counts = [str(width) for width in WIDTHS if width > 1 and width in widths]
        some = "" if len(counts) == len(WIDTHS) - 1 else f"{_listed(counts)} "
        vector = f"a vector of {some}{many}"
        return f"{one} or {vector}" if 1 in widths else vector
    width = widths.pop()
    return one if width == 1 else f"a vector of {width} {many}"


def concrete_text(overload: Overload, name: str) -> str:
    """Return an overload with its concrete types: "max(int, int)"."""
    listed = [type_text(parameter) for parameter in overload.parameters]
    return f"{name}({', '.join(listed + ['...'] * overload.variadic)})"


def unavailable(
    name: str, reason: Reason, *, is_overload: bool = False, warning: bool = False
) -> CallProblem:
    """Return the problem of a function, or of one overload, that the target does not have."""
    subject = f"this overload of '{name}'" if is_overload else f"'{name}'"
    text = f"{subject} {reason.text}"
    return CallProblem("unavailable", text, reason=reason, warning=warning)


def wrong_count(
    name: str, given: int, allowed: Iterable[int], *, or_more: bool = False
) -> CallProblem:
    """Return the problem of a call with the wrong number of arguments."""
    counts = tuple(sorted(set(allowed)))
    listed = _listed([str(count) for count in counts])
    if counts in ((0,), (1,)):
        wanted = _ORDINALS[counts[0]]
    else:
        wanted = f"{listed} arguments"
    if or_more:
        wanted = f"at least {wanted}"
    return CallProblem(
        "count", f"'{name}' takes {wanted}, not {given}", counts=counts, or_more=or_more
    )


def misfit(
    name: str, arguments: Sequence[Argument], index: int, expected: str, overload: str
) -> CallProblem:
    """Return the problem of an argument that does not fit."""
    actual = actual_type(arguments[index])
    listed = ", ".join(actual_type(argument) for argument in arguments)
    text = f"no overload of '{name}' takes ({listed}): "
    text += f"argument {index + 1} is {actual}, not {expected}"
    text += f"; the nearest overload is {overload}"
    return CallProblem("argument", text, index, expected, actual)


def expects(
    name: str, arguments: Sequence[Argument], index: int, expected: str, *, kind: str = "argument"
) -> CallProblem:
    """Return the problem of an argument of a function that has rules of its own."""
    actual = actual_type(arguments[index])
    text = f"argument {index + 1} of '{name}' has to be {expected}, not {actual}"
    return CallProblem(kind, text, index, expected, actual)


def ambiguous(
    name: str,
    arguments: Sequence[Argument],
    index: int | None,
    overloads: Sequence[str],
    wanted: Sequence[t.Type] = (),
) -> CallProblem:
    """Return the problem of a call for which several overloads fit equally well.

    `wanted` are the types that the overloads have for the argument at `index`.
    """
    listed = ", ".join(actual_type(argument) for argument in arguments)
    shown = list(overloads[:3])
    if len(overloads) > len(shown):
        shown.append(f"{len(overloads) - len(shown)} more")
    choices = ", ".join(shown[:-1]) + f" and {shown[-1]}"
    text = f"'{name}' is ambiguous for ({listed}): {choices} fit equally well"
    if index is not None:
        advice = _advice(name, arguments[index].type.type, index, wanted)
        text += f"; {advice}" if advice else ""
    actual = "" if index is None else actual_type(arguments[index])
    return CallProblem("ambiguous", text, index, actual=actual, overloads=tuple(overloads))


def _advice(name: str, actual: t.Type, index: int, wanted: Sequence[t.Type]) -> str:
    """Return advice on an argument that several overloads take equally well, or ""."""
    if isinstance(actual, t.PointerType):
        pointees = [kind.pointee.type for kind in wanted if isinstance(kind, t.PointerType)]
        to = actual.pointee
        if isinstance(to.type, t.ScalarType) and to.type not in pointees:
            return f"none takes a pointer to {t.spelled(t.Qualified(to.type))}"
        return ""
    vectors = [kind for kind in wanted if isinstance(kind, t.VectorType)]
    widths = {kind.width for kind in vectors}
    if isinstance(actual, t.ScalarType) and len(vectors) == len(wanted) and len(widths) == 1:
        return f"argument {index + 1} has to be a vector of {widths.pop()} components"
    floating = FLOATING_COUNTERPARTS.get(name)
    if floating and isinstance(actual, t.ScalarType) and actual.floating:
        return f"'{floating}' is for floating numbers"
    return "cast an argument"


FLOATING_COUNTERPARTS: Final = {"abs": "fabs"}
"""The functions for floating numbers, by those that take only integers."""


def dubious_pointer(
    name: str, arguments: Sequence[Argument], index: int, expected: t.Qualified, kind: str
) -> CallProblem:
    """Return the warning about a pointer of another type, sign or with more qualifiers."""
    actual, wanted = actual_type(arguments[index]), type_text(expected)
    said = {
        "qualifiers": "loses qualifiers as",
        "pointer-sign": "points to integers of another sign than",
        "pointer-type": "is another type of pointer than",
    }[kind]
    text = f"argument {index + 1} of '{name}' is {actual}, which {said} {wanted}"
    return CallProblem(kind, text, index, wanted, actual, warning=True)


def _listed(words: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))
