"""Post-dominators and control dependence of a control-flow graph.

The sets are bit masks over block numbers: at the size of a function the plain iteration is as fast
as the cleverer algorithms, and much shorter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.semantics.uniformity.graph import Graph


class Control(Struct, eq=False):
    """What decides whether a block is reached.

    `order` lists the blocks that a run can reach, in reverse postorder; `after[b]` are the blocks
    that every run behind `b` comes to, `b` included; `branches[b]` those whose branch decides
    directly whether a run comes to `b`.
    """

    order: list[int]
    after: list[int]
    branches: list[list[int]]

    def deciding(self, block: int) -> list[int]:
        """Return all the blocks whose branches have a say in whether `block` is reached."""
        found: dict[int, None] = {}
        waiting = [block]
        while waiting:
            for branch in self.branches[waiting.pop()]:
                if branch not in found:
                    found[branch] = None
                    waiting.append(branch)
        return list(found)

    def meeting_point(self, block: int) -> int | None:
        """Return the first block that all ways behind a branch have in common."""
        others = self.after[block] & ~(1 << block)
        size = others.bit_count()
        for candidate in bits(others):
            if self.after[candidate].bit_count() == size:
                return candidate
        return None


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def control(graph: Graph) -> Control:
    """Return the control dependences of a graph."""
    order = reverse_postorder(graph)
    successors = _with_way_out(graph, order)
    everything = 0
    for block in order:
        everything |= 1 << block
    after = [everything] * len(graph.blocks)
    after[graph.exit] = 1 << graph.exit
    changed = True
    while changed:
        changed = False
        for block in reversed(order):
            if block == graph.exit:
                continue
            mask = everything
            for end in successors[block]:
                mask &= after[end]
            mask |= 1 << block
            if mask != after[block]:
                after[block] = mask
                changed = True
    branches: list[list[int]] = [[] for _ in graph.blocks]
    for block in order:
        if len(successors[block]) < 2:
            continue
        strictly = after[block] & ~(1 << block)
        decided = 0
        for end in successors[block]:
            decided |= after[end] & ~strictly
        for dependent in bits(decided):
            branches[dependent].append(block)
    return Control(order, after, branches)


def reverse_postorder(graph: Graph) -> list[int]:
    """Return the blocks that the entry reaches in reverse postorder, with the exit."""
    seen = {0}
    found: list[int] = []
    path = [(0, iter(graph.blocks[0].successors))]
    while path:
        block, ends = path[-1]
        end = next((each for each in ends if each not in seen), None)
        if end is None:
            found.append(block)
            path.pop()
        else:
            seen.add(end)
            path.append((end, iter(graph.blocks[end].successors)))
    found.reverse()
    if graph.exit not in seen:
        found.append(graph.exit)
    return found


def _with_way_out(graph: Graph, order: list[int]) -> list[list[int]]:
    """Return the successors of each block; an endless loop is given an edge to the exit."""
    successors = [list(block.successors) for block in graph.blocks]
    reachable = set(order)
    leaving = {graph.exit}
    _spread(graph, graph.exit, leaving)
    for block in reversed(order):
        if block not in leaving and block in reachable:
            successors[block].append(graph.exit)
            leaving.add(block)
            _spread(graph, block, leaving)
    return successors


def _spread(graph: Graph, start: int, found: set[int]) -> None:
    waiting = [start]
    while waiting:
        for before in graph.blocks[waiting.pop()].predecessors:
            if before not in found:
                found.add(before)
                waiting.append(before)
