"""Types of OpenCL C in C and C++: numbers of `cl_platform.h`, and structs of them."""

from __future__ import annotations

import textwrap
from itertools import count
from typing import TYPE_CHECKING, Final

from opencl_ls.features.host_code.words import is_on_host, number_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.query_results import DataType
    from opencl_ls.features.host_code.model import Aggregate, Argument, Kernel, Member, Program

_INDENT: Final = "    "
_WIDTH: Final = 100


class CTypes:
    """The types of one program in C; `keywords` are words that cannot be names of members."""

    def __init__(self, program: Program, pointer_bits: int, keywords: frozenset[str]) -> None:
        self._names = program.names
        self._bits = pointer_bits
        self._keywords = keywords

    def name(self, data: DataType) -> str:
        """Return the name of a type that is no array; "" if the host has no counterpart."""
        if data.kind in ("struct", "union"):
            return self._names.get(data, "")
        if not is_on_host(data):
            return ""
        number = number_name(data, self._bits)
        return f"cl_{number}" if number and data.kind not in ("opaque", "unknown") else ""

    def declared(self, data: DataType, name: str) -> str:
        """Return the declaration of a name with a type."""
        while data.kind == "array" and data.element is not None:
            name, data = f"{name}[{data.count}]", data.element
        return f"{self.name(data)} {name}"

    def aggregate(self, made: Aggregate) -> Iterator[str]:
        """Yield the definition of a struct or union, and the check of its layout."""
        if made.packed:
            yield "#pragma pack(push, 1)"
        yield f"typedef {made.keyword} {made.name} {{"
        yield from self._members(made, 1, count())
        yield f"}} {made.name};"
        if made.packed:
            yield "#pragma pack(pop)"
        checks = [f"sizeof({made.name}) == {made.size}"]
        checks += [
            f"offsetof({made.name}, {self._safe(each.name)}) == {each.offset}"
            for each in made.members
            if each.name and each.offset
        ]
        yield f"static_assert({checks[0]}{'' if checks[1:] else ','}"
        for number, check in enumerate(checks[1:], 2):
            yield f"              && {check}{',' if number == len(checks) else ''}"
        yield f'              "{made.name} is not laid out as in the kernel");'

    def _members(self, made: Aggregate, depth: int, paddings: count[int]) -> Iterator[str]:
        indent = _INDENT * depth
        for each in made.members:
            if each.inner is not None:
                yield f"{indent}{each.inner.keyword} {{"
                yield from self._members(each.inner, depth + 1, paddings)
                yield f"{indent}}};"
            elif each.type is None:
                yield f"{indent}cl_uchar padding{next(paddings)}_[{each.padding}];"
            else:
                yield f"{indent}{self.declared(each.type, self._safe(each.name))};{_remark(each)}"

    def _safe(self, name: str) -> str:
        return f"{name}_" if name in self._keywords else name

    def target(self, data: DataType) -> str:
        """Return the host's type of the elements of a buffer, local memory or a pipe, or ""."""
        while data.kind == "array" and data.element is not None:
            data = data.element
        return self.name(data)


def _remark(member: Member) -> str:
    is_pointer = member.type is not None and member.type.kind == "pointer"
    return "  // an address of the device" if is_pointer else ""


def head_comment(kernel: Kernel) -> Iterator[str]:
    """Yield the lines of the comment above the code for a kernel."""
    yield from (f"// {line}" for line in kernel.head(_WIDTH - len("// ")))
    for note in kernel.notes:
        yield from textwrap.wrap(
            note, _WIDTH, initial_indent="// ", subsequent_indent="//     ", break_on_hyphens=False
        )


def option_literals(program: Program) -> Iterator[str]:
    """Yield string literals of C with the build options, one option a line."""
    for number, option in enumerate(program.options or ("",)):
        text = option.replace("\\", "\\\\").replace('"', '\\"')
        yield f'{_INDENT}"{" " if number else ""}{text}"'


def explained(types: CTypes, argument: Argument) -> str:
    """Return the comment about an argument, or ""."""
    target = types.target(argument.given.data)
    if argument.kind == "buffer":
        held = f"an array of {target}" if target else unnamed_data(argument.given.data)
        return f"{held}, {argument.note}" if argument.note else held
    if argument.kind == "local":
        return f"local memory for an array of {target}" if target else "local memory"
    return argument.note


def unnamed_data(data: DataType) -> str:
    """Return the description of a buffer's elements without a type on the host."""
    if data.kind == "unknown":
        return "any data" if data.text == "void" else "a type that is not known here"
    return f"{data.text}, whose layout is not known" if data.text else "data of another layout"
