"""The concrete forms that the table of built-in functions has, as calls."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from opencl_ls.builtins.functions import function
from opencl_ls.builtins.signatures import Signature
from opencl_ls.builtins.types import builtin_type
from opencl_ls.builtins.versions import Version
from opencl_ls.settings.target import Target
from tests.support.judged_calls import Call

# These take a format, a block or a type, which are no values of a parameter, or come in families of
# hundreds: they have tests of their own.
ELSEWHERE = re.compile(r"(convert|as)_\w+|printf|enqueue_kernel|get_kernel_\w+|vec_step")
VENDORS = re.compile(r"(intel|arm|img|amd|qcom)_\w+")

Overload = tuple[str, ...]


@cache
def _forms(name: str) -> tuple[tuple[Signature, frozenset[Overload]], ...]:
    found = function(name)
    assert found is not None
    return tuple(
        (signature, frozenset(_written(each.parameters) for each in signature.concrete(name)))
        for signature in found.signatures
        if not signature.variadic
    )


def _written(parameters: Overload) -> Overload:
    return tuple(each.replace("gentype", "int") for each in parameters)


def forms(name: str, target: Target) -> Iterator[tuple[Signature, list[Overload]]]:
    """Yield the signatures that a target has, each with those forms that portable programs use."""
    for signature, each in _forms(name):
        if signature.missing(target) is None:
            yield signature, sorted(form for form in each if _is_portable(name, form, target))


def _is_portable(name: str, form: Overload, target: Target) -> bool:
    if any(_type_is_missing(each, target) for each in form):
        return False
    # Before 2.0 there is no word for what a read_write image would be.
    if not target.has_read_write_images and any("read_write" in each for each in form):
        return False
    # Compilers have the barriers of sub-groups in 1.2, and not yet the type of this argument.
    if "memory_scope" in form and target.version < Version.CL20:
        return False
    # From 2.0 on the specification lets the atomics of 1.x take generic pointers; clang's header
    # does not, and a program is portable without.
    old_atomic = re.fullmatch(r"atomic_(add|sub|xchg|inc|dec|cmpxchg|min|max|and|or|xor)", name)
    return not (old_atomic and any(_is_plain_pointer(each) for each in form))


def _type_is_missing(text: str, target: Target) -> bool:
    """Tell whether an extension or a feature is missing; types of other versions are known."""
    known = [builtin_type(word) for word in re.findall(r"\w+", text)]
    reasons = [each.missing(target) for each in known if each is not None]
    return any(reason is not None and reason.kind != "version" for reason in reasons)


def calls(name: str, wanted: Iterable[Overload]) -> Iterator[Call]:
    """Yield a call for each form; they share parameters, of just the right types."""
    wanted = sorted(set(wanted))
    types = sorted({each for form in wanted for each in form})
    named = tuple(f"{_qualified(each)} p{index}" for index, each in enumerate(types))
    for form in wanted:
        values = ", ".join(f"p{types.index(each)}" for each in form)
        yield Call(name, f"{name}({values})", named, f"{name}({', '.join(form)})")


def _qualified(kind: str) -> str:
    """Say `private` where the table says nothing: a parameter would be generic from 2.0 on."""
    return f"private {kind}" if _is_plain_pointer(kind) else kind


def _is_plain_pointer(kind: str) -> bool:
    spaces = r"\b(__)?(global|local|constant|private|generic|pipe)\b"
    return kind.endswith("*") and not re.search(spaces, kind)
