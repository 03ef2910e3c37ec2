"""The outline of a file: its functions, types, variables and macros, kernels marked.

It is read from the surface tree, so that it stays while the file is being edited.  A function that
only looks like a plain one, since a macro makes it a kernel, is known from the program's symbols.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from opencl_ls.syntax import surface_outline, surface_queries
from opencl_ls.syntax.surface_outline import Group

if TYPE_CHECKING:
    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.syntax.surface_outline import Declared


class Memory(Struct):
    """What was found in one file, to be found again after an edit."""

    groups: surface_queries.Memory[Group] = field(default_factory=surface_queries.Memory)
    kernels: dict[tuple[Group, frozenset[str]], Group] = field(default_factory=dict)


def outline(analysis: Analysis, memory: Memory) -> list[tuple[int, Group]]:
    """Return the file's declarations in their order: of each item that has any, and its start."""
    kernels = frozenset(name for name, kind in analysis.kinds.items() if kind == "kernel")
    fresh: dict[tuple[Group, frozenset[str]], Group] = {}
    found = []
    for start, group in surface_outline.declared(analysis.surface, memory.groups):
        if not group.declared:
            continue
        hidden = kernels.intersection(
            [each.name for each in group.declared if each.kind == "function"]
        )
        if not hidden:
            found.append((start, group))
            continue
        key = group, hidden
        fresh[key] = memory.kernels.get(key) or _with_kernels(group, hidden)
        found.append((start, fresh[key]))
    memory.kernels = fresh
    return found


def _with_kernels(group: Group, kernels: frozenset[str]) -> Group:
    return Group(tuple(_with_kernel(each, kernels) for each in group.declared))


def _with_kernel(declared: Declared, kernels: frozenset[str]) -> Declared:
    if declared.kind == "function" and declared.name in kernels:
        return replace(declared, kind="kernel", detail="kernel")
    return declared
