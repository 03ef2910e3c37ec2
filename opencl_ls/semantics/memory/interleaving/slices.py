"""The part of a kernel that decides which memory its work-items touch, and when they do.

Most of a kernel computes what is stored, and a run that is after places passes over that: what is
in the slice is carried out, and what the slice does not want is not evaluated.

Source: M. Weiser, "Program slicing", IEEE Transactions on Software Engineering 10 (4), 1984.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from msgspec import Struct

from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.lookup.uses import uses
from opencl_ls.semantics.memory.interleaving.lone_accesses import (
    dereferences,
    lone_accesses,
    may_have_nulls,
)
from opencl_ls.semantics.memory.interleaving.shared_pointers import is_private, may_share
from opencl_ls.semantics.memory.interleaving.slice_parts import (
    Parts,
    addressing,
    base_of,
    given_place,
    parts_of,
    stored_values,
)
from opencl_ls.semantics.memory.interleaving.summaries import is_collective
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from opencl_ls.semantics.memory.interleaving.summaries import Summaries
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.types.symbols import Symbol


class Slice(Struct, frozen=True, eq=False):
    """What a run carries out and evaluates; all there is if it is `whole`.

    `steps` are the statements and expressions that are carried out, with the records around them;
    `wanted` are the expressions with a value that matters, `kept` the stores of which the value is
    kept, and `entered` the calls of functions that are carried out, or not known.
    """

    steps: Collection[r.Record] = ()
    wanted: Collection[r.Record] = ()
    kept: Collection[r.Record] = ()
    entered: Collection[r.Record] = ()
    whole: bool = False

    def runs(self, record: r.Record) -> bool:
        """Return whether a statement or an expression is carried out."""
        return self.whole or record in self.steps

    def wants(self, expression: r.Expression) -> bool:
        """Return whether the value of an expression that is given on matters."""
        return self.whole or expression in self.wanted

    def keeps(self, store: r.Record) -> bool:
        """Return whether the value matters that an assignment or a declarator stores."""
        return self.whole or store in self.kept

    def enters(self, call: r.Call) -> bool:
        """Return whether the function that is called is carried out."""
        return self.whole or call in self.entered


def sliced(
    models: Sequence[ItemModel], summaries: Summaries, compared: Iterable[r.Record] = ()
) -> Slice:
    """Return the slice of the items of a kernel and of all functions that it calls.

    `compared` are those of the accesses that store a value which matters.
    """
    parts = {model: parts_of(model) for model in models}
    if any(each.is_unclear for each in parts.values()):
        return Slice(whole=True)
    marks = _Marks(parts, summaries)
    marks.mark(frozenset(compared))
    return Slice(marks.steps, marks.wanted, marks.kept, marks.entered)


class _Marks:
    """Marks the records of a slice, from the accesses backwards."""

    def __init__(self, parts: dict[ItemModel, Parts], summaries: Summaries) -> None:
        self._parts = parts
        self._summaries = summaries
        self.steps: set[r.Record] = set()
        self.wanted: set[r.Record] = set()
        self.kept: set[r.Record] = set()
        self.entered: set[r.Record] = set()
        self._followed: set[Symbol] = set()
        self._waiting: list[tuple[ItemModel, r.Record, bool]] = []
        self._pointers: set[Symbol] = set()
        # The calls of the function of an item, and the arguments for a parameter.
        self._sites: dict[ItemModel, list[tuple[ItemModel, r.Call]]] = {}
        self._arguments: dict[Symbol, list[tuple[ItemModel, r.Expression]]] = {}

    def mark(self, compared: Collection[r.Record]) -> None:
        """Mark all accesses, the values of those that are `compared`, and what these need."""
        nulls = any(map(may_have_nulls, self._parts))
        for model, parts in self._parts.items():
            for call in parts.calls:
                self._begin_with_call(model, call)
        shared = may_share(self._parts, self._arguments)
        for model, parts in self._parts.items():
            touching = (each for each in parts.accesses if not is_private(model, each, shared))
            lone = chain(lone_accesses(model), dereferences(model) if nulls else ())
            for record in chain(touching, lone):
                self._carry_out(model, record)
                for each in addressing(model, record):
                    self._want(model, each)
                if record in compared:
                    for store, each in stored_values(model, record):
                        self.kept.add(store)
                        self._want(model, each)
        while self._waiting:
            model, record, is_wanted = self._waiting.pop()
            if is_wanted:
                self._evaluate(model, record)
            else:
                self._climb(model, record)

    def _begin_with_call(self, model: ItemModel, call: r.Call) -> None:
        target = self._summaries.definition(model, call)
        if target is not None:
            self._sites.setdefault(target.model, []).append((model, call))
            pairs = zip(target.function.parameters, call.arguments, strict=False)
            for parameter, argument in pairs:
                self._arguments.setdefault(parameter, []).append((model, argument))
        elif is_collective(model, call) or not builtin_name(model, call):
            self.entered.add(call)
            self._carry_out(model, call)

    def _carry_out(self, model: ItemModel, record: r.Record) -> None:
        if record not in self.steps:
            self._waiting.append((model, record, False))

    def _want(self, model: ItemModel, expression: r.Record) -> None:
        if expression not in self.wanted:
            self._waiting.append((model, expression, True))

    # --- control ---------------------------------------------------------------------------------

    def _climb(self, model: ItemModel, record: r.Record) -> None:
        """Carry out a record, all around it, and what decides whether a run comes there."""
        each: r.Record | None = record
        while each is not None and each not in self.steps:
            self.steps.add(each)
            above = model.parents.get(each)
            if above is None:
                self._begin_function(model)
            else:
                self._decide(model, each, above)
            each = above

    def _decide(self, model: ItemModel, record: r.Record, above: r.Record) -> None:
        """Want the condition under which a record is carried out in the record around it."""
        match above:
            case r.If() | r.Conditional():
                if record is not above.condition:
                    self._want(model, above.condition)
            case r.Binary(operator=r.Word(text=("&&" | "||"))):
                if record is above.right:
                    self._want(model, above.left)
            case r.For() | r.While() | r.DoWhile() | r.Switch():
                if above.condition is not None:
                    self._want(model, above.condition)
                for jump in self._parts[model].jumps.get(above, ()):
                    self._carry_out(model, jump)

    def _begin_function(self, model: ItemModel) -> None:
        """Carry out the calls of a function, and its ends."""
        for each in self._parts[model].returns:
            self._carry_out(model, each)
        for caller, call in self._sites.get(model, ()):
            self.entered.add(call)
            self._carry_out(caller, call)

    # --- data ------------------------------------------------------------------------------------

    def _evaluate(self, model: ItemModel, record: r.Record) -> None:
        """Follow what an expression reads."""
        waiting = [record]
        while waiting:
            each = waiting.pop()
            if each in self.wanted:
                continue
            self.wanted.add(each)
            if type(each) is r.Name:
                symbol = model.references.get(each)
                if symbol is not None and symbol not in self._followed:
                    self._follow(symbol)
            elif type(each) is r.Call:
                self._want_result(model, each)
            waiting += r.children(each)

    def _want_result(self, model: ItemModel, call: r.Call) -> None:
        target = self._summaries.definition(model, call)
        if target is None:
            return
        self.entered.add(call)
        self._carry_out(model, call)
        for each in self._parts[target.model].returns:
            self._carry_out(target.model, each)
            if each.value is not None:
                self._want(target.model, each.value)

    def _follow(self, symbol: Symbol) -> None:
        """Keep each value that a variable gets."""
        self._followed.add(symbol)
        for model, argument in self._arguments.get(symbol, ()):
            self._want(model, argument)
        for model, parts in self._parts.items():
            for store in parts.stores.get(symbol, ()):
                self._keep(model, store)
                if isinstance(store, r.Call):
                    self._follow_call(model, store, symbol)

    def _keep(self, model: ItemModel, store: r.Record) -> None:
        self.kept.add(store)
        self._carry_out(model, store)
        match store:
            case r.Assignment():
                self._want(model, store.left)
                self._want(model, store.right)
            case r.InitDeclarator() if store.initializer is not None:
                self._want(model, store.initializer)

    def _follow_call(self, model: ItemModel, call: r.Call, symbol: Symbol | None) -> None:
        """Keep what a call stores in a variable or by a pointer that is part of its arguments."""
        target = self._summaries.definition(model, call)
        if target is None:
            return
        self.entered.add(call)
        for parameter, argument in zip(target.function.parameters, call.arguments, strict=False):
            place = given_place(model, argument)
            if symbol is None or (place is not None and base_of(model, place) is symbol):
                self._follow_pointer(parameter)

    def _follow_pointer(self, pointer: Symbol) -> None:
        """Keep what is stored through a pointer to private memory, and through its copies."""
        if pointer in self._pointers:
            return
        self._pointers.add(pointer)
        for model, parts in self._parts.items():
            for key in (pointer, None):
                for store in parts.through_pointers.get(key, ()):
                    self._keep(model, store)
                    if isinstance(store, r.Call):
                        self._follow_call(model, store, None)
            for name in uses(model, pointer):
                self._follow_copy(model, name)

    def _follow_copy(self, model: ItemModel, name: r.Name) -> None:
        """Follow the pointer that a use of another makes."""
        above = model.enclosing(name, r.Call, r.Assignment, r.InitDeclarator)
        copy: Symbol | None = None
        if isinstance(above, r.InitDeclarator):
            copy = model.declared.get(above)
        elif isinstance(above, r.Assignment):
            copy = base_of(model, above.left)
        if copy is not None and isinstance(copy.type.type, t.PointerType):
            self._follow_pointer(copy)
