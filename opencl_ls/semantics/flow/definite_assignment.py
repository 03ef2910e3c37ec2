"""Definite assignment: the reads that a path may reach before the variable has a value.

A forward dataflow over the control-flow graph of a body finds at each read whether the variable has
a value on no path, on all or on some of them.  Of the last only those are returned that a single
branch explains: an execution that takes one of its edges reaches the read without a value.  That is
what clang's `-Wsometimes-uninitialized` reports; if several conditions would have to agree, as in
`if (n) x = 1; ... if (n) use(x);`, nothing is concluded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from msgspec import Struct

from opencl_ls.semantics import types as t
from opencl_ls.semantics.flow import dataflow
from opencl_ls.semantics.flow.cfg import GraphBuilder
from opencl_ls.semantics.flow.order import is_unassigned_at
from opencl_ls.semantics.lookup.blocks import is_automatic, names_below, unwrapped
from opencl_ls.semantics.lookup.callees import user_function
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.semantics.lookup.unused import is_discarded
from opencl_ls.semantics.lookup.uses import (
    UNEVALUATED,
    is_store,
    reads_value,
    takes_value,
    uses,
)
from opencl_ls.semantics.model import derived
from opencl_ls.semantics.types.symbols import ParameterVariable, Symbol, Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.model.graphs import (
        BasicBlock,
        Branch,
        ControlFlowGraph,
        Step,
    )

    _Followed = Variable | ParameterVariable

_KINDS: Final = (t.ScalarType, t.VectorType, t.PointerType, t.EnumeratedType)
_RANGE: Final = t.opaque("ndrange_t")


class Edge(Struct, eq=False):
    """An edge of the control-flow graph, out of a branch, on which a variable has no value.

    `decision` is the condition, which `holds` or does not, or the label of a `switch`, where
    `holds` is None.
    `record` is the statement or the operator that branches.
    """

    record: Branch
    decision: r.Record
    holds: bool | None


class UninitializedRead(Struct, eq=False):
    """A read of a variable without a value: on each path to it, or on those through `edges`."""

    symbol: Variable
    name: r.Name
    edges: tuple[Edge, ...] = ()


def uninitialized_reads(model: ItemModel) -> list[UninitializedRead]:
    """Return one such read of each variable of an item, the most certain and then the first."""
    return [each for each in _all_reads(model) if each.symbol.type.type != _RANGE]


def uninitialized_ranges(model: ItemModel) -> list[UninitializedRead]:
    """Return one such read for each variable that holds an ND-range."""
    return [each for each in _all_reads(model) if each.symbol.type.type == _RANGE]


def mentions_as_given(
    model: ItemModel, body: r.Compound, parameters: list[ParameterVariable]
) -> dict[Symbol, list[r.Name]]:
    """Return the mentions of some parameters at which they may hold the value of the argument.

    It skips those that store to them, discard their value or ask for their size.
    """
    flow = _Flow(model, body, parameters)
    if flow.graph.is_incomplete:
        return {each: uses(model, each) for each in parameters}
    found: dict[Symbol, list[r.Name]] = {}
    for name, symbol in flow.mentions():
        found.setdefault(symbol, []).append(name)
    return found


@derived
def _all_reads(model: ItemModel) -> list[UninitializedRead]:
    first: list[UninitializedRead] = []
    bodies: dict[r.Compound, list[Variable]] = {}
    for symbol in model.declared.values():
        if not isinstance(symbol, Variable) or not _is_bare(symbol):
            continue
        names = uses(model, symbol)
        if not any(reads_value(model, name) for name in names):
            continue
        read = _first_read(model, symbol, names[0])
        body = _body(symbol)
        if read is not None and argument_of(model, read) is None:
            first.append(UninitializedRead(symbol, read))
        elif body is not None:
            bodies.setdefault(body, []).append(symbol)
    flows = (_Flow(model, body, symbols) for body, symbols in bodies.items())
    return first + [each for flow in flows for each in flow.found()]


def _is_bare(symbol: Variable) -> bool:
    """Tell whether a symbol is a variable in a body that is declared without a value."""
    return (
        symbol.depth > 0
        and is_automatic(symbol)
        and symbol.declarator.initializer is None
        and (isinstance(symbol.type.type, _KINDS) or symbol.type.type == _RANGE)
    )


def is_copied_pointer(model: ItemModel, name: r.Name) -> bool:
    """Tell whether an assignment or an initialiser copies just this name to another pointer."""
    inner: r.Record = name
    above = model.parents.get(inner)
    while type(above) is r.Parenthesized:
        inner, above = above, model.parents.get(above)
    if type(above) is r.InitDeclarator:
        return True
    return type(above) is r.Assignment and above.right is inner


def _body(symbol: Variable) -> r.Compound | None:
    """Return the body of the function or the block literal that a variable belongs to."""
    if symbol.block is not None:
        return symbol.block.body
    if symbol.function is None or symbol.function.definition is None:
        return None
    return symbol.function.definition.body


class _Uses(GraphBuilder):
    """A graph whose steps are the mentions of some variables and their declarations.

    The conditions of branches are split, so that each `&&`, `||` and `!` has its own edges.
    """

    def __init__(self, model: ItemModel, symbols: Sequence[_Followed]) -> None:
        around: set[r.Record] = set()
        super().__init__(model, fixed_values(model), around)
        self.declarators = {each.declarator for each in symbols if type(each) is Variable}
        self.names: set[r.Name] = set()
        self.hidden: set[r.Name] = set()
        for symbol in symbols:
            for name in uses(model, symbol):
                self.names.add(name)
                above: r.Record | None = name
                while above is not None and above not in around:
                    around.add(above)
                    above = model.parents.get(above)

    def branch(self, condition: r.Expression, record: Branch, *ends: BasicBlock) -> None:
        inner = unwrapped(condition)
        if len(ends) == 2 and self.constants.integer(inner) is None:
            then, otherwise = ends
            if type(inner) is r.Unary and inner.operator == "!":
                self.branch(inner.operand, record, otherwise, then)
                return
            if type(inner) is r.Binary and inner.operator.text in ("&&", "||"):
                right = self.block()
                left = (right, otherwise) if inner.operator.text == "&&" else (then, right)
                self.branch(inner.left, inner, *left)
                self.current = right
                self.branch(inner.right, record, then, otherwise)
                return
        super().branch(inner, record, *ends)

    def declarator(self, record: r.InitDeclarator) -> None:
        if record.initializer is not None:
            self.effects(record.initializer)
        elif record in self.declarators:
            self.step(record)

    def effects(self, record: r.Record) -> None:
        if record not in self.relevant or isinstance(record, r.TypeQuery):
            return
        if type(record) is r.Name:
            self.step(record)
        elif type(record) is r.Assignment:
            self._assignment(record)
        elif type(record) is r.Binary and record.operator.text in ("&&", "||"):
            self._short_circuit(record)
        elif type(record) is r.Conditional:
            self._choice(record)
        elif type(record) is r.StatementExpression:
            self.statement(record.body)
        elif isinstance(record, UNEVALUATED):
            # Mostly the captures of a block, of which no more is known.
            names = [each for each in self.names if record.start <= each.start < record.end]
            self.hidden.update(names)
            for name in names:
                self.step(name)
        else:
            for below in r.children(record):
                self.effects(below)

    def _assignment(self, record: r.Assignment) -> None:
        self.effects(record.right)
        if unwrapped(record.left) not in self.names:
            self.effects(record.left)
        elif record.operator.text == "=":
            self.step(record)
        else:
            self.effects(record.left)


class _Flow:
    """The facts about some variables of one body, as bit masks with a bit for each.

    For a parameter the fact is whether the body has stored to it.
    """

    def __init__(self, model: ItemModel, body: r.Compound, symbols: Sequence[_Followed]) -> None:
        self.model = model
        self.symbols = symbols
        self.bits: dict[Symbol, int] = {each: 1 << i for i, each in enumerate(symbols)}
        builder = _Uses(model, symbols)
        builder.statement(body)
        self.graph: ControlFlowGraph = builder.finish()
        self.blocks = self.graph.blocks
        # By blocks: the variables that may have no value at its start and end, and may have one.
        self.lacking: dict[int, tuple[int, int]] = {0: (0, 0)}
        self.having: dict[int, tuple[int, int]] = {}
        self.declaring: dict[int, int] = {}
        self.hidden = builder.hidden
        if not self.graph.is_incomplete:
            self._solve()

    def found(self) -> list[UninitializedRead]:
        """Return the reads to report, at most one for each variable."""
        if self.graph.is_incomplete:
            return []
        certain: dict[Symbol, UninitializedRead] = {}
        doubtful: dict[Symbol, UninitializedRead] = {}
        known: dict[tuple[int, Symbol], tuple[Edge, ...] | None] = {}
        reads = sorted(self._reads(), key=lambda read: _rank(self.model, read[1]))
        for block, name, symbol, has in reads:
            if symbol in certain or (has and symbol in doubtful):
                continue
            edges: tuple[Edge, ...] | None = ()
            if has and (block, symbol) not in known:
                known[block, symbol] = self._edges(block, self.bits[symbol])
            if has:
                edges = known[block, symbol]
            if edges is not None:
                (doubtful if edges else certain)[symbol] = UninitializedRead(symbol, name, edges)
        best = (certain.get(each) or doubtful.get(each) for each in self.symbols)
        return [each for each in best if each is not None]

    def mentions(self) -> Iterator[tuple[r.Name, Symbol]]:
        """Yield the names of variables that may have no value, unless the value is discarded."""
        for index in self.lacking:
            lacks, has = self.lacking[index][0], self.having[index][0]
            for step in self.blocks[index].steps:
                symbol = self.model.references.get(step) if type(step) is r.Name else None
                if type(step) is r.Name and symbol is not None and lacks & self._bit(step):
                    if not is_discarded(self.model, step):
                        yield step, symbol
                lacks, has = self._after(step, lacks, has)

    def _solve(self) -> None:
        boundary = ((1 << len(self.symbols)) - 1, 0)

        def meet(index: int, arriving: Sequence[tuple[int, int]]) -> tuple[int, int]:
            lacks, has = boundary if index == 0 else (0, 0)
            for each in arriving:
                lacks, has = lacks | each[0], has | each[1]
            return lacks, has

        def transfer(index: int, fact: tuple[int, int]) -> tuple[int, int]:
            for step in self.blocks[index].steps:
                fact = self._after(step, *fact)
            return fact

        found = dataflow.solve(self.graph, transfer, meet)
        for index, (lacks, has) in found.entering.items():
            self.lacking[index] = (lacks, found.leaving[index][0])
            self.having[index] = (has, found.leaving[index][1])
            for step in self.blocks[index].steps:
                if type(step) is r.InitDeclarator:
                    bit = self.bits[self.model.declared[step]]
                    self.declaring[index] = self.declaring.get(index, 0) | bit

    def _after(self, step: Step, lacks: int, has: int) -> tuple[int, int]:
        """Return which variables may have no value, and which may have one, after a step."""
        if type(step) is r.InitDeclarator:
            bit = self.bits[self.model.declared[step]]
            return lacks | bit, has & ~bit
        if type(step) is r.Assignment:
            bit = self._bit(unwrapped(step.left))
        elif type(step) is r.Name and self._may_store(step):
            bit = self._bit(step)
        else:
            return lacks, has
        return lacks & ~bit, has | bit

    def _may_store(self, name: r.Name) -> bool:
        """Tell whether a name is used in another way than to read or discard its value."""
        return not self._reads_value(name) and not is_discarded(self.model, name)

    def _reads_value(self, name: r.Name) -> bool:
        return name not in self.hidden and takes_value(self.model, name)

    def _bit(self, name: r.Record) -> int:
        symbol = self.model.references.get(name)
        return 0 if symbol is None else self.bits.get(symbol, 0)

    def _reads(self) -> list[tuple[int, r.Name, Variable, bool]]:
        """Return the reads of variables that may have no value, with whether they may have one."""
        found: list[tuple[int, r.Name, Variable, bool]] = []
        for index in self.having:
            lacks, has = self.lacking[index][0], self.having[index][0]
            for step in self.blocks[index].steps:
                bit = self._bit(step) if type(step) is r.Name else 0
                if lacks & bit and type(step) is r.Name and self._counts(step):
                    symbol = cast("Variable", self.model.references[step])
                    found.append((index, step, symbol, bool(has & bit)))
                lacks, has = self._after(step, lacks, has)
        return found

    def _counts(self, name: r.Name) -> bool:
        if not self._reads_value(name):
            return False
        kind = self.model.types.get(name, t.UNKNOWN_QUALIFIED).type
        return not (type(kind) is t.PointerType and is_copied_pointer(self.model, name))

    def _edges(self, block: int, bit: int) -> tuple[Edge, ...] | None:
        """Return the edges of a branch that certainly lead to a block without a value.

        The list is empty if the first execution always reaches it without one, None if no single
        branch explains it.
        """
        leading: dict[int, int] = {}
        waiting = [block]
        inevitable = {block}
        while waiting:
            index = waiting.pop()
            if index == 0 or self.declaring.get(index, 0) & bit:
                return ()
            for before in self.blocks[index].predecessors:
                if before in self.lacking and self.lacking[before][1] & bit:
                    leading[before] = leading.get(before, 0) + 1
                    if leading[before] == len(self.blocks[before].successors):
                        inevitable.add(before)
                        waiting.append(before)
        edges: list[Edge] = []
        for before in sorted(leading.keys() - inevitable):
            start = self.blocks[before]
            if start.branch is None or self.having[before][1] & bit:
                continue
            for position, end in enumerate(start.successors):
                edge = self._edge(start, position, end) if end in inevitable else None
                if edge is not None:
                    edges.append(edge)
        return tuple(edges) or None

    def _edge(self, start: BasicBlock, position: int, end: int) -> Edge | None:
        """Return the edge from a branch to a block; None for the one past all cases of a switch."""
        if start.branch is None or start.condition is None:
            return None
        if type(start.branch) is not r.Switch:
            return Edge(start.branch, start.condition, position == 0)
        case = self.blocks[end].label
        return None if case is None else Edge(start.branch, case, None)


def _first_read(model: ItemModel, symbol: Symbol, first: r.Name) -> r.Name | None:
    """Return the first mention of a variable if it is a read, or None.

    In a loop the first iteration counts, which the dataflow does not distinguish from the others.
    """
    whole: r.Record = first
    read: r.Name | None = first
    if is_store(model, first):
        assignment = model.parents[first]
        assert isinstance(assignment, r.Assignment)
        if assignment.operator.text == "=":
            whole = assignment
            below = names_below(assignment.right, evaluated=True)
            read = next((each for each in below if model.references.get(each) is symbol), None)
    if read is None or not reads_value(model, read) or not is_unassigned_at(model, symbol, whole):
        return None
    if isinstance(symbol.type.type, t.PointerType) and is_copied_pointer(model, read):
        return None
    return read if _is_only_read(model, symbol, first, read) else None


def _is_only_read(model: ItemModel, symbol: Symbol, first: r.Name, read: r.Name) -> bool:
    """Tell whether a full expression stores to a variable only by its assignment."""
    full: r.Record = read
    for above in model.ancestors(read):
        if not isinstance(above, r.Expression | r.InitializerEntry):
            break
        full = above
    mentions = (each for each in uses(model, symbol) if full.start <= each.start < full.end)
    return all(each is first or reads_value(model, each) for each in mentions)


def argument_of(model: ItemModel, name: r.Name) -> tuple[str, int] | None:
    """Return the program's function that takes a name as argument, and the argument's index."""
    inner: r.Record = name
    above = model.parents.get(inner)
    while type(above) is r.Parenthesized:
        inner, above = above, model.parents.get(above)
    if type(above) is not r.Call or above.callee is inner:
        return None
    function = user_function(model, above)
    place = next((i for i, each in enumerate(above.arguments) if each is inner), None)
    return None if function is None or place is None else (function.name, place)


def _rank(model: ItemModel, name: r.Name) -> tuple[bool, int]:
    """Return a sort key: reads that are no arguments of a function come first."""
    return argument_of(model, name) is not None, name.start
