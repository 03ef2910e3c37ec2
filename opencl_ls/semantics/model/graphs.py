"""Control-flow graphs as data: what an item's model keeps of its bodies.

`flow/cfg.py` builds them, and says what they mean.
"""

from __future__ import annotations

from msgspec import Struct, field

from opencl_ls.syntax import records as r

Step = r.InitDeclarator | r.Name | r.Assignment | r.Unary | r.Postfix | r.Call | r.Return
"""A part of a body that a basic block carries out; names are steps of derived builders only."""
Branch = r.If | r.While | r.DoWhile | r.For | r.Switch | r.Conditional | r.Binary


class BasicBlock(Struct, eq=False):
    """Steps without a branch between them; with a `condition` the block ends in a branch.

    `label` is the label of a `switch` that begins the block.  Successors and predecessors are
    indices of blocks, each at most once.
    """

    index: int
    steps: list[Step] = field(default_factory=list)
    condition: r.Expression | None = None
    branch: Branch | None = None
    label: r.Case | None = None
    successors: list[int] = field(default_factory=list)
    predecessors: list[int] = field(default_factory=list)


class ControlFlowGraph(Struct, eq=False):
    """The graph of a body: block 0 is the entry, block `exit` the end of every run.

    `is_incomplete` marks a body that could not be followed completely.
    """

    blocks: list[BasicBlock]
    exit: int
    is_incomplete: bool
