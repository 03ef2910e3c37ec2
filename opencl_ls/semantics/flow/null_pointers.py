"""Null pointers that are followed: stores of null, and the uses that certainly come to them.

A store of null comes to a use of the same variable where no way from the one to the other stores
something else or tests the variable, and where every run that comes to the use has carried out the
store, or the other way round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from opencl_ls.semantics import types as t
from opencl_ls.semantics.flow.cfg import control_flow
from opencl_ls.semantics.flow.dataflow import solve
from opencl_ls.semantics.flow.order import dominates, is_post_dominated
from opencl_ls.semantics.lookup.blocks import is_automatic, names_below, unwrapped
from opencl_ls.semantics.lookup.enqueue import is_null
from opencl_ls.semantics.lookup.uses import address_taken, changed, uses
from opencl_ls.semantics.model import derived, derived_by_key
from opencl_ls.semantics.types.symbols import Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.model.graphs import ControlFlowGraph, Step

Store = r.InitDeclarator | r.Assignment
_Fact = tuple[Store, bool]
"""A store of null that may hold, and whether something has changed or tested the variable since."""


class NullUse(Struct, frozen=True, eq=False):
    """An access `record` through `variable`, which `store` has made null."""

    variable: Variable
    record: r.Expression
    store: Store


@derived_by_key
def null_uses(model: ItemModel, body: r.Compound) -> list[NullUse]:
    """Return the first access through each null pointer of a body, in the order of the stores."""
    stores = dict(_null_stores(model, body))
    if not stores:
        return []
    graph = control_flow(model, body)
    if graph.is_incomplete:
        return []
    found: list[NullUse] = []
    places = _Places(model, graph, stores)
    for store, variable in stores.items():
        for name in uses(model, variable):
            record = _access(model, name)
            if record is None or _is_under_condition(model, record):
                continue
            if places.certainly_reaches(store, record):
                found.append(NullUse(variable, record, store))
                break
    return found


class _Places:
    """The stores of null that hold at the places of a body."""

    def __init__(
        self, model: ItemModel, graph: ControlFlowGraph, stores: dict[Store, Variable]
    ) -> None:
        self.model = model
        self.graph = graph
        self.stores = stores
        self._variables = set(stores.values())

        def meet(_: int, arriving: Sequence[frozenset[_Fact]]) -> frozenset[_Fact]:
            return frozenset[_Fact]().union(*arriving)

        self._entering = solve(graph, self._leaving, meet).entering

    def certainly_reaches(self, store: Store, record: r.Expression) -> bool:
        """Tell whether a store comes to an access, and nothing else does on the way."""
        if store.end > record.start:
            return False
        facts = self._before(record)
        if facts is None or (store, True) not in facts or (store, False) in facts:
            return False
        model = self.model
        return dominates(model, store, record) or is_post_dominated(model, store, record)

    def _before(self, record: r.Expression) -> frozenset[_Fact] | None:
        inner: r.Record | None = record
        while inner is not None and inner not in self.graph.block_of:
            inner = self.model.parents.get(inner)
        index = None if inner is None else self.graph.block_of[inner]
        if index is None or index not in self._entering:
            return None
        facts = self._entering[index]
        for step in self.graph.blocks[index].steps:
            if step.end <= record.start:
                facts = self._after(step, facts)
        return facts

    def _leaving(self, index: int, facts: frozenset[_Fact]) -> frozenset[_Fact]:
        block = self.graph.blocks[index]
        for step in block.steps:
            facts = self._after(step, facts)
        if block.condition is None or not facts:
            return facts
        tested = {
            self.model.references.get(name)
            for name in names_below(block.condition, in_blocks=False)
            if _access(self.model, name) is None
        }
        return frozenset((each, holds and self.stores[each] not in tested) for each, holds in facts)

    def _after(self, step: Step, facts: frozenset[_Fact]) -> frozenset[_Fact]:
        variable = self._stored(step)
        if variable is None:
            return facts
        kept = {(each, holds and self.stores[each] is not variable) for each, holds in facts}
        if isinstance(step, Store) and step in self.stores:
            kept = {fact for fact in kept if fact[0] is not step}
            kept.add((step, True))
        return frozenset(kept)

    def _stored(self, step: Step) -> Variable | None:
        symbol = None
        if isinstance(step, r.InitDeclarator):
            symbol = self.model.declared.get(step)
        elif isinstance(step, r.Assignment | r.Unary | r.Postfix):
            place = changed(step)
            symbol = None if place is None else self.model.references.get(unwrapped(place))
        return symbol if isinstance(symbol, Variable) and symbol in self._variables else None


def _null_stores(model: ItemModel, body: r.Compound) -> Iterator[tuple[Store, Variable]]:
    records: list[Store] = [*model.of_kind(r.InitDeclarator), *_assigned_names(model)]
    for record in records:
        if not body.start <= record.start < body.end:
            continue
        if isinstance(record, r.InitDeclarator):
            value, symbol = record.initializer, model.declared.get(record)
        else:
            value, symbol = record.right, model.references.get(unwrapped(record.left))
        if value is None or not is_null(value) or not isinstance(symbol, Variable):
            continue
        if isinstance(symbol.type.type, t.PointerType) and _is_followed(model, symbol):
            yield record, symbol


@derived
def _assigned_names(model: ItemModel) -> list[r.Assignment]:
    """Return the assignments to a variable itself."""
    return [
        each
        for each in model.of_kind(r.Assignment)
        if each.operator.text == "=" and type(unwrapped(each.left)) is r.Name
    ]


def _is_followed(model: ItemModel, variable: Variable) -> bool:
    """Tell whether only the steps of one body change a pointer."""
    if not is_automatic(variable) or variable.type.volatile:
        return False
    return variable.block is None and not any(
        address_taken(model, name) is not None or _is_in_block(model, name)
        for name in uses(model, variable)
    )


def _is_in_block(model: ItemModel, name: r.Name) -> bool:
    return any(isinstance(each, r.BlockLiteral) for each in model.ancestors(name))


def _is_under_condition(model: ItemModel, record: r.Expression) -> bool:
    """Tell whether `?:`, `&&` or `||` decides about an access; they may test the pointer."""
    below: r.Record = record
    for above in model.ancestors(record):
        if not isinstance(above, r.Expression):
            return False
        if isinstance(above, r.Conditional) and below is not above.condition:
            return True
        if isinstance(above, r.Binary) and above.operator.text in ("&&", "||"):
            if below is not above.left:
                return True
        below = above
    return False


def _access(model: ItemModel, name: r.Name) -> r.Expression | None:
    """Return the access that a name, or a sum with it, is the address of; None for other uses."""
    address: r.Record = name
    inner, above = model.use_of(address)
    while isinstance(above, r.Binary) and above.operator.text in ("+", "-"):
        inner, above = model.use_of(above)
    is_access = (
        (isinstance(above, r.Index) and above.base is inner)
        or (isinstance(above, r.Unary) and above.operator == "*")
        or (isinstance(above, r.Member) and above.arrow)
    )
    if not is_access or not isinstance(above, r.Index | r.Unary | r.Member):
        return None
    _, outer = model.use_of(above)
    while isinstance(outer, r.Member | r.Index):
        _, outer = model.use_of(outer)
    if isinstance(outer, r.TypeQuery) or (isinstance(outer, r.Unary) and outer.operator == "&"):
        return None
    return above
