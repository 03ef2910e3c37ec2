"""The accesses that calls of built-in functions make."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from opencl_ls.lazy_pattern import lazy_pattern
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.memory.interleaving.accesses import IMAGE, Pointer
from opencl_ls.semantics.memory.interleaving.evaluation import Place
from opencl_ls.semantics.memory.interleaving.notes import Notes, pointed_size, pointed_space
from opencl_ls.semantics.memory.interleaving.stores import stored
from opencl_ls.semantics.memory.interleaving.terms import (
    ANY,
    ITEM,
    Term,
    Unknown,
    least,
    number,
    of,
)
from opencl_ls.semantics.memory.interleaving.values import Copies, Elements

if TYPE_CHECKING:
    import re

    from opencl_ls.semantics.memory.interleaving.accesses import Access
    from opencl_ls.semantics.memory.interleaving.states import State
    from opencl_ls.semantics.memory.interleaving.values import Value
    from opencl_ls.syntax import records as r

_VECTOR_ACCESS: Final = lazy_pattern(r"v(load|store)(a?)(?:_(half))?(\d*)")
_ATOMICS: Final = ("atomic_", "atom_")
_EVENT: Final = 8
"""The size of an `event_t` in bytes, as `layout_of` has it."""
_HALF: Final = 2
"""The size of a half in bytes."""


class BuiltinCalls(Notes):
    """Carries out calls of built-in functions whose arguments have been carried out."""

    def builtin(self, name: str, record: r.Call, state: State) -> State:
        """Note what a call touches, and return the state after it."""
        if name.startswith(_ATOMICS) and record.arguments:
            self._atomic(name, record, state)
        elif name.startswith(("async_work_group_", "wait_group_events")):
            return self._copy(name, record, state)
        elif name.startswith(("write_image", "read_image")):
            self._image(name, record, state)
        elif (vector := _VECTOR_ACCESS.fullmatch(name)) is not None:
            self._vector(vector, record, state)
        elif self.part.keeps(record):
            for each in record.arguments:
                pointer = self.value(each, state)
                if isinstance(pointer, Pointer) and pointer.space == t.PRIVATE:
                    state = state.assigned(pointer.symbol, None)
        return state

    def _atomic(self, name: str, record: r.Call, state: State) -> None:
        first = record.arguments[0]
        is_write = name not in ("atomic_load", "atomic_load_explicit")
        is_atomic = name != "atomic_init"
        size = pointed_size(state.model.type_of(unwrapped(first)))
        self.note_at(
            first,
            record,
            state,
            number(0),
            size,
            is_write=is_write,
            is_atomic=is_atomic,
            changes=True,
        )

    def _vector(self, name: re.Match[str], record: r.Call, state: State) -> None:
        """Note what `vloadn(offset, p)` or `vstoren(data, offset, p)` touches."""
        is_write = name[1] == "store"
        if len(record.arguments) != 2 + is_write:
            return
        *stored, index, pointer = record.arguments
        size = _HALF if name[3] else pointed_size(state.model.type_of(unwrapped(pointer)))
        width = int(name[4] or 1)
        step = 4 if name[2] and width == 3 else width
        offset = self.evaluator(state.model).term(index, state.variables)
        moved = None if offset is None else offset.times(step * size)
        value = self._given(record, stored[0], state) if stored else None
        self.note_at(pointer, record, state, moved, width * size, is_write=is_write, value=value)

    def _given(self, record: r.Call, argument: r.Expression, state: State) -> Value:
        """Return the value that a call is given to store."""
        return self.stored_value(argument, state) if self.part.keeps(record) else of(ANY)

    def _image(self, name: str, record: r.Call, state: State) -> None:
        """Note the pixel that is read or written; images that are only read are not looked at."""
        image, *rest = record.arguments
        pointer = self.value(image, state)
        if name.startswith("read_"):
            rest = [each for each in rest if not _is_sampler(state.model.type_of(each))]
            if not isinstance(pointer, Pointer) or pointer.symbol.type.access != "read_write":
                return
        if not isinstance(pointer, Pointer) or not rest:
            return
        at = self.value(rest[0], state)
        terms = list(at.values) if isinstance(at, Elements) else [at]
        known = [each for each in terms[:3] if isinstance(each, Term) and not each.is_data]
        if len(known) < len(terms[:3]):
            self.give_up(record, pointer.symbol, state, is_write=name.startswith("write_"))
            return
        place = Place(Pointer(pointer.symbol, IMAGE, known[0]), 1)
        is_write = name.startswith("write_")
        coordinates = tuple(known[1:])
        value = self._given(record, rest[-1], state) if is_write else None
        self.add(record, place, state, is_write=is_write, value=value, coordinates=coordinates)

    def _copy(self, name: str, record: r.Call, state: State) -> State:
        """Begin a copy by the whole group, or wait for copies."""
        if name == "wait_group_events":
            if len(record.arguments) < 2:
                return state
            count, events = record.arguments[:2]
            return state.waited_for(self._copies_of(count, events, state))
        is_strided = name.endswith("strided_copy")
        if len(record.arguments) != 4 + is_strided or not name.endswith(
            "group_" + ("strided_" if is_strided else "") + "copy"
        ):
            return state
        target, source, count, *stride, event = record.arguments
        before = len(self.accesses)
        for each, is_write in ((target, True), (source, False)):
            kind = state.model.type_of(unwrapped(each))
            is_global = pointed_space(kind) == t.GLOBAL
            step = self.value(stride[0], state) if stride and is_global else number(1)
            self._copied(each, record, state, self.value(count, state), step, is_write=is_write)
        begun = frozenset(self.accesses[before:])
        state = replace(state, copies=state.copies | begun)
        copies = Copies({0: begun})
        earlier = self.value(event, state)
        if isinstance(earlier, Copies):
            # The event that is given is that of this copy as well.
            copies = copies.joined(earlier)
            state = stored(self.evaluator(state.model), unwrapped(event), copies, state)
        return replace(state, variables={**state.variables, record: copies})

    def _copies_of(
        self, count: r.Expression, events: r.Expression, state: State
    ) -> frozenset[Access] | None:
        """Return the accesses of the copies that belong to events, None where it is not known."""
        pointer = self.evaluator(state.model).pointer_to(events, state.variables)
        length = self.value(count, state)
        if pointer is None or not isinstance(length, Term):
            return None
        copies, start = state.variables.get(pointer.symbol), pointer.offset.number
        if not isinstance(copies, Copies) or start is None or length.number is None:
            return None
        return copies.between(start, start + length.number * _EVENT)

    def _copied(
        self,
        pointer: r.Expression,
        record: r.Call,
        state: State,
        count: Value,
        step: Value,
        *,
        is_write: bool,
    ) -> None:
        size = pointed_size(state.model.type_of(unwrapped(pointer)))
        offset: Term | None = None
        length = count.number if isinstance(count, Term) else None
        factor = step.number if isinstance(step, Term) else None
        if length is not None and length > 0 and factor == 1:
            offset, size = number(0), size * length
        elif isinstance(count, Term) and factor is not None:
            element = Unknown("number of the element", ITEM)
            offset = of(element)
            element.facts = (least(offset), least(count.plus(offset, -1), 1))
            offset = offset.times(size * factor)
        self.note_at(pointer, record, state, offset, size, is_write=is_write, by_group=True)


def _is_sampler(kind: t.Qualified) -> bool:
    return isinstance(kind.type, t.OpaqueType) and kind.type.name == "sampler_t"
