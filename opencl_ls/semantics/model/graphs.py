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
    indices of blocks, each at most once.  `has_no_return` marks a block whose last step is a call
    that does not return; it has a successor all the same.
    """

    index: int
    steps: list[Step] = field(default_factory=list)
    condition: r.Expression | None = None
    branch: Branch | None = None
    label: r.Case | None = None
    has_no_return: bool = False
    successors: list[int] = field(default_factory=list)
    predecessors: list[int] = field(default_factory=list)


class ControlFlowGraph(Struct, eq=False):
    """The graph of a body: block 0 is the entry, block `exit` the end of every run.

    A run that falls off the end of the body comes through block `end`.  `is_incomplete` marks a
    body that could not be followed completely.  `block_of` gives the block in which a statement
    begins, a step is carried out or a condition ends; of a loop it is the header, in which each
    round begins.
    """

    blocks: list[BasicBlock]
    exit: int
    is_incomplete: bool
    end: int = 0
    block_of: dict[r.Record, int] = field(default_factory=dict)
