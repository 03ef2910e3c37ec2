"""Loops with several entries in a graph of what follows on what.

R. E. Tarjan, "Testing flow graph reducibility", 1974: the time is about that of one walk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def is_irreducible(successors: Sequence[Sequence[int]]) -> bool:
    """Tell whether a loop that is reached from node 0 has two entries.

    `successors` are the nodes that each node leads to.
    """
    order, last = _walked(successors)
    number = {node: place for place, node in enumerate(order)}
    backward: list[list[int]] = [[] for _ in order]
    forward: list[list[int]] = [[] for _ in order]
    for node in order:
        start = number[node]
        for each in successors[node]:
            end = number[each]
            is_backward = end <= start <= last[end]
            (backward if is_backward else forward)[end].append(start)
    # Nodes that were found to be in a loop stand for its head.
    heads = list(range(len(order)))
    for head in range(len(order) - 1, -1, -1):
        waiting = [inner for start in backward[head] if (inner := _head(heads, start)) != head]
        body = set(waiting)
        while waiting:
            for start in forward[waiting.pop()]:
                inner = _head(heads, start)
                if not head <= inner <= last[head]:
                    return True
                if inner != head and inner not in body:
                    body.add(inner)
                    waiting.append(inner)
        for inner in body:
            heads[inner] = head
    return False


def _walked(successors: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Return the nodes in the order of a walk into the depth from node 0.

    With it comes for each place in this order the last place of those that were found behind it.
    """
    order = [0]
    last = [0]
    seen = {0}
    path = [(0, iter(successors[0]))]
    while path:
        place, rest = path[-1]
        for node in rest:
            if node not in seen:
                seen.add(node)
                path.append((len(order), iter(successors[node])))
                order.append(node)
                last.append(0)
                break
        else:
            last[place] = len(order) - 1
            path.pop()
    return order, last


def _head(heads: list[int], node: int) -> int:
    """Return the outermost head that a node stands for so far, and shorten the way to it."""
    found = node
    while heads[found] != found:
        found = heads[found]
    while heads[node] != found:
        heads[node], node = found, heads[node]
    return found
