"""The dataflow solver: facts at the borders of the basic blocks of a control-flow graph.

An analysis is given by

- its *direction*: forward, from the entry, or backward, from the exit;
- the fact at the *boundary*: before the entry, or after the exit in a backward analysis;
- its *transfer* function, from the fact before a block to the fact after it, in the direction;
- its *meet*, which joins the facts that arrive from several blocks: the intersection of sets in a
  must-analysis, their union in a may-analysis.

Facts are compared with `==` unless `same` is given, and never changed in place.  The solver
iterates to a fixed point; with a monotone transfer function over a lattice of finite height it
ends.  An analysis without that property sets `most_sweeps`.

A must-analysis over the steps of a body is short:

    graph = control_flow(model, body)
    for step, facts in facts_before_steps(graph, transfer, frozenset.intersection).items(): ...
"""

from __future__ import annotations

from enum import Enum
from operator import eq
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from msgspec import Struct

from opencl_ls.semantics.flow.dominators import reverse_postorder, reversed_order

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from opencl_ls.semantics.model.graphs import ControlFlowGraph, Step

Fact = TypeVar("Fact")
_UNBOUNDED: Final = 1 << 30


class Direction(Enum):
    """Whether facts flow along the edges of a graph or against them."""

    FORWARD = "forward"
    BACKWARD = "backward"


class Solution(Struct, Generic[Fact], eq=False):
    """The facts of a solved analysis, by the indices of the blocks that the boundary reaches.

    `entering` holds before a block and `leaving` after it, in the direction of the analysis.
    """

    entering: dict[int, Fact]
    leaving: dict[int, Fact]


def solve(
    graph: ControlFlowGraph,
    transfer: Callable[[int, Fact], Fact],
    meet: Callable[[int, Sequence[Fact]], Fact],
    *,
    direction: Direction = Direction.FORWARD,
    same: Callable[[Fact, Fact], bool] = eq,
    reads_other_blocks: bool = False,
    most_sweeps: int = _UNBOUNDED,
) -> Solution[Fact]:
    """Return the fixed point of an analysis.

    `transfer` takes the index of a block and the fact before it.  `meet` takes the index of a block
    and the facts that arrive from the blocks before it that have been visited; for the block at the
    boundary it adds the fact that holds there, and may get an empty sequence.

    The worklist is swept in reverse postorder, so that all predecessors of a block except those of
    back edges have been visited.  If `transfer` and `meet` read facts of blocks that are no
    predecessors, `reads_other_blocks` puts all blocks on the list as long as anything changes.
    """
    if direction is Direction.FORWARD:
        order = reverse_postorder(graph)
        before = [block.predecessors for block in graph.blocks]
        after = [block.successors for block in graph.blocks]
    else:
        order = reversed_order(graph)
        before = [block.successors for block in graph.blocks]
        after = [block.predecessors for block in graph.blocks]
    entering: dict[int, Fact] = {}
    leaving: dict[int, Fact] = {}
    pending = {order[0]}
    for _ in range(most_sweeps):
        changed = False
        for index in order:
            if index not in pending:
                continue
            pending.discard(index)
            arriving = [leaving[each] for each in before[index] if each in leaving]
            fact = entering[index] = meet(index, arriving)
            left = transfer(index, fact)
            if index not in leaving or not same(leaving[index], left):
                changed = True
                pending.update(after[index])
            leaving[index] = left
        if not changed:
            break
        if reads_other_blocks:
            pending.update(order)
    return Solution(entering, leaving)


def facts_before_steps(
    graph: ControlFlowGraph,
    transfer: Callable[[Step, frozenset[Fact]], frozenset[Fact]],
) -> dict[Step, frozenset[Fact]]:
    """Return the facts that hold before each reachable step, on every path to it.

    This is a forward must-analysis that begins without a fact.  `transfer` takes a step and the
    facts before it; it has to be monotone.  The result is empty for a graph that is
    incomplete.
    """
    found: dict[Step, frozenset[Fact]] = {}
    if graph.is_incomplete:
        return found
    none: frozenset[Fact] = frozenset()

    def through(index: int, facts: frozenset[Fact]) -> frozenset[Fact]:
        for step in graph.blocks[index].steps:
            found[step] = facts
            facts = transfer(step, facts)
        return facts

    def meet(index: int, arriving: Sequence[frozenset[Fact]]) -> frozenset[Fact]:
        return none if index == 0 or not arriving else frozenset.intersection(*arriving)

    solve(graph, through, meet)
    return found
