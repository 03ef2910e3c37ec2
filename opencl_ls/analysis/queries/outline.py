"""The outline of a file, kernels marked.

It is read from the surface tree, so that it is stable while the file is edited.  The program's
symbols tell which functions a macro makes kernels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from opencl_ls.analysis.results import OutlineGroup
from opencl_ls.syntax import surface_outline, surface_queries

if TYPE_CHECKING:
    from collections.abc import Mapping

    from opencl_ls.analysis.results import Declared
    from opencl_ls.syntax.surface import SurfaceText


class OutlineCache(Struct):
    """The results for one file, to be reused after an edit."""

    groups: surface_queries.PartCache[OutlineGroup]
    kernels: dict[tuple[OutlineGroup, frozenset[str]], OutlineGroup] = field(default_factory=dict)


def outline(
    surface: SurfaceText, kinds: Mapping[str, str], cache: OutlineCache
) -> list[tuple[int, OutlineGroup]]:
    """Return the declarations of each item that has any, with the item's start, in order.

    `kinds` has the kinds of names at program scope.
    """
    kernels = frozenset(name for name, kind in kinds.items() if kind == "kernel")
    fresh: dict[tuple[OutlineGroup, frozenset[str]], OutlineGroup] = {}
    found = []
    for start, group in surface_outline.declared(surface, cache.groups):
        if not group.declared:
            continue
        hidden = kernels.intersection(
            [each.name for each in group.declared if each.kind == "function"]
        )
        if not hidden:
            found.append((start, group))
            continue
        key = group, hidden
        fresh[key] = cache.kernels.get(key) or _with_kernels(group, hidden)
        found.append((start, fresh[key]))
    cache.kernels = fresh
    return found


def _with_kernels(group: OutlineGroup, kernels: frozenset[str]) -> OutlineGroup:
    return OutlineGroup(tuple(_with_kernel(each, kernels) for each in group.declared))


def _with_kernel(declared: Declared, kernels: frozenset[str]) -> Declared:
    if declared.kind == "function" and declared.name in kernels:
        _, opening, parameters = declared.detail.partition("(")
        return replace(declared, kind="kernel", detail=f"kernel {opening}{parameters}".rstrip())
    return declared
