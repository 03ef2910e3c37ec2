"""Hovers of barriers: the accesses that one separates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.reference.content import Part, listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.race_results import SharedAccess

BARRIERS: Final = frozenset(("barrier", "work_group_barrier"))
_MOST: Final = 6
"""The number of accesses that are told on each side."""


def barrier_parts(analysis: Analysis, start: int) -> Iterator[Part]:
    """Yield what the barrier at a byte separates, nothing where no kernel has one there."""
    found = analysis.separation_at(start)
    if found is None:
        return
    needed = listed([f"`{name}`" for name in found.needed_for])
    if needed:
        purpose = f"It orders the accesses to {needed}."
    elif found.is_decided:
        purpose = "It separates nothing that work-items share."
    else:
        purpose = "Not all of the accesses could be followed."
    yield Part(
        f"In `{found.kernel}`:\n\n"
        f"- before it, work-items {_told(found.before)}\n"
        f"- after it, they {_told(found.after)}\n\n"
        f"{purpose}"
    )


def _told(accesses: Sequence[SharedAccess]) -> str:
    """Return accesses by their verbs: "write `tile[0]`, read `in[0]`"."""
    said = [f"{each.action.removesuffix('s')} `{each.element}`" for each in accesses]
    said = list(dict.fromkeys(said))
    if not said:
        return "touch nothing that they share"
    more = len(said) - _MOST
    return ", ".join(said[:_MOST]) + (f", and {more} more" if more > 0 else "")
