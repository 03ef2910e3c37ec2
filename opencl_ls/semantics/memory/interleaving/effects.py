"""The accesses that expressions make, and the variables that they change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.memory.interleaving import conditions
from opencl_ls.semantics.memory.interleaving.builtin_calls import BuiltinCalls
from opencl_ls.semantics.memory.interleaving.states import State, merged
from opencl_ls.semantics.memory.interleaving.stores import stored
from opencl_ls.semantics.memory.interleaving.summaries import is_collective
from opencl_ls.semantics.memory.interleaving.terms import (
    ANY,
    ITEM,
    Term,
    both,
    compared,
    is_never,
    number,
    of,
)
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.memory.interleaving.values import Value


class Effects(BuiltinCalls):
    """Carries out expressions."""

    def called(self, record: r.Call, state: State) -> State:
        """Return the state after a call of a function of the program."""
        raise NotImplementedError

    def entered(
        self, condition: r.Expression, state: State, *, holds: bool, meant: Term | None = None
    ) -> State | None:
        """Return the state where a condition holds or fails, None if that cannot be.

        Where data decides, the state is not sure; but for a condition that has to go one way for
        all work-items, whose value is `meant` then.
        """
        evaluator = self.evaluator(state.model)
        facts = conditions.facts_of(evaluator, condition, state.variables, holds=holds)
        if facts is None and meant is not None:
            facts = compared(meant, ">" if holds else "<=", number(0))
        if facts is None:
            return replace(state, sure=False)
        return None if is_never(facts) else replace(state, path=both(state.path, facts))

    # --- expressions -----------------------------------------------------------------------------

    def effects(self, record: r.Expression, state: State, *, is_used: bool = True) -> State:
        """Note the accesses of an expression, and return the state after it."""
        record = unwrapped(record)
        if not self.part.runs(record):
            return state
        match record:
            case r.Assignment():
                return self._assign(record, state)
            case r.Unary(operator="++" | "--") | r.Postfix():
                return self._count(record, state)
            case r.Unary(operator="&"):
                return self._inner(record.operand, state)
            case r.Binary():
                return self._binary(record, state)
            case r.Conditional():
                return self._conditional(record, state)
            case r.Call():
                return self._call(record, state)
            case r.TypeQuery() | r.BlockLiteral() | r.OffsetOf():
                return state
            case r.Cast():
                return self.effects(record.operand, state, is_used=is_used)
            case r.Name() | r.Index() | r.Member() | r.Unary(operator="*"):
                state = self._inner(record, state)
                if is_used and not self._is_array(record, state):
                    self.note(record, state, is_write=False)
                return state
        return self._below(record, state)

    def _below(self, record: r.Expression, state: State) -> State:
        """Carry out the parts of an expression one after the other."""
        for below in r.children(record):
            if isinstance(below, r.Expression):
                state = self.effects(below, state)
            elif isinstance(below, r.InitializerEntry):
                state = self.effects(below.value, state)
        return state

    @staticmethod
    def _is_array(record: r.Expression, state: State) -> bool:
        return isinstance(state.model.type_of(record).type, t.ArrayType)

    def _inner(self, record: r.Expression, state: State) -> State:
        """Note what is read on the way to a place."""
        record = unwrapped(record)
        match record:
            case r.Index():
                return self._base(record.base, self.effects(record.index, state))
            case r.Member(arrow=True):
                return self._base(record.base, state)
            case r.Member():
                return self._inner(record.base, state)
            case r.Unary(operator="*"):
                return self._base(record.operand, state)
            case r.Name():
                return state
        return self.effects(record, state)

    def _base(self, record: r.Expression, state: State) -> State:
        if self._is_array(unwrapped(record), state):
            return self._inner(record, state)
        return self.effects(record, state)

    def _binary(self, record: r.Binary, state: State) -> State:
        operator = record.operator.text
        state = self.effects(record.left, state)
        if operator not in ("&&", "||") or not self.part.runs(unwrapped(record.right)):
            return self.effects(record.right, state)
        ends = [self.entered(record.left, state, holds=operator != "&&")]
        entered = self.entered(record.left, state, holds=operator == "&&")
        if entered is not None:
            ends.append(self.effects(record.right, entered))
        return self._joined(state, ends, record)

    def _conditional(self, record: r.Conditional, state: State) -> State:
        state = self.effects(record.condition, state)
        arms = (record.chosen, record.otherwise)
        if not any(each is not None and self.part.runs(unwrapped(each)) for each in arms):
            return state
        ends: list[State | None] = []
        for arm, holds in ((record.chosen, True), (record.otherwise, False)):
            entered = self.entered(record.condition, state, holds=holds)
            if entered is not None:
                ends.append(entered if arm is None else self.effects(arm, entered))
        return self._joined(state, ends, record)

    def _joined(self, before: State, ends: list[State | None], record: r.Expression) -> State:
        possible = [each for each in ends if each is not None]
        name = before.model.spelling(record, 60)
        return merged(before, possible, name) or before

    def _assign(self, record: r.Assignment, state: State) -> State:
        target = unwrapped(record.left)
        state = self.effects(record.right, state)
        state = self._inner(record.left, state)
        changes = record.operator.text != "="
        if changes:
            self.note(target, state, is_write=False)
        if not self.part.keeps(record):
            return self._overwritten(target, state, changes=changes)
        value = self.stored_value(record.right, state)
        if changes:
            evaluator = self.evaluator(state.model)
            was = evaluator.value(target, state.variables)
            operator = record.operator.text.removesuffix("=")
            kind = state.model.types.get(target)
            value, step = evaluator.applied(operator, was, value, kind), value
            if value is None and _is_group_wide(was) and _is_group_wide(step):
                value = evaluator.unknown(record)
            elif value is None and (_is_of_item(was) or _is_of_item(step)):
                value = evaluator.data(record, state.variables)
        if value is None and isinstance(state.model.type_of(target).type, t.PointerType):
            # A pointer that work-items share is the same for all.
            value = self.evaluator(state.model).unknown(record.right)
        if self.note(target, state, is_write=True, value=value, changes=changes) and not isinstance(
            target, r.Name
        ):
            return state
        return stored(self.evaluator(state.model), target, value, state)

    def _overwritten(self, target: r.Expression, state: State, *, changes: bool) -> State:
        """Return the state after a store of a value that does not matter."""
        is_shared = self.note(target, state, is_write=True, value=of(ANY), changes=changes)
        if is_shared or not self.part.runs(target):
            return state
        return stored(self.evaluator(state.model), target, None, state)

    def _count(self, record: r.Unary | r.Postfix, state: State) -> State:
        state = self._inner(record.operand, state)
        target = unwrapped(record.operand)
        self.note(target, state, is_write=False)
        if not self.part.keeps(record):
            return self._overwritten(target, state, changes=True)
        self.note(target, state, is_write=True, changes=True)
        evaluator = self.evaluator(state.model)
        was = evaluator.value(target, state.variables)
        operator, kind = record.operator[0], state.model.types.get(target)
        return stored(
            self.evaluator(state.model),
            target,
            evaluator.applied(operator, was, number(1), kind),
            state,
        )

    # --- calls -----------------------------------------------------------------------------------

    def _call(self, record: r.Call, state: State) -> State:
        name = builtin_name(state.model, record)
        if not name or is_collective(state.model, record):
            if record in state.variables:
                return state
            if self.part.enters(record):
                return self.called(record, state)
        for each in record.arguments:
            state = self.effects(each, state)
        return self.builtin(name, record, state) if name else state


def _is_group_wide(value: Value) -> bool:
    return isinstance(value, Term) and value.scope != ITEM


def _is_of_item(value: Value) -> bool:
    return isinstance(value, Term) and value.scope == ITEM
