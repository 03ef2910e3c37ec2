"""The names of the program that may appear at a place, for completion."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING, Final

from opencl_ls.analysis.lazy_functions import LazyFunction
from opencl_ls.analysis.queries.describe import kind_of, type_text
from opencl_ls.analysis.queries.macro_shapes import shape_of
from opencl_ls.analysis.queries.names import found_names
from opencl_ls.analysis.queries.scopes import definition_of, inner_symbols, macro_text, macros_at
from opencl_ls.analysis.query_results import Candidate, Candidates
from opencl_ls.semantics import types as t
from opencl_ls.semantics.calls import Argument
from opencl_ls.semantics.calls.conversions import Rank, conversion
from opencl_ls.semantics.types import symbols as s
from opencl_ls.semantics.types.conversions import value_of
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from opencl_ls.analysis.queries.names import FoundNames
    from opencl_ls.analysis.queries.program import Program
    from opencl_ls.analysis.query_results import NameContext
    from opencl_ls.findings import Place
    from opencl_ls.preprocess import Macro
    from opencl_ls.semantics.model import ItemModel

    Accepts = Callable[[str], object]

_COMMAND_LINE: Final = "<command"
_VALUES: Final = ("expression", "statement")
_DECLARING: Final = ("type", "declaration", "statement")
_REACH: Final = 200
_NOTHING: Final = r.Name(0, 0, "")
# The shapes of macros that may be named in a place.
_SHAPES: Final = {
    "expression": frozenset(("expression", "any")),
    "statement": frozenset(("expression", "any", "statement", "type", "qualifier")),
    "type": frozenset(("type", "qualifier", "empty", "any")),
    "declaration": frozenset(("type", "qualifier", "empty", "any")),
}


def candidates_at(
    program: Program,
    offset: int,
    accepts: Callable[[NameContext], Accepts | None],
    most: int,
) -> Candidates:
    """Return the context of a name at a byte of the main file, with names of the program.

    `accepts` gets the context, and returns the filter of the names, or None if no name of the
    program is wanted.  At most `most` names of the file are returned, those declared nearest before
    the place.
    """
    found = found_names(program, offset)
    wanted = accepts(found.context)
    if wanted is None or found.context.kind not in _SHAPES:
        return Candidates(found.context)
    return _Search(program, offset, found, wanted).candidates(most)


class _Search:
    """One search for names, the innermost first."""

    def __init__(self, program: Program, offset: int, found: FoundNames, accepts: Accepts) -> None:
        self._program = program
        self._offset = offset
        self._context = found.context
        self._draft = found.draft
        self._wanted = found.wanted
        self._accepts = accepts

    def candidates(self, most: int) -> Candidates:
        context = self._context
        macros = macros_at(self._program, self._offset)
        seen: set[str] = set()
        found: list[Candidate] = list(self._macro_parameters())
        named: list[Candidate] = []
        if not context.tag:
            # A macro hides every other symbol of its name.
            named = list(self._macros(macros))
            seen.update(name for name, macro in macros.items() if macro is not None)
        for name, candidate in self._inner():
            if name not in seen and candidate is not None:
                found.append(candidate)
            seen.add(name)
        rest, is_complete = self._of_file(seen, most)
        return Candidates(context, (*found, *named, *rest), is_complete)

    # --- macros ----------------------------------------------------------------------------------

    def _macro_parameters(self) -> Iterator[Candidate]:
        """Yield the parameters of the macro in whose body the place is."""
        if self._context.around != "macro":
            return
        program = self._program
        for placed in program.unit.unit.records:
            macro = placed.record.macro
            if placed.file != program.path or placed.record.kind != "define" or macro is None:
                continue
            if not placed.start <= self._offset or program.text[placed.end : self._offset].strip(
                " \t"
            ):
                continue
            for name in macro.parameters or ():
                if self._accepts(name):
                    yield Candidate(name, "macro-parameter", "", 1)

    def _macros(self, macros: Mapping[str, Macro | None]) -> Iterator[Candidate]:
        context, accepts = self._context, self._accepts
        definitions = self._program.unit.unit.definitions
        shapes = _SHAPES[context.kind]
        for name, macro in macros.items():
            if macro is None or macro.builtin or not accepts(name) or name.startswith("\x00"):
                continue
            known = definitions.get(name, [])
            place = definition_of(known, macro)
            if place is None and not any(each.file.startswith(_COMMAND_LINE) for each in known):
                continue
            shape = shape_of(macro, macros)
            makes_items = shape == "statement" and macro.parameters is not None
            if context.around != "macro" and shape not in shapes:
                if not (makes_items and context.kind == "declaration" and context.around == "file"):
                    continue
            if shape == "empty" and macro.parameters is None and self._is_guard(name, place):
                continue
            yield Candidate(name, "macro", macro_text(macro), 0, _macro_parameters(macro))

    def _is_guard(self, name: str, place: Place | None) -> bool:
        """Tell whether a macro is an include guard."""
        if place is None:
            return False
        before = self._program.text_of(place.file)[max(0, place.start - _REACH) : place.start]
        return (
            re.search(rf"#\s*ifndef\s+{re.escape(name)}\s*(?:\n\s*)*#\s*define\s+\Z", before)
            is not None
        )

    # --- symbols ---------------------------------------------------------------------------------

    def _inner(self) -> Iterator[tuple[str, Candidate | None]]:
        """Yield the names of the bodies around the place, None beside one that only hides."""
        draft = self._draft
        if draft is None:
            return
        for depth, symbol in inner_symbols(draft):
            if isinstance(symbol, s.Tag) != bool(self._context.tag):
                continue
            yield symbol.name, self._candidate(draft.model, symbol, depth)

    def _of_file(self, seen: set[str], most: int) -> tuple[list[Candidate], bool]:
        """Return the names that items above the place declare, the nearest first."""
        program, unit = self._program, self._program.unit
        last = len(unit.items) if self._draft is None else self._draft.prefix.item
        if self._draft is None:
            position = program.position(self._offset)
            last = last if position is None else position.item
        declared = unit.declarations.tags if self._context.tag else unit.declarations.names
        found: list[tuple[int, str]] = []
        accepts = self._accepts
        for name, numbers in declared.items():
            if name in seen or not name or not accepts(name):
                continue
            before = bisect_left(numbers, last)
            if before:
                found.append((numbers[before - 1], name))
        rows = list(self._own(seen))
        for number, name in sorted(found, key=lambda each: -each[0]):
            if len(rows) >= most:
                return rows, False
            row = self._file_name(number, name)
            if row is not None:
                rows.append(row)
        return rows, True

    def _file_name(self, number: int, name: str) -> Candidate | None:
        program, context = self._program, self._context
        model = program.unit.items[number].analysed.model
        exported = model.exported_tags if context.tag else model.exports
        symbol: s.Symbol | None = exported.get(name)
        if isinstance(symbol, LazyFunction):
            if context.kind in ("type", "declaration"):
                return None
            symbol = program.environment(number + 1).symbol(name)
        return None if symbol is None else self._candidate(model, symbol, 0)

    def _own(self, seen: set[str]) -> Iterator[Candidate]:
        """Yield the file-scope declarations of the place's item, except the function around it."""
        draft = self._draft
        if draft is None:
            return
        model = draft.model
        symbols = model.exported_tags if self._context.tag else model.exports
        for name, symbol in symbols.items():
            if not name or name in seen or symbol.word.start >= draft.at or not self._accepts(name):
                continue
            seen.add(name)
            # Recursion is not supported (OpenCL C 6.11, Restrictions).
            if isinstance(symbol, s.Function) and symbol.definition is not None:
                continue
            made = self._candidate(model, symbol, 0)
            if made is not None:
                yield made

    def _candidate(self, model: ItemModel, symbol: s.Symbol, depth: int) -> Candidate | None:
        """Return a symbol as it is shown, None if it cannot appear at the place."""
        if not self._accepts(symbol.name) or not _is_allowed(symbol, self._context):
            return None
        kind, parameters = symbol.type, None
        if isinstance(symbol, s.Function):
            parameters = _parameters(symbol)
            kind = (
                kind.type.result if isinstance(kind.type, t.FunctionType) else t.UNKNOWN_QUALIFIED
            )
        elif isinstance(kind.type, t.BlockType) and not isinstance(symbol, s.Typedef):
            parameters = tuple(t.spelled(each) for each in kind.type.function.parameters)
        is_type = isinstance(symbol, s.Tag | s.Typedef)
        return Candidate(
            symbol.name,
            kind_of(symbol),
            _text(symbol),
            depth,
            parameters,
            1 if is_type else self._fit(model, symbol, kind),
            "" if is_type or parameters is not None else _members(kind),
        )

    def _fit(self, model: ItemModel, symbol: s.Symbol, kind: t.Qualified) -> int:
        if isinstance(symbol, s.Function) and isinstance(kind.type, t.VoidType):
            return 2 if self._context.kind == "expression" else 1
        if self._wanted is None:
            return 1
        if isinstance(symbol, s.EnumeratorConstant) and _is_of(model, symbol, self._wanted.type):
            return 0
        return fit(kind, self._wanted)


def _is_of(model: ItemModel, constant: s.EnumeratorConstant, wanted: t.Type) -> bool:
    """Tell whether a constant is one of an enumeration; C gives all of them the type int."""
    return isinstance(wanted, t.EnumeratedType) and any(
        isinstance(tag, s.Tag)
        and tag.defined is wanted
        and tag.specifier.start <= constant.word.start < tag.specifier.end
        for tag in model.declared.values()
    )


def _text(symbol: s.Symbol) -> str:
    kind = symbol.type.type
    if isinstance(symbol, s.Typedef) and isinstance(kind, t.AggregateType) and not kind.tag:
        return f"typedef {kind.keyword} {symbol.name}"
    return type_text(symbol)


def _is_allowed(symbol: s.Symbol, context: NameContext) -> bool:
    if isinstance(symbol, s.Tag):
        return kind_of(symbol) == context.tag
    if context.tag:
        return False
    if isinstance(symbol, s.Typedef):
        return context.kind in _DECLARING or context.takes_type
    if context.is_constant:
        return isinstance(symbol, s.EnumeratorConstant)
    return context.kind in _VALUES and (context.kind == "expression" or context.around != "file")


def fit(kind: t.Qualified, wanted: t.Qualified) -> int:
    """Return how well a value of a type fits an expected type, see `Candidate.fit`."""
    value = value_of(kind)
    found = conversion(_argument(value), wanted)
    if found is not None:
        if isinstance(value.type, t.UnknownType) or found.rank is Rank.DUBIOUS:
            return 1
        return 0 if found.rank is Rank.EXACT else 1
    # An element, or a component, may be wanted.
    part = None
    if isinstance(value.type, t.PointerType):
        part = value_of(value.type.pointee)
    elif isinstance(value.type, t.VectorType):
        part = t.Qualified(value.type.element)
    elif isinstance(value.type, t.AggregateType):
        return 1
    if part is None or isinstance(part.type, t.VoidType):
        return 2
    is_part = isinstance(part.type, t.AggregateType) or (
        conversion(_argument(part), wanted) is not None
    )
    return 1 if is_part else 2


def _argument(kind: t.Qualified) -> Argument:
    return Argument(kind, False, None, False, _NOTHING)


def _members(kind: t.Qualified) -> str:
    value = value_of(kind).type
    if isinstance(value, t.AggregateType | t.VectorType):
        return "."
    if isinstance(value, t.PointerType) and isinstance(value.pointee.type, t.AggregateType):
        return "->"
    return ""


def _parameters(symbol: s.Function) -> tuple[str, ...] | None:
    kind = symbol.type.type
    if not isinstance(kind, t.FunctionType):
        return None
    named = [each.name for each in symbol.parameters]
    if len(named) != len(kind.parameters):
        named = [""] * len(kind.parameters)
    texts = [name or t.spelled(each) for name, each in zip(named, kind.parameters, strict=True)]
    return tuple(texts)


def _macro_parameters(macro: Macro) -> tuple[str, ...] | None:
    if macro.parameters is None:
        return None
    names = macro.parameters
    return names[:-1] if macro.variadic and names else names
