"""What is certain before a step of a body, whichever way a run takes to it.

A plain forward dataflow on the control-flow graph: facts that hold on some ways only are dropped
where the ways meet, so that what is left needs no doubt about conditions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from opencl_ls.semantics.uniformity.graph import Graph, Step

Fact = TypeVar("Fact")


def certain_before(
    graph: Graph, after: Callable[[Step, frozenset[Fact]], frozenset[Fact]]
) -> dict[Step, frozenset[Fact]]:
    """Return the facts that hold before each step that a run can reach.

    `after` tells what a step makes of the facts before it; with fewer of them it may not return
    more.  The answer is empty for a body that could not be followed.
    """
    found: dict[Step, frozenset[Fact]] = {}
    if graph.doubtful:
        return found
    entering: dict[int, frozenset[Fact]] = {0: frozenset()}
    waiting = [0]
    while waiting:
        block = graph.blocks[waiting.pop()]
        facts = entering[block.index]
        for step in block.steps:
            found[step] = facts
            facts = after(step, facts)
        for end in block.successors:
            known = entering.get(end)
            left = facts if known is None else known & facts
            if left != known:
                entering[end] = left
                waiting.append(end)
    return found
