"""Accesses that all neighbouring work-items make, shared by the rules about strides and banks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.semantics.memory.interleaving.terms import ITEM, AnyOf

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.semantics.memory.interleaving.accesses import Access
    from opencl_ls.semantics.memory.interleaving.results import KernelAnalysis
    from opencl_ls.semantics.memory.interleaving.terms import Facts

_SIZES: Final = frozenset(
    ("get_local_size", "get_enqueued_local_size", "get_global_size", "get_num_groups")
)


def is_of_any_size(analysis: KernelAnalysis) -> bool:
    """Return whether the addresses of a kernel hold in groups of each size that it may have."""
    if analysis.launch.is_certain:
        return True
    return not any(site.callee in _SIZES for model in analysis.asked for site in model.calls)


def common_accesses(analysis: KernelAnalysis, space: str) -> Iterator[Access]:
    """Yield the accesses to a space that a condition on the id within the group does not limit."""
    for interval in analysis.intervals:
        for each in interval.accesses:
            if each.space == space and not each.by_group and each.fence is None:
                if not _is_limited(each.path):
                    yield each


def _is_limited(path: Facts) -> bool:
    """Return whether facts say something about ids alone, such as `get_local_id(0) == 0`."""
    for fact in path:
        if isinstance(fact, AnyOf):
            if any(map(_is_limited, fact.alternatives)):
                return True
        elif fact.term.factors and all(each.scope == ITEM for each in fact.term.factors):
            return True
    return False
