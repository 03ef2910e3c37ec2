"""The call graph: functions of the unit, and blocks that are variables of the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from opencl_ls.analysis.queries.describe import is_static, kind_of
from opencl_ls.analysis.queries.draft import prefix_at
from opencl_ls.analysis.queries.meaning import Key, Keys, called_overloads, own_symbols
from opencl_ls.analysis.queries.program import records_at
from opencl_ls.analysis.queries.symbols import named_at
from opencl_ls.analysis.query_results import CallEdge, CallGraph, CallNode
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types import symbols as s
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.queries.program import Program
    from opencl_ls.findings import Place
    from opencl_ls.semantics.model import CallSite, ItemModel


def call_graph(program: Program) -> CallGraph:
    """Return the functions of a unit, headers included, and the calls between them.

    The calls in a block literal are calls of its function, also if the block is enqueued.  A block
    that is a variable of the file is a node; a function that names it is its caller.  A call of an
    overloadable function whose overload is not certain counts for all overloads.  It needs a
    complete analysis: functions that were not analysed yet have no calls.
    """
    graph = _Graph(program)
    for number in range(len(program.unit.items)):
        graph.declare(number)
    for number in range(len(program.unit.items)):
        graph.take(number)
    return graph.made()


def call_graph_at(program: Program, offset: int) -> tuple[CallGraph, int | None]:
    """Return `call_graph`, and the number of the node whose name is at a byte, or around it."""
    graph, number = _asked(program, offset)
    return graph, None if number < 0 else number


def callers(program: Program, offset: int) -> tuple[CallEdge, ...]:
    """Return the edges of `call_graph` to the function whose name is at a byte, or around it."""
    graph, number = _asked(program, offset)
    return tuple(edge for edge in graph.edges if edge.callee == number)


def callees(program: Program, offset: int) -> tuple[CallEdge, ...]:
    """Return the edges of `call_graph` from the function whose name is at a byte, or around it."""
    graph, number = _asked(program, offset)
    return tuple(edge for edge in graph.edges if edge.caller == number)


def _asked(program: Program, offset: int) -> tuple[CallGraph, int]:
    graph = _Graph(program)
    for item in range(len(program.unit.items)):
        graph.declare(item)
    for item in range(len(program.unit.items)):
        graph.take(item)
    found = named_at(program, offset)
    number = None
    if found is not None and found.key is not None:
        number = graph.numbers.get(found.key)
    if number is None:
        number = graph.around(offset)
    return graph.made(), -1 if number is None else number


class _Graph:
    """The nodes and edges as they are found."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._keys = Keys(program)
        self._nodes: list[CallNode] = []
        self.numbers: dict[Key, int] = {}
        self._edges: dict[tuple[int, int], list[tuple[Place, bool]]] = {}

    def declare(self, number: int) -> None:
        """Add the functions and blocks that an item declares."""
        model = self._program.model(number)
        for symbol in model.exports.values():
            if _is_node(symbol):
                self._add(number, model, symbol)

    def _add(self, number: int, model: ItemModel, symbol: s.Symbol) -> None:
        key = self._key(number, model, symbol)
        if key is None:
            return
        is_defined = not isinstance(symbol, s.Function) or symbol.definition is not None
        word = symbol.word
        place = self._program.place(number, word.start, word.end)
        kind = kind_of(symbol) if isinstance(symbol, s.Function) else "block"
        whole = self._whole(number, symbol, place)
        node = CallNode(symbol.name, kind, place, is_defined, whole, is_static(symbol))
        known = self.numbers.get(key)
        if known is None:
            self.numbers[key] = len(self._nodes)
            self._nodes.append(node)
        elif is_defined and not self._nodes[known].is_defined:
            is_kernel = "kernel" in (kind, self._nodes[known].kind)
            kind = "kernel" if is_kernel else kind
            is_own = node.is_static or self._nodes[known].is_static
            self._nodes[known] = replace(node, kind=kind, is_static=is_own)

    def _whole(self, number: int, symbol: s.Symbol, name: Place) -> Place:
        """Return the place of a definition or a declaration; the name's if a macro makes it."""
        record: r.Record | None = None
        if isinstance(symbol, s.Function):
            record = symbol.definition or symbol.declaration
        elif isinstance(symbol, s.Variable):
            record = symbol.declaration
        if record is None:
            return name
        whole = self._program.place(number, record.start, record.end)
        is_around = whole.file == name.file and whole.start <= name.start <= name.end <= whole.end
        return whole if is_around else name

    def _key(self, number: int, model: ItemModel, symbol: s.Symbol) -> Key | None:
        def place(start: int, end: int) -> Place:
            return self._program.place(number, start, end)

        return self._keys.of(symbol, own_symbols(model), model, place)

    def take(self, number: int) -> None:
        """Add the calls in an item."""
        model = self._program.model(number)
        for site in model.calls:
            caller = self._caller(number, model, site.call, site)
            callee = site.call.callee
            while isinstance(callee, r.Parenthesized):
                callee = callee.inner
            self._connect(number, model, caller, callee, site.call, in_block=site.in_block)
        for record in model.references:
            symbol = model.references[record]
            if _is_block(symbol) and isinstance(record, r.Name):
                above = model.parents.get(record)
                if isinstance(above, r.Call) and above.callee is not record:
                    caller = self._caller(number, model, record, None)
                    self._connect(number, model, caller, record, None, in_block=True)

    def _caller(
        self, number: int, model: ItemModel, record: r.Record, site: CallSite | None
    ) -> int | None:
        if site is not None and site.caller is not None:
            key = self._key(number, model, site.caller)
            return None if key is None else self.numbers.get(key)
        for above in model.ancestors(record):
            symbol = model.declared.get(above)
            if symbol is not None and _is_node(symbol):
                key = self._key(number, model, symbol)
                return None if key is None else self.numbers.get(key)
        return None

    def _connect(
        self,
        number: int,
        model: ItemModel,
        caller: int | None,
        named: r.Record,
        call: r.Call | None,
        *,
        in_block: bool,
    ) -> None:
        symbol = model.references.get(named)
        if caller is None or symbol is None or not _is_node(symbol):
            return
        meant: tuple[s.Symbol, ...] = (symbol,)
        if call is not None and isinstance(symbol, s.Function) and symbol.overloads:
            meant = called_overloads(model, call, symbol)
        place = self._program.place(number, named.start, named.end)
        for each in meant:
            key = self._key(number, model, each)
            callee = None if key is None else self.numbers.get(key)
            if callee is not None:
                self._edges.setdefault((caller, callee), []).append((place, in_block))

    def around(self, offset: int) -> int | None:
        """Return the number of the function around a byte of the main file, None for none."""
        position = self._program.position(offset)
        prefix = None if position is not None else prefix_at(self._program, offset)
        number = position.item if position is not None else -1 if prefix is None else prefix.item
        if not 0 <= number < len(self._program.unit.items):
            return None
        model = self._program.model(number)
        around = (
            model.item.declarations if position is None else records_at(model.item, position.at)
        )
        for record in around:
            symbol = model.declared.get(record)
            if symbol is not None and _is_node(symbol):
                key = self._key(number, model, symbol)
                return None if key is None else self.numbers.get(key)
        return None

    def made(self) -> CallGraph:
        """Return what was found."""
        return CallGraph(tuple(self._nodes), tuple(self._listed()))

    def _listed(self) -> Iterator[CallEdge]:
        for (caller, callee), calls in sorted(self._edges.items()):
            places = tuple(sorted({place for place, _ in calls}))
            yield CallEdge(caller, callee, places, all(inside for _, inside in calls))


def _is_block(symbol: s.Symbol | None) -> bool:
    is_variable = isinstance(symbol, s.Variable) and symbol.function is None
    return is_variable and symbol is not None and isinstance(symbol.type.type, t.BlockType)


def _is_node(symbol: s.Symbol) -> bool:
    return isinstance(symbol, s.Function) or (_is_block(symbol) and _is_of_file(symbol))


def _is_of_file(symbol: s.Symbol) -> bool:
    return isinstance(symbol, s.Variable) and symbol.block is None and symbol.depth == 0
