"""Calls of the built-in functions with one argument of another kind, too few and too many."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final
from zlib import crc32

from opencl_ls.builtins.functions import function, function_names
from opencl_ls.builtins.types import builtin_type
from opencl_ls.settings.target import Target
from tests.matrix import operands
from tests.matrix.frame import TARGETS, Cell
from tests.support.builtin_forms import ELSEWHERE, VENDORS, Overload, forms

if TYPE_CHECKING:
    from collections.abc import Iterator

_EXTENSIONS: Final = (
    *("global_int32_base_atomics", "global_int32_extended_atomics"),
    *("local_int32_base_atomics", "local_int32_extended_atomics"),
    *("int64_base_atomics", "int64_extended_atomics", "byte_addressable_store"),
    *("3d_image_writes", "depth_images", "gl_msaa_sharing"),
    *("mipmap_image", "mipmap_image_writes", "subgroups"),
)
PRELUDE: Final = operands.PRELUDE + "".join(
    f"#pragma OPENCL EXTENSION cl_khr_{each} : enable\n" for each in _EXTENSIONS
)

_OF_A_FUNCTION: Final = 6
_FAMILIES: Final = re.compile(r"(convert|as)_\w+")
_OF_A_FAMILY: Final = 16
"""One of this many names of the families of conversions is taken."""

_NUMBER: Final = re.compile(r"(u?char|u?short|u?int|u?long|half|float|double)(\d*)")
_POINTER: Final = re.compile(
    r"(const )?(global |local |constant |private )?(?:const )?(volatile )?([\w ]+?) \*"
)
_SPACES: Final = ("", "global ", "local ", "constant ", "private ")
_ANYTHING: Final = {
    "0": "0",
    "1": "1",
    "-1": "-1",
    "1.5f": "1.5f",
    "1.5": "1.5",
    "NULL": "NULL",
    "GREEN": "GREEN",
    "true": "true",
    "string": '"a"',
    "void": "nothing()",
    "vector": "(int4)(1)",
    "function": "number",
}
_TARGETS: Final = {
    name: Target.make(std.removeprefix("-cl-std="), extensions.removeprefix("-cl-ext="))
    for name, (std, extensions) in TARGETS.items()
}
_TYPES: Final = (
    *("bool", "size_t", "int", "float4", "enum colour", "struct pair", "global int *"),
    *("global int4 *", "void *", "event_t", "sampler_t", "read_only image2d_t"),
    *("write_only image3d_t", "read_only image1d_array_t", "global atomic_int *", "int *global *"),
)


def cells() -> Iterator[Cell]:
    """Yield the cells."""
    target = Target.make("CL3.0", "+all")
    for name in sorted(function_names()):
        if VENDORS.fullmatch(name):
            continue
        if _FAMILIES.fullmatch(name):
            if crc32(name.encode()) % _OF_A_FAMILY:
                continue
        elif ELSEWHERE.fullmatch(name):
            continue
        for number, form in enumerate(_some_forms(name, target)):
            yield from _varied(f"{name}/{number}", name, form)


def _some_forms(name: str, target: Target) -> list[Overload]:
    """Return one form of each of a few signatures, which may be hundreds of them."""

    def mixed(form: Overload) -> int:
        return crc32(f"{name}{form}".encode())

    chosen = {min(each, key=mixed) for _, each in forms(name, target) if each}
    return sorted(chosen, key=mixed)[:_OF_A_FUNCTION]


def _varied(where: str, name: str, form: Overload) -> Iterator[Cell]:
    yield _cell(f"{where}/none", name, (), {})
    yield _cell(f"{where}/as-it-is", name, form, {})
    yield _cell(f"{where}/more", name, (*form, "int"), {})
    if len(form) > 1:
        yield _cell(f"{where}/less", name, form[:-1], {})
    for index, kind in enumerate(form):
        for other in dict.fromkeys((*_near(kind), *_TYPES)):
            if other != kind:
                changed = (*form[:index], other, *form[index + 1 :])
                yield _cell(f"{where}/{index}/{other.replace(' ', '_')}", name, changed, {})
        for written, expression in _ANYTHING.items():
            yield _cell(f"{where}/{index}/={written}", name, form, {index: expression})


def _near(kind: str) -> Iterator[str]:
    """Yield types that differ from one in the element, the size, a qualifier or the space."""
    if (number := _NUMBER.fullmatch(kind)) is not None:
        yield from _like(number[1], number[2])
    if (pointer := _POINTER.fullmatch(kind)) is None:
        return
    const, space, volatile, pointee = (pointer[at] or "" for at in range(1, 5))
    for other in _SPACES:
        yield f"{const}{other}{volatile}{pointee} *"
    yield f"const {space}{volatile}{pointee} *" if not const else f"{space}{volatile}{pointee} *"
    yield f"{const}{space}{'' if volatile else 'volatile '}{pointee} *"
    yield f"{const}{space}{volatile}void *"
    yield pointee
    if (number := _NUMBER.fullmatch(pointee)) is not None:
        for other in _like(number[1], number[2]):
            yield f"{const}{space}{volatile}{other} *"


def _like(element: str, size: str) -> Iterator[str]:
    for other in ("char", "uchar", "short", "int", "uint", "long", "ulong", "float", "double"):
        yield f"{other}{size}"
    for number in ("", "2", "3", "4", "8", "16"):
        yield f"{element}{number}"


def _cell(where: str, name: str, form: Overload, written: dict[int, str]) -> Cell:
    given = [(kind, f"p{index}") for index, kind in enumerate(form) if index not in written]
    parameters = ", ".join(f"{kind} {each}" for kind, each in given) or "void"
    values = ", ".join(written.get(index, f"p{index}") for index in range(len(form)))
    text = f"void f@({parameters}) {{ (void){name}({values}); }}"
    return Cell(where, text, _targets(name, frozenset(kind for kind, _ in given)))


@cache
def _targets(name: str, kinds: frozenset[str]) -> tuple[str, ...]:
    """Return the targets that have a function and the types of what it is given."""
    words = {word for kind in kinds for word in re.findall(r"\w+", kind)}
    known = function(name), *map(builtin_type, words)
    return tuple(
        each
        for each, target in _TARGETS.items()
        if not any(one is not None and one.missing(target) is not None for one in known)
    )
