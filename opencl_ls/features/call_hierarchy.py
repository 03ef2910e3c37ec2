"""The callers and callees of a function in one unit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.query_results import CallEdge, CallGraph, CallNode
    from opencl_ls.findings import Place


class Call(Struct, frozen=True):
    """A function at the other end of calls, and where the calls are: in the caller's file.

    With `in_block` all of them are in blocks, which may run later, or on a device queue.
    """

    function: CallNode
    places: tuple[Place, ...]
    in_block: bool


def function_at(analysis: Analysis, offset: int) -> CallNode | None:
    """Return the function whose name is at a byte, or the one around it; or None."""
    graph, number = analysis.call_graph_at(offset)
    return None if number is None else graph.nodes[number]


def incoming(analysis: Analysis, function: CallNode) -> list[Call]:
    """Return the callers of a function that a unit declares, each with its calls."""
    return list(_calls(analysis.call_graph(), function, to=True))


def outgoing(analysis: Analysis, function: CallNode) -> list[Call]:
    """Return the functions that one of the unit calls, each with the calls; no built-in ones."""
    return list(_calls(analysis.call_graph(), function, to=False))


def same_function(nodes: Iterable[CallNode], function: CallNode) -> int | None:
    """Return the number of the node for a function of another unit, or of an earlier state.

    It is at the same place, or it has the same name and both have external linkage.
    """
    named = [(number, node) for number, node in enumerate(nodes) if node.name == function.name]
    for number, node in named:
        if node.place == function.place:
            return number
    in_file = [each for each in named if each[1].place.file == function.place.file]
    if in_file:
        nearest = min(in_file, key=lambda each: abs(each[1].place.start - function.place.start))
        return nearest[0]
    shared = [number for number, node in named if not node.is_static and not function.is_static]
    return shared[0] if shared else None


def _calls(graph: CallGraph, function: CallNode, *, to: bool) -> Iterator[Call]:
    number = same_function(graph.nodes, function)
    for edge in graph.edges:
        if number is not None and number == (edge.callee if to else edge.caller):
            caller = graph.nodes[edge.caller]
            places = _in_caller(edge, caller)
            yield Call(graph.nodes[edge.caller if to else edge.callee], places, edge.in_block)


def _in_caller(edge: CallEdge, caller: CallNode) -> tuple[Place, ...]:
    """Return the calls in the file of the caller: a body may be made of several files."""
    return tuple(place for place in edge.places if place.file == caller.place.file)
