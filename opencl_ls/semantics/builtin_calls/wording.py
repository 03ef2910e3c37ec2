"""Sentences about calls that do not resolve."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.builtins.instances import render
from opencl_ls.semantics import types as t
from opencl_ls.semantics.builtin_calls.model import Argument, CallProblem

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from opencl_ls.builtins.versions import Reason
    from opencl_ls.semantics.builtin_calls.overloads import Overload

_ORDINALS = ("no arguments", "one argument")


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


def form_text(overload: Overload, name: str) -> str:
    """Return a form with its generic words, and what they stand for in this overload."""
    text = render(overload.signature, name)
    words = [
        f"{word} = {overload.values[word]}{_width(overload) if word == 'gentype' else ''}"
        for word in ("gentype", "image")
        if word in overload.values and word in text
    ]
    return f"{text} with {', '.join(words)}" if words else text


def concrete_text(overload: Overload, name: str) -> str:
    """Return an overload with its concrete types: "max(int, int)"."""
    listed = [type_text(parameter) for parameter in overload.parameters]
    return f"{name}({', '.join(listed + ['...'] * overload.variadic)})"


def unavailable(name: str, reason: Reason, form: str = "") -> CallProblem:
    """Return the problem of a function, or of one form of it, that the target does not have."""
    subject = f"'{name}'" if not form else f"this form of '{name}'"
    return CallProblem("unavailable", f"{subject} {reason.text}", form=form, reason=reason)


def wrong_count(
    name: str, given: int, allowed: Iterable[int], *, or_more: bool = False, form: str = ""
) -> CallProblem:
    """Return the problem of a call with the wrong number of arguments."""
    counts = tuple(sorted(set(allowed)))
    listed = " or ".join(filter(None, (", ".join(map(str, counts[:-1])), str(counts[-1]))))
    if counts in ((0,), (1,)):
        wanted = _ORDINALS[counts[0]]
    else:
        wanted = f"{listed} arguments"
    if or_more:
        wanted = f"at least {wanted}"
    return CallProblem(
        "count",
        f"'{name}' takes {wanted}, not {given}",
        form=form,
        counts=counts,
        or_more=or_more,
    )


def misfit(
    name: str, arguments: Sequence[Argument], index: int, expected: str, form: str = ""
) -> CallProblem:
    """Return the problem of an argument that does not fit."""
    actual = actual_type(arguments[index])
    listed = ", ".join(actual_type(argument) for argument in arguments)
    text = f"no form of '{name}' takes ({listed}): argument {index + 1} is {actual}, not {expected}"
    if form:
        text += f"; nearest form is {form}"
    return CallProblem("argument", text, index, expected, actual, form)


def expects(
    name: str, arguments: Sequence[Argument], index: int, expected: str, *, kind: str = "argument"
) -> CallProblem:
    """Return the problem of an argument of a function that has rules of its own."""
    actual = actual_type(arguments[index])
    text = f"argument {index + 1} of '{name}' has to be {expected}, not {actual}"
    return CallProblem(kind, text, index, expected, actual)


def ambiguous(
    name: str, arguments: Sequence[Argument], index: int | None, forms: Sequence[str]
) -> CallProblem:
    """Return the problem of a call for which several forms fit equally well."""
    listed = ", ".join(actual_type(argument) for argument in arguments)
    shown = list(forms[:3])
    if len(forms) > len(shown):
        shown.append(f"{len(forms) - len(shown)} more")
    choices = ", ".join(shown[:-1]) + f" and {shown[-1]}"
    text = f"'{name}' is ambiguous for ({listed}): {choices} fit equally well; cast an argument"
    actual = "" if index is None else actual_type(arguments[index])
    return CallProblem("ambiguous", text, index, actual=actual, forms=tuple(forms))


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


def _width(overload: Overload) -> str:
    count = overload.values.get("n", 1)
    return "" if count == 1 else str(count)
