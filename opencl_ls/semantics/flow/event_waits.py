"""Waits for the events of async copies, and what they do to the variables that keep events.

`wait_group_events` releases the events that it has waited for (OpenCL C 6.15.10).  A variable is
followed where it is used for nothing but to keep one event, to wait for it, and to pass it to a
further copy; an array, where the indices are constants.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from opencl_ls.semantics import types as t
from opencl_ls.semantics.flow.cfg import control_flow_around
from opencl_ls.semantics.flow.copy_events import copy_taking, event_element, is_copy, moved_from
from opencl_ls.semantics.flow.dominators import control_dependence
from opencl_ls.semantics.lookup.blocks import is_automatic, unwrapped
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.semantics.lookup.operands import contains
from opencl_ls.semantics.lookup.uses import is_store, keeper, uses
from opencl_ls.semantics.model import derived
from opencl_ls.semantics.types.symbols import Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.model.graphs import BasicBlock, ControlFlowGraph

_LOOPS = (r.For, r.While, r.DoWhile)


class Wait(Struct, frozen=True, eq=False):
    """A wait for `count` events from the element `first` of `events` on; a variable is one."""

    call: r.Call
    events: Variable
    first: int
    count: int


class KeptEvent(Struct, frozen=True, eq=False):
    """A variable that keeps one event: the steps that store in it, wait for it, and pass it on."""

    variable: Variable
    stores: tuple[r.Assignment, ...]
    waits: tuple[r.Call, ...]
    passed: tuple[r.Call, ...]


def wait_of(model: ItemModel, call: r.Call) -> Wait | None:
    """Return the wait that a call is, where it names the events and their number is constant."""
    if builtin_name(model, call) != "wait_group_events" or len(call.arguments) != 2:
        return None
    count = fixed_values(model).integer(call.arguments[0])
    argument = unwrapped(call.arguments[1])
    moved = moved_from(model, argument)
    if moved is None and isinstance(argument, r.Unary) and argument.operator == "&":
        symbol = model.references.get(unwrapped(argument.operand))
        moved = None if symbol is None else (symbol, 0)
    if count is None or moved is None:
        return None
    events, first = moved
    if not isinstance(events, Variable) or isinstance(events.type.type, t.PointerType):
        return None
    return Wait(call, events, first, count) if is_automatic(events) else None


def capacity(events: Variable) -> int | None:
    """Return how many events a variable holds: one, or the size of the array."""
    kind = events.type.type
    return kind.size if isinstance(kind, t.ArrayType) else 1


def unset_index(model: ItemModel, wait: Wait) -> int | None:
    """Return the index of an event that a wait is for and that nothing stores, None for none.

    The array must be used for nothing but stores at known indices, copies and waits.
    """
    if not isinstance(wait.events.type.type, t.ArrayType):
        return None
    if wait.events.declarator.initializer is not None:
        return None
    stored: set[int] = set()
    for name in uses(model, wait.events):
        if any(_is_waited(model, call, name) for call in model.ancestors(name)):
            continue
        place, above = model.use_of(name)
        if not isinstance(above, r.Index) or above.base is not place:
            return None
        place, above = model.use_of(above)
        if isinstance(above, r.Call) and is_copy(model, above) and above.arguments[-1] is place:
            continue
        if not isinstance(above, r.Assignment) or above.left is not place:
            return None
        value = unwrapped(above.right)
        found = event_element(model, value) if isinstance(value, r.Call) else None
        if found is None or found[1] is None:
            return None
        stored.update(found[1])
    wanted = range(wait.first, wait.first + wait.count)
    return next((index for index in wanted if index not in stored), None)


def _is_waited(model: ItemModel, call: r.Record, name: r.Name) -> bool:
    is_wait = isinstance(call, r.Call) and builtin_name(model, call) == "wait_group_events"
    return is_wait and isinstance(call, r.Call) and contains(call.arguments[-1], name)


@derived
def kept_events(model: ItemModel) -> list[KeptEvent]:
    """Return the variables of an item that keep one event, and are used for nothing else."""
    made = (keeper(model, site.call) for site in model.calls if is_copy(model, site.call))
    found = (_kept(model, each) for each in dict.fromkeys(made) if each is not None)
    return [each for each in found if each is not None]


def _kept(model: ItemModel, variable: Variable) -> KeptEvent | None:
    if not is_automatic(variable) or not isinstance(variable.type.type, t.OpaqueType):
        return None
    stores: list[r.Assignment] = []
    waits: list[r.Call] = []
    passed: list[r.Call] = []
    for name in uses(model, variable):
        above = model.parents.get(name)
        copy = copy_taking(model, name)
        if is_store(model, name) and isinstance(above, r.Assignment):
            stores.append(above)
        elif copy is not None:
            passed.append(copy)
        else:
            outer = None if above is None else model.use_of(above)[1]
            wait = wait_of(model, outer) if isinstance(outer, r.Call) else None
            if wait is None or wait.events is not variable or wait.count != 1:
                return None
            waits.append(wait.call)
    return KeptEvent(variable, tuple(stores), tuple(waits), tuple(passed))


# --- copies that some ways do not wait for -------------------------------------------------------


def skipping_branch(model: ItemModel, event: KeptEvent, copy: r.Call) -> BasicBlock | None:
    """Return the block whose branch leads past all waits for a copy, None where none surely does.

    A loop that waits is taken to have a round.  Where a branch decides about the copy as well, the
    same condition may decide about the wait.
    """
    graph = control_flow_around(model, copy)
    if graph is None or graph.is_incomplete or copy not in graph.block_of:
        return None
    if not event.waits or event.passed:
        return None
    start = graph.block_of[copy]
    around_waits = [set(model.ancestors(each)) for each in event.waits]
    for branch in control_dependence(graph).deciding(start):
        record = graph.blocks[branch].branch
        if record is None or not all(record in around for around in around_waits):
            return None
    ends = {graph.block_of[each] for each in event.stores if each in graph.block_of} - {start}
    ends |= {graph.block_of[each] for each in event.waits if each in graph.block_of}
    loops = set[r.Record]().union(*around_waits)
    ends |= {b.index for b in graph.blocks if isinstance(b.branch, _LOOPS) and b.branch in loops}
    past = _reaching(graph, ends)
    return _parting(graph, graph.blocks[start], past) if start in past else None


def _reaching(graph: ControlFlowGraph, ends: set[int]) -> set[int]:
    """Return the blocks from which a way leads to the exit past all blocks in `ends`."""
    found = {graph.exit}
    worklist = [graph.exit]
    while worklist:
        for each in graph.blocks[worklist.pop()].predecessors:
            if each not in found and each not in ends:
                found.add(each)
                worklist.append(each)
    return found


def _parting(graph: ControlFlowGraph, start: BasicBlock, past: set[int]) -> BasicBlock | None:
    """Return the first block after `start` from which one way waits and another does not."""
    seen: set[int] = set()
    worklist = [start.index]
    while worklist:
        block = graph.blocks[worklist.pop(0)]
        if block.index in seen:
            continue
        seen.add(block.index)
        inside = [each for each in block.successors if each in past]
        if block.condition is not None and len(inside) < len(block.successors):
            return block
        worklist += inside
    return None
