"""The contents of an item, or of one of its records or symbols: classes and names."""

from __future__ import annotations

from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.placement import attribute_name, attributes_of_symbol
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.types.spaces import plain
from opencl_ls.semantics.types.symbols import MemberVariable, ParameterVariable, Typedef, Variable
from opencl_ls.syntax import records as r
from opencl_ls.syntax.malformed_literals import number_problem

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

    from opencl_ls.semantics.model import ItemModel

    Contents = frozenset[type | str]


def contents(model: ItemModel) -> set[type | str]:
    """Return what an item holds: classes of records, symbols and types, and names.

    A type counts with its pointee, elements, result and parameters, but not with its members.  The
    names are those in expressions, those of types such as `sampler_t`, and those of the attributes
    of all symbols.  An item with a syntax error, or one that error recovery repaired, holds
    `r.SyntaxProblem`.
    """
    found: set[type | str] = set(model.by_kind)
    found.update(each.name for each in model.references if type(each) is r.Name)
    symbols = {*model.references.values(), *model.declared.values()}
    symbols.discard(None)
    rows = (attributes_of_symbol(each) for each in symbols if each is not None)
    attributes = chain.from_iterable(rows)
    found.update(map(attribute_name, attributes))
    named = map(attrgetter("type"), symbols)
    written = chain(model.types.values(), model.type_names.values(), named)
    if model.item.problems or model.item.recovered:
        found.add(r.SyntaxProblem)
    kinds = list(map(attrgetter("type"), written))
    # Most expressions have one of a few types.
    _add_types(found, dict(zip(map(id, kinds), kinds, strict=True)).values())
    return found


def _add_types(found: set[type | str], kinds: Iterable[t.Type]) -> None:
    waiting = list(kinds)
    while waiting:
        kind = waiting.pop()
        found.add(type(kind))
        if type(kind) is t.ScalarType or type(kind) is t.OpaqueType:
            found.add(kind.name)
        elif type(kind) is t.PointerType:
            waiting.append(kind.pointee.type)
        elif type(kind) is t.ArrayType:
            waiting.append(kind.element.type)
        elif type(kind) is t.VectorType:
            continue
        elif type(kind) is t.FunctionType:
            waiting += [kind.result.type, *(each.type for each in kind.parameters)]
        elif type(kind) is t.BlockType:
            waiting.append(kind.function)
        elif type(kind) is t.AtomicType:
            waiting.append(kind.value.type)
        elif type(kind) is t.PipeType:
            waiting.append(kind.packet.type)


# --- one record or symbol ------------------------------------------------------------------------


class OwnContents(NamedTuple):
    """How the own contents of the records or symbols of one class are found.

    `keys` gives cheaply a value for each of some of them that decides its contents; `held` gives
    the contents for such a key.
    """

    keys: Callable[[ItemModel, Sequence[Any]], Iterable[Hashable]]
    held: Callable[[Any], Contents]


def _one_by_one(key: Callable[[ItemModel, Any], Hashable]) -> OwnContents:
    """Return how contents are found that are their own key."""
    return OwnContents(lambda model, subjects: [key(model, each) for each in subjects], frozenset)


def _of_declared(_model: ItemModel, symbol: Variable | MemberVariable | Typedef) -> Contents:
    found = _of_words(symbol.declaration.specifiers)
    if symbol.declarator.declarator.attributes:
        found.add(r.Attribute)
    found.update((symbol.name, t.object_space(symbol.type)))
    _add_types(found, (symbol.type.type,))
    return frozenset(found)


def _of_parameter(_model: ItemModel, symbol: ParameterVariable) -> Contents:
    found = _of_words(symbol.parameter.specifiers)
    if symbol.parameter.declarator.attributes:
        found.add(r.Attribute)
    found.update((symbol.name, t.object_space(symbol.type)))
    _add_types(found, (symbol.type.type, symbol.written.type))
    return frozenset(found)


def _of_type_name(model: ItemModel, name: r.TypeName) -> Contents:
    found = _of_words(name.specifiers)
    named = model.type_names.get(name)
    if named is not None:
        _add_types(found, (named.type,))
    return frozenset(found)


def _of_specifiers(_model: ItemModel, specifiers: r.Specifiers) -> Contents:
    if specifiers.qualifiers or specifiers.storage or specifiers.attributes:
        return frozenset(_of_words(specifiers))
    return _NOTHING


def _of_words(specifiers: r.Specifiers) -> set[type | str]:
    found: set[type | str] = {plain(word.text) for word in specifiers.qualifiers}
    for word in specifiers.storage:
        found.add(plain(word.text))
    if specifiers.attributes:
        found.add(r.Attribute)
    return found


def _names(model: ItemModel, names: Sequence[r.Record]) -> Iterable[tuple[str, type]]:
    meant = map(model.references.get, names)
    return zip(map(_NAME_OF, names), map(type, meant), strict=True)


def _calls(model: ItemModel, calls: Sequence[r.Call]) -> list[tuple[str, type] | None]:
    callees = [unwrapped(call.callee) for call in calls]
    return [
        (each.name, type(model.references.get(each))) if type(each) is r.Name else None
        for each in callees
    ]


def _held_by_name(key: tuple[str, type] | None) -> Contents:
    if key is None:
        return _NOTHING
    name, stands_for = key
    return frozenset((name, name[: name.find("_") + 1], stands_for))


def _assignments(model: ItemModel, records: Sequence[r.Assignment]) -> Iterable[Hashable]:
    places = [model.type_of(each.left).type for each in records]
    values = [type(each.right) for each in records]
    operators = [each.operator.text for each in records]
    above = map(type, map(model.parents.get, records))
    return zip(operators, values, map(type, places), above, strict=True)


def _held_by_assignment(key: tuple[str, type, type, type]) -> Contents:
    operator, value, place, above = key
    if issubclass(above, r.Expression):
        return frozenset((operator, value, place, r.Expression))
    return frozenset((operator, value, place))


_NOTHING: Final[Contents] = frozenset()
_NAME_OF: Final = attrgetter("name")
_TEXT_OF: Final = attrgetter("text")
_DECLARED: Final = _one_by_one(_of_declared)
_LEVEL: Final = _one_by_one(
    lambda _, level: frozenset([plain(word.text) for word in level.qualifiers])
)
_BINARY: Final = OwnContents(
    lambda _, records: [(each.operator.text,) for each in records], frozenset
)
_UNARY: Final = _one_by_one(lambda _, record: (record.operator,))
_NUMBER: Final = OwnContents(
    lambda _, literals: map(_TEXT_OF, literals),
    lambda text: frozenset(("malformed",) if number_problem(text) else ()),
)

OWN_CONTENTS: Final[dict[type, OwnContents]] = {
    Variable: _DECLARED,
    MemberVariable: _DECLARED,
    Typedef: _DECLARED,
    ParameterVariable: _one_by_one(_of_parameter),
    r.TypeName: _one_by_one(_of_type_name),
    r.Specifiers: _one_by_one(_of_specifiers),
    r.PointerPart: _LEVEL,
    r.BlockPart: _LEVEL,
    r.BasicType: _one_by_one(lambda _, written: written.words),
    r.IntegerLiteral: _NUMBER,
    r.FloatLiteral: _NUMBER,
    r.Name: OwnContents(_names, _held_by_name),
    r.Call: OwnContents(_calls, _held_by_name),
    r.ExpressionStatement: OwnContents(
        lambda _, statements: [(type(each.expression),) for each in statements],
        frozenset,
    ),
    r.Binary: _BINARY,
    r.Assignment: OwnContents(_assignments, _held_by_assignment),
    r.Unary: _UNARY,
    r.Postfix: _UNARY,
}
"""The own contents of one record or symbol, for the classes for which they are known.

A declaration holds its name, the words before its declarators (without the underscores around
them), the address space of its object, its types as `contents` has them, and `r.Attribute` where it
has one; specifiers, pointers and types hold their words; operators their operator; a name itself,
its beginning as in "atomic_", and the class of the symbol that it refers to, `NoneType` if the
program declares none; and a call holds the contents of the name in it.  A number holds "malformed"
where it is no number, and a statement the class of its expression.  An assignment also holds the
class of its value, that of the type of its place, and `r.Expression` where it is a part of one.
"""
