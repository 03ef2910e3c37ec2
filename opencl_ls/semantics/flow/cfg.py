"""The control-flow graph of a body, and how to write an analysis on it.

A body is the compound statement of a function or of a block literal.  `control_flow(model, body)`
builds its graph once and keeps it on the model.  The graph follows C11 6.8:

- A *basic block* holds *steps*: the initializations, assignments, `++` and `--`, calls and returns
  of the body in the order of execution.  An execution that enters the block executes all of its
  steps.
- Block 0 is the entry.  The block `exit` ends every execution; a `return` leads to it.
- A block with a `condition` ends in a branch.  Its `branch` is the statement or the operator that
  the condition belongs to.  The first successor is taken if the condition holds, the last one if it
  does not; a `switch` leads to its labels in their order, and past them if it has no `default`.
- `&&`, `||` and `?:` become branches only if an operand that may be skipped holds a step.
  The condition around them is evaluated as a whole at the end of its block.
- If constants decide a condition, the graph has only the edge that is taken.
- A call that does not return ends its block, which is marked, and keeps its edge.
- A graph is *incomplete* if it has statements that could not be parsed or misplaced labels.  An
  analysis concludes nothing from it.

An analysis that needs other steps or the parts of conditions derives its own builder from
`GraphBuilder`, as definite assignment does.

The clients of the graph, whose classes are in `graphs.py`:

- `dominators.py`: dominators, post-dominators, control dependence, reducibility;
- `dataflow.py`: the solver, `solve(graph, transfer, meet)`, with the worklist and the direction;
  `facts_before_steps` is a must-analysis over steps in one call;
- `reachability.py`, `order.py` and `endless_loops.py`: which statements are reachable, in
  which order two records are executed, and which loops never end.

The other clients are definite assignment, unread parameters, events of copies, `uniformity/`, and
the rules about fences, commits and irreducible control flow.  A new analysis chooses its facts
(immutable values that can be compared), writes a transfer function that goes through
`graph.blocks[index].steps`, and a meet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.semantics.model import derived
from opencl_ls.semantics.model.graphs import BasicBlock, ControlFlowGraph
from opencl_ls.semantics.types.symbols import Function
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from opencl_ls.semantics.constants import Folder
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.model.graphs import Branch, Step

_STEPS: Final = (r.Assignment, r.Call, r.Unary, r.Postfix)
_STEPPING: Final = ("++", "--")
_WHOLE: Final = (r.FunctionDefinition, r.BlockLiteral)
_BORDERS: Final = (r.Statement, r.BlockLiteral, r.TypeName)
_NO_RETURN: Final = {"__builtin_unreachable", "__builtin_trap", "__builtin_abort", "abort"}


def control_flow(model: ItemModel, body: r.Compound) -> ControlFlowGraph:
    """Return the graph of a body of an item, in which all known constants decide conditions."""
    found = model.graphs.get(body)
    if found is None:
        found = model.graphs[body] = build(model, body, fixed_values(model))
    return found


def control_flow_around(model: ItemModel, record: r.Record) -> ControlFlowGraph | None:
    """Return the graph of the function or block literal around a record, None if there is none."""
    above = (each for each in model.ancestors(record) if isinstance(each, _WHOLE))
    whole = next(above, None)
    return None if whole is None else control_flow(model, whole.body)


def build(model: ItemModel, body: r.Compound, constants: Folder) -> ControlFlowGraph:
    """Return the graph of a body, in which the values that `constants` knows decide conditions."""
    builder = GraphBuilder(model, constants, _with_steps(model))
    builder.statement(body)
    return builder.finish()


def never_returns(model: ItemModel, call: r.Call) -> bool:
    """Tell whether a call ends all runs, by an attribute of the function or its name."""
    symbol = model.references.get(call.callee)
    if isinstance(symbol, Function):
        return any(each.name.text.strip("_") == "noreturn" for each in symbol.attributes)
    return symbol is None and type(call.callee) is r.Name and call.callee.name in _NO_RETURN


@derived
def _with_steps(model: ItemModel) -> set[r.Record]:
    """Return the steps in the expressions of an item, with the parts of expressions around them."""
    found: set[r.Record] = set(model.of_kind(r.StatementExpression))
    starts: list[r.Record] = list(found)
    starts += (each for each in model.of_kind(*_STEPS) if _is_step(each))
    for start in starts:
        each: r.Record | None = start
        while each is not None and each not in found and not isinstance(each, _BORDERS):
            found.add(each)
            each = model.parents.get(each)
    return found


def _is_step(record: r.Record) -> bool:
    if isinstance(record, r.Unary | r.Postfix):
        return record.operator in _STEPPING
    return isinstance(record, r.Assignment | r.Call)


class _Target(Struct, eq=False):
    """The targets of `break` and `continue`; for a `switch` its block, and its value if constant.

    It `is_exhaustive` if it has a `default` or a label for its value.
    """

    breaks: BasicBlock
    continues: BasicBlock | None
    switch: BasicBlock | None = None
    value: int | None = None
    is_exhaustive: bool = False


class GraphBuilder:
    """Builds the graph of a body; an analysis may derive its own, with other steps.

    `relevant` holds the expressions that are steps or have steps in them; all others are skipped.
    """

    def __init__(self, model: ItemModel, constants: Folder, relevant: Collection[r.Record]) -> None:
        self.model = model
        self.constants = constants
        self.relevant = relevant
        self.blocks: list[BasicBlock] = []
        self.current: BasicBlock = self.block()
        self.exit = self.block()
        self.targets: list[_Target] = []
        self.labels: dict[str, BasicBlock] = {}
        self.block_of: dict[r.Record, int] = {}
        self.is_incomplete = False

    # --- blocks ----------------------------------------------------------------------------------

    def block(self) -> BasicBlock:
        """Return a new block."""
        made = BasicBlock(len(self.blocks))
        self.blocks.append(made)
        return made

    def edge(self, start: BasicBlock, end: BasicBlock) -> None:
        """Add an edge from a block to another, once."""
        if end.index not in start.successors:
            start.successors.append(end.index)
            end.predecessors.append(start.index)

    def go(self, end: BasicBlock) -> None:
        """Continue in another block."""
        self.edge(self.current, end)
        self.current = end

    def begin(self, record: r.Statement, start: BasicBlock) -> None:
        """Continue in the block in which a statement begins."""
        self.go(start)
        self.block_of[record] = start.index

    def step(self, record: Step) -> None:
        """Append a step to the current block."""
        self.current.steps.append(record)
        self.block_of[record] = self.current.index

    def jump(self, end: BasicBlock) -> None:
        """Leave for another block; the statements that follow are reached by labels only."""
        self.edge(self.current, end)
        self.current = self.block()

    def branch(self, condition: r.Expression, record: Branch, *ends: BasicBlock) -> None:
        """End the current block in a branch on a condition, which chooses the first if it holds."""
        self.effects(condition)
        self.block_of[condition] = self.current.index
        value = self.constants.integer(condition)
        if value is not None:
            self.edge(self.current, ends[0] if value else ends[-1])
            return
        self.current.condition = condition
        self.current.branch = record
        for end in ends:
            self.edge(self.current, end)

    def finish(self) -> ControlFlowGraph:
        """Return the graph of the statements appended so far."""
        self.edge(self.current, self.exit)
        return ControlFlowGraph(
            self.blocks, self.exit.index, self.is_incomplete, self.current.index, self.block_of
        )

    # --- statements ------------------------------------------------------------------------------

    def statement(self, record: r.Statement | None) -> None:
        """Append a statement."""
        if record is None:
            return
        self.block_of[record] = self.current.index
        take = _STATEMENTS.get(type(record))
        if take is not None:
            take(self, record)

    def _compound(self, record: r.Compound) -> None:
        for each in record.statements:
            self.statement(each)

    def _declaration(self, record: r.Declaration) -> None:
        for entry in record.declarators:
            self.declarator(entry)

    def declarator(self, record: r.InitDeclarator) -> None:
        """Append the initialization of a variable."""
        if record.initializer is not None:
            self.effects(record.initializer)
            self.step(record)

    def _expression(self, record: r.ExpressionStatement) -> None:
        self.effects(record.expression)
        value = unwrapped(record.expression)
        if type(value) is r.Call and never_returns(self.model, value):
            self.current.has_no_return = True
            self.go(self.block())

    def _if(self, record: r.If) -> None:
        then, after = self.block(), self.block()
        otherwise = after if record.otherwise is None else self.block()
        self.branch(record.condition, record, then, otherwise)
        self.current = then
        self.statement(record.then)
        self.edge(self.current, after)
        if record.otherwise is not None:
            self.current = otherwise
            self.statement(record.otherwise)
            self.edge(self.current, after)
        self.current = after

    def _while(self, record: r.While) -> None:
        head, body, after = self.block(), self.block(), self.block()
        self.begin(record, head)
        self.branch(record.condition, record, body, after)
        self._loop_body(record.body, body, after, head)
        self.go(head)
        self.current = after

    def _do(self, record: r.DoWhile) -> None:
        body, test, after = self.block(), self.block(), self.block()
        self.begin(record, body)
        self._loop_body(record.body, body, after, test)
        self.go(test)
        self.branch(record.condition, record, body, after)
        self.current = after

    def _for(self, record: r.For) -> None:
        self.statement(record.initial)
        head, body, step, after = self.block(), self.block(), self.block(), self.block()
        self.begin(record, head)
        if record.condition is None:
            self.edge(self.current, body)
        else:
            self.branch(record.condition, record, body, after)
        self._loop_body(record.body, body, after, step)
        self.go(step)
        if record.step is not None:
            self.effects(record.step)
        self.go(head)
        self.current = after

    def _loop_body(
        self, body: r.Statement, start: BasicBlock, after: BasicBlock, again: BasicBlock
    ) -> None:
        self.targets.append(_Target(after, again))
        self.current = start
        self.statement(body)
        self.targets.pop()

    def _switch(self, record: r.Switch) -> None:
        self.effects(record.condition)
        head, after = self.current, self.block()
        head.condition, head.branch = record.condition, record
        self.block_of[record.condition] = head.index
        target = _Target(after, None, head, self.constants.integer(record.condition))
        self.targets.append(target)
        self.current = self.block()
        self.statement(record.body)
        self.edge(self.current, after)
        self.targets.pop()
        if not target.is_exhaustive:
            self.edge(head, after)
        self.current = after

    def _case(self, record: r.Case) -> None:
        target = next((each for each in reversed(self.targets) if each.switch is not None), None)
        label = self.block()
        label.label = record
        self.begin(record, label)
        if target is None or target.switch is None:
            self.is_incomplete = True
        else:
            self.edge(target.switch, label)
            if record.value is None or (
                target.value is not None and self.constants.integer(record.value) == target.value
            ):
                target.is_exhaustive = True
        for each in record.statements:
            self.statement(each)

    def _label(self, record: r.Label) -> None:
        self.begin(record, self._labelled(record.name.text))
        self.statement(record.statement)

    def _goto(self, record: r.Goto) -> None:
        self.jump(self._labelled(record.name.text))

    def _labelled(self, name: str) -> BasicBlock:
        if name not in self.labels:
            self.labels[name] = self.block()
        return self.labels[name]

    def _break(self, _: r.Break) -> None:
        if self.targets:
            self.jump(self.targets[-1].breaks)

    def _continue(self, _: r.Continue) -> None:
        for target in reversed(self.targets):
            if target.continues is not None:
                self.jump(target.continues)
                return

    def _return(self, record: r.Return) -> None:
        if record.value is not None:
            self.effects(record.value)
        self.step(record)
        self.jump(self.exit)

    def _attributed(self, record: r.Attributed) -> None:
        self.statement(record.statement)

    def _bad(self, _: r.Statement) -> None:
        self.is_incomplete = True

    # --- expressions -----------------------------------------------------------------------------

    def effects(self, record: r.Record) -> None:
        """Append the steps of an expression in the order of execution."""
        if record not in self.relevant:
            return
        if type(record) is r.Binary and record.operator.text in ("&&", "||"):
            self._short_circuit(record)
        elif type(record) is r.Conditional:
            self._choice(record)
        elif type(record) is r.StatementExpression:
            self.statement(record.body)
        else:
            for below in r.children(record):
                if below in self.relevant:
                    self.effects(below)
            if isinstance(record, _STEPS) and _is_step(record):
                self.step(record)

    def _short_circuit(self, record: r.Binary) -> None:
        if record.right not in self.relevant:
            self.effects(record.left)
            return
        right, after = self.block(), self.block()
        ends = (right, after) if record.operator.text == "&&" else (after, right)
        self.branch(record.left, record, *ends)
        self.current = right
        self.effects(record.right)
        self.go(after)

    def _choice(self, record: r.Conditional) -> None:
        arms = [arm for arm in (record.chosen, record.otherwise) if arm is not None]
        if not any(arm in self.relevant for arm in arms):
            self.effects(record.condition)
            return
        starts, after = [self.block() for _ in arms], self.block()
        ends = [after, *starts] if len(arms) == 1 else starts
        self.branch(record.condition, record, *ends)
        for arm, start in zip(arms, starts, strict=True):
            self.current = start
            self.effects(arm)
            self.edge(self.current, after)
        self.current = after


_STATEMENTS: dict[type[r.Statement], Callable[..., None]] = {
    r.Compound: GraphBuilder._compound,
    r.Declaration: GraphBuilder._declaration,
    r.ExpressionStatement: GraphBuilder._expression,
    r.If: GraphBuilder._if,
    r.While: GraphBuilder._while,
    r.DoWhile: GraphBuilder._do,
    r.For: GraphBuilder._for,
    r.Switch: GraphBuilder._switch,
    r.Case: GraphBuilder._case,
    r.Label: GraphBuilder._label,
    r.Goto: GraphBuilder._goto,
    r.Break: GraphBuilder._break,
    r.Continue: GraphBuilder._continue,
    r.Return: GraphBuilder._return,
    r.Attributed: GraphBuilder._attributed,
    r.BadStatement: GraphBuilder._bad,
}
