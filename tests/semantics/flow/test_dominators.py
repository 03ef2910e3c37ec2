"""Loops with two entries in a graph."""

from __future__ import annotations

import random

import pytest

from opencl_ls.semantics.flow.dominators import is_reducible

Graph = list[list[int]]


@pytest.mark.parametrize(
    ("graph", "expected"),
    [
        ([[]], False),
        ([[1], [1, 2], []], False),
        ([[1], [2], [1, 3], [0]], False),
        ([[1, 2], [2], [1]], True),
        # What is not reached does not count.
        ([[1], [], [3, 4], [4], [3]], False),
        # A loop in a loop, and one that is entered after its head.
        ([[1], [2, 5], [3], [2, 4], [1], []], False),
        ([[1], [2, 3], [3], [2, 4], [1]], True),
    ],
)
def test_graphs(graph: Graph, expected: bool) -> None:
    assert is_reducible(graph) is not expected


@pytest.mark.parametrize("seed", range(4))
def test_it_is_what_is_left_when_all_that_can_be_merged_is(seed: int) -> None:
    """A node that is reached only from one other is merged with it, until one is left."""
    chance = random.Random(seed)
    seen = set()
    for _ in range(2000):
        count = chance.randrange(1, 9)
        graph = [
            [chance.randrange(1, count + 1) for _ in range(chance.choice((0, 1, 1, 2, 2)))]
            for _ in range(count + 1)
        ]
        expected = _left_by_merging(graph) > 1
        seen.add(expected)
        assert is_reducible(graph) is not expected, graph
    assert seen == {False, True}


def _left_by_merging(graph: Graph) -> int:
    reached, waiting = {0}, [0]
    while waiting:
        new = set(graph[waiting.pop()]) - reached
        reached |= new
        waiting += new
    edges = {(start, end) for start in reached for end in graph[start] if start != end}
    nodes = set(reached)
    merged = True
    while merged:
        merged = False
        for node in sorted(nodes - {0}):
            before = {start for start, end in edges if end == node}
            if len(before) == 1:
                (only,) = before
                edges = {(only if start == node else start, end) for start, end in edges}
                edges = {(start, end) for start, end in edges if start != end and end != node}
                nodes.remove(node)
                merged = True
    return len(nodes)
