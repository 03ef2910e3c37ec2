"""Control-flow graphs as data: the part of an item's model about its bodies.

`flow/cfg.py` builds and describes them.
"""

from __future__ import annotations

from msgspec import Struct, field

from opencl_ls.syntax import records as r

Step = r.InitDeclarator | r.Name | r.Assignment | r.Unary | r.Postfix | r.Call | r.Return
"""A part of a body that a basic block executes; only derived builders have names as steps."""
Branch = r.If | r.While | r.DoWhile | r.For | r.Switch | r.Conditional | r.Binary


class BasicBlock(Struct, eq=False):
    """Steps without a branch between them; with a `condition` the block ends in a branch.

    `label` is the label of a `switch` that begins the block.  Successors and predecessors are
    indices of blocks, each at most once.  `has_no_return` marks a block whose last step is a call
    that does not return; it still has a successor.
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
    """The graph of a body: block 0 is the entry, block `exit` the exit.

    Control that falls off the end of the body passes block `end`.  `is_incomplete` marks a
    body that could not be followed completely.  `block_of` gives the block in which a statement
    begins, a step is executed or a condition ends; for a loop it is the header, in which each
    iteration begins.
    """

    blocks: list[BasicBlock]
    exit: int
    is_incomplete: bool
    end: int = 0
    block_of: dict[r.Record, int] = field(default_factory=dict)
