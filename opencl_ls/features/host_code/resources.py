"""The resources of each kernel of a file: arguments, memory, barriers, needs of a device.

`kernel_resources` gives it as values and as a page.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec import Struct

from opencl_ls.builtins.versions import Version
from opencl_ls.features.host_code.c import OBJECTS
from opencl_ls.features.host_code.c_types import CTypes
from opencl_ls.features.host_code.model import program_of
from opencl_ls.features.host_code.words import KEYWORDS_OF_C
from opencl_ls.reference.content import bytes_words
from opencl_ls.text import readable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.query_results import KernelInterface, KernelSummary, MemoryUse
    from opencl_ls.features.host_code.model import Argument, Kernel

_QUOTED: Final = re.compile(r"'([^']*)'")
_WIDTH: Final = 90
_SET_BY_THE_HOST: Final = "set by the host"


class KernelResources(Struct, frozen=True):
    """The resources of one kernel: name, range in bytes of the main file, and JSON values."""

    name: str
    place: tuple[int, int]
    details: dict[str, Any]


class Resources(Struct, frozen=True):
    """The resources of the kernels of a file, and a page of them for a reader."""

    title: str
    markdown: str
    kernels: tuple[KernelResources, ...]


class _KernelResources(NamedTuple):
    """The facts about a kernel."""

    interface: KernelInterface
    summary: KernelSummary
    host: Kernel
    types: CTypes


def kernel_resources(analysis: Analysis) -> Resources | None:
    """Return the resources of the kernels of the main file; None if it has none.

    It needs a complete analysis.
    """
    listed = [each for each in analysis.kernel_interfaces() if each.place.file == analysis.path]
    listed = list({each.name: each for each in listed}.values())
    program = program_of(analysis, listed, frozenset())
    types = CTypes(program, analysis.target.pointer_bits, KEYWORDS_OF_C)
    resources = [
        _KernelResources(interface, summary, host, types)
        for interface, host in zip(listed, program.kernels, strict=True)
        if (summary := analysis.kernel_summary(interface.name)) is not None
    ]
    if not resources:
        return None
    title = f"kernels of {readable(program.file)}"
    lines = [f"# {title[0].upper()}{title[1:]}"]
    for each in resources:
        lines += ["", *_page(each)]
    return Resources(
        title,
        readable("\n".join(lines) + "\n"),
        tuple(
            KernelResources(
                readable(each.interface.name),
                (each.interface.place.start, each.interface.place.end),
                _details(each),
            )
            for each in resources
        ),
    )


# --- values --------------------------------------------------------------------------------------


def _details(resources: _KernelResources) -> dict[str, Any]:
    interface, summary = resources.interface, resources.summary
    size = summary.work_group_size
    return {
        "arguments": [_argument(resources.types, each) for each in resources.host.arguments],
        "localMemory": {
            "bytes": summary.local_bytes,
            "variables": _uses(interface.locals),
            "arguments": list(map(readable, summary.local_arguments)),
        },
        "privateArrays": {
            "bytes": _sum(interface.private_arrays),
            "variables": _uses(interface.private_arrays),
        },
        "barriers": summary.barriers,
        "subGroupBarriers": summary.sub_group_barriers,
        "workGroupSize": None if size is None else {"size": size.size, "isHint": size.is_hint},
        "dimensions": interface.dimensions,
        "attributes": list(map(readable, interface.attributes)),
        "needs": [
            {
                "version": Version(each.version).label,
                "extensions": each.extensions,
                "features": each.features,
            }
            for each in summary.ways
        ],
    }


def _argument(types: CTypes, argument: Argument) -> dict[str, Any]:
    given = argument.given
    size = given.data.size if argument.kind in ("value", "buffer", "local", "pipe") else None
    return {
        "name": readable(given.name),
        "type": readable(given.type_text),
        "kind": given.kind,
        "hostType": readable(_host_type(types, argument)),
        "bytes": size if argument.kind == "value" else None,
        "elementBytes": None if argument.kind == "value" else size,
        "note": readable(argument.note),
    }


def _host_type(types: CTypes, argument: Argument) -> str:
    """Return the type of the argument of clSetKernelArg, "" if only a size or nothing is passed."""
    if argument.kind == "value":
        return types.name(argument.given.data)
    return OBJECTS.get(argument.kind, "")


def _uses(uses: Sequence[MemoryUse]) -> list[dict[str, Any]]:
    return [
        {
            "name": readable(each.name),
            "declaration": readable(each.text),
            "bytes": each.size,
            "function": readable(each.function),
        }
        for each in uses
    ]


def _sum(uses: Sequence[MemoryUse]) -> int:
    return sum(each.size or 0 for each in uses)


# --- the page ------------------------------------------------------------------------------------


def _page(resources: _KernelResources) -> Iterator[str]:
    interface, summary = resources.interface, resources.summary
    yield f"## {interface.name}"
    yield ""
    yield "```opencl"
    yield from resources.host.head(_WIDTH)
    yield "```"
    yield ""
    if resources.host.arguments:
        yield "| | Argument | Type | On the host | Bytes |"
        yield "|--:|---|---|---|--:|"
        yield from (_row(resources.types, each) for each in resources.host.arguments)
        yield ""
    yield f"- **Local memory:** {_local_memory(interface, summary)}"
    yield f"- **Private arrays:** {_memory(interface.private_arrays, interface.name) or 'none'}"
    yield f"- **Barriers:** {_barriers(summary)}"
    yield f"- **Work-group size:** {_work_group_size(summary)}"
    unsure = "" if interface.are_dimensions_known else " or more"
    yield f"- **Dimensions:** {interface.dimensions}{unsure}"
    others = [each for each in interface.attributes if "work_group_size" not in each]
    if others:
        yield f"- **Attributes:** {', '.join(f'`{each}`' for each in others)}"
    if summary.ways:
        yield f"- **Needs:** {', or '.join(each.words for each in summary.ways)}"


def _row(types: CTypes, argument: Argument) -> str:
    given, data = argument.given, argument.given.data
    target = types.target(data)
    host = _host_type(types, argument)
    words = f"`{host}`" if host else ""
    if argument.kind == "buffer" and target:
        words += f" of `{target}`"
    elif argument.kind == "local":
        words = f"{_SET_BY_THE_HOST}{f', of `{target}`' if target else ''}"
    note = "" if argument.kind == "buffer" else _QUOTED.sub(r"`\1`", argument.note)
    words = ", ".join(filter(None, (words, note)))
    size = "" if data.size is None or argument.kind in ("image", "sampler", "queue") else data.size
    each = " each" if size and argument.kind != "value" else ""
    text = f"`{given.type_text}`" if given.type_text else ""
    cells = (str(argument.index), f"`{given.name}`" if given.name else "", text, words)
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} | {size}{each} |"


def _local_memory(interface: KernelInterface, summary: KernelSummary) -> str:
    parts = [_memory(interface.locals, interface.name)]
    if summary.local_arguments:
        listed = ", ".join(f"`{each}`" for each in summary.local_arguments)
        parts.append(f"{listed} ({_SET_BY_THE_HOST})")
    return " + ".join(filter(None, parts)) or "none"


def _memory(uses: Sequence[MemoryUse], kernel: str) -> str:
    """Return the sum of some variables, and each of them; "" for none."""
    if not uses:
        return ""
    listed = []
    for each in uses:
        size = "size not known" if each.size is None else str(each.size)
        where = "" if each.function == kernel else f" in `{each.function}`"
        listed.append(f"`{each.text}`{where}: {size}")
    least = "at least " if any(each.size is None for each in uses) else ""
    return f"{least}{bytes_words(_sum(uses))} ({'; '.join(listed)})"


def _barriers(summary: KernelSummary) -> str:
    parts = [str(summary.barriers)] if summary.barriers else []
    if summary.sub_group_barriers:
        parts.append(f"{summary.sub_group_barriers} of sub-groups")
    return ", ".join(parts) or "none"


def _work_group_size(summary: KernelSummary) -> str:
    found = summary.work_group_size
    if found is None:
        return "any"
    size = " x ".join(map(str, found.size))
    return f"{size} as a hint" if found.is_hint else f"{size}, required"
