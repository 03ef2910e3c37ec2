"""What an item, or one record or symbol of it, is made of and speaks of, at a glance."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from opencl_ls.semantics import types as t
from opencl_ls.semantics.spaces import plain
from opencl_ls.semantics.symbols import MemberVariable, ParameterVariable, Typedef, Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from opencl_ls.semantics.model import ItemModel

    Contents = frozenset[type | str]


def contents(model: ItemModel) -> set[type | str]:
    """Return what an item holds: classes of records, symbols and types, and names.

    A type counts with what it points to, has as elements, returns or takes, but not with what its
    members are.  The names are those that expressions mention, and of types such as `sampler_t`.
    """
    found: set[type | str] = set(map(type, model.events))
    found.update(each.name for each in model.references if type(each) is r.Name)
    symbols = {*model.references.values(), *model.declared.values()}
    named = (symbol.type for symbol in symbols if symbol is not None)
    # The same few types stand behind most expressions.
    kinds = {
        id(each.type): each.type
        for each in chain(model.types.values(), model.type_names.values(), named)
    }
    _add_types(found, kinds.values())
    return found


def _add_types(found: set[type | str], kinds: Iterable[t.Type]) -> None:
    waiting = list(kinds)
    while waiting:
        kind = waiting.pop()
        while isinstance(kind, t.PointerType | t.ArrayType):
            found.add(type(kind))
            kind = (kind.pointee if isinstance(kind, t.PointerType) else kind.element).type
        found.add(type(kind))
        if isinstance(kind, t.ScalarType | t.OpaqueType):
            found.add(kind.name)
        elif isinstance(kind, t.FunctionType):
            waiting += [kind.result.type, *(each.type for each in kind.parameters)]
        elif isinstance(kind, t.BlockType):
            waiting.append(kind.function)
        elif isinstance(kind, t.AtomicType):
            waiting.append(kind.value.type)
        elif isinstance(kind, t.PipeType):
            waiting.append(kind.packet.type)


# --- one record or symbol ------------------------------------------------------------------------


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
    return frozenset(_of_words(specifiers))


def _of_words(specifiers: r.Specifiers) -> set[type | str]:
    found: set[type | str] = {plain(word.text) for word in specifiers.qualifiers}
    for word in specifiers.storage:
        found.add(plain(word.text))
    if specifiers.attributes:
        found.add(r.Attribute)
    return found


def _of_level(_model: ItemModel, level: r.PointerPart | r.BlockPart) -> Contents:
    return frozenset([plain(word.text) for word in level.qualifiers])


def _of_basic_type(_model: ItemModel, written: r.BasicType) -> Contents:
    return frozenset(written.words)


def _of_name(model: ItemModel, record: r.Name) -> Contents:
    name = record.name
    family = name[: name.find("_") + 1]
    return frozenset((name, family, type(model.references.get(record))))


def _of_call(model: ItemModel, call: r.Call) -> Contents:
    callee = call.callee
    while isinstance(callee, r.Parenthesized):
        callee = callee.inner
    return _of_name(model, callee) if isinstance(callee, r.Name) else frozenset()


def _of_binary(_model: ItemModel, record: r.Binary | r.Assignment) -> Contents:
    return frozenset((record.operator.text,))


def _of_unary(_model: ItemModel, record: r.Unary | r.Postfix) -> Contents:
    return frozenset((record.operator,))


OWN_CONTENTS: Final[dict[type, Callable[[ItemModel, Any], Contents]]] = {
    Variable: _of_declared,
    MemberVariable: _of_declared,
    Typedef: _of_declared,
    ParameterVariable: _of_parameter,
    r.TypeName: _of_type_name,
    r.Specifiers: _of_specifiers,
    r.PointerPart: _of_level,
    r.BlockPart: _of_level,
    r.BasicType: _of_basic_type,
    r.Name: _of_name,
    r.Call: _of_call,
    r.Binary: _of_binary,
    r.Assignment: _of_binary,
    r.Unary: _of_unary,
    r.Postfix: _of_unary,
}
"""What one record or symbol holds by itself, for those classes of which that can be told.

What declares holds its name, the words before its declarators (without the underscores around
them), the address space of its object, its types as `contents` has them, and `r.Attribute` where
it has one; specifiers, pointers and types their words; operators their operator; a name itself, its
beginning as in "atomic_", and the class of the symbol that it stands for, `NoneType` where the
program declares none; and a call what the name in it holds.
"""
