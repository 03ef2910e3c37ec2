"""Initialisers against the types that they initialise (C11 6.7.9, OpenCL C 6.1.6).

Braces may be left out inside a list, so members are filled by walking the type and the list side
by side.  After a designator or a type that is not understood, the rest of the list is not checked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import is_named
from opencl_ls.semantics.lookup.constness import asks_for_size
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.model.wording import is_string
from opencl_ls.semantics.types import spaces
from opencl_ls.semantics.types.conversions import same_type, value_of
from opencl_ls.semantics.types.members import find_member
from opencl_ls.semantics.typing.assignments import check_assignment
from opencl_ls.semantics.typing.members import RANGE
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.typing.typer import Typer

_Row = tuple[r.InitializerEntry, ...]
_Designators = tuple[r.Designator, ...]


def initialize(typer: Typer, destination: t.Qualified, value: r.Expression) -> None:
    """Check an initialiser against the type that it initialises (C11 6.7.9)."""
    Initialization(typer).check(destination, value)


def compound_literal(typer: Typer, record: r.CompoundLiteral) -> t.Qualified:
    """Return the type of a compound literal."""
    destination = typer.model.named_type(record.type)
    typer.lvalues.add(record)
    initialize(typer, destination, record.initializer)
    if type(destination.type) is t.UnknownType:
        return destination
    return spaces.variable(destination, _is_at_program_scope(typer, record), False, typer.target)


class _LostError(Exception):
    """The walk met something that it does not understand."""


class Initialization:
    """The check of one initialiser."""

    def __init__(self, typer: Typer) -> None:
        self.typer = typer
        # A scalar for a vector without braces: some compilers fill all its components with it.
        self._uncounted = False

    def check(self, destination: t.Qualified, value: r.Expression) -> None:
        """Note the problems of `value` as the initialiser of an object of type `destination`."""
        try:
            self._whole(destination, value)
        except _LostError:
            self._type_all(value)

    def _type_all(self, value: r.Expression) -> None:
        if type(value) is r.InitializerList:
            for entry in value.entries:
                self._type_all(entry.value)
        else:
            self.typer.type_of(value)

    def _whole(self, destination: t.Qualified, value: r.Expression) -> None:
        kind = destination.type
        if type(value) is not r.InitializerList:
            self._single(destination, value)
            return
        if not _takes_braces(kind):
            self.typer.note(
                p.Mismatch(value, "initialize", destination, t.UNKNOWN_QUALIFIED, "braces")
            )
            raise _LostError
        if kind is t.UNKNOWN:
            raise _LostError
        if is_named(kind, "ndrange_t"):
            destination, kind = t.Qualified(RANGE, alias="ndrange_t"), RANGE
        if isinstance(kind, t.ArrayType | t.AggregateType | t.VectorType):
            rest = 0
            if type(kind) is t.ArrayType and value.entries and _is_characters(kind):
                first = value.entries[0]
                if not first.designators and is_string(first.value):
                    # A string fills the whole array, whatever comes after it.
                    self.typer.type_of(first.value)
                    rest = 1
            rest = rest or self._fill(destination, value.entries, 0, True)
            if rest < len(value.entries):
                excess = value.entries[rest]
                self.typer.note(p.InitializerProblem(excess, destination, "excess"))
                for entry in value.entries[rest:]:
                    self._type_all(entry.value)
            return
        self._scalar_list(destination, value)

    def _scalar_list(self, destination: t.Qualified, value: r.InitializerList) -> None:
        if not value.entries:
            return
        first = value.entries[0]
        if first.designators:
            problem = p.InitializerProblem(first.designators[0], destination, "designator")
            self.typer.note(problem)
            return
        self._whole(destination, first.value)
        for entry in value.entries[1:]:
            self._type_all(entry.value)
        if len(value.entries) > 1:
            self.typer.note(p.InitializerProblem(value.entries[1], destination, "excess"))

    def _single(self, destination: t.Qualified, value: r.Expression) -> None:
        kind = destination.type
        if type(kind) is t.ArrayType:
            source = self.typer.type_of(value)
            if is_string(value) and _is_characters(kind):
                return
            if type(source.type) is t.UnknownType or isinstance(kind.element.type, t.UnknownType):
                return
            if type(value) is r.CompoundLiteral and same_type(source.type, kind):
                return
            self.typer.note(
                p.Mismatch(value, "initialize", destination, source, "array-initializer")
            )
            return
        check_assignment(self.typer, value, destination, "initialize")

    def _fill(self, destination: t.Qualified, entries: _Row, position: int, braced: bool) -> int:
        """Fill an array, aggregate or vector from `entries[position:]`; return what is left."""
        kind = destination.type
        if type(kind) is t.ArrayType:
            return self._fill_array(kind, entries, position, braced)
        if type(kind) is t.AggregateType:
            return self._fill_aggregate(destination, kind, entries, position, braced)
        if type(kind) is t.VectorType:
            return self._fill_vector(destination, kind, entries, position, braced)
        raise _LostError

    def _fill_array(self, kind: t.ArrayType, entries: _Row, position: int, braced: bool) -> int:
        index = 0
        while position < len(entries):
            entry = entries[position]
            if entry.designators:
                if not braced:
                    return position
                self._check_indices(t.Qualified(kind), entry.designators)
                index = self._designated_index(entry)
                position = self._designated(kind.element, entry, entries, position)
                index += 1
                continue
            if kind.size is not None and index >= kind.size:
                return position
            position = self._element(kind.element, entries, position)
            index += 1
        return position

    def _check_indices(self, destination: t.Qualified, designators: _Designators) -> None:
        """Note a member or element of a list of designators that does not exist.

        The caller that fills the struct looks up the first member.
        """
        for place, designator in enumerate(designators):
            kind = destination.type
            if not self._is_for(kind, designator):
                self.typer.note(p.InitializerProblem(designator, destination, "designator"))
                raise _LostError
            if type(kind) is t.ArrayType and designator.index is not None:
                for bound in (designator.index, designator.last):
                    self._check_index(destination, kind.size, bound)
                destination = kind.element
            elif type(kind) is t.AggregateType and designator.member is not None:
                members = self.typer.members_of(kind) or ()
                name = designator.member.text
                found = find_member(members, name)
                if found is None:
                    if place and members and all(map(_has_known_names, members)):
                        self.typer.note(
                            p.InitializerProblem(designator, destination, "designator", name)
                        )
                    return
                destination = found.type
            else:
                return

    def _is_for(self, kind: t.Type, designator: r.Designator) -> bool:
        """Tell whether a designator of this kind may apply to a type."""
        if designator.member is not None:
            return isinstance(kind, t.AggregateType | t.UnknownType | t.AtomicType)
        if designator.index is not None:
            return isinstance(kind, t.ArrayType | t.UnknownType | t.AtomicType)
        return True

    def _check_index(
        self, array: t.Qualified, size: int | None, bound: r.Expression | None
    ) -> None:
        value = self.typer.folder.integer(bound)
        if bound is None or value is None or asks_for_size(bound):
            return
        if value < 0 or (size and value >= size):
            self.typer.note(p.InitializerProblem(bound, array, "index", given=value))

    def _designated_index(self, entry: r.InitializerEntry) -> int:
        designator = entry.designators[0]
        if designator.index is None:
            raise _LostError
        value = self.typer.folder.integer(designator.last or designator.index)
        if value is None:
            raise _LostError
        return value

    def _designated(
        self, destination: t.Qualified, entry: r.InitializerEntry, entries: _Row, position: int
    ) -> int:
        if len(entry.designators) > 1:
            part = self._part_of(destination, entry.designators[1:])
            follows = entries[position + 1 : position + 2]
            if not self._takes_whole(part, entry.value) or any(not e.designators for e in follows):
                raise _LostError
            self._whole(part, entry.value)
            return position + 1
        if self._takes_whole(destination, entry.value):
            self._whole(destination, entry.value)
            return position + 1
        stripped = r.InitializerEntry(entry.start, entry.end, (), entry.value)
        rest = (*entries[:position], stripped, *entries[position + 1 :])
        return self._element(destination, rest, position)

    def _part_of(self, destination: t.Qualified, designators: _Designators) -> t.Qualified:
        """Return the type of the part of an element or a member that further designators name."""
        for designator in designators:
            kind = destination.type
            if type(kind) is t.ArrayType and designator.index is not None:
                destination = kind.element
            elif type(kind) is t.AggregateType and designator.member is not None:
                found = find_member(self.typer.members_of(kind) or (), designator.member.text)
                if found is None:
                    raise _LostError
                destination = found.type
            else:
                raise _LostError
        return destination

    def _fill_aggregate(
        self,
        destination: t.Qualified,
        kind: t.AggregateType,
        entries: _Row,
        position: int,
        braced: bool,
    ) -> int:
        members = self.typer.members_of(kind)
        if members is None:
            raise _LostError
        index = 0
        while position < len(entries):
            entry = entries[position]
            if entry.designators:
                if not braced:
                    return position
                self._check_indices(destination, entry.designators)
                index = self._designated_member(destination, members, entry)
                position = self._designated(members[index].type, entry, entries, position)
                index += 1
                continue
            while index < len(members):
                if members[index].name or members[index].bit_width is None:
                    break
                index += 1
            if index >= len(members) or (kind.keyword == "union" and index > 0):
                return position
            position = self._element(members[index].type, entries, position)
            index += 1
        return position

    def _designated_member(
        self, destination: t.Qualified, members: t.Members, entry: r.InitializerEntry
    ) -> int:
        designator = entry.designators[0]
        if designator.member is None:
            raise _LostError
        name = designator.member.text
        if name in members.places:
            return members.places[name]
        if find_member(members, name) is None and all(map(_has_known_names, members)):
            self.typer.note(p.InitializerProblem(designator, destination, "designator", name))
        raise _LostError

    def _fill_vector(
        self,
        destination: t.Qualified,
        kind: t.VectorType,
        entries: _Row,
        position: int,
        braced: bool,
    ) -> int:
        filled = 0
        while position < len(entries) and (braced or filled < kind.width):
            entry = entries[position]
            if entry.designators and braced:
                designator = entry.designators[0]
                self.typer.note(p.InitializerProblem(designator, destination, "designator"))
            if entry.designators:
                raise _LostError
            if type(entry.value) is r.InitializerList:
                if not braced or not entry.value.entries:
                    raise _LostError
                # Braces around a component hold one value, and any further value is too much.
                self._scalar_list(t.Qualified(kind.element), entry.value)
                filled += 1
                position += 1
                continue
            value = value_of(self.typer.type_of(entry.value))
            if type(value.type) is t.UnknownType:
                raise _LostError
            filled += value.type.width if type(value.type) is t.VectorType else 1
            if type(value.type) is not t.VectorType:
                self._uncounted = self._uncounted or not braced
                check_assignment(self.typer, entry.value, t.Qualified(kind.element), "initialize")
            elif not braced and self._uncounted:
                raise _LostError
            elif not braced:
                # A vector initialises a whole element or member, and not a part of it.
                check_assignment(self.typer, entry.value, destination, "initialize")
                return position + 1
            elif value.type.element != kind.element:
                problem = p.VectorLiteralProblem(entry.value, destination, kind.width, 0, value)
                self.typer.note(problem)
                raise _LostError
            position += 1
        if braced and filled not in (0, kind.width):
            span = r.Word(entries[0].start, entries[position - 1].end, "")
            note = p.InitializerProblem(span, destination, "components", given=filled)
            self.typer.note(note)
        return position

    def _element(self, destination: t.Qualified, entries: _Row, position: int) -> int:
        """Initialise one element or member, with its braces left out or not."""
        value = entries[position].value
        if self._takes_whole(destination, value):
            self._whole(destination, value)
            return position + 1
        return self._fill(destination, entries, position, False)

    def _takes_whole(self, destination: t.Qualified, value: r.Expression) -> bool:
        kind = destination.type
        if type(value) is r.InitializerList:
            return True
        if type(kind) is t.ArrayType:
            return is_string(value) and _is_characters(kind)
        if isinstance(kind, t.AggregateType | t.VectorType):
            source = value_of(self.typer.type_of(value)).type
            if type(source) is t.UnknownType:
                raise _LostError
            if type(kind) is t.VectorType:
                return type(source) is t.VectorType and source == kind
            return type(source) is t.AggregateType and not self._begins_with(kind, source)
        return True

    def _begins_with(self, kind: t.Type, source: t.AggregateType) -> bool:
        """Tell whether a type begins with another one, so that its braces may be left out."""
        while isinstance(kind, t.AggregateType | t.ArrayType):
            if type(kind) is t.ArrayType:
                kind = kind.element.type
            else:
                members = self.typer.members_of(kind)
                kind = members[0].type.type if members else t.UNKNOWN
            if same_type(kind, source):
                return True
        return False


def _takes_braces(kind: t.Type) -> bool:
    """Tell whether an object may be initialised by a list: compilers refuse opaque objects.

    They take a list for `ndrange_t`, which is a struct of their headers, and for Intel's types.
    """
    if type(kind) is t.OpaqueType:
        return kind.name == "ndrange_t" or kind.name.startswith("intel_")
    return not isinstance(kind, t.ImageType | t.PipeType | t.AtomicType | t.FunctionType)


def _is_characters(kind: t.ArrayType) -> bool:
    element = kind.element.type
    return type(element) is t.ScalarType and element.bits == 8


def _has_known_names(member: t.AggregateMember) -> bool:
    """Tell whether all names that a member adds to its struct are known."""
    kind = member.type.type
    if member.name or member.bit_width is not None:
        return True
    return type(kind) is t.AggregateType and all(map(_has_known_names, kind.members or ()))


def _is_at_program_scope(typer: Typer, record: r.Record) -> bool:
    """Tell whether a record is outside of all bodies."""
    return typer.model.enclosing(record, r.FunctionDefinition, r.BlockLiteral) is None
