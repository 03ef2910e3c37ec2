"""The types of all expressions of an item, and the problems of types.

It runs over a bound item and keeps the type of each expression, with qualifiers and address space,
and whether it is an lvalue.  An expression that is not understood has the type `UNKNOWN` and no
problem; an operation on an invalid operand yields `UNKNOWN`, so one mistake is reported once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from opencl_ls.semantics.typing import (
    assignments,
    calls,
    casts,
    initializers,
    members,
    operators,
    primary,
    statements,
)
from opencl_ls.semantics.typing.expression_cache import cached_ranges
from opencl_ls.semantics.typing.typer import Typer
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from opencl_ls.semantics import types as t
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.types.symbols import Tag
    from opencl_ls.settings.target import Target


EXPRESSIONS: Final[dict[type[r.Expression], Callable[[Typer, Any], t.Qualified]]] = {
    r.Name: primary.name,
    r.IntegerLiteral: primary.integer,
    r.FloatLiteral: primary.floating,
    r.CharacterLiteral: primary.character,
    r.StringLiteral: primary.string,
    r.Parenthesized: primary.parenthesized,
    r.TypeQuery: primary.type_query,
    r.OffsetOf: primary.offset_of,
    r.GenericSelection: primary.generic_selection,
    r.Unary: operators.unary,
    r.Postfix: operators.postfix,
    r.Binary: operators.binary,
    r.Conditional: operators.conditional,
    r.Index: operators.index,
    r.Member: members.member,
    r.Assignment: assignments.assignment,
    r.Cast: casts.cast,
    r.VectorLiteral: casts.vector_literal,
    r.CompoundLiteral: initializers.compound_literal,
    r.StatementExpression: statements.statement_expression,
    r.BlockLiteral: statements.block_literal,
    r.Call: calls.call,
}
"""The function that types each class of expressions; other classes have an unknown type."""
_STATEMENTS: Final[dict[type[Any], Callable[[Typer, Any], None]]] = {
    r.If: statements.condition,
    r.While: statements.condition,
    r.DoWhile: statements.condition,
    r.For: statements.condition,
    r.Switch: statements.switch,
    r.Return: statements.return_statement,
    r.InitDeclarator: statements.init_declarator,
}


def type_item(model: ItemModel, target: Target, lookup_tag: Callable[[str], Tag | None]) -> bool:
    """Type every expression of a bound item, and check the statements that use the values.

    `lookup_tag` returns the struct, union or enumeration of a name.  Returns whether a type
    depends on a struct that another item may define.
    """
    typer = Typer(model, target, lookup_tag, EXPRESSIONS)
    position = 0
    for known in cached_ranges(model):
        _type_events(typer, position, known.start)
        position = known.end
    _type_events(typer, position, len(model.events))
    return typer.asked_tags


def _all_kinds(kind: type[r.Record]) -> Iterator[type[r.Record]]:
    for each in kind.__subclasses__():
        yield each
        yield from _all_kinds(each)


# The type of an initializer in braces is that of the object that it initializes.
_TYPED: Final = frozenset(_all_kinds(r.Expression)) - {r.InitializerList}


def _type_events(typer: Typer, start: int, end: int) -> None:
    types = typer.types
    for event in typer.model.events[start:end]:
        kind = type(event)
        if kind in _TYPED:
            if event not in types:
                typer.type_of(cast("r.Expression", event))
        elif (check := _STATEMENTS.get(kind)) is not None:
            check(typer, event)
