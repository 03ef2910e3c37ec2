"""One state of a program, and the questions that features ask of it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.analysis import queries
from opencl_ls.analysis.macros import MacroInfo, include_of, macro_at
from opencl_ls.rules.filtering import MARK, NOTHING_ALLOWED, Suppressions, with_settings
from opencl_ls.semantics import symbols as s
from opencl_ls.semantics import types as t
from opencl_ls.semantics.conversions import value_of
from opencl_ls.semantics.types import declaration_text
from opencl_ls.syntax import records as r
from opencl_ls.text import LineTable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from opencl_ls.analysis.mapping import Block
    from opencl_ls.analysis.queries import results
    from opencl_ls.analysis.queries.program import Program
    from opencl_ls.analysis.unit import AnalysedUnit, UnitItem
    from opencl_ls.findings import Finding, Place
    from opencl_ls.preprocess import SourceProvider
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.settings.model import Settings
    from opencl_ls.settings.target import Target
    from opencl_ls.syntax.surface import LazySurface, SurfaceText


class SymbolInfo(Struct, frozen=True):
    """A symbol in the places of files.

    `kind` is "kernel", "function", "variable", "parameter", "typedef", "enumerator", "member",
    "struct", "union" or "enum"; `type_text` is its declaration as a person would write it.
    """

    name: str
    kind: str
    type_text: str
    place: Place
    symbol: s.Symbol


class Spot(Struct, frozen=True):
    """A byte of an item's text, and the records around it, the outermost first."""

    item: UnitItem
    offset: int
    records: tuple[r.Record, ...]


class Analysis:
    """One state of a main file with all that it includes.  Nothing in it changes any more."""

    def __init__(
        self,
        path: str,
        settings: Settings,
        target: Target,
        unit: AnalysedUnit,
        surface: LazySurface,
        files: SourceProvider,
    ) -> None:
        self.path = path
        self.settings = settings
        self.target = target
        self.unit = unit
        self._surface = surface
        self._sources = files
        self._lines: dict[str, LineTable] = {}

    @property
    def surface(self) -> SurfaceText:
        """The main file as a tree of what the user sees."""
        return self._surface.get()

    @property
    def text(self) -> str:
        """The main file's byte text."""
        return self.unit.unit.source

    @cached_property
    def files(self) -> tuple[str, ...]:
        """The files that the unit read, the main file first."""
        return (self.path, *sorted(self.unit.unit.files - {self.path}))

    def lines(self, file: str) -> LineTable:
        """Return the line table of a file of the unit."""
        table = self._lines.get(file)
        if table is None:
            table = self._lines[file] = LineTable(self._text_of(file))
        return table

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """The findings, the main file's first, by place; settings and suppressions applied."""
        return self.visible(self.unit.findings())

    def visible(self, findings: Iterable[Finding]) -> tuple[Finding, ...]:
        """Return which of some findings a user sees, in the order of `findings`."""
        suppressions: dict[str, Suppressions] = {}
        visible: list[Finding] = []
        for finding in with_settings(findings, self.settings.rules):
            file = finding.place.file
            known = suppressions.get(file)
            if known is None:
                known = suppressions[file] = self.suppressions(file)
            if known.empty or not known.silence(
                finding.code, self.lines(file).line_of(finding.place.start)
            ):
                visible.append(finding)
        order = {file: index for index, file in enumerate(self.files)}
        visible.sort(key=lambda f: (order.get(f.place.file, len(order)), *f.place[1:], f.code))
        # A header that is included twice tells the same twice, as does a macro for all its items.
        return tuple(dict.fromkeys(visible))

    def blocks(self) -> list[tuple[Block, int]]:
        """Return the findings in items before settings and suppressions, and where they are now.

        The number tells by how many bytes a block has moved since it was made.
        """
        return self.unit.unit_findings.placed()

    def loose(self) -> Iterator[Finding]:
        """Yield the findings outside of items before settings and suppressions."""
        yield from self.unit.unit_findings.preprocessor
        yield from self.unit.unit_findings.in_files()

    def suppressions(self, file: str) -> Suppressions:
        """Return what the comments of a file allow."""
        if file == self.path and not self.unit.unit_findings.may_allow:
            return NOTHING_ALLOWED
        text = self._text_of(file)
        return Suppressions(text, self.lines(file).starts) if MARK in text else NOTHING_ALLOWED

    def _text_of(self, file: str) -> str:
        return self.text if file == self.path else self._sources.read(file) or ""

    # --- symbols ---------------------------------------------------------------------------------

    def symbols(self) -> tuple[SymbolInfo, ...]:
        """Return what the unit declares at program scope, headers included, in order."""
        found: list[SymbolInfo] = []
        for item in self.unit.items:
            model = item.analysed.model
            declared = (*model.exports.values(), *model.exported_tags.values())
            found.extend(self._info(item, symbol) for symbol in declared)
        return tuple(found)

    @cached_property
    def kinds(self) -> dict[str, str]:
        """What each name that can be seen at program scope is, by the words of `SymbolInfo.kind`.

        Macros, "macro", go before what they hide.
        """
        names, tags = self.unit.declarations.last(self.unit.models)
        found = {name: kind_of(tag) for name, tag in tags.items()}
        found.update((name, kind_of(symbol)) for name, symbol in names.items())
        found.update(dict.fromkeys(self.unit.unit.macros, "macro"))
        return found

    @cached_property
    def ended_macros(self) -> frozenset[str]:
        """The names that were macros until a directive of the main file ended that."""
        unit = self.unit.unit
        return frozenset(
            name
            for number in unit.effective
            for name, _, after in unit.steps[number].effects
            if after is None and name not in unit.all_macros
        )

    def spot(self, offset: int) -> Spot | None:
        """Return what the byte at an offset of the main file is a part of, or None."""
        found = self.unit.item_at(self.path, offset)
        if found is None:
            return None
        number, at = found
        item = self.unit.items[number]
        return Spot(item, at, tuple(_records_at(item.analysed.model.item, at)))

    def symbol_of(self, spot: Spot) -> SymbolInfo | None:
        """Return what the name at a spot stands for, or None."""
        model = spot.item.analysed.model
        for record in reversed(spot.records):
            own = model.declared.get(record)
            if own is not None and own.name and _within(own.word, spot.offset):
                return self._info(spot.item, own)
            word = _naming_word(record)
            if word is not None and _within(word, spot.offset):
                referred = model.references.get(record) or _member_of(record, model)
                return None if referred is None else self.information(spot.item, referred)
        return None

    def information(self, item: UnitItem, symbol: s.Symbol) -> SymbolInfo | None:
        """Return a symbol that an item mentions with its place, None where no item declares it."""
        if _declares(item, symbol):
            return self._info(item, symbol)
        declarer = self.unit.declarer(symbol)
        return None if declarer is None else self._info(*declarer)

    def macro_at(self, offset: int) -> MacroInfo | None:
        """Return the macro whose name stands at a byte offset of the main file, or None."""
        return macro_at(self.unit.unit, offset)

    def include_of(self, header: str) -> Place | None:
        """Return the `#include` of the main file through which a header came, or None."""
        return include_of(self.unit.unit, header)

    def _info(self, item: UnitItem, symbol: s.Symbol) -> SymbolInfo:
        place = self.unit.place(item, symbol.word.start, symbol.word.end)
        return SymbolInfo(symbol.name, kind_of(symbol), type_text(symbol), place, symbol)

    # --- queries ---

    def _program(self) -> Program:
        return queries.program.Program(
            self.path, self.unit, self.target, self._surface, self._text_of
        )

    def symbol_at(self, offset: int) -> results.Symbol | None:
        """Return what the name around a byte of the main file, or right before it, means."""
        return queries.symbols.symbol_at(self._program(), offset)

    def references(
        self, offset: int, *, include_declarations: bool = True
    ) -> results.References | None:
        """Return all places that mean what the name at a byte means; None for no symbol."""
        return queries.references.references(
            self._program(), offset, include_declarations=include_declarations
        )

    def scope_at(self, offset: int) -> tuple[results.ScopeEntry, ...]:
        """Return the names that can be seen at a byte, the innermost first."""
        return queries.scopes.scope_at(self._program(), offset)

    def type_at(self, offset: int) -> results.TypeInfo | None:
        """Return the type of the smallest expression around a byte, None where not known."""
        return queries.types.type_at(self._program(), offset)

    def type_of(self, start: int, end: int) -> results.TypeInfo | None:
        """Return the type of the smallest expression that holds the bytes from start to end."""
        return queries.types.type_of(self._program(), start, end)

    def expected_type_at(self, offset: int) -> results.TypeInfo | None:
        """Return the type that the place wants of the expression that begins there."""
        return queries.types.expected_type_at(self._program(), offset)

    def call_at(self, offset: int) -> results.CallInfo | None:
        """Return the innermost call whose parentheses hold a byte."""
        return queries.calls.call_at(self._program(), offset)

    def expansion_at(self, offset: int) -> results.Expansion | None:
        """Return the use of a macro at a byte, with what it becomes."""
        return queries.expansions.expansion_at(self._program(), offset)

    def constant_value(self, start: int, end: int) -> results.Value | None:
        """Return the value of the constant expression from one byte to another."""
        return queries.constants.constant_value(self._program(), start, end)

    def constant_at(self, offset: int) -> results.Value | None:
        """Return the value of the constant whose name, or which itself, is at a byte."""
        return queries.constants.constant_at(self._program(), offset)

    def layout_of(self, at: int | str) -> results.Layout | None:
        """Return the layout of the type at a byte, or of the type with a name."""
        return queries.layouts.layout_of(self._program(), at)

    def call_graph(self) -> results.CallGraph:
        """Return who calls whom in the unit."""
        return queries.callgraph.call_graph(self._program())

    def callers(self, offset: int) -> tuple[results.CallEdge, ...]:
        """Return the edges of the call graph to the function at a byte, or around it."""
        return queries.callgraph.callers(self._program(), offset)

    def callees(self, offset: int) -> tuple[results.CallEdge, ...]:
        """Return the edges of the call graph from the function at a byte, or around it."""
        return queries.callgraph.callees(self._program(), offset)

    def names_at(self, offset: int) -> results.NameContext:
        """Return what a name could be that stands, or is typed, at a byte."""
        return queries.names.names_at(self._program(), offset)


def _records_at(item: r.Item, offset: int) -> Iterator[r.Record]:
    """Yield the records around a byte of an item, the outermost first."""
    below: Sequence[r.Record] = item.declarations
    while True:
        found = next((each for each in below if each.start <= offset < each.end), None)
        if found is None:
            return
        yield found
        below = r.children(found)


def _within(word: r.Record, offset: int) -> bool:
    return word.start <= offset < word.end


def _naming_word(record: r.Record) -> r.Record | None:
    """Return the part of a record that is a name for something declared elsewhere."""
    if isinstance(record, r.Name | r.NamedType):
        return record
    if isinstance(record, r.Member):
        return record.member
    return record.tag if isinstance(record, r.RecordType | r.EnumType) else None


def _member_of(record: r.Record, model: ItemModel) -> s.Symbol | None:
    if not isinstance(record, r.Member):
        return None
    base = value_of(model.types.get(record.base, t.UNKNOWN_QUALIFIED)).type
    if isinstance(base, t.PointerType):
        base = base.pointee.type
    return _find_member(base, record.member.text)


def _find_member(kind: t.Type, name: str) -> s.Symbol | None:
    if not isinstance(kind, t.AggregateType):
        return None
    for member in kind.members or ():
        if member.name == name:
            return member.declared
        if not member.name and (found := _find_member(member.type.type, name)):
            return found
    return None


def _declares(item: UnitItem, symbol: s.Symbol) -> bool:
    return any(own is symbol for own in item.analysed.model.declared.values())


def kind_of(symbol: s.Symbol) -> str:
    """Return the word for what a symbol is."""
    if isinstance(symbol, s.Function):
        return "kernel" if symbol.is_kernel else "function"
    if isinstance(symbol, s.Tag):
        return getattr(symbol.defined, "keyword", "enum")
    return _KINDS.get(type(symbol), "variable")


_KINDS: Final = {
    s.Variable: "variable",
    s.ParameterVariable: "parameter",
    s.Typedef: "typedef",
    s.EnumeratorConstant: "enumerator",
    s.MemberVariable: "member",
}


def type_text(symbol: s.Symbol) -> str:
    """Return a symbol's declaration with type and address space."""
    if isinstance(symbol, s.Function):
        text = declaration_text(symbol.type, symbol.name)
        return f"__kernel {text}" if symbol.is_kernel else text
    if isinstance(symbol, s.Typedef):
        return f"typedef {declaration_text(symbol.type, symbol.name)}"
    if isinstance(symbol, s.EnumeratorConstant):
        return symbol.name if symbol.value is None else f"{symbol.name} = {symbol.value}"
    if isinstance(symbol, s.Tag):
        return f"{kind_of(symbol)} {symbol.name}".strip()
    return declaration_text(symbol.type, symbol.name)
