"""The context of typing one item: the types found so far, and the problems."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants import Folder, integer_value
from opencl_ls.semantics.constants.literals import constant_type, constant_value
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.types.conversions import arithmetic_type, value_of
from opencl_ls.semantics.types.operators import Operand
from opencl_ls.semantics.types.symbols import EnumeratorConstant, Function, Symbol, Tag, Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from opencl_ls.semantics.calls.user_overloads import ViableOverloads
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.model import problems as p
    from opencl_ls.settings.target import Target


NULLABLE: Final = frozenset((t.PointerType, t.OpaqueType, t.BlockType))
"""The classes of types that take a null pointer constant; a check for one folds constants."""
_INTEGERS: Final = (
    *(r.IntegerLiteral, r.CharacterLiteral),
    *(r.Unary, r.Binary, r.Conditional, r.TypeQuery),
)


class _Seen(NamedTuple):
    """The result of an operation, and its operands, which must not die: their ids are a key."""

    result: t.Qualified
    one: t.Qualified
    other: t.Qualified


class Typer:
    """The context of typing one item.

    `expressions` gives the function that types each class of expressions.
    """

    def __init__(
        self,
        model: ItemModel,
        target: Target,
        lookup_tag: Callable[[str], Tag | None],
        expressions: Mapping[type[r.Expression], Callable[[Typer, Any], t.Qualified]],
    ) -> None:
        self.model = model
        self.target = target
        self.types = model.types
        self.lvalues = model.lvalues
        self.asked_tags = False
        """Whether a type depends on a struct that another item may define."""
        self.compared: dict[tuple[Function, tuple[Operand, ...]], ViableOverloads] = {}
        """The overloads that fit the arguments of a call, by function and arguments."""
        self.seen: dict[tuple[str, int, int], _Seen] = {}
        """What sound operations and conversions gave, by two types: see `result_of`."""
        self._lookup_tag = lookup_tag
        self._expressions = expressions

    @property
    def folder(self) -> Folder:
        """Return the folder of constants; a kept one would be a reference cycle."""
        return Folder(self._constant, self.model.named_type, self.type_of)

    def type_of(self, expression: r.Expression) -> t.Qualified:
        """Return the type of an expression, arrays and functions not yet decayed."""
        known = self.types.get(expression)
        if known is None:
            compute = self._expressions.get(type(expression))
            known = t.UNKNOWN_QUALIFIED if compute is None else compute(self, expression)
            self.types[expression] = known
        return known

    def result_of(self, operation: str, one: t.Qualified, other: t.Qualified) -> t.Qualified | None:
        """Return the type that an operation on two types had before in the item, None if unknown.

        Types are compared by identity, since most come from a few declarations.
        """
        seen = self.seen.get((operation, id(one), id(other)))
        return None if seen is None else seen.result

    def keep_result(
        self, operation: str, one: t.Qualified, other: t.Qualified, result: t.Qualified
    ) -> None:
        """Keep the type of an operation that depends on two types only and has no problem."""
        self.seen[operation, id(one), id(other)] = _Seen(result, one, other)

    def _constant(self, name: r.Name) -> int | None:
        symbol = self.model.references.get(name)
        if type(symbol) is EnumeratorConstant:
            return symbol.value
        return constant_value(name.name) if symbol is None else None

    def operand(self, expression: r.Expression) -> Operand:
        """Return the value of an expression as an operand."""
        return Operand(value_of(self.type_of(expression)), self.is_null(expression))

    def operands(
        self, left: r.Expression, right: r.Expression, left_type: t.Qualified
    ) -> tuple[Operand, Operand]:
        """Return two operands; a null pointer constant counts only beside a pointer."""
        one, other = value_of(left_type), value_of(self.type_of(right))
        asked = type(one.type) in NULLABLE or type(other.type) in NULLABLE
        if not asked:
            return Operand(one), Operand(other)
        return Operand(one, self.is_null(left)), Operand(other, self.is_null(right))

    def is_null(self, expression: r.Expression) -> bool:
        """Tell whether an expression is a null pointer constant (C11 6.3.2.3)."""
        expression = unwrapped(expression)
        if type(expression) is r.Name:
            return _is_null_name(self, expression)
        if type(expression) is r.Cast:
            kind = self.type_of(expression).type
            if type(kind) is t.PointerType:
                return _is_plain_void(self, kind.pointee) and self.is_null(expression.operand)
            return arithmetic_type(kind) is not None and self.is_null(expression.operand)
        if type(expression) is r.Binary and expression.operator.text == ",":
            return False
        return isinstance(expression, _INTEGERS) and self.folder.integer(expression) == 0

    def note(self, problem: p.TypeProblem) -> None:
        """Record a problem for the rules."""
        self.model.problems.append(problem)

    def symbol(self, expression: r.Expression) -> Symbol | None:
        """Return the symbol that an expression names, through parentheses."""
        return self.model.references.get(unwrapped(expression))

    def members_of(self, kind: t.AggregateType) -> t.Members | None:
        """Return the members of a struct, looking for its definition where it was only declared."""
        if kind.members is None and kind.tag:
            self.asked_tags = True
            tag = self._lookup_tag(kind.tag)
            if tag is not None and type(tag.defined) is t.AggregateType:
                return tag.defined.members
        return kind.members


def _is_plain_void(typer: Typer, pointee: t.Qualified) -> bool:
    """Tell whether this is `void` as in `void *`: qualified it makes no null pointer constant.

    The default address space may be written.
    """
    usual = t.GENERIC if typer.target.has_generic_address_space else t.PRIVATE
    is_plain = type(pointee.type) is t.VoidType and not (pointee.const or pointee.volatile)
    return is_plain and t.object_space(pointee) in ("", usual)


def _is_null_name(typer: Typer, name: r.Name) -> bool:
    """Tell whether a name is that of a null pointer constant, or may be one.

    Compilers know the values of enumerators and of variables that never change.  The value of a
    built-in constant may be unknown.
    """
    symbol = typer.model.references.get(name)
    if symbol is None:
        kind, value = constant_type(name.name, typer.target), constant_value(name.name)
        if kind is None or type(kind.type) is not t.ScalarType or kind.type.floating:
            return name.name == "NULL"
        return not value
    if type(symbol) is Variable:
        initializer = symbol.declarator.initializer
        fixed = symbol.type.space == t.CONSTANT or symbol.type.const
        if not fixed or type(initializer) is not r.IntegerLiteral:
            return False
        return integer_value(initializer.text) == 0
    return type(symbol) is EnumeratorConstant and symbol.value == 0
