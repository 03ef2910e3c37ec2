"""Dominators, post-dominators and control dependence of a control-flow graph.

A block dominates another one if every path from the entry to the other passes it; it post-dominates
another one if every path from the other to the exit passes it.  The trees are found with K.  D.
Cooper, T.  J.  Harvey and K.  Kennedy, "A simple, fast dominance algorithm", 2001.  A block is
control dependent on a branch if the branch decides directly whether it is reached: J.  Ferrante, K.
J.  Ottenstein and J.  D.  Warren, "The program dependence graph and its use in optimization", 1987.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from opencl_ls.semantics.model import derived_by_key

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.model.graphs import ControlFlowGraph


class DominatorTree(Struct, eq=False):
    """The dominators of the nodes that the root reaches.

    `order` lists them in reverse postorder, the root first; `parents` gives the immediate dominator
    of each but the root.  `_spans` numbers the nodes so that a node dominates those in its span.
    """

    order: list[int]
    parents: dict[int, int]
    _spans: dict[int, tuple[int, int]]

    def dominates(self, node: int, other: int) -> bool:
        """Tell whether a node dominates another one or is the same; both have to be reached."""
        first, end = self._spans[node]
        return first <= self._spans[other][0] < end

    def reaches(self, node: int) -> bool:
        """Tell whether the root reaches a node."""
        return node in self._spans


class ControlDependence(Struct, eq=False):
    """The branches that decide which blocks are executed.

    `order` lists the reachable blocks in reverse postorder, with the exit.
    `branches[b]` are the blocks whose branch decides directly whether `b` is executed, and
    `joins[b]` is the immediate post-dominator of `b`: where all paths out of a branch meet again.
    """

    order: list[int]
    branches: list[list[int]]
    joins: dict[int, int]

    def deciding(self, block: int) -> list[int]:
        """Return all blocks whose branches decide, directly or not, whether `block` is reached."""
        found: dict[int, None] = {}
        worklist = [block]
        while worklist:
            for branch in self.branches[worklist.pop()]:
                if branch not in found:
                    found[branch] = None
                    worklist.append(branch)
        return list(found)


def dominators(successors: Sequence[Sequence[int]], root: int = 0) -> DominatorTree:
    """Return the dominators of a graph, given by the nodes that each node leads to."""
    order = postorder(successors, root)[::-1]
    number = {node: place for place, node in enumerate(order)}
    predecessors: dict[int, list[int]] = {node: [] for node in order}
    for node in order:
        for end in successors[node]:
            predecessors[end].append(node)
    # By their numbers, a dominator comes before the nodes that it dominates.
    parents = [0] * len(order)
    known = [place == 0 for place in range(len(order))]
    changed = True
    while changed:
        changed = False
        for place, node in enumerate(order[1:], 1):
            parent = -1
            for each in predecessors[node]:
                other = number[each]
                if known[other]:
                    parent = other if parent < 0 else _common(parents, parent, other)
            if not known[place] or parents[place] != parent:
                known[place], parents[place], changed = True, parent, True
    tree = {node: order[parents[place]] for place, node in enumerate(order) if place}
    return DominatorTree(order, tree, _spans(order, tree))


def post_dominators(graph: ControlFlowGraph) -> DominatorTree:
    """Return the post-dominators of a graph: the dominators from its exit, against the edges.

    A loop without an exit gets an edge to the exit, so that each block is in the tree.
    """
    predecessors: list[list[int]] = [[] for _ in graph.blocks]
    for start, ends in enumerate(_with_way_out(graph, reverse_postorder(graph))):
        for end in ends:
            predecessors[end].append(start)
    return dominators(predecessors, graph.exit)


def control_dependence(graph: ControlFlowGraph) -> ControlDependence:
    """Return the control dependences of a graph."""
    order = reverse_postorder(graph)
    successors = _with_way_out(graph, order)
    joins = post_dominators(graph).parents
    branches: list[list[int]] = [[] for _ in graph.blocks]
    for block in order:
        if len(successors[block]) < 2:
            continue
        dependent: set[int] = set()
        for end in successors[block]:
            node = end
            while node != joins[block] and node not in dependent:
                dependent.add(node)
                node = joins[node]
        for each in dependent:
            branches[each].append(block)
    return ControlDependence(order, branches, joins)


def is_reducible(successors: Sequence[Sequence[int]]) -> bool:
    """Tell whether each loop of a graph that is reached from node 0 has a single entry.

    This holds if the target of each retreating edge dominates its source.
    """
    tree = dominators(successors)
    number = {node: place for place, node in enumerate(tree.order)}
    return all(
        number[end] > number[start] or tree.dominates(end, start)
        for start in tree.order
        for end in successors[start]
    )


def latches(graph: ControlFlowGraph, tree: DominatorTree, header: int) -> list[int]:
    """Return the blocks with a back edge to a block: those before it that it dominates."""
    before = graph.blocks[header].predecessors
    return [each for each in before if tree.reaches(each) and tree.dominates(header, each)]


@derived_by_key
def dominator_tree(_: ItemModel, graph: ControlFlowGraph) -> DominatorTree:
    """Return the dominators of the blocks of a graph, which are kept on the item's model."""
    return dominators([block.successors for block in graph.blocks])


def natural_loop(graph: ControlFlowGraph, tree: DominatorTree, header: int) -> set[int]:
    """Return the blocks of the loop that begins with a block; none if no loop does.

    They are the header and those that reach a back edge without passing it.
    """
    worklist = latches(graph, tree, header)
    found = {header, *worklist} if worklist else set()
    while worklist:
        node = worklist.pop()
        for before in graph.blocks[node].predecessors if node != header else ():
            if before not in found and tree.reaches(before):
                found.add(before)
                worklist.append(before)
    return found


def postorder(successors: Sequence[Sequence[int]], root: int = 0) -> list[int]:
    """Return the nodes that the root reaches, each after those found from it."""
    seen = {root}
    found: list[int] = []
    path = [(root, iter(successors[root]))]
    while path:
        node, ends = path[-1]
        end = next((each for each in ends if each not in seen), None)
        if end is None:
            found.append(node)
            path.pop()
        else:
            seen.add(end)
            path.append((end, iter(successors[end])))
    return found


def reverse_postorder(graph: ControlFlowGraph) -> list[int]:
    """Return the blocks that the entry reaches in reverse postorder, with the exit."""
    found = postorder([block.successors for block in graph.blocks])[::-1]
    return found if graph.exit in found else [*found, graph.exit]


def reversed_order(graph: ControlFlowGraph) -> list[int]:
    """Return the blocks that lead to the exit in reverse postorder of the reversed graph."""
    return postorder([block.predecessors for block in graph.blocks], graph.exit)[::-1]


def _common(parents: list[int], one: int, other: int) -> int:
    """Return the closest common ancestor of two nodes by their numbers."""
    while one != other:
        while one > other:
            one = parents[one]
        while other > one:
            other = parents[other]
    return one


def _spans(order: list[int], parents: dict[int, int]) -> dict[int, tuple[int, int]]:
    """Return for each node the numbers of the nodes that it dominates: from, to (exclusive)."""
    sizes = dict.fromkeys(order, 1)
    for node in reversed(order[1:]):
        sizes[parents[node]] += sizes[node]
    spans = {order[0]: (0, len(order))}
    free = {order[0]: 1}
    for node in order[1:]:
        first = free[parents[node]]
        free[parents[node]] += sizes[node]
        free[node] = first + 1
        spans[node] = (first, first + sizes[node])
    return spans


def _with_way_out(graph: ControlFlowGraph, order: list[int]) -> list[list[int]]:
    """Return the successors of the blocks in `order`; an endless loop gets an edge to the exit."""
    successors: list[list[int]] = [[] for _ in graph.blocks]
    for block in order:
        successors[block] = list(graph.blocks[block].successors)
    leaving = {graph.exit}
    _spread(graph, graph.exit, leaving)
    for block in reversed(order):
        if block not in leaving:
            successors[block].append(graph.exit)
            leaving.add(block)
            _spread(graph, block, leaving)
    return successors


def _spread(graph: ControlFlowGraph, start: int, found: set[int]) -> None:
    worklist = [start]
    while worklist:
        for before in graph.blocks[worklist.pop()].predecessors:
            if before not in found:
                found.add(before)
                worklist.append(before)
