"""One body, prepared for the dataflow: its steps, what they store, and the slice that matters.

Only a slice is followed: the conditions that decide whether a collective function is reached, its
arguments, the results of the function, and the variables that these come from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from opencl_ls.semantics import types as t
from opencl_ls.semantics.flow.dominators import ControlDependence, control_dependence
from opencl_ls.semantics.flow.uniformity.parts import part_named
from opencl_ls.semantics.lookup.blocks import names_below
from opencl_ls.semantics.types.symbols import ParameterVariable, Symbol, Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterable

    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.model.graphs import ControlFlowGraph, Step


class Definition(Struct, eq=False):
    """A store of a step: its variable (None: the result), the part of it, and the source values.

    `weak` marks a store that leaves other elements of the part unchanged.
    """

    block: int
    step: Step
    symbol: Symbol | None
    path: str
    weak: bool
    values: tuple[r.Expression, ...]
    is_array: bool = False


class Body:
    """A body with its graph, its control dependences and its slice."""

    def __init__(
        self,
        model: ItemModel,
        graph: ControlFlowGraph,
        names: Iterable[r.Name],
        calls: list[r.Call],
    ) -> None:
        self.model = model
        self.graph = graph
        self.control: ControlDependence = control_dependence(graph)
        self.block_of: dict[r.Record, int] = {}
        self.deciding: dict[int, list[int]] = {}
        self._escaped = _escaped(model, names)
        self._definitions: dict[Step, list[Definition]] = {}
        self._by_symbol: dict[Symbol | None, list[Definition]] = {}
        self.steps: list[Step] = []
        for index in self.control.order:
            for step in graph.blocks[index].steps:
                self.block_of[step] = index
                self._define(index, step)
        self.calls = [call for call in calls if call in self.block_of]

    # --- the slice -------------------------------------------------------------------------------

    def deciders(self, block: int) -> list[int]:
        """Return the blocks whose branches decide whether `block` is reached."""
        known = self.deciding.get(block)
        if known is None:
            known = self.deciding[block] = self.control.deciding(block)
        return known

    def slice(self, with_result: bool) -> frozenset[Symbol]:
        """Return the variables that the calls, and the result, depend on."""
        found: set[Symbol] = set()
        waiting: list[r.Expression] = []
        seen_blocks: set[int] = set()

        def add_block(block: int) -> None:
            if block in seen_blocks:
                return
            seen_blocks.add(block)
            for branch in self.deciders(block):
                condition = self.graph.blocks[branch].condition
                if condition is not None:
                    waiting.append(condition)

        for call in self.calls:
            waiting.extend(call.arguments)
            add_block(self.block_of[call])
        if with_result:
            for entry in self._by_symbol.get(None, ()):
                waiting.extend(entry.values)
                add_block(entry.block)
        while waiting:
            for name in names_below(waiting.pop(), in_blocks=False):
                symbol = self.model.references.get(name)
                if symbol is None or symbol in found or not self._is_tracked(symbol):
                    continue
                found.add(symbol)
                for entry in self._by_symbol.get(symbol, ()):
                    waiting.extend(entry.values)
                    add_block(entry.block)
        return frozenset(found)

    def tracked(self) -> frozenset[Symbol]:
        """Return all variables whose values can be followed."""
        found = {*self.model.references.values(), *self._by_symbol}
        return frozenset(each for each in found if each is not None and self._is_tracked(each))

    def _is_tracked(self, symbol: Symbol) -> bool:
        if symbol in self._escaped:
            return False
        if type(symbol) is ParameterVariable:
            return True
        if type(symbol) is not Variable or symbol.depth == 0 or "static" in symbol.storage:
            return False
        if "extern" in symbol.storage:
            return False
        return t.object_space(symbol.type) in (t.PRIVATE, t.NO_SPACE)

    def _define(self, block: int, step: Step) -> None:
        entry: Definition | None = None
        if type(step) is r.InitDeclarator:
            symbol = self.model.declared.get(step)
            if symbol is not None and step.initializer is not None:
                entry = Definition(block, step, symbol, "", False, (step.initializer,))
        elif type(step) is r.Return:
            if step.value is not None:
                entry = Definition(block, step, None, "", False, (step.value,))
        elif type(step) is r.Assignment:
            compound = step.operator.text != "="
            values = (step.left, step.right) if compound else (step.right,)
            entry = self._stored(block, step, step.left, values)
        elif isinstance(step, r.Unary | r.Postfix):
            entry = self._stored(block, step, step.operand, (step.operand,))
        if entry is not None:
            self._definitions[step] = [entry]
            self._by_symbol.setdefault(entry.symbol, []).append(entry)
            self.steps.append(step)

    def _stored(
        self, block: int, step: Step, place: r.Expression, values: tuple[r.Expression, ...]
    ) -> Definition | None:
        """Return the definition that a store makes, None for one into memory."""
        part = part_named(self.model, place)
        if part is None:
            return None
        is_array = type(part.type) is t.ArrayType
        values = (*values, *part.indices)
        return Definition(block, step, part.symbol, part.path, not part.certain, values, is_array)

    def stores(self, symbols: Iterable[Symbol | None]) -> list[tuple[Step, int]]:
        """Return the steps that store in some variables, with their blocks."""
        found = [entry for symbol in symbols if symbol for entry in self._by_symbol.get(symbol, ())]
        return [(entry.step, entry.block) for entry in found]

    def definitions(self, step: Step) -> list[Definition]:
        """Return the stores of a step."""
        return self._definitions.get(step, [])


def _escaped(model: ItemModel, names: Iterable[r.Name]) -> set[Symbol]:
    """Return the variables whose address is taken, so that anything may change them."""
    found: set[Symbol] = set()
    for name in names:
        symbol = model.references.get(name)
        if not isinstance(symbol, Variable | ParameterVariable) or symbol in found:
            continue
        is_array = type(symbol.type.type) is t.ArrayType
        record: r.Record = name
        above = model.parents.get(record)
        while isinstance(above, r.Parenthesized | r.Member) or (
            type(above) is r.Index and above.base is record
        ):
            if type(above) is r.Member and above.arrow:
                break
            if type(above) is r.Index and not _is_array(model, record):
                break
            if type(above) is r.Index:
                is_array = False
            record, above = above, model.parents.get(above)
        is_address = type(above) is r.Unary and above.operator == "&"
        if is_address or (is_array and not isinstance(above, r.TypeQuery | r.Index)):
            found.add(symbol)
    return found


def _is_array(model: ItemModel, record: r.Record) -> bool:
    kind = model.types.get(record) if isinstance(record, r.Expression) else None
    return kind is not None and isinstance(kind.type, t.ArrayType | t.VectorType)
