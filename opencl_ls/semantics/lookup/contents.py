"""The contents of an item, or of one of its records or symbols: classes and names."""

from __future__ import annotations

from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.types.spaces import plain
from opencl_ls.semantics.types.symbols import MemberVariable, ParameterVariable, Typedef, Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

    from opencl_ls.semantics.model import ItemModel

    Contents = frozenset[type | str]


def contents(model: ItemModel) -> set[type | str]:
    """Return what an item holds: classes of records, symbols and types, and names.

    A type counts with its pointee, elements, result and parameters, but not with its members.  The
    names are those in expressions, and those of types such as `sampler_t`.
    """
    found: set[type | str] = set(model.by_kind)
    found.update(each.name for each in model.references if type(each) is r.Name)
    symbols = {*model.references.values(), *model.declared.values()}
    named = (symbol.type for symbol in symbols if symbol is not None)
    written = chain(model.types.values(), model.type_names.values(), named)
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
    """How the own contents of a record or symbol of one class are found.

    `key` gives cheaply a value that decides them; `held` gives the contents for the key.
    """

    key: Callable[[ItemModel, Any], Hashable]
    held: Callable[[Any], Contents]


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


def _named(model: ItemModel, record: r.Name) -> tuple[str, type]:
    return record.name, type(model.references.get(record))


def _called(model: ItemModel, call: r.Call) -> tuple[str, type] | None:
    callee = unwrapped(call.callee)
    return _named(model, callee) if type(callee) is r.Name else None


def _held_by_name(key: tuple[str, type] | None) -> Contents:
    if key is None:
        return _NOTHING
    name, stands_for = key
    return frozenset((name, name[: name.find("_") + 1], stands_for))


_NOTHING: Final[Contents] = frozenset()
_DECLARED: Final = OwnContents(_of_declared, frozenset)
_LEVEL: Final = OwnContents(
    lambda _, level: frozenset([plain(word.text) for word in level.qualifiers]), frozenset
)
_BINARY: Final = OwnContents(lambda _, record: (record.operator.text,), frozenset)
_UNARY: Final = OwnContents(lambda _, record: (record.operator,), frozenset)

OWN_CONTENTS: Final[dict[type, OwnContents]] = {
    Variable: _DECLARED,
    MemberVariable: _DECLARED,
    Typedef: _DECLARED,
    ParameterVariable: OwnContents(_of_parameter, frozenset),
    r.TypeName: OwnContents(_of_type_name, frozenset),
    r.Specifiers: OwnContents(_of_specifiers, frozenset),
    r.PointerPart: _LEVEL,
    r.BlockPart: _LEVEL,
    r.BasicType: OwnContents(lambda _, written: written.words, frozenset),
    r.Name: OwnContents(_named, _held_by_name),
    r.Call: OwnContents(_called, _held_by_name),
    r.Binary: _BINARY,
    r.Assignment: _BINARY,
    r.Unary: _UNARY,
    r.Postfix: _UNARY,
}
"""The own contents of one record or symbol, for the classes for which they are known.

A declaration holds its name, the words before its declarators (without the underscores around
them), the address space of its object, its types as `contents` has them, and `r.Attribute` where it
has one; specifiers, pointers and types hold their words; operators their operator; a name itself,
its beginning as in "atomic_", and the class of the symbol that it refers to, `NoneType` if the
program declares none; and a call holds the contents of the name in it.
"""
