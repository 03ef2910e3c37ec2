"""The structured data types of numpy in a host program, with their layouts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.host_programs.comparison.structs import HostMember, HostStruct
from opencl_ls.host_programs.comparison.types import numpy_type, opencl_type

if TYPE_CHECKING:
    from collections.abc import Iterator

_DTYPE: Final = re.compile(r"^[ \t]*(\w+?)(_d?type)?[ \t]*=\s*(?:np|numpy)\.dtype\(\s*\[", re.M)
_FIELD: Final = re.compile(
    r"\s*\(\s*([\"'])(\w+)\1\s*,\s*([\w.]+|[\"'][<=]?[fiu][1248][\"'])\s*"
    r"(?:,\s*(\d+|\([\s\d,]+\))\s*)?,?\s*\)\s*(,|\])"
)
_END: Final = re.compile(r"\s*(?:,\s*align\s*=\s*(True|False)\s*)?,?\s*\)")


def dtypes(source: str, text: str) -> dict[str, HostStruct]:
    """Return the data types whose layouts are known, by their names without `_dtype` or `_type`.

    `text` is the source without comments and literals.  A name that is written twice is left out.
    """
    found: dict[str, HostStruct] = {}
    seen: set[str] = set()
    for match in _DTYPE.finditer(text):
        name = match[1]
        written = re.findall(rf"(?<![\w.])(?:{name}|{match[0].split('=')[0].strip()})\s*[,=]", text)
        made = None if name in seen or len(written) != 1 else _layout(source, match)
        if made is not None:
            found[name] = made
        seen.add(name)
    return found


def _layout(source: str, match: re.Match[str]) -> HostStruct | None:
    fields: list[tuple[str, str, int, int]] = []
    at = match.end()
    while (field := _FIELD.match(source, at)) is not None:
        count = 1
        for number in re.findall(r"\d+", field[4] or ""):
            count *= int(number)
        fields.append((field[2], field[3], count, field.start(2)))
        at = field.end()
        if field[5] == "]" or source[at : at + 1] == "]":
            break
    end = _END.match(source, at + (source[at : at + 1] == "]"))
    if not fields or end is None:
        return None
    members = list(_members(fields, is_aligned=end[1] == "True"))
    if len(members) != len(fields):
        return None
    alignment = max(_size(kind)[0] for _, kind, _, _ in fields) if end[1] == "True" else 1
    size = -(-(members[-1].offset + members[-1].size) // alignment) * alignment
    return HostStruct(match[1], size, alignment, tuple(members), match.start(1))


def _members(fields: list[tuple[str, str, int, int]], *, is_aligned: bool) -> Iterator[HostMember]:
    """Yield the members, up to the first of an unknown type."""
    offset = 0
    for name, kind, count, at in fields:
        size, is_vector = _size(kind)
        # numpy aligns a vector, which is a struct for it, to less than its size.
        if not size or (is_vector and is_aligned):
            return
        offset = -(-offset // size) * size if is_aligned else offset
        yield HostMember(name, offset, size * count, at)
        offset += size * count


def _size(kind: str) -> tuple[int, bool]:
    """Return the size of a type in bytes, 0 if it is not known, and whether it is a vector."""
    if kind[0] in "\"'":
        return int(kind[-2]), False
    module, _, name = kind.rpartition(".")
    if module in ("np", "numpy"):
        found = numpy_type(name)
        return (0 if found is None else found.sizes[0]), False
    found = opencl_type(name) if module.endswith(("cltypes", "vec")) else None
    return (0 if found is None else found.sizes[0]), found is not None and not found.number
