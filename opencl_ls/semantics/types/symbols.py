"""Symbols: the meanings of the names of a program."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from msgspec import Struct

from opencl_ls.semantics.types import (
    AggregateType,
    FunctionType,
    PointerType,
    ScalarType,
    UnknownType,
    VectorType,
)

if TYPE_CHECKING:
    from weakref import ref

    from opencl_ls.semantics.types import EnumeratedType, Qualified, Type
    from opencl_ls.syntax import records as r


class Symbol(Struct, eq=False):
    """A declared name.

    `word` is the name where it is declared, with its place in the item; `fingerprint` changes with
    everything that another item can see, the place included.
    """

    name: str
    word: r.Word
    type: Qualified
    fingerprint: int = 0

    def is_as(self, other: Symbol) -> bool:
        """Tell whether another item sees no difference between two symbols."""
        return (self.name, self.fingerprint, self.word.start) == (
            other.name,
            other.fingerprint,
            other.word.start,
        )


@final
class Variable(Symbol, kw_only=True):
    """A variable, at program scope (`function` and `block` are None) or in a body.

    `space_word` is the address space as written for the object itself, if any.  `depth` counts
    the compound statements around the declaration: 0 at program scope, 1 in the outermost block
    of a function or of a block literal.  `storage` holds the storage class words.
    """

    declaration: r.Declaration
    declarator: r.InitDeclarator
    storage: frozenset[str]
    space_word: r.Word | None
    depth: int
    function: Function | None
    block: r.BlockLiteral | None


@final
class ParameterVariable(Symbol, kw_only=True):
    """A parameter of a function or of a block.

    It holds a weak reference to its function: without a reference cycle an unused item is freed at
    once.
    """

    parameter: r.Parameter
    index: int
    space_word: r.Word | None
    written: Qualified
    owner: ref[Function] | None

    @property
    def function(self) -> Function | None:
        """The function that it is a parameter of; None for a block's."""
        return None if self.owner is None else self.owner()


_ParameterTypes = tuple[bool, "tuple[Type, ...]"]


class Overloads(tuple["Function", ...]):  # noqa: SLOT001 (it caches facts)
    """The functions of one name so far, if one is overloadable, in their order.

    Facts about all of them pass from one tuple to the next.  `plain` is the first overload without
    the attribute `overloadable`, and `may_be_overloadable` tells whether a macro may give it to
    one.
    """

    plain: Function | None = None
    may_be_overloadable: bool = False
    _types: tuple[_ParameterTypes | None, ...] = ()
    _exact: int = 0
    """The number of overloads at the beginning whose types are compatible to no others."""

    def followed_by(self, function: Function) -> Overloads:
        """Return these overloads and one more."""
        made = Overloads((*self, function))
        types = _parameter_types(function)
        made.plain = self.plain or (None if function.has_overloads else function)
        made.may_be_overloadable = self.may_be_overloadable or function.may_be_overloadable
        made._types = (*self._types, types)
        is_exact = types is not None and not types[0] and all(map(_is_exact, types[1]))
        made._exact = len(made) if is_exact and self._exact == len(self) else self._exact
        return made

    def same_before_last(self) -> Function | None:
        """Return the first overload that takes the same parameters as the last one for certain."""
        types = self._types[-1]
        if types is None:
            return None
        place = self._types.index(types)
        return self[place] if place < len(self) - 1 else None

    def taking(self, given: tuple[Type, ...]) -> Function | None:
        """Return the first overload with parameters of these types if no earlier one can fit.

        None means unknown: they may have to be compared one by one.
        """
        try:
            place = self._types.index((False, given), 0, self._exact)
        except ValueError:
            return None
        return self[place]


def _parameter_types(function: Function) -> _ParameterTypes | None:
    """Return whether a function is variadic, and the types of its parameters, if all are known."""
    kind = function.type.type
    if not isinstance(kind, FunctionType):
        return None
    types = tuple([each.type for each in kind.parameters])
    return (kind.variadic, types) if all(map(_is_known, types)) else None


def _is_known(kind: Type) -> bool:
    while isinstance(kind, PointerType):
        kind = kind.pointee.type
    return not isinstance(kind, UnknownType)


def _is_exact(kind: Type) -> bool:
    """Tell whether a type is compatible only with itself."""
    return isinstance(kind, ScalarType | VectorType) or (
        isinstance(kind, AggregateType) and kind.members is not None
    )


class Function(Symbol, kw_only=True, weakref=True):
    """A function; `definition` is None for a prototype.

    `overloads` are the functions of this name so far, itself included, if one is overloadable.
    """

    declaration: r.Declaration | r.FunctionDefinition
    declarator: r.Declarator
    definition: r.FunctionDefinition | None
    storage: frozenset[str]
    attributes: tuple[r.Attribute, ...]
    parameters: list[ParameterVariable]
    overloads: Overloads = Overloads()
    may_be_overloadable: bool = False
    """An undefined macro may expand to the attribute `overloadable`."""

    @property
    def has_overloads(self) -> bool:
        """The function has the attribute `overloadable`."""
        for attribute in self.attributes:
            if attribute.name.text.strip("_") == "overloadable":
                return True
        return False

    @property
    def is_overloadable(self) -> bool:
        """Others may share the function's name, as far as is known."""
        return self.may_be_overloadable or self.has_overloads or bool(self.overloads)

    @property
    def is_kernel(self) -> bool:
        """The function is a kernel."""
        return "kernel" in self.storage


@final
class Typedef(Symbol, kw_only=True):
    """A typedef name."""

    declaration: r.Declaration
    declarator: r.InitDeclarator


@final
class EnumeratorConstant(Symbol, kw_only=True):
    """A constant of an enumeration; `value` is None where it could not be computed."""

    value: int | None


@final
class MemberVariable(Symbol, kw_only=True):
    """A member of a struct or a union."""

    aggregate: AggregateType
    declaration: r.Declaration
    declarator: r.InitDeclarator


@final
class Tag(Symbol, kw_only=True):
    """The tag of a struct, a union or an enumeration, or an untagged one (a name of "")."""

    specifier: r.RecordType | r.EnumType
    defined: AggregateType | EnumeratedType
