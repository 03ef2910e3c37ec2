"""Compares host programs with the kernels of a program.

A kernel is compared only if its head is the same under all settings: its name is defined once, and
no conditional directive or changeable macro is in its parameters or their types.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.findings import Place
from opencl_ls.host_programs.comparison.certainty import Certainty
from opencl_ls.host_programs.comparison.launches import uses
from opencl_ls.linter.host_side import (
    Kernel,
    Parameter,
    Placed,
    StructPair,
    host_findings,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.query_results import DataType, KernelInterface
    from opencl_ls.findings import Finding
    from opencl_ls.host_programs.comparison.host_text import HostText
    from opencl_ls.host_programs.comparison.structs import HostMember, HostStruct

_AGGREGATES: Final = ("struct", "union")


def compare(
    analysis: Analysis, hosts: Iterable[HostText], ambiguous: Collection[str] = ()
) -> list[Finding]:
    """Return the differences between host programs and the kernels of a program's analysis.

    `ambiguous` are names of kernels that other programs of the hosts have as well.  A host that
    names OpenCL C files, but not this one, is not compared, unless the program is in the host.

    Places are in the host programs, related places in the program.  It needs a complete analysis.
    """
    listed = analysis.kernel_interfaces()
    sure = Certainty(analysis)
    kernels = {each.name: made for each in listed if (made := _kernel(each, sure)) is not None}
    if not kernels:
        return []
    found: list[Finding] = []
    file = analysis.path.replace("\\", "/").rpartition("/")[2]
    for host in hosts:
        is_own = analysis.path == host.path
        if host.program_files and file not in host.program_files and not is_own:
            continue
        # Another program of the host may have a kernel of the same name.
        others = {name for name, count in host.kernels.items() if count > is_own}
        own = {
            name: each
            for name, each in kernels.items()
            if name not in ambiguous and name not in others
        }
        found += host_findings([*uses(host, own), *_structs(host, listed, own, sure)])
    return found


def _kernel(interface: KernelInterface, sure: Certainty) -> Kernel | None:
    """Return a kernel for the rules, None if its head may be another one."""
    if not sure.is_kernel(interface):
        return None
    parameters = []
    for each in interface.arguments:
        if each.place is None:
            return None
        is_sure = sure.is_parameter(each.place)
        data = each.data
        is_value = is_sure and each.kind == "value" and _is_fixed(data)
        kind = each.kind if is_sure and each.kind != "other" else ""
        number = data.name if is_value and data.kind in ("scalar", "enum") else ""
        size = data.size if is_value else None
        element = data.size if kind == "local" and _is_fixed(data) else None
        parameters.append(Parameter(each.text, kind, size, number, each.place, element))
    required = interface.work_group_size if sure.is_required_size(interface) else None
    return Kernel(interface.name, tuple(parameters), required, interface.name_place)


def _is_fixed(data: DataType) -> bool:
    """Return whether the size of a type is the same on all devices."""
    if data.device_sized or data.kind in ("pointer", "unknown") or data.name == "bool":
        return False
    parts = [each.type for each in data.members]
    return all(map(_is_fixed, [*parts, *([] if data.element is None else [data.element])]))


# --- structs -------------------------------------------------------------------------------------


def _structs(
    host: HostText,
    listed: Sequence[KernelInterface],
    kernels: Mapping[str, Kernel],
    sure: Certainty,
) -> Iterator[StructPair]:
    """Yield the structs of a host program that are computed with, and that kernels take."""
    seen: set[str] = set()
    for interface in listed:
        for each in interface.arguments if interface.name in kernels else ():
            data, place = each.data, each.place
            if (
                data.name not in host.structs
                or place is None
                or data.kind not in _AGGREGATES
                or data.name in seen
            ):
                continue
            seen.add(data.name)
            if _is_sent(host, data.name) and _is_fixed(data) and sure.is_layout(data):
                yield from _pair(host, data, place)


def _is_sent(host: HostText, name: str) -> bool:
    """Return whether a host program computes the size of a struct, or has an array of it."""
    if host.is_python:
        return len(re.findall(rf"\b{name}(?:_d?type)?\b", host.text)) > 1
    pattern = rf"\bsizeof\s*\(?\s*(?:struct\s+)?{name}\b|\bvector\s*<\s*(?:struct\s+)?{name}\s*>"
    return re.search(pattern, host.text) is not None


def _pair(host: HostText, data: DataType, place: Place) -> Iterator[StructPair]:
    if data.size is None or any(
        each.offset is None or each.type.size is None for each in data.members
    ):
        return
    own = host.structs[data.name]
    yield StructPair(
        data.name,
        own.size,
        tuple(
            Placed(each.name, each.offset, each.size, _named(host, each)) for each in own.members
        ),
        data.size,
        tuple(
            Placed(each.name, each.offset or 0, each.type.size or 0, None) for each in data.members
        ),
        _named(host, own),
        place,
    )


def _named(host: HostText, named: HostMember | HostStruct) -> Place:
    return Place(host.path, named.at, named.at + len(named.name))
