"""Symbols: what the names of a program stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from msgspec import Struct

if TYPE_CHECKING:
    from weakref import ref

    from opencl_ls.semantics.types import AggregateType, EnumeratedType, Qualified
    from opencl_ls.syntax import records as r


class Symbol(Struct, eq=False):
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

    Its function is not kept alive by it: without that circle an item that is not needed any more
    is gone at once, where the garbage collector would have to find it among all that is.
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


class Function(Symbol, kw_only=True, weakref=True):
    """A function; `definition` is None for a prototype.

    `forms` are the functions of this name so far, itself included, where one is overloadable.
    """

    declaration: r.Declaration | r.FunctionDefinition
    declarator: r.Declarator
    definition: r.FunctionDefinition | None
    storage: frozenset[str]
    attributes: tuple[r.Attribute, ...]
    parameters: list[ParameterVariable]
    forms: tuple[Function, ...] = ()
    may_be_overloadable: bool = False
    """A macro that nobody defined may bring the attribute `overloadable`."""

    @property
    def has_overloads(self) -> bool:
        """The function has the attribute `overloadable`."""
        return any(
            attribute.name.text.strip("_") == "overloadable" for attribute in self.attributes
        )

    @property
    def is_overloadable(self) -> bool:
        """Others may share the function's name, as far as is known."""
        return self.may_be_overloadable or self.has_overloads or bool(self.forms)

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
