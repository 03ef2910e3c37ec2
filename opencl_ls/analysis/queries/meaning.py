"""The key of a symbol: its identity across items, files and redeclarations."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from opencl_ls.analysis.queries.uses import uses_of
from opencl_ls.semantics import types as t
from opencl_ls.semantics.calls import Argument
from opencl_ls.semantics.calls.user_overloads import resolve_overload
from opencl_ls.semantics.types import symbols as s
from opencl_ls.semantics.types.conversions import value_of
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from opencl_ls.analysis.queries.program import Program
    from opencl_ls.analysis.queries.uses import Use
    from opencl_ls.findings import Place
    from opencl_ls.semantics.model import ItemModel


class Key(NamedTuple):
    """The identity of a symbol: names with equal keys mean the same symbol.

    A name of the file has its `scope`, "name" or "tag"; for an overloadable function `overload` has
    the parameters.  A local name or a member has the place where it is declared.
    """

    name: str
    scope: str
    overload: str = ""
    file: str = ""
    start: int = -1


class Owned(NamedTuple):
    """A use in an item, with the key of its symbol."""

    use: Use
    key: Key


class Keys:
    """The keys of symbols in one program; it caches which items declare each name."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._foreign: dict[s.Symbol, Key | None] = {}

    def of_item(self, number: int, name: str = "") -> Iterator[Owned]:
        """Yield the uses of a name in an item, with the symbols; without a `name` all names."""
        program = self._program
        model, environment = program.model(number), program.environment(number)

        def place(start: int, end: int) -> Place:
            return program.place(number, start, end)

        own = own_symbols(model)
        for use in uses_of(model, environment, name):
            for symbol in meant(model, use):
                key = self.of(symbol, own, model, place)
                if key is not None:
                    yield Owned(use, key)

    def of(
        self,
        symbol: s.Symbol,
        own: set[s.Symbol],
        model: ItemModel,
        place: Callable[[int, int], Place],
    ) -> Key | None:
        """Return the key of a symbol that an item mentions; `own` are those that it declares."""
        if symbol not in own:
            return self._of_foreign(symbol)
        if is_of_file(symbol, model):
            return _file_key(symbol)
        where = place(symbol.word.start, symbol.word.end)
        return Key(symbol.name, "", "", where.file, where.start)

    def _of_foreign(self, symbol: s.Symbol) -> Key | None:
        """Return the key of a symbol of another item, None if no item declares it any more."""
        if not isinstance(symbol, s.MemberVariable | s.ParameterVariable):
            return _file_key(symbol)
        if symbol not in self._foreign:
            self._foreign[symbol] = self._declared_elsewhere(symbol)
        return self._foreign[symbol]

    def _declared_elsewhere(self, symbol: s.Symbol) -> Key | None:
        program, items = self._program, self._program.unit.items
        for number in (*_likely(program, symbol), *range(len(items))):
            item = items[number]
            if symbol.name not in item.source.text:
                continue
            for each in item.analysed.model.declared.values():
                if each is symbol or (each.name == symbol.name and each.is_as(symbol)):
                    where = program.place(number, each.word.start, each.word.end)
                    return Key(symbol.name, "", "", where.file, where.start)
        return None


def _likely(program: Program, symbol: s.Symbol) -> tuple[int, ...]:
    """Return the items that declare the struct or union of a member, found by its name."""
    if not isinstance(symbol, s.MemberVariable):
        return ()
    declarations, whole = program.unit.declarations, symbol.aggregate
    tagged = declarations.tags.get(whole.tag, ()) if whole.tag else ()
    return (*tagged, *(declarations.names.get(whole.alias, ()) if whole.alias else ()))


def meant(model: ItemModel, use: Use) -> tuple[s.Symbol, ...]:
    """Return the symbols that a name may mean: several if a call is ambiguous."""
    symbol = use.symbol
    if use.role != "call" or use.record is None or not isinstance(symbol, s.Function):
        return (symbol,)
    call = model.parents.get(use.record)
    while isinstance(call, r.Parenthesized):
        call = model.parents.get(call)
    if not symbol.overloads or not isinstance(call, r.Call):
        return (symbol,)
    return called_overloads(model, call, symbol)


def own_symbols(model: ItemModel) -> set[s.Symbol]:
    """Return the symbols that an item declares, parameters of prototypes included."""
    found = set(model.declared.values())
    for symbol in model.declared.values():
        if isinstance(symbol, s.Function):
            found.update(symbol.parameters)
    return found


def is_of_file(symbol: s.Symbol, model: ItemModel) -> bool:
    """Tell whether a symbol that an item declares is a name of the whole file."""
    if isinstance(symbol, s.Variable) and "extern" in symbol.storage:
        return True
    if isinstance(symbol, s.Function):
        return True
    exported: s.Symbol | None = model.exports.get(symbol.name)
    if isinstance(symbol, s.Tag):
        exported = model.exported_tags.get(symbol.name) if symbol.name else None
    while exported is not None:
        if exported is symbol:
            return True
        exported = model.redeclared.get(exported)
    return False


def _file_key(symbol: s.Symbol) -> Key:
    if isinstance(symbol, s.Tag):
        return Key(symbol.name, "tag")
    return Key(symbol.name, "name", overload_of(symbol))


def overload_of(symbol: s.Symbol) -> str:
    """Return the parameters of one of several functions of a name, "" for any other symbol."""
    kind = symbol.type.type
    is_overload = isinstance(symbol, s.Function) and (symbol.has_overloads or symbol.overloads)
    if not is_overload or not isinstance(kind, t.FunctionType):
        return ""
    return f"({', '.join(t.spelled(each) for each in kind.parameters)})"


def called_overloads(model: ItemModel, call: r.Call, named: s.Function) -> tuple[s.Function, ...]:
    """Return the overloads of an overloadable function that a call may mean."""
    arguments = tuple(_argument(model, each) for each in call.arguments)
    return resolve_overload(named.name, named.overloads, arguments) or named.overloads


def _argument(model: ItemModel, record: r.Expression) -> Argument:
    kind = value_of(model.types.get(record, t.UNKNOWN_QUALIFIED))
    return Argument(kind, record in model.lvalues, None, False, record)
