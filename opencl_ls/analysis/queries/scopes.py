"""The names that are visible at a place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.analysis.queries.describe import kind_of, type_text
from opencl_ls.analysis.queries.draft import draft_at, is_directive_at
from opencl_ls.analysis.queries.labels import label_uses
from opencl_ls.analysis.queries.macro_names import INTERNAL
from opencl_ls.analysis.queries.program import word_around
from opencl_ls.analysis.query_results import ScopeEntry
from opencl_ls.findings import Place
from opencl_ls.semantics.types import symbols as s
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from opencl_ls.analysis.queries.draft import Draft
    from opencl_ls.analysis.queries.program import Program
    from opencl_ls.preprocess import Definition, Macro

_SCOPES = (r.FunctionDefinition, r.BlockLiteral, r.Compound, r.For)


def scope_at(program: Program, offset: int) -> tuple[ScopeEntry, ...]:
    """Return the names that are visible at a byte of the main file, the innermost first.

    It leaves out hidden names and, in a body, those that are declared after the place.  Labels are
    visible in the whole function.  A macro hides every other symbol of its name.
    """
    if not 0 <= offset <= len(program.text):
        return ()
    is_directive = is_directive_at(program, offset)
    draft = None if is_directive else draft_at(program, word_around(program.text, offset)[0])
    names: dict[tuple[str, str], ScopeEntry] = {}
    macros = tuple(_macros(program, offset))
    hidden = {entry.name for entry in macros}
    if draft is not None:
        for depth, symbol in inner_symbols(draft):
            entry = _entry(symbol, depth, draft.place(symbol.word.start, symbol.word.end))
            names.setdefault((_space(entry), entry.name), entry)
        for entry in _labels(program, draft):
            names.setdefault((_space(entry), entry.name), entry)
    for entry in (*macros, *_of_file(program, draft, offset)):
        names.setdefault((_space(entry), entry.name), entry)
    return tuple(
        entry for entry in names.values() if entry.kind == "macro" or entry.name not in hidden
    )


def macro_entries(program: Program, offset: int) -> tuple[ScopeEntry, ...]:
    """Return the macros that are defined at a byte of the main file, by directives above it."""
    return tuple(_macros(program, max(0, offset)))


def _space(entry: ScopeEntry) -> str:
    return "tag" if entry.is_tag else "label" if entry.kind == "label" else ""


def _entry(symbol: s.Symbol, depth: int, place: Place | None) -> ScopeEntry:
    is_tag = isinstance(symbol, s.Tag)
    return ScopeEntry(symbol.name, kind_of(symbol), type_text(symbol), depth, place, is_tag)


def inner_symbols(draft: Draft) -> Iterator[tuple[int, s.Symbol]]:
    """Yield the declarations of the bodies around the place, the innermost and last first.

    Each comes with its depth, see `ScopeEntry`.
    """
    around = [each for each in draft.records if isinstance(each, _SCOPES)]
    depths = {each: number for number, each in enumerate(around, 1)}
    # A function's parameters are in the scope of its body.
    found: list[tuple[int, int, s.Symbol]] = []
    model = draft.model
    for record, symbol in model.declared.items():
        if not symbol.name or isinstance(symbol, s.MemberVariable) or symbol.word.start >= draft.at:
            continue
        scope = _scope_of(draft, record, symbol)
        if scope is not None and scope in depths:
            found.append((depths[scope], symbol.word.start, symbol))
    for depth, _, symbol in sorted(found, key=lambda e: (-e[0], -e[1])):
        yield depth, symbol


def _scope_of(draft: Draft, record: r.Record, symbol: s.Symbol) -> r.Record | None:
    """Return the record whose scope a declaration is in, None for a name of the file."""
    if isinstance(symbol, s.ParameterVariable):
        body = symbol.function.definition if symbol.function is not None else None
        if body is not None:
            return body
    for above in draft.model.ancestors(record):
        if isinstance(above, _SCOPES):
            return above
    return None


def _labels(program: Program, draft: Draft) -> Iterator[ScopeEntry]:
    """Yield the labels of the function, those after the place included."""
    depth = next(
        (n for n, e in enumerate(draft.records, 1) if isinstance(e, r.FunctionDefinition)), 1
    )
    items = program.unit.items
    if draft.prefix.item >= len(items):
        return
    model = program.model(draft.prefix.item)
    for label in label_uses(model):
        if label.role == "definition" and any(
            isinstance(each, r.FunctionDefinition | r.BlockLiteral) for each in draft.records
        ):
            place = program.place(draft.prefix.item, label.word.start, label.word.end)
            yield ScopeEntry(label.name, "label", f"{label.name}:", depth, place)


def _of_file(program: Program, draft: Draft | None, offset: int) -> Iterator[ScopeEntry]:
    """Yield the names of the file that appear above the place, the last declared first."""
    if draft is not None:
        yield from _exported(draft)
    unit = program.unit
    last = len(unit.items) if draft is None else draft.prefix.item
    if draft is None:
        position = program.position(offset)
        last = last if position is None else position.item
    for number in range(last - 1, -1, -1):
        model = unit.items[number].analysed.model
        for symbol in (*model.exports.values(), *model.exported_tags.values()):
            if symbol.name:
                place = program.place(number, symbol.word.start, symbol.word.end)
                yield _entry(symbol, 0, place)


def _exported(draft: Draft) -> Iterator[ScopeEntry]:
    model = draft.model
    for symbol in (*model.exports.values(), *model.exported_tags.values()):
        if symbol.name and symbol.word.start < draft.at:
            yield _entry(symbol, 0, draft.place(symbol.word.start, symbol.word.end))


def _macros(program: Program, offset: int) -> Iterator[ScopeEntry]:
    """Yield the macros that are defined at the place, those of directives above it."""
    definitions = program.unit.unit.definitions
    for name, macro in macros_at(program, offset).items():
        if macro is None or macro.builtin or name.startswith("\x00"):
            continue
        place = definition_of(definitions.get(name, []), macro)
        yield ScopeEntry(name, "macro", macro_text(macro), 0, place)


def macros_at(program: Program, offset: int) -> Mapping[str, Macro | None]:
    """Return the macros at a byte of the main file, None for those that are undefined there."""
    unit = program.unit.unit
    if not unit.chunks:
        return {}
    number = min(unit.offsets.last_up_to(offset), len(unit.chunks) - 1)
    # A name that a directive after the place changes has its value before the first of them.
    changed = {
        name: before
        for step in reversed(unit.steps[number:])
        for name, before, _ in reversed(step.effects)
    }
    return unit.all_macros | changed


def macro_text(macro: Macro) -> str:
    """Return the definition of a directive."""
    return f"#define {macro.signature} {macro.value}".rstrip()


def definition_of(known: list[Definition], macro: Macro) -> Place | None:
    """Return the place of a macro's name in its definition, None if no file has it."""
    for each in known:
        if each.macro is macro and not each.file.startswith(INTERNAL):
            return Place(each.file, each.start, each.end)
    return None
