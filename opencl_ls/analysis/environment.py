"""The names of a program while its items are taken in order."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Protocol, cast

from opencl_ls.analysis.kept_items import (
    DEFINITION,
    PROTOTYPE,
    TYPEDEF,
    KeptModel,
    KeptSymbol,
    symbol_of,
    tag_of,
)
from opencl_ls.analysis.lazy_functions import LazyFunction, is_unresolved
from opencl_ls.builtins.types import builtin_type, type_names
from opencl_ls.semantics.names.program import ProgramNames
from opencl_ls.semantics.types.symbols import Function, Symbol, Tag, Typedef

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from opencl_ls.semantics.model import ItemModel


class Names(Protocol):
    """Symbols by name: a dictionary, or an object like one."""

    def get(self, name: str, /) -> Symbol | None:
        """Return the symbol of this name, or None."""

    def __setitem__(self, name: str, symbol: Symbol, /) -> None:
        """Declare a symbol by its name."""


class UnitEnvironment:
    """The declarations of the items so far at program scope."""

    __slots__ = ("names", "tags")

    def __init__(self, names: Names | None = None, tags: Names | None = None) -> None:
        self.names: Names = {} if names is None else names
        self.tags: Names = {} if tags is None else tags

    def symbol(self, name: str) -> Symbol | None:
        """Return the symbol of an ordinary name, or None; a lazy or kept one is resolved."""
        symbol = self.names.get(name)
        kind = type(symbol)
        if kind is LazyFunction:
            return cast("LazyFunction", symbol).resolve(self)
        return cast("KeptSymbol", symbol).model.symbol(name) if kind is KeptSymbol else symbol

    def tag(self, name: str) -> Tag | None:
        """Return the struct, union or enumeration with this tag, or None."""
        found = self.tags.get(name)
        if type(found) is KeptSymbol:
            return found.model.exported_tags[name]
        return found if type(found) is Tag else None

    def is_type(self, name: str) -> bool:
        """Tell whether a name is a type: a typedef of the program, or built in and not hidden."""
        symbol = self.names.get(name)
        if type(symbol) is KeptSymbol:
            return symbol.kind == TYPEDEF
        if symbol is not None:
            return type(symbol) is Typedef
        return is_builtin_type(name)

    def take(self, model: ItemModel) -> None:
        """Add what an item declares; a prototype does not hide the definition before it."""
        if type(model) is KeptModel:
            self._take_kept(model)
            return
        for name, symbol in model.exports.items():
            if (known := self.names.get(name)) is None or not stays_hidden(symbol, known):
                self.names[name] = symbol
        for name, tag in model.exported_tags.items():
            self.tags[name] = tag

    def _take_kept(self, model: KeptModel) -> None:
        for name in model.export_names:
            symbol = symbol_of(model, name)
            if symbol.kind != PROTOTYPE or not _is_defined(self.names.get(name)):
                self.names[name] = symbol
        for name in model.tag_names:
            self.tags[name] = tag_of(model, name)

    def narrowed(self, names: Iterable[str], tags: Iterable[str]) -> UnitEnvironment:
        """Return the environment with some ordinary names and tags alone."""
        own, own_tags = self.names, self.tags
        return UnitEnvironment(
            {name: symbol for name in names if (symbol := own.get(name)) is not None},
            {name: symbol for name in tags if (symbol := own_tags.get(name)) is not None},
        )

    def agrees(self, model: ItemModel) -> bool:
        """Tell whether a model made in another environment would be the same here."""
        return self.agrees_on(model.item.type_names, model.uses, model.tag_uses)

    def agrees_on(
        self,
        type_names: Mapping[str, bool],
        uses: Mapping[str, int | None],
        tag_uses: Mapping[str, int | None],
    ) -> bool:
        """Return whether names are types, and have fingerprints, as in another environment."""
        names, tags = self.names, self.tags
        for name, answer in type_names.items():
            if self.is_type(name) is not answer:
                return False
        for name, fingerprint in uses.items():
            symbol = names.get(name)
            if type(symbol) is LazyFunction:
                symbol = symbol.resolve(self)
            if (None if symbol is None else symbol.fingerprint) != fingerprint:
                return False
        for name, fingerprint in tag_uses.items():
            tag = tags.get(name)
            if (None if tag is None else tag.fingerprint) != fingerprint:
                return False
        return True


class Declarations(ProgramNames):
    """The items of a unit that declare each name, and the environments between them."""

    def __init__(self, models: Sequence[ItemModel]) -> None:
        super().__init__(models)
        self._last: tuple[dict[str, Symbol], dict[str, Symbol]] | None = None

    def last(self, models: Sequence[ItemModel]) -> tuple[dict[str, Symbol], dict[str, Symbol]]:
        """Return the symbol of each name, and of each tag, at the end of the unit."""
        if self._last is None:
            names: dict[str, Symbol] = {}
            tags: dict[str, Symbol] = {}
            environment = UnitEnvironment(names, tags)
            for model in models:
                environment.take(model)
            for name, symbol in names.items():
                if type(symbol) is KeptSymbol:
                    names[name] = symbol.model.symbol(name)
            for name, tag in tags.items():
                if type(tag) is KeptSymbol:
                    tags[name] = tag.model.exported_tags[name]
            self._last = (names, tags)
        return self._last

    def before(self, models: Sequence[ItemModel], number: int) -> UnitEnvironment:
        """Return the environment in which the item `number` begins; without a copy."""
        return UnitEnvironment(
            _NamesBefore(self.names, models, number, attrgetter("exports")),
            _NamesBefore(self.tags, models, number, attrgetter("exported_tags")),
        )


class _NamesBefore:
    """The names that items before one have declared, looked up on demand."""

    __slots__ = ("_exported", "_models", "_number", "_numbers", "_own")

    def __init__(
        self,
        numbers: dict[str, list[int]],
        models: Sequence[ItemModel],
        number: int,
        exported: Callable[[ItemModel], dict[str, Symbol]],
    ) -> None:
        self._numbers = numbers
        self._models = models
        self._number = number
        self._exported = exported
        self._own: dict[str, Symbol] = {}

    def get(self, name: str, /) -> Symbol | None:
        known = self._own.get(name)
        if known is not None:
            return known
        for number in self._numbers.get(name, ()):
            if number >= self._number:
                break
            symbol = self._exported(self._models[number])[name]
            if not stays_hidden(symbol, known):
                known = symbol
        return known

    def __setitem__(self, name: str, symbol: Symbol, /) -> None:
        self._own[name] = symbol


def stays_hidden(symbol: Symbol, known: Symbol | None) -> bool:
    """Tell whether a declaration is a prototype after the definition of its function.

    A declaration of an overloadable function does not count: the last overload lists those before
    it.
    """
    return (
        _is_defined(known)
        and isinstance(symbol, Function)
        and symbol.definition is None
        and not symbol.is_overloadable
    )


def _is_defined(symbol: Symbol | None) -> bool:
    """Return whether a symbol is a function with a definition."""
    if type(symbol) is KeptSymbol:
        return symbol.kind == DEFINITION
    return isinstance(symbol, Function) and symbol.definition is not None


def changed_names(old: Sequence[ItemModel], new: Sequence[ItemModel]) -> set[str]:
    """Return the names that some items declared differently before an edit.

    A name that was not looked up yet does not count: no model depends on it.
    """
    one, other = fingerprints(old), fingerprints(new)
    if one == other:
        return set()
    unresolved = {
        name for model in old for name, each in model.exports.items() if is_unresolved(each)
    }
    differ = [key for key in one.keys() | other.keys() if one.get(key) != other.get(key)]
    return {name for name, _ in differ} - unresolved


def fingerprints(models: Iterable[ItemModel]) -> dict[tuple[str, bool], list[int]]:
    """Return the fingerprints of what items declare, by the name and whether it is a tag.

    All declarations of a name count: a prototype after the definition of its function does not
    replace it.
    """
    found: dict[tuple[str, bool], list[int]] = {}
    for model in models:
        for name, symbol in model.exports.items():
            found.setdefault((name, False), []).append(symbol.fingerprint)
        for name, tag in model.exported_tags.items():
            found.setdefault((name, True), []).append(tag.fingerprint)
    return found


def declare_same_names(old: Sequence[ItemModel], new: Sequence[ItemModel]) -> bool:
    """Tell whether two lists of items declare the same names, item by item."""
    return len(old) == len(new) and all(
        one.exports.keys() == other.exports.keys()
        and one.exported_tags.keys() == other.exported_tags.keys()
        for one, other in zip(old, new, strict=True)
    )


def is_builtin_type(name: str) -> bool:
    """Tell whether a name is a built-in type; reserved names and `pipe` do not count."""
    if name not in type_names():
        return False
    known = builtin_type(name)
    return known is not None and known.kind not in ("reserved", "specifier")
