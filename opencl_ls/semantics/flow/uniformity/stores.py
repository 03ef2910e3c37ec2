"""The stores of a body: the effects of steps on the values of variables and of their parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from opencl_ls.semantics import types as t
from opencl_ls.semantics.flow.uniformity.parts import around, below, is_within, listed, part_named
from opencl_ls.semantics.flow.uniformity.values import UNIFORM, UNKNOWN, Value, join, part_of
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.flow.uniformity.body import Body, Definition
    from opencl_ls.semantics.flow.uniformity.evaluation import Evaluator, Key
    from opencl_ls.semantics.model.graphs import Step
    from opencl_ls.semantics.types.symbols import Symbol

RESULT: Final = (None, "")
"""The key of the result of a function."""


class Entry(Struct, frozen=True):
    """The value of a variable and the steps that may have given it (numbers of `Body.steps`)."""

    value: Value
    definitions: frozenset[int]


State = dict["Key", Entry]


def show(evaluator: Evaluator, state: State) -> None:
    """Set the state in which expressions are evaluated."""
    evaluator.variables = {key: entry.value for key, entry in state.items()}


class Stores:
    """Executes the steps of a body on a state.

    `size_tests` are the blocks that branch on the size of the work-group; the search adds to them.
    """

    def __init__(self, body: Body, evaluator: Evaluator) -> None:
        self.body = body
        self.evaluator = evaluator
        self.numbers = {step: number for number, step in enumerate(body.steps)}
        self.size_tests: set[int] = set()

    def carry_out(self, step: Step, state: State) -> None:
        """Apply a step to a state."""
        for entry in self.body.definitions(step):
            symbol = entry.symbol
            if symbol is not None and symbol not in self.evaluator.tracked:
                continue
            show(self.evaluator, state)
            value = self._stored_value(step)
            if value.differs and not self.size_tests.isdisjoint(self.body.deciders(entry.block)):
                # Code for groups of one work-item cannot diverge.
                value = UNKNOWN
            if symbol is None:
                state[RESULT] = Entry(value, frozenset((self.numbers[step],)))
                continue
            number = frozenset((self.numbers[step],))
            if entry.weak:
                self._store_weakly(entry, value, number, state)
                continue
            for key in [key for key in state if key[0] is symbol and is_within(key[1], entry.path)]:
                del state[key]
            made, kind = self._made(step, symbol)
            state[(symbol, entry.path)] = Entry(value, number)
            if made is not None and value is not UNKNOWN:
                self._store_parts(made, kind, (symbol, entry.path), number, state)

    def _made(self, step: Step, symbol: Symbol) -> tuple[r.Expression | None, t.Type]:
        """Return the value that a step stores, and the type of its destination."""
        if type(step) is r.InitDeclarator:
            return step.initializer, symbol.type.type
        if type(step) is r.Assignment and step.operator.text == "=":
            return step.right, self.body.model.type_of(step.left).type
        return None, t.UNKNOWN

    def _store_parts(
        self, made: r.Expression, kind: t.Type, key: Key, number: frozenset[int], state: State
    ) -> None:
        """Store the parts of a vector, a struct or an array separately, if its value has them."""
        made = unwrapped(made)
        value = state[key].value
        if type(made) is r.CompoundLiteral and self.body.model.type_of(made).type == kind:
            made = made.initializer
        if type(made) is r.InitializerList:
            self._store_list(made, kind, key, number, state)
        elif type(kind) is t.VectorType:
            is_made = value.mixed or type(made) is r.VectorLiteral
            if is_made and self.body.model.type_of(made).type == kind:
                for index in range(kind.width):
                    part = self.evaluator.component(made, index)
                    state[(key[0], below(key[1], str(index)))] = Entry(part, number)
        elif value.mixed and isinstance(made, r.Name | r.Member | r.Index):
            self._copy_parts(made, key, number, state)

    def _store_list(
        self, made: r.InitializerList, kind: t.Type, key: Key, number: frozenset[int], state: State
    ) -> None:
        symbol, path = key
        value = state[key].value
        parts = listed(self.body.model, kind, made)
        if parts is None and value.may_differ:
            # Without the values of the parts, and the zeros, it is unknown what differs.
            state[key] = Entry(replace(value, mixed=True, exact=None), number)
        for name, inner, given in parts or ():
            own = (symbol, below(path, name))
            state[own] = Entry(self._listed_value(inner, given), number)
            if given is not None:
                self._store_parts(given, inner, own, number, state)

    def _copy_parts(
        self, made: r.Name | r.Member | r.Index, key: Key, number: frozenset[int], state: State
    ) -> None:
        source = part_named(self.body.model, made)
        if source is None or not source.certain:
            return
        for (owner, inside), part in self.evaluator.variables.items():
            if owner is source.symbol and inside != source.path and is_within(inside, source.path):
                rest = inside.removeprefix(source.path).removeprefix(".")
                state[(key[0], below(key[1], rest))] = Entry(part, number)

    def _listed_value(self, kind: t.Type, given: r.Expression | None) -> Value:
        return UNIFORM if given is None else self.evaluator.converted(given, kind)

    def _store_weakly(
        self, entry: Definition, value: Value, number: frozenset[int], state: State
    ) -> None:
        symbol, path = entry.symbol, entry.path
        within = [key for key in state if key[0] is symbol and is_within(key[1], path)]
        befores = [state.pop(key) for key in within]
        outer = entry_of(state, (symbol, path))
        if outer is not None and (symbol, path) not in within:
            befores.append(outer)
        whole = join((*(before.value for before in befores), value))
        mixed = whole.differs and (
            not befores or any(before.value.differs != value.differs for before in befores)
        )
        if mixed and (befores or not entry.is_array):
            whole = replace(whole, mixed=True)
        definitions = number.union(*(before.definitions for before in befores))
        state[(symbol, path)] = Entry(whole.plain(), definitions)

    def _stored_value(self, step: Step) -> Value:
        value, converted = self.evaluator.value, self.evaluator.converted
        if type(step) is r.InitDeclarator:
            symbol = self.body.model.declared.get(step)
            if symbol is None or step.initializer is None:
                return UNKNOWN
            return converted(step.initializer, symbol.type.type)
        if type(step) is r.Return:
            return (
                UNKNOWN
                if step.value is None
                else converted(step.value, self.evaluator.callees.info.result)
            )
        if isinstance(step, r.Unary | r.Postfix):
            return self.evaluator.stepped(step)
        return value(step) if type(step) is r.Assignment else UNKNOWN


def entry_of(state: State, key: Key) -> Entry | None:
    """Return the entry of a part of a variable, or of the part around it that has one."""
    found = state.get(key)
    if found is not None:
        return found
    for path in around(key[1]):
        outer = state.get((key[0], path))
        if outer is not None:
            return Entry(part_of(outer.value), outer.definitions)
    return None
