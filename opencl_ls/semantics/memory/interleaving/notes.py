"""The accesses of an interval, noted one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants.layout import layout_of
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.memory.interleaving import uniformity
from opencl_ls.semantics.memory.interleaving.accesses import (
    IMAGE,
    SHARED_SPACES,
    Access,
    NullAccess,
    Pointer,
    Position,
    Unplaced,
)
from opencl_ls.semantics.memory.interleaving.arithmetic import Arithmetic
from opencl_ls.semantics.memory.interleaving.evaluation import Evaluator, Place
from opencl_ls.semantics.memory.interleaving.member_arrays import within_members
from opencl_ls.semantics.memory.interleaving.terms import ITEM, Term, both
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.memory.interleaving.launch import Launch
    from opencl_ls.semantics.memory.interleaving.slices import Slice
    from opencl_ls.semantics.memory.interleaving.states import State
    from opencl_ls.semantics.memory.interleaving.summaries import Summaries
    from opencl_ls.semantics.memory.interleaving.values import Value
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.types.symbols import Symbol

MOST_ACCESSES: Final = 60
"""The accesses of an interval that are compared."""


class Notes:
    """Notes accesses; `accesses`, `unshared` and `unplaced` are those of the interval so far.

    `nulls` are the accesses of the run through null pointers.

    Of `accesses` there are no more than `most`.  What is no `part` of the slice is passed over.
    """

    def __init__(self, summaries: Summaries, part: Slice, launch: Launch) -> None:
        self.launch = launch
        self.summaries = summaries
        self.part = part
        self.arithmetic = Arithmetic()
        self.accesses: list[Access] = []
        self.unshared: list[Access] = []
        self.unplaced: list[Unplaced] = []
        self.nulls: list[NullAccess] = []
        self.most = MOST_ACCESSES
        self._evaluators: dict[ItemModel, Evaluator] = {}

    def evaluator(self, model: ItemModel) -> Evaluator:
        """Return the evaluator of an item."""
        known = self._evaluators.get(model)
        if known is None:
            known = Evaluator(model, self.launch, self.arithmetic)
            self._evaluators[model] = known
        return known

    def value(self, record: r.Expression, state: State) -> Value:
        """Return the value of an expression whose effects the state has."""
        return self.evaluator(state.model).value(record, state.variables)

    def stored_value(self, record: r.Expression, state: State) -> Value:
        """Return the value of an expression as what is stored; data that varies has a value."""
        evaluator = self.evaluator(state.model)
        value = evaluator.value(record, state.variables)
        if value is None and uniformity.varies(evaluator, record, state.variables):
            return evaluator.data(record, state.variables)
        return value

    def note_at(
        self,
        pointer: r.Expression,
        record: r.Expression,
        state: State,
        offset: Term | None,
        size: int,
        *,
        is_write: bool,
        is_atomic: bool = False,
        value: Value = None,
        changes: bool = False,
        by_group: bool = False,
    ) -> None:
        """Note an access at an offset in bytes from what a pointer points to."""
        at = self.evaluator(state.model).pointer_to(pointer, state.variables)
        if at is None or offset is None:
            if pointed_space(state.model.type_of(unwrapped(pointer))) in SHARED_SPACES:
                root = self.evaluator(state.model).root(pointer, state.variables)
                self.give_up(record, root, state, is_write=is_write)
            return
        place = Place(Pointer(at.symbol, at.space, at.offset.plus(offset)), size)
        self.add(
            record,
            place,
            state,
            is_write=is_write,
            value=value,
            is_atomic=is_atomic,
            changes=changes,
            by_group=by_group,
        )

    def note(
        self,
        record: r.Expression,
        state: State,
        *,
        is_write: bool,
        value: Value = None,
        changes: bool = False,
    ) -> bool:
        """Note a read or write of an lvalue, if work-items share it; `volatile` ones are meant.

        Return whether it is known to be in memory that work-items share.
        """
        if not self.part.runs(record):
            return False
        kind = state.model.type_of(record)
        evaluator = self.evaluator(state.model)
        place = evaluator.place(record, state.variables)
        if place is None:
            self._note_null(record, state)
        if kind.volatile:
            if t.object_space(kind) in SHARED_SPACES:
                root = evaluator.root(record, state.variables)
                reason = "volatile memory is not checked"
                self.give_up(record, root, state, is_write=is_write, reason=reason)
            return False
        if place is not None:
            within = within_members(evaluator, record, state.variables)
            self.add(
                record,
                place,
                replace(state, path=both(state.path, within)) if within else state,
                is_write=is_write,
                value=value,
                changes=changes,
            )
        elif t.object_space(kind) in SHARED_SPACES:
            root = evaluator.root(record, state.variables)
            self.give_up(record, root, state, is_write=is_write)
        return place is not None and place.pointer.space in SHARED_SPACES

    def _note_null(self, record: r.Expression, state: State) -> None:
        """Note an access to no object, if its pointer is known to be null."""
        pointer = pointer_of(state.model, record)
        if not state.sure or pointer is None or len(self.nulls) >= MOST_ACCESSES:
            return
        value = self.value(pointer, state)
        if isinstance(value, Term) and value.number == 0:
            null = NullAccess(state.model, record, pointer, state.path, state.calls)
            self.nulls.append(null)

    def add(
        self,
        record: r.Expression,
        place: Place,
        state: State,
        *,
        is_write: bool,
        value: Value = None,
        changes: bool = False,
        is_atomic: bool = False,
        coordinates: tuple[Term, ...] = (),
        by_group: bool = False,
    ) -> None:
        """Note an access to bytes, if work-items share them or an id decides where they are."""
        pointer = place.pointer
        if pointer.space not in SHARED_SPACES:
            self._add_unshared(record, place, state, is_write=is_write, changes=changes)
            return
        if not state.sure or len(self.accesses) >= self.most:
            reason = "too many accesses" if state.sure else "data decides whether it is reached"
            self.give_up(record, pointer.symbol, state, is_write=is_write, reason=reason)
            return
        self.accesses.append(
            Access(
                state.model,
                record,
                pointer.symbol,
                pointer.space,
                pointer.offset,
                place.size,
                state.path,
                is_write,
                is_atomic=is_atomic,
                value=None if changes else _compared(value),
                changes=changes,
                coordinates=coordinates,
                calls=state.calls,
                rounds=state.rounds,
                by_group=by_group,
                waited=state.waited,
            )
        )

    def _add_unshared(
        self, record: r.Expression, place: Place, state: State, *, is_write: bool, changes: bool
    ) -> None:
        """Note an access to an array that no other work-item changes, at a place by the ids."""
        symbol, space, offset = place.pointer.symbol, place.pointer.space, place.pointer.offset
        is_by_ids = isinstance(symbol.type.type, t.ArrayType) and offset.scope == ITEM
        if state.sure and is_by_ids and len(self.unshared) < MOST_ACCESSES:
            access = Access(
                state.model,
                record,
                symbol,
                space,
                offset,
                place.size,
                state.path,
                is_write,
                changes=changes,
                calls=state.calls,
            )
            self.unshared.append(access)

    def give_up(
        self,
        record: r.Expression,
        symbol: Symbol | None,
        state: State,
        *,
        is_write: bool,
        reason: str = "its address is not known",
    ) -> None:
        """Note an access that is not followed, for a reason in words for a user."""
        position = Position(state.model, record)
        space = t.GLOBAL if symbol is None else _space_of(symbol)
        self.unplaced.append(Unplaced(position, symbol, space, is_write, reason))


def _space_of(symbol: Symbol) -> str:
    """Return the space of an object, or of that to which a parameter points."""
    kind = symbol.type.type
    if isinstance(kind, t.ImageType):
        return IMAGE
    inner = kind.pointee if isinstance(kind, t.PointerType) else symbol.type
    return t.object_space(inner) or t.PRIVATE


def pointer_of(model: ItemModel, record: r.Expression) -> r.Expression | None:
    """Return the pointer that an lvalue is reached through, None where it is part of an object."""
    inner: r.Expression | None = unwrapped(record)
    while inner is not None:
        pointer = None
        match inner:
            case r.Unary(operator="*"):
                pointer = inner.operand
            case r.Index() | r.Member():
                pointer = inner.base
        if pointer is not None and isinstance(model.type_of(pointer).type, t.PointerType):
            return pointer
        inner = None if pointer is None else unwrapped(pointer)
    return None


def pointed_space(kind: t.Qualified) -> str:
    """Return the space that a pointer leads into, or that an array is in; "" for other types."""
    inner = kind.type
    if isinstance(inner, t.PointerType):
        return t.object_space(inner.pointee)
    return t.object_space(kind) if isinstance(inner, t.ArrayType) else ""


def pointed_size(kind: t.Qualified) -> int:
    """Return the size in bytes of what a pointer or an array consists of."""
    inner = kind.type
    pointee = inner.pointee if isinstance(inner, t.PointerType) else t.element_of(kind)
    if isinstance(pointee.type, t.AtomicType):
        pointee = pointee.type.value
    layout = layout_of(pointee)
    return 4 if layout is None else layout[0]


def _compared(value: Value) -> Term | None:
    """Return what is compared of a value that is stored; of a pointer it is the offset."""
    if isinstance(value, Pointer):
        return value.offset
    return value if isinstance(value, Term) else None
