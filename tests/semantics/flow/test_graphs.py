"""Dominators, control dependence and the dataflow solver, against their definitions."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from opencl_ls.semantics.flow.dataflow import Direction, solve
from opencl_ls.semantics.flow.dominators import control_dependence, dominators, post_dominators
from opencl_ls.semantics.model.graphs import BasicBlock, ControlFlowGraph

if TYPE_CHECKING:
    from collections.abc import Sequence


def made(successors: list[list[int]]) -> ControlFlowGraph:
    """Return a graph whose exit is its last block."""
    blocks = [BasicBlock(index) for index in range(len(successors))]
    for start, ends in enumerate(successors):
        for end in dict.fromkeys(ends):
            blocks[start].successors.append(end)
            blocks[end].predecessors.append(start)
    return ControlFlowGraph(blocks, len(blocks) - 1, False)


def reached(successors: list[list[int]], start: int, without: int = -1) -> set[int]:
    """Return the nodes on the paths from a node that avoid another one."""
    found = {start} - {without}
    worklist = list(found)
    while worklist:
        for end in successors[worklist.pop()]:
            if end not in found and end != without:
                found.add(end)
                worklist.append(end)
    return found


def any_graph(chance: random.Random) -> list[list[int]]:
    """Return a graph without edges into its entry or out of its exit."""
    count = chance.randrange(2, 9)
    return [
        [chance.randrange(1, count) for _ in range(chance.choice((1, 1, 2, 2, 3)))]
        for _ in range(count - 1)
    ] + [[]]


@pytest.mark.parametrize("seed", range(4))
def test_a_dominator_is_on_all_paths(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(500):
        graph = any_graph(chance)
        tree = dominators(graph)
        assert set(tree.order) == reached(graph, 0)
        for one in tree.order:
            avoided = reached(graph, 0, one)
            for other in tree.order:
                assert tree.dominates(one, other) is (other not in avoided), graph


@pytest.mark.parametrize("seed", range(4))
def test_a_branch_decides_what_one_way_out_of_it_comes_to_for_certain(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(500):
        successors = any_graph(chance)
        blocks = reached(successors, 0)
        end = len(successors) - 1
        if any(end not in reached(successors, block) for block in blocks):
            continue  # An endless loop.
        graph = made(successors)
        tree, control = post_dominators(graph), control_dependence(graph)
        for block in blocks:
            for branch in blocks:
                ends = graph.blocks[branch].successors
                is_certain = any(tree.dominates(block, each) for each in ends)
                skipped = block == branch or not tree.dominates(block, branch)
                decides = len(ends) > 1 and is_certain and skipped
                assert (branch in control.branches[block]) is decides, successors


def test_an_endless_loop_is_given_a_way_out() -> None:
    control = control_dependence(made([[1, 3], [2], [1], []]))
    assert control.branches[1] == [0, 2]
    assert control.joins[0] == 3


#        0
#       / \
#      1   2
#       \ /
#        3 <-> 4
#        |
#        5
LOOP = made([[1, 2], [3], [3], [4, 5], [3], []])


def test_facts_of_a_must_analysis_hold_on_all_paths() -> None:
    def meet(index: int, arriving: Sequence[frozenset[int]]) -> frozenset[int]:
        return frozenset.intersection(*arriving) if index else frozenset()

    found = solve(LOOP, lambda index, facts: facts | {index}, meet)
    assert found.entering[3] == {0}
    assert found.entering[5] == {0, 3}


def test_facts_of_a_may_analysis_hold_on_some_path() -> None:
    def meet(_: int, arriving: Sequence[frozenset[int]]) -> frozenset[int]:
        return frozenset().union(*arriving)

    found = solve(LOOP, lambda index, facts: facts | {index}, meet)
    assert found.entering[3] == {0, 1, 2, 3, 4}


def test_facts_of_a_backward_analysis_come_from_the_exit() -> None:
    def meet(_: int, arriving: Sequence[frozenset[int]]) -> frozenset[int]:
        return frozenset().union(*arriving)

    def transfer(index: int, facts: frozenset[int]) -> frozenset[int]:
        return facts | {index}

    found = solve(LOOP, transfer, meet, direction=Direction.BACKWARD)
    assert found.entering[1] == {3, 4, 5}
    assert found.leaving[0] == {0, 1, 2, 3, 4, 5}


def test_sweeps_are_bounded() -> None:
    counts: list[int] = []

    def transfer(index: int, fact: int) -> int:
        counts.append(index)
        return fact + 1

    def meet(_: int, arriving: Sequence[int]) -> int:
        return max(arriving, default=0)

    solve(LOOP, transfer, meet, most_sweeps=3)
    assert counts.count(3) == 3
