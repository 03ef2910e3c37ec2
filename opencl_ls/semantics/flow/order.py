"""The order in which the records of a body are executed.

These are questions to the control-flow graph about two records.  A part of an expression, and a
block literal, belongs to the step, the condition or the statement around it.  Within a basic block
the order of the text counts.  Doubt counts as no: for an incomplete graph, and for unreachable
records, every answer is False.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import Struct

from opencl_ls.semantics import types as t
from opencl_ls.semantics.flow.cfg import control_flow_around
from opencl_ls.semantics.flow.dominators import (
    DominatorTree,
    dominator_tree,
    latches,
    post_dominators,
)
from opencl_ls.semantics.lookup.array_bounds import has_one_round
from opencl_ls.semantics.lookup.blocks import enclosing_literal, is_automatic
from opencl_ls.semantics.lookup.uses import address_taken, changing, uses
from opencl_ls.semantics.model import derived_by_key
from opencl_ls.semantics.types.symbols import Symbol, Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.model.graphs import ControlFlowGraph

_LOOPS: Final = (r.For, r.While, r.DoWhile)


class _Order(Struct, eq=False):
    """The graph of a body with the trees of its dominators and post-dominators."""

    graph: ControlFlowGraph
    before: DominatorTree
    after: DominatorTree


class _Place(NamedTuple):
    """The basic block around a record; `is_certain` if the block always executes the record."""

    block: int
    is_certain: bool


def dominates(model: ItemModel, first: r.Record, second: r.Record) -> bool:
    """Tell whether `first` is executed before `second` on every path to `second`."""
    order = _order(model, first)
    one, other = _place(model, order, first), _place(model, order, second)
    if order is None or one is None or other is None or first.end > second.start:
        return False
    return one.is_certain and order.before.dominates(one.block, other.block)


def is_post_dominated(model: ItemModel, first: r.Record, second: r.Record) -> bool:
    """Tell whether `second` is executed after `first` on every path from `first`."""
    order = _order(model, first)
    one, other = _place(model, order, first), _place(model, order, second)
    if order is None or one is None or other is None or first.end > second.start:
        return False
    return other.is_certain and order.after.dominates(other.block, one.block)


def is_in_next_round(model: ItemModel, first: r.Record, second: r.Record, start: int) -> bool:
    """Tell whether a loop executes `second` in the iteration after the one with `first`.

    The loop begins after the byte offset `start`.  The loop may or may not have another iteration,
    unless constants decide it.
    """
    order = _order(model, second)
    one, other = _place(model, order, first), _place(model, order, second)
    if order is None or one is None or other is None:
        return False
    around = (each for each in model.ancestors(second) if isinstance(each, _LOOPS))
    loop = next((each for each in around if each.start > start and _holds(each, first)), None)
    header = None if loop is None else order.graph.block_of.get(loop)
    if loop is None or header is None or has_one_round(model, loop):
        return False
    tree = order.before
    ends = latches(order.graph, tree, header)
    return (
        bool(ends)
        and other.is_certain
        and tree.dominates(header, one.block)
        and tree.dominates(header, other.block)
        and all(tree.dominates(other.block, each) for each in ends)
        and any(order.after.dominates(each, one.block) for each in (header, *ends))
    )


def is_unassigned_at(
    model: ItemModel,
    symbol: Symbol | None,
    record: r.Record,
    harmless: Collection[r.Name] = (),
) -> bool:
    """Tell whether a local variable certainly has no value when `record` is executed.

    The names in `harmless` do not count as stores.
    """
    if type(symbol) is not Variable or not is_automatic(symbol):
        return False
    return symbol.declarator.initializer is None and is_first_use(model, symbol, record, harmless)


def is_first_use(
    model: ItemModel, symbol: Variable, record: r.Record, harmless: Collection[r.Name] = ()
) -> bool:
    """Tell whether no path to the first execution of `record` uses a local variable before.

    The names in `harmless` do not count, nor do those after `record` in the text that only read.
    Blocks that do not declare the variable count as doubt.
    """
    order = _order(model, record)
    start, end = _place(model, order, symbol.declarator), _place(model, order, record)
    if order is None or start is None or end is None:
        return False
    if symbol.block is not enclosing_literal(model, record):
        return False
    blocks = order.graph.blocks
    last = end.block if end.is_certain else -1
    ahead = _reached([each.successors for each in blocks], start.block, last)
    behind = _reached([each.predecessors for each in blocks], end.block, start.block)
    between = ahead & behind - {end.block}
    if not end.is_certain and not behind.isdisjoint(blocks[end.block].successors):
        between.add(end.block)
    for name in uses(model, symbol):
        place = None if _holds(record, name) else _place(model, order, name)
        if place is None or name in harmless:
            continue
        is_before = name.start < record.start
        if is_before and place.block == end.block:
            return False
        if place.block in between and (is_before or not _only_reads(model, symbol, name)):
            return False
    return end.block in ahead


def _order(model: ItemModel, record: r.Record) -> _Order | None:
    """Return the order of the body around a record, None if the graph is incomplete."""
    graph = control_flow_around(model, record)
    if graph is None or graph.is_incomplete:
        return None
    return _order_of(model, graph)


@derived_by_key
def _order_of(model: ItemModel, graph: ControlFlowGraph) -> _Order:
    return _Order(graph, dominator_tree(model, graph), post_dominators(graph))


def _place(model: ItemModel, order: _Order | None, record: r.Record) -> _Place | None:
    """Return the place where a body executes a record, None if it is unreachable."""
    if order is None:
        return None
    is_certain = True
    inner, above = record, model.parents.get(record)
    while inner not in order.graph.block_of:
        if above is None:
            return None
        if type(above) is r.Binary and above.operator.text in ("&&", "||"):
            is_certain &= inner is above.left
        elif type(above) is r.Conditional:
            is_certain &= inner is above.condition
        elif type(above) is r.BlockLiteral:
            is_certain = False
        inner, above = above, model.parents.get(above)
    block = order.graph.block_of[inner]
    return _Place(block, is_certain) if order.before.reaches(block) else None


def _reached(edges: Sequence[Sequence[int]], start: int, last: int) -> set[int]:
    """Return the blocks that edges reach from one, without going on from the block `last`."""
    found = {start}
    worklist = [start] if start != last else []
    while worklist:
        for end in edges[worklist.pop()]:
            if end not in found:
                found.add(end)
                if end != last:
                    worklist.append(end)
    return found


def _only_reads(model: ItemModel, symbol: Symbol, name: r.Name) -> bool:
    """Tell whether a name cannot change its variable, which is no aggregate."""
    if type(symbol.type.type) is not t.OpaqueType:
        return False
    return changing(model, name) is None and address_taken(model, name) is None


def _holds(outer: r.Record, inner: r.Record) -> bool:
    return outer.start <= inner.start < outer.end
