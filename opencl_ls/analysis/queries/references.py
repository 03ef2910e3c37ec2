"""All references to one symbol in a unit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.analysis.queries.describe import is_static, type_text
from opencl_ls.analysis.queries.labels import label_uses
from opencl_ls.analysis.queries.macro_names import INTERNAL, definitions_of, is_macro_name
from opencl_ls.analysis.queries.meaning import Keys
from opencl_ls.analysis.queries.symbols import Named, items_with, named_at, symbol_of
from opencl_ls.analysis.query_results import Reference, References
from opencl_ls.findings import Place
from opencl_ls.preprocess import locate
from opencl_ls.preprocess.lexer import NAMES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from opencl_ls.analysis.queries.program import Program
    from opencl_ls.analysis.query_results import Symbol

_DECLARING = ("definition", "declaration")
_LINKED = ("kernel", "function", "variable")


def references(
    program: Program,
    offset: int,
    *,
    include_declarations: bool = True,
    all_definitions: bool = False,
) -> References | None:
    """Return the references to the symbol of the name at a byte of the main file.

    None if the byte names no symbol of the program, as for names of the language.  The
    overloads of an overloadable function are distinguished; a call whose overload is not certain
    belongs to all of them.  So are the definitions of a macro, unless `all_definitions` count as
    one.  It needs a complete analysis: functions that were not analysed yet have no references.
    """
    found = named_at(program, offset)
    symbol = None if found is None else symbol_of(program, found)
    if found is None or symbol is None or symbol.kind.startswith(("builtin", "keyword")):
        return None
    if all_definitions:
        found = _with_all_definitions(found)
    return _all(program, found, symbol, include_declarations=include_declarations)


def references_to(
    program: Program,
    symbol: Symbol,
    *,
    include_declarations: bool = True,
    all_definitions: bool = False,
) -> References | None:
    """Return the references to a symbol of another unit, None if this unit does not have it.

    A name is the same if it is declared in the same place.  A function or variable of the file is
    also the same if only one unit defines it: programs are linked together (OpenCL C 3.0, 6.9:
    `extern`; a function's linkage is external unless it is `static`).
    """
    found = _named_like(program, symbol)
    if found is None:
        return None
    if all_definitions:
        found = _with_all_definitions(found)
    return _all(program, found, symbol, include_declarations=include_declarations)


def _with_all_definitions(found: Named) -> Named:
    """Return a macro as if all definitions of its name were one."""
    known = found.definitions
    if known is None:
        return found
    as_one = tuple(mention._replace(definition=0) for mention in known.mentions)
    return found._replace(definitions=known._replace(mentions=as_one), macro=0)


def meanings(program: Program, name: str, places: Collection[Place]) -> dict[Place, int]:
    """Return how many different things a name means at some places, as far as any is known.

    A word of a macro's body, or of an argument, may become the name of another symbol at each use.
    """
    wanted = frozenset(places)
    found: dict[Place, set[object]] = {}

    def note(place: Place, meaning: object) -> None:
        if place in wanted:
            found.setdefault(place, set()).add(meaning)

    if is_macro_name(program, name):
        for mention in definitions_of(program, name).mentions:
            note(mention.place, "macro")
    keys = Keys(program)
    for number in items_with(program, Named(name, Place(program.path, 0, 0))):
        for owned in keys.of_item(number, name):
            use = owned.use
            note(_reference(program, number, use.start, use.end, use.role, name).place, owned.key)
        for each in label_uses(program.model(number)):
            if each.name == name:
                word = each.word
                reference = _reference(program, number, word.start, word.end, each.role, name)
                note(reference.place, (number, each.function))
    return {place: len(known) for place, known in found.items()}


def _named_like(program: Program, symbol: Symbol) -> Named | None:
    """Return the key of a symbol of another unit in this one."""
    if symbol.kind == "macro":
        return _macro_like(program, symbol)
    bare = Named(symbol.name, symbol.place)
    declared = set(symbol.declarations)
    if symbol.kind == "label":
        return _label_like(program, bare, declared)
    is_linked = symbol.kind in _LINKED and not symbol.is_static and not symbol.container
    keys = Keys(program)
    linked: Named | None = None
    is_defined = False
    for number in items_with(program, bare):
        for owned in keys.of_item(number, symbol.name):
            use = owned.use
            if use.role not in _DECLARING:
                continue
            here = bare._replace(symbol=use.symbol, key=owned.key, item=number)
            if program.place(number, use.start, use.end) in declared:
                return here
            if is_linked and owned.key.scope == "name" and not is_static(use.symbol):
                if type_text(use.symbol) == symbol.type_text:
                    is_defined = is_defined or use.role == "definition"
                    linked = linked or here
    return None if is_defined and symbol.definition is not None else linked


def _label_like(program: Program, bare: Named, declared: set[Place]) -> Named | None:
    for number in items_with(program, bare):
        for each in label_uses(program.model(number)):
            if each.name == bare.name and each.role == "definition":
                if program.place(number, each.word.start, each.word.end) in declared:
                    return bare._replace(label=each, item=number)
    return None


def _macro_like(program: Program, symbol: Symbol) -> Named | None:
    if not is_macro_name(program, symbol.name):
        return None
    known = definitions_of(program, symbol.name)
    for number, (_, definition) in enumerate(known.macros):
        if definition is not None and definition in symbol.declarations:
            return Named(symbol.name, definition, definitions=known, macro=number)
    return None


def _all(
    program: Program, found: Named, symbol: Symbol, *, include_declarations: bool
) -> References:
    places: dict[Place, Reference] = {}
    for each in _references(program, found):
        known = places.get(each.place)
        places[each.place] = each if known is None else _merged(known, each)
    order = {file: number for number, file in enumerate((program.path,))}
    listed = sorted(places.values(), key=lambda e: (order.get(e.place.file, 1), *e.place))
    used = {each.place for each in listed}
    is_of_macro = found.definitions is not None or bool(found.parameters)
    return References(
        symbol,
        tuple(each for each in listed if include_declarations or each.kind not in _DECLARING),
        tuple(_inactive(program, found.name)),
        () if is_of_macro else tuple(_unexpanded(program, found.name, used)),
    )


def _merged(one: Reference, other: Reference) -> Reference:
    """Return one reference for a macro's argument that was expanded in several places."""
    if one.kind == other.kind or "macro-body" in (one.kind, other.kind):
        return one
    kinds = {one.kind, other.kind}
    for kind in (*_DECLARING, "read-write", "call"):
        if kind in kinds:
            return Reference(one.place, kind, one.is_verbatim)
    kind = "read-write" if kinds == {"read", "write"} else one.kind
    return Reference(one.place, kind, one.is_verbatim)


def _references(program: Program, found: Named) -> Iterator[Reference]:
    if found.definitions is not None:
        for mention in found.definitions.mentions:
            if mention.definition == found.macro:
                yield Reference(mention.place, mention.role, True)
        return
    for place in found.parameters:
        kind = "definition" if place is found.parameters[0] else "read"
        yield Reference(place, kind, True)
    if found.label is not None:
        for each in label_uses(program.model(found.item)):
            if (each.name, each.function) == (found.label.name, found.label.function):
                yield _reference(
                    program, found.item, each.word.start, each.word.end, each.role, found.name
                )
    if found.key is None:
        return
    keys = Keys(program)
    for number in items_with(program, found):
        for owned in keys.of_item(number, found.name):
            if owned.key == found.key:
                use = owned.use
                yield _reference(program, number, use.start, use.end, use.role, found.name)


def _reference(
    program: Program, number: int, start: int, end: int, role: str, name: str
) -> Reference:
    """Return a reference for a name in an item: the word itself if it is in a file."""
    place = program.place(number, start, end)
    if program.text_at(place) == name:
        return Reference(place, role, True)
    body = _in_body(program, number, start)
    if body is not None and program.text_at(body) == name:
        return Reference(body, "macro-body", False)
    return Reference(place, role, False)


def _in_body(program: Program, number: int, start: int) -> Place | None:
    """Return the place of the word in a macro's body that became a byte of an item, or None."""
    item = program.unit.items[number]
    written = item.source.as_written(start)
    part = item.source.slice_at(written)
    piece = item.first_piece + part.piece
    origin = locate(program.unit.unit, piece, written - part.start + part.piece_start)
    place = origin.chain[-1].place if origin.chain else None
    return None if place is None or place.file.startswith(INTERNAL) else place


def _inactive(program: Program, name: str) -> Iterator[Place]:
    """Yield the places of a word in code that conditionals exclude."""
    seen: set[Place] = set()
    for region in program.unit.unit.inactive:
        text = program.text_of(region.file)[region.start : region.end]
        for start, end in _words(text, name):
            place = Place(region.file, region.start + start, region.start + end)
            if place not in seen:
                seen.add(place)
                yield place


def _unexpanded(program: Program, name: str, used: set[Place]) -> Iterator[Place]:
    """Yield the places of a word in bodies of macros that became no known reference."""
    seen: set[Place] = set(used)
    for placed in program.unit.unit.records:
        macro = placed.record.macro
        if placed.record.kind != "define" or macro is None or name not in macro.identifiers:
            continue
        if placed.file.startswith(INTERNAL) or name in (macro.parameters or ()):
            continue
        for each, first, last in placed.record.directive.names():
            place = Place(placed.file, placed.offset + first, placed.offset + last)
            if each == name and first > placed.record.name_start and place not in seen:
                seen.add(place)
                yield place


def _words(text: str, name: str) -> Iterator[tuple[int, int]]:
    if name not in text:
        return
    for match in NAMES.finditer(text):
        if match[1] == name:
            yield match.span(1)
