"""The outline of a file: its functions, types, variables and macros, kernels marked.

It is read from the surface tree, so that it stays while the file is being edited.  A function that
only looks like a plain one, since a macro makes it a kernel, is known from the program's symbols.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from opencl_ls.syntax import surface_outline, surface_queries

if TYPE_CHECKING:
    from opencl_ls.analysis import Snapshot
    from opencl_ls.syntax.surface_outline import Declared

Memory = surface_queries.Memory["tuple[Declared, ...]"]


class Entry(Struct, frozen=True):
    """One entry of the outline; the offsets are those of the file."""

    kind: str
    name: str
    detail: str
    name_start: int
    name_end: int
    start: int
    end: int
    children: tuple[Entry, ...] = ()


def outline(snapshot: Snapshot, memory: Memory) -> tuple[Entry, ...]:
    """Return the file's declarations in their order."""
    kernels = {name for name, kind in snapshot.kinds.items() if kind == "kernel"}
    return tuple(
        _entry(declared, start, kernels)
        for start, group in surface_outline.declared(snapshot.surface, memory)
        for declared in group
    )


def _entry(declared: Declared, base: int, kernels: set[str]) -> Entry:
    hidden_kernel = declared.kind == "function" and declared.name in kernels
    return Entry(
        "kernel" if hidden_kernel else declared.kind,
        declared.name,
        "kernel" if hidden_kernel else declared.detail,
        base + declared.name_start,
        base + declared.name_end,
        base + declared.start,
        base + declared.end,
        tuple(_entry(child, base, kernels) for child in declared.children),
    )
