"""Symbols: what the names of a program stand for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from weakref import ref

    from opencl_ls.semantics.types import AggregateType, EnumeratedType, Qualified
    from opencl_ls.syntax import records as r


@dataclass(slots=True, eq=False)
class Symbol:
    """A declared name.

    `word` is the name where it is declared, with its place in the item; `fingerprint` changes
    whenever something changes that another item could notice, the place included.
    """

    name: str
    word: r.Word
    type: Qualified
    fingerprint: int = 0

    def is_as(self, other: Symbol) -> bool:
        """Tell whether another item would notice no difference between two symbols."""
        return (self.name, self.fingerprint, self.word.start) == (
            other.name,
            other.fingerprint,
            other.word.start,
        )


@dataclass(slots=True, eq=False)
class Variable(Symbol):
    """A variable, at program scope (`function` and `block` are None) or in a body.

    `space_word` is the address space as written for the object itself, if any.  `depth` counts
    the compound statements around the declaration: 0 at program scope, 1 in the outermost block
    of a function or of a block literal.  `storage` holds the storage class words.
    """

    declaration: r.Declaration = field(kw_only=True)
    declarator: r.InitDeclarator = field(kw_only=True)
    storage: frozenset[str] = field(kw_only=True)
    space_word: r.Word | None = field(kw_only=True)
    depth: int = field(kw_only=True)
    function: Function | None = field(kw_only=True)
    block: r.BlockLiteral | None = field(kw_only=True)


@dataclass(slots=True, eq=False)
class ParameterVariable(Symbol):
    """A parameter of a function or of a block.

    Its function is not kept alive by it: without that circle an item that is not needed any more
    is gone at once, where the garbage collector would have to find it among all that is.
    """

    parameter: r.Parameter = field(kw_only=True)
    index: int = field(kw_only=True)
    space_word: r.Word | None = field(kw_only=True)
    written: Qualified = field(kw_only=True)
    owner: ref[Function] | None = field(kw_only=True)

    @property
    def function(self) -> Function | None:
        """The function that it is a parameter of; None for a block's."""
        return None if self.owner is None else self.owner()


@dataclass(slots=True, eq=False, weakref_slot=True)
class Function(Symbol):
    """A function; `definition` is None for a prototype.

    `forms` are the functions of this name so far, itself included, where it is overloadable.
    """

    declaration: r.Declaration | r.FunctionDefinition = field(kw_only=True)
    declarator: r.Declarator = field(kw_only=True)
    definition: r.FunctionDefinition | None = field(kw_only=True)
    storage: frozenset[str] = field(kw_only=True)
    attributes: tuple[r.Attribute, ...] = field(kw_only=True)
    parameters: list[ParameterVariable] = field(kw_only=True)
    forms: tuple[Function, ...] = ()

    @property
    def is_overloadable(self) -> bool:
        """The function has the attribute `overloadable`, so that others may share its name."""
        return any(
            attribute.name.text.strip("_") == "overloadable" for attribute in self.attributes
        )

    @property
    def is_kernel(self) -> bool:
        """The function is a kernel."""
        return "kernel" in self.storage


@dataclass(slots=True, eq=False)
class Typedef(Symbol):
    """A typedef name."""

    declaration: r.Declaration = field(kw_only=True)
    declarator: r.InitDeclarator = field(kw_only=True)


@dataclass(slots=True, eq=False)
class EnumeratorConstant(Symbol):
    """A constant of an enumeration; `value` is None where it could not be computed."""

    value: int | None = field(kw_only=True)


@dataclass(slots=True, eq=False)
class MemberVariable(Symbol):
    """A member of a struct or a union."""

    aggregate: AggregateType = field(kw_only=True)
    declaration: r.Declaration = field(kw_only=True)
    declarator: r.InitDeclarator = field(kw_only=True)


@dataclass(slots=True, eq=False)
class Tag(Symbol):
    """The tag of a struct, a union or an enumeration, or an untagged one (a name of "")."""

    specifier: r.RecordType | r.EnumType = field(kw_only=True)
    defined: AggregateType | EnumeratedType = field(kw_only=True)
