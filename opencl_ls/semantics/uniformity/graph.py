"""The control-flow graph of a body, built on its records (C11 6.8).

A block holds the steps that matter to uniformity, in the order in which they are carried out:
initialisations, assignments, returns, and calls that the caller of `build` asks for.  Where the
right side of `&&`, `||` or `?:` holds such a step, the operator becomes a branch of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct, field

from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Callable

    from opencl_ls.semantics.constants import Folder

Step = r.InitDeclarator | r.Name | r.Assignment | r.Unary | r.Postfix | r.Call | r.Return
Branch = r.If | r.While | r.DoWhile | r.For | r.Switch | r.Conditional | r.Binary
_STEPPING: Final = ("++", "--")


class Block(Struct, eq=False):
    """A stretch of steps; with a `condition` it ends in the branch `record`."""

    index: int
    steps: list[Step] = field(default_factory=list)
    condition: r.Expression | None = None
    record: Branch | None = None
    successors: list[int] = field(default_factory=list)
    predecessors: list[int] = field(default_factory=list)


class Graph(Struct, eq=False):
    """A body: block 0 is the entry, `exit` the end of every run.

    `doubtful` marks a body that could not be followed completely; nothing is concluded from it.
    """

    blocks: list[Block]
    exit: int
    doubtful: bool


def build(body: r.Compound, matters: Callable[[r.Call], bool], constants: Folder) -> Graph:
    """Return the graph of a body; `matters` chooses the calls that become steps.

    Where `constants` knows the value of a condition, there is one way only.
    """
    builder = Builder(matters, constants)
    builder.statement(body)
    return builder.finish()


class _Target(Struct, eq=False):
    breaks: Block
    continues: Block | None
    switch: Block | None = None
    has_default: bool = False


class Builder:
    """Makes the graph of a body; another analysis can derive its own, with other steps."""

    def __init__(self, matters: Callable[[r.Call], bool], constants: Folder) -> None:
        self.matters = matters
        self.constants = constants
        self.blocks: list[Block] = []
        self.current: Block = self.block()
        self.exit = self.block()
        self.targets: list[_Target] = []
        self.labels: dict[str, Block] = {}
        self.doubtful = False

    # --- blocks ----------------------------------------------------------------------------------

    def block(self) -> Block:
        """Return a new block."""
        made = Block(len(self.blocks))
        self.blocks.append(made)
        return made

    def edge(self, start: Block, end: Block) -> None:
        """Add a way from a block to another, once."""
        if end.index not in start.successors:
            start.successors.append(end.index)
            end.predecessors.append(start.index)

    def go(self, end: Block) -> None:
        """Continue in another block."""
        self.edge(self.current, end)
        self.current = end

    def jump(self, end: Block) -> None:
        """Leave for another block; what follows is reached by labels only."""
        self.edge(self.current, end)
        self.current = self.block()

    def branch(self, condition: r.Expression, record: Branch, *ends: Block) -> None:
        """End the current block in a branch on a condition, which chooses the first if it holds."""
        self.effects(condition)
        value = self.constants.integer(condition)
        if value is not None:
            self.edge(self.current, ends[0] if value else ends[-1])
            return
        self.current.condition = condition
        self.current.record = record
        for end in ends:
            self.edge(self.current, end)

    def finish(self) -> Graph:
        """Return the graph of what was taken, which ends where it does."""
        self.edge(self.current, self.blocks[self.exit.index])
        return Graph(self.blocks, self.exit.index, self.doubtful)

    # --- statements ------------------------------------------------------------------------------

    def statement(self, record: r.Statement | None) -> None:
        """Append a statement."""
        if record is None:
            return
        take = _STATEMENTS.get(type(record))
        if take is not None:
            take(self, record)

    def _compound(self, record: r.Compound) -> None:
        for each in record.statements:
            self.statement(each)

    def _declaration(self, record: r.Declaration) -> None:
        for entry in record.declarators:
            if entry.initializer is not None:
                self.effects(entry.initializer)
                self.current.steps.append(entry)

    def _expression(self, record: r.ExpressionStatement) -> None:
        self.effects(record.expression)

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
        self.go(head)
        self.branch(record.condition, record, body, after)
        self._loop_body(record.body, body, after, head)
        self.go(head)
        self.current = after

    def _do(self, record: r.DoWhile) -> None:
        body, test, after = self.block(), self.block(), self.block()
        self.go(body)
        self._loop_body(record.body, body, after, test)
        self.go(test)
        self.branch(record.condition, record, body, after)
        self.current = after

    def _for(self, record: r.For) -> None:
        self.statement(record.initial)
        head, body, step, after = self.block(), self.block(), self.block(), self.block()
        self.go(head)
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

    def _loop_body(self, body: r.Statement, start: Block, after: Block, again: Block) -> None:
        self.targets.append(_Target(after, again))
        self.current = start
        self.statement(body)
        self.targets.pop()

    def _switch(self, record: r.Switch) -> None:
        self.effects(record.condition)
        head, after = self.current, self.block()
        head.condition, head.record = record.condition, record
        target = _Target(after, None, head)
        self.targets.append(target)
        self.current = self.block()
        self.statement(record.body)
        self.edge(self.current, after)
        self.targets.pop()
        if not target.has_default:
            self.edge(head, after)
        self.current = after

    def _case(self, record: r.Case) -> None:
        target = next((each for each in reversed(self.targets) if each.switch is not None), None)
        label = self.block()
        self.go(label)
        if target is None or target.switch is None:
            self.doubtful = True
        else:
            self.edge(target.switch, label)
            target.has_default = target.has_default or record.value is None
        for each in record.statements:
            self.statement(each)

    def _label(self, record: r.Label) -> None:
        self.go(self._labelled(record.name.text))
        self.statement(record.statement)

    def _goto(self, record: r.Goto) -> None:
        self.jump(self._labelled(record.name.text))

    def _labelled(self, name: str) -> Block:
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
        self.current.steps.append(record)
        self.jump(self.exit)

    def _attributed(self, record: r.Attributed) -> None:
        self.statement(record.statement)

    def _bad(self, _: r.Statement) -> None:
        self.doubtful = True

    # --- expressions -----------------------------------------------------------------------------

    def effects(self, record: r.Record) -> None:
        """Append the steps of an expression in the order in which they are carried out."""
        if not self._has_steps(record):
            return
        if type(record) is r.Binary and record.operator.text in ("&&", "||"):
            self._short_circuit(record)
        elif type(record) is r.Conditional:
            self._choice(record)
        elif type(record) is r.StatementExpression:
            self.statement(record.body)
        else:
            for below in r.children(record):
                if isinstance(below, r.Expression | r.InitializerEntry):
                    self.effects(below)
            if self._is_step(record):
                assert isinstance(record, r.Assignment | r.Unary | r.Postfix | r.Call)
                self.current.steps.append(record)

    def _short_circuit(self, record: r.Binary) -> None:
        if not self._has_steps(record.right):
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
        if not any(self._has_steps(arm) for arm in arms):
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

    def _is_step(self, record: r.Record) -> bool:
        if type(record) is r.Assignment:
            return True
        if isinstance(record, r.Unary | r.Postfix):
            return record.operator in _STEPPING
        return type(record) is r.Call and self.matters(record)

    def _has_steps(self, record: r.Record) -> bool:
        waiting = [record]
        while waiting:
            each = waiting.pop()
            if isinstance(each, r.BlockLiteral | r.TypeName | r.Name):
                continue
            if type(each) is r.StatementExpression or self._is_step(each):
                return True
            waiting.extend(r.children(each))
        return False


_STATEMENTS: dict[type[r.Statement], Callable[..., None]] = {
    r.Compound: Builder._compound,
    r.Declaration: Builder._declaration,
    r.ExpressionStatement: Builder._expression,
    r.If: Builder._if,
    r.While: Builder._while,
    r.DoWhile: Builder._do,
    r.For: Builder._for,
    r.Switch: Builder._switch,
    r.Case: Builder._case,
    r.Label: Builder._label,
    r.Goto: Builder._goto,
    r.Break: Builder._break,
    r.Continue: Builder._continue,
    r.Return: Builder._return,
    r.Attributed: Builder._attributed,
    r.BadStatement: Builder._bad,
}
