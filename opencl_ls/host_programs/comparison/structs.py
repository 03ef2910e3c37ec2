"""The structs of a host program in C or C++, with the layouts that its compiler gives them."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from opencl_ls.host_programs.comparison.types import passed_type, plain
from opencl_ls.linter.host_side import Passed

_STRUCT: Final = re.compile(
    r"(?:\btypedef\s+)?\bstruct\s*(__attribute__\s*\(\(\s*packed\s*\)\)\s*)?([A-Za-z_]\w*)?\s*"
    r"\{([^{}]*)\}\s*(__attribute__\s*\(\(\s*packed\s*\)\)\s*)?([A-Za-z_]\w*)?\s*;"
)
_MEMBER: Final = re.compile(
    r"\s*([A-Za-z_][\w\s:]*?[\s])\s*([A-Za-z_]\w*(?:\s*\[\d+\])*(?:\s*,.*)?)\s*", re.S
)
_DECLARATOR: Final = re.compile(r"\s*([A-Za-z_]\w*)((?:\s*\[\d+\])*)\s*")
_UNSURE: Final = re.compile(r"#|alignas|__attribute__|__declspec|\bvirtual\b|[()*&<>=:~]")
"""What in the body of a struct may change its layout, or is not read here."""


class HostMember(NamedTuple):
    """A member at an offset with a size, in bytes; `at` is the byte of its name."""

    name: str
    offset: int
    size: int
    at: int


class HostStruct(NamedTuple):
    """A struct; `at` is the byte of its name in the host's text, sizes and alignments in bytes."""

    name: str
    size: int
    alignment: int
    members: tuple[HostMember, ...]
    at: int

    @property
    def passed(self) -> Passed:
        """What a kernel gets for an object of it."""
        return Passed("value", (self.size,), "", self.name)


def structs(text: str) -> dict[str, HostStruct]:
    """Return the structs whose layouts are known, by their tags and names, from a blanked text.

    A name that the text defines twice is left out, as are all structs of a file that changes the
    packing of structs by a directive.
    """
    found: dict[str, HostStruct] = {}
    if re.search(r"#\s*pragma\s+pack|#\s*define\s+(?:cl_\w+|float|int|double)\b", text):
        return found
    seen: set[str] = set()
    for match in _STRUCT.finditer(text):
        names = {each for each in (match[2], match[5] if "typedef" in match[0] else None) if each}
        again = names & seen
        seen |= names
        made = _layout(match, found)
        for name in names:
            if name in again:
                found.pop(name, None)
            elif made is not None:
                at = match.start(5 if name == match[5] else 2)
                found[name] = made._replace(name=name, at=at)
    return found


def _layout(match: re.Match[str], known: dict[str, HostStruct]) -> HostStruct | None:
    body, is_packed = match[3], bool(match[1] or match[4])
    if _UNSURE.search(re.sub(r"\b(?:std|cl)::", "", body)):
        return None
    members: list[HostMember] = []
    size, alignment, at = 0, 1, match.start(3)
    for written in body.split(";"):
        if written.strip():
            parts = _MEMBER.fullmatch(written)
            held = None if parts is None else _size(parts[1], known)
            if parts is None or held is None:
                return None
            shift = at + parts.start(2)
            for each in parts[2].split(","):
                declarator = _DECLARATOR.fullmatch(each)
                if declarator is None:
                    return None
                count = 1
                for number in re.findall(r"\d+", declarator[2]):
                    count *= int(number)
                align = 1 if is_packed else held[1]
                size = -(-size // align) * align
                alignment = max(alignment, align)
                members.append(
                    HostMember(declarator[1], size, held[0] * count, shift + declarator.start(1))
                )
                size += held[0] * count
                shift += len(each) + 1
        at += len(written) + 1
    size = -(-size // alignment) * alignment
    return HostStruct("", size, alignment, tuple(members), 0) if members else None


def _size(type_text: str, known: dict[str, HostStruct]) -> tuple[int, int] | None:
    """Return the size and the alignment of a member's type, None if they are not known."""
    name = plain(type_text)
    if name in known:
        return known[name].size, known[name].alignment
    held = passed_type(name)
    if held is None or held.kind != "value" or len(held.sizes) != 1:
        return None
    # Vectors of `cl_platform.h` are aligned to their sizes, 8-byte numbers to 8 on 64-bit hosts.
    return held.sizes[0], held.sizes[0]
