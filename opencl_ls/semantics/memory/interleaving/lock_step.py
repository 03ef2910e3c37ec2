"""Races of code that is written for work-items that run in lock step.

Its sign is a memory fence after the write, where the specification asks for a barrier: it orders
the accesses of one work-item, and those of others only where all of them run at one pace.
"""

from __future__ import annotations

from itertools import takewhile
from math import prod
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.semantics import types as t
from opencl_ls.semantics.memory import fences
from opencl_ls.semantics.memory.interleaving.decide import is_within_block
from opencl_ls.semantics.memory.interleaving.terms import ITEM, terms_in

if TYPE_CHECKING:
    from opencl_ls.semantics.memory.interleaving.accesses import Access
    from opencl_ls.semantics.memory.interleaving.launch import Launch
    from opencl_ls.semantics.memory.interleaving.results import Race
    from opencl_ls.syntax import records as r

_BLOCKS: Final = (64, 32, 16)
"""The numbers of work-items that run in lock step on some devices, the largest first."""
_FENCES: Final = frozenset(("mem_fence", "write_mem_fence", fences.ATOMIC_FENCE))
_CALLS: Final = _FENCES | fences.WORK_GROUP_NAMES


class LockStep(NamedTuple):
    """A memory fence that takes the place of a barrier for `items` work-items in lock step."""

    fence: r.Call
    items: int


def lock_step(race: Race) -> LockStep | None:
    """Return the fence after a write on which a race in local memory relies, None for others.

    A fence in code that all work-items of a large group run is taken for a mistake.
    """
    write = race.first if race.first.is_write else race.second
    if race.other_group or write.space != t.LOCAL:
        return None
    fence = _fence_after(write)
    if fence is None or not _is_for_few(race.launch, write):
        return None
    sides = race.first, race.second
    fitting = takewhile(lambda items: is_within_block(race.launch, *sides, items), _BLOCKS)
    items = min(fitting, default=0)
    return LockStep(fence, items) if items else None


def _is_for_few(launch: Launch, write: Access) -> bool:
    """Return whether a write is for some work-items of a group, or the group is a block."""
    if any(term.scope == ITEM for term in terms_in(write.path)):
        return True
    return not launch.guessed and prod(launch.sizes) <= _BLOCKS[0]


def _fence_after(write: Access) -> r.Call | None:
    """Return the fence of local memory that follows a write, with no barrier between."""
    end = write.record.end
    calls = [each.call for each in write.model.calls if each.call.start >= end]
    for call in sorted(calls, key=lambda each: each.start):
        found = fences.barrier_of(write.model, call, _CALLS)
        if found is None:
            continue
        flags = fences.flags_value(write.model, found.flags)
        is_fence = found.name in _FENCES and flags is not None and flags & fences.LOCAL
        return call if is_fence else None
    return None
