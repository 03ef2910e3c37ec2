"""Enumerations: their constants, and the integer types that hold these (C11 6.7.2.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics import types as t
from opencl_ls.semantics.names.aggregates import declare_tag, has_name, named_tag
from opencl_ls.semantics.names.declared_types import folder
from opencl_ls.semantics.types.symbols import EnumeratorConstant, Tag

if TYPE_CHECKING:
    from opencl_ls.semantics.names.binder import Binder
    from opencl_ls.syntax import records as r


def enum_type(binder: Binder, record: r.EnumType) -> None:
    """Bind the specifier of an enumeration."""
    for attribute in record.attributes:
        binder.visit(attribute, record)
    enumerated_type(binder, record)


def enumerator(binder: Binder, record: r.Enumerator) -> None:
    """Bind the value of an enumerator."""
    for attribute in record.attributes:
        binder.visit(attribute, record)
    if record.value is not None:
        binder.visit(record.value, record)


def enumerated_type(binder: Binder, kind: r.EnumType) -> t.EnumeratedType:
    """Return the enumeration of a specifier, which declares its tag if it is new."""
    known = binder.model.declared.get(kind)
    if type(known) is Tag and type(known.defined) is t.EnumeratedType:
        return known.defined
    name = "" if kind.tag is None else kind.tag.text
    if kind.enumerators is None:
        found = named_tag(binder, kind, name)
        if found is not None and type(found.defined) is t.EnumeratedType:
            return found.defined
    enumerated = t.EnumeratedType(name, kind.enumerators is not None, t.scalar("int"))
    declare_tag(binder, kind, kind.tag, enumerated)
    widening = _Widening(enumerated)
    value: int | None = -1
    for enumerator in kind.enumerators or ():
        binder.visit(enumerator, kind)
        if enumerator.value is not None:
            value = folder(binder).integer(enumerator.value)
        elif value is not None:
            value += 1
        constant = EnumeratorConstant(
            enumerator.name.text, enumerator.name, t.Qualified(t.scalar("int")), value=value
        )
        binder.declare(constant, enumerator)
        # Later enumerators that use its type see it as it is so far.
        widening.add(constant)
        enumerated.enumerators += ((constant.name, value),)
    enumerated.never_negative = widening.never_negative and not any(
        has_name(each, "packed") for each in kind.attributes
    )
    return enumerated


class _Widening:
    """Chooses the types of an enumeration and its constants, one constant at a time.

    As compilers do: what fits an int is one, all others have the type of the enumeration.
    """

    def __init__(self, enumerated: t.EnumeratedType) -> None:
        self._enumerated = enumerated
        self._count = 0
        self._are_known = True
        self._wide: list[EnumeratorConstant] = []
        self._is_negative = False
        self._unsigned = t.scalar("uint")

    @property
    def never_negative(self) -> bool:
        """Whether there are constants, and all of them are not negative and fit an int."""
        return bool(self._count) and self._are_known and not (self._is_negative or self._wide)

    def add(self, constant: EnumeratorConstant) -> None:
        """Take the next constant into account."""
        value = constant.value or 0
        self._count += 1
        self._are_known = self._are_known and constant.value is not None
        self._is_negative = self._is_negative or value < 0
        if value >= 0 and not _fits(value, self._unsigned):
            self._unsigned = t.scalar("ulong")
        if _fits(value, t.scalar("int")):
            return
        self._wide.append(constant)
        integer = t.scalar("long") if self._is_negative else self._unsigned
        if self._enumerated.integer == integer:
            constant.type = t.Qualified(integer)
            return
        self._enumerated.integer = integer
        for each in self._wide:
            each.type = t.Qualified(integer)


def _fits(value: int, kind: t.ScalarType) -> bool:
    lowest = -(1 << (kind.bits - 1)) if kind.signed else 0
    return lowest <= value < lowest + (1 << kind.bits)
