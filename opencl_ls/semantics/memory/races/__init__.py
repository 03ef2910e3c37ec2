"""Races that can be proved: an element that one work-item writes and another one touches.

What the work-items of a group read and write between two barriers is compared on a few small
groups, or on the one that the kernel requires.  Loops count as having two rounds, guards such as
`id < n` as letting the first work-items in.  Anything less plain is left alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics import types as t
from opencl_ls.semantics.flow.uniformity.arithmetic import SINGLE
from opencl_ls.semantics.flow.uniformity.definitions import required_sizes
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.semantics.memory.races.accesses import Clashes, groups
from opencl_ls.semantics.memory.races.ledger import Ledger, Race
from opencl_ls.semantics.memory.races.marks import Marks
from opencl_ls.semantics.memory.races.numbers import Numbers
from opencl_ls.semantics.memory.races.places import Uses, shared_space, uses_of
from opencl_ls.semantics.memory.races.walk import Walk
from opencl_ls.semantics.model import derived
from opencl_ls.semantics.types.symbols import Function

if TYPE_CHECKING:
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.types.symbols import Symbol

__all__ = ["Race", "races"]


@derived
def races(model: ItemModel) -> list[Race]:
    """Return the races in the kernels of an item."""
    return [
        race
        for symbol in model.exports.values()
        if isinstance(symbol, Function) and symbol.is_kernel
        for race in _races_in(model, symbol)
    ]


def _races_in(model: ItemModel, kernel: Function) -> list[Race]:
    sizes = required_sizes(model, kernel)
    uses = uses_of(model, kernel) if kernel.definition is not None else {}
    shared = any(_may_race(symbol, each, kernel) for symbol, each in uses.items())
    if kernel.definition is None or sizes == SINGLE or not shared:
        return []
    body = kernel.definition.body
    marks = Marks(model, body, uses)
    numbers = Numbers(model, kernel, marks.stored)
    local, every = _asked(model, kernel)
    whole = None if sizes is None else (sizes[0], sizes[1], sizes[2])
    clashes = {
        t.LOCAL: Clashes(numbers, groups(local, whole)),
        t.GLOBAL: Clashes(numbers, groups(every, whole)),
    }
    ledger = Ledger(uses, clashes)
    Walk(model, kernel, marks, numbers).run(body, ledger)
    return ledger.races()


def _may_race(symbol: Symbol, uses: Uses, kernel: Function) -> bool:
    if shared_space(symbol, kernel) == t.LOCAL:
        # Atomic functions take an address.
        return bool(uses.reads or uses.writes or uses.escapes)
    return bool(uses.writes) and len(uses.reads | uses.writes) > 1


def _asked(model: ItemModel, kernel: Function) -> tuple[set[int], set[int]]:
    """Return the dimensions in which its groups spread for a kernel, and those of all its ids."""
    local: set[int] = set()
    every: set[int] = set()
    constants = fixed_values(model)
    for site in model.calls:
        name = builtin_name(model, site.call) if site.caller is kernel else ""
        if name == "get_local_linear_id":
            local.add(0)
        elif name in ("get_local_id", "get_global_id") and site.call.arguments:
            dimension = constants.integer(site.call.arguments[0])
            if dimension is not None and 0 <= dimension <= 2:
                (local if name == "get_local_id" else every).add(dimension)
    return local or every & {0}, every | local
