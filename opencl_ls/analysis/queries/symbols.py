"""The meaning of the name at a place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.analysis.queries.describe import (
    builtin_kind,
    container_of,
    is_static,
    kind_of,
    space_of,
    type_text,
)
from opencl_ls.analysis.queries.draft import draft_at, is_directive_at
from opencl_ls.analysis.queries.labels import LabelUse, function_name, label_uses
from opencl_ls.analysis.queries.macro_names import (
    Definitions,
    definitions_of,
    is_macro_name,
    parameter_places,
)
from opencl_ls.analysis.queries.meaning import Key, Keys, meant, own_symbols
from opencl_ls.analysis.queries.program import is_name, records_at, word_around
from opencl_ls.analysis.queries.uses import declared_use, uses_of
from opencl_ls.analysis.query_results import Symbol
from opencl_ls.builtins.functions import function
from opencl_ls.builtins.language import keyword
from opencl_ls.builtins.macros import macro
from opencl_ls.findings import Place
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types import symbols as s
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.queries.program import Program
    from opencl_ls.analysis.queries.uses import Use
    from opencl_ls.semantics.model import ItemModel

_DECLARING: Final = ("definition", "declaration")


class Named(NamedTuple):
    """A name at a place, and one of the last five fields for its meaning; none if built in.

    `macro` is the number of a definition in `definitions`, `parameters` are the places of a macro's
    parameter, `label` is a use of it in the item `item`.
    """

    name: str
    place: Place
    symbol: s.Symbol | None = None
    key: Key | None = None
    item: int = -1
    label: LabelUse | None = None
    definitions: Definitions | None = None
    macro: int = -1
    parameters: tuple[Place, ...] = ()
    is_member: bool = False


def named_at(program: Program, offset: int, *, everywhere: bool = True) -> Named | None:
    """Return the meaning of the name around a byte of the main file, or right before it.

    For a macro its mentions are those `everywhere`, or only in directives and there.
    """
    text = program.text
    if not 0 <= offset <= len(text):
        return None
    start, end = word_around(text, offset)
    name = text[start:end]
    if not is_name(name) or (program.is_quoted(start) and not is_directive_at(program, end)):
        return None
    place = Place(program.path, start, end)
    bare = Named(name, place)
    if is_macro_name(program, name):
        known = definitions_of(program, name, None if everywhere else start)
        for mention in known.mentions:
            if mention.place == place:
                return bare._replace(definitions=known, macro=mention.definition)
    if is_directive_at(program, end):
        return bare._replace(parameters=parameter_places(program, start, name))
    if _is_reserved(name):
        # With error recovery, it may seem to be declared.
        return bare
    found = _in_item(program, bare, start) or _in_draft(program, bare, end)
    return found or _unresolved(bare, text)


def _is_reserved(name: str) -> bool:
    """Tell whether every version forbids a program to declare a name."""
    known = keyword(name)
    return known is not None and (known.kind == "c99" or name.startswith("__"))


def _unresolved(bare: Named, text: str) -> Named:
    before = text[max(0, bare.place.start - 100) : bare.place.start].rstrip()
    is_member = before.endswith("->") or (before.endswith(".") and not before[-2:-1].isdigit())
    return bare._replace(is_member=is_member)


def _in_item(program: Program, bare: Named, start: int) -> Named | None:
    position = program.position(start)
    if position is None:
        return None
    model = program.model(position.item)
    for label in label_uses(model):
        if label.name == bare.name and label.word.start <= position.at < label.word.end:
            return bare._replace(label=label, item=position.item)
    for owned in Keys(program).of_item(position.item, bare.name):
        use = owned.use
        if use.start <= position.at < use.end:
            symbol = next((e for e in meant(model, use) if e.name == owned.key.name), use.symbol)
            return bare._replace(symbol=symbol, key=owned.key, item=position.item)
    return None


def _in_draft(program: Program, bare: Named, end: int) -> Named | None:
    """Look the name up in the item's text up to the place: the rest of it cannot be parsed.

    A name that seems to be declared there may be the type of a declaration: `const name`.
    """
    draft = draft_at(program, end, "")
    if draft is None:
        return None
    own, at = own_symbols(draft.model), draft.at - 1
    for use in uses_of(draft.model, draft.environment, bare.name):
        if use.start <= at < use.end and use.role not in _DECLARING:
            key = Keys(program).of(use.symbol, own, draft.model, draft.place)
            return bare._replace(symbol=use.symbol, key=key, item=draft.prefix.item)
    return None


def items_with(program: Program, found: Named) -> Iterator[int]:
    """Yield the numbers of the items in which a symbol may be named."""
    items = program.unit.items
    is_local = found.key is not None and not found.key.scope
    if is_local and not isinstance(found.symbol, s.MemberVariable):
        if found.item < len(items):
            yield found.item
        return
    word = re.compile(rf"(?<![\w$]){re.escape(found.name)}(?![\w$])", re.ASCII)
    for number, item in enumerate(items):
        if word.search(item.source.text):
            yield number


def declarations_of(program: Program, found: Named, key: Key) -> Iterator[tuple[int, Use]]:
    """Yield the declarations of the symbol of a name, each with the number of its item."""
    if not key.scope:
        yield from _declared_once(program, found, key)
        return
    declarations, items = program.unit.declarations, program.unit.items
    known = declarations.tags if key.scope == "tag" else declarations.names
    keys = Keys(program)
    for number in known.get(key.name, ()):
        if items[number].unread:
            for record, symbol in items[number].analysed.model.declared.items():
                if symbol.name == key.name:
                    yield number, declared_use(record, symbol)
            continue
        yield from _declared_in(keys, number, key)


def _declared_in(keys: Keys, number: int, key: Key) -> Iterator[tuple[int, Use]]:
    for owned in keys.of_item(number, key.name):
        if owned.key == key and owned.use.role in _DECLARING:
            yield number, owned.use


def _declared_once(program: Program, found: Named, key: Key) -> Iterator[tuple[int, Use]]:
    """Yield the declaration of a local name or of a member: its key has the place.

    If a macro makes it, the item is searched.
    """
    keys = Keys(program)
    known = program.unit.item_at(key.file, key.start)
    declared = [] if known is None else list(_declared_in(keys, known[0], key))
    if declared:
        yield from declared
        return
    for number in items_with(program, found):
        yield from _declared_in(keys, number, key)


def symbol_at(program: Program, offset: int) -> Symbol | None:
    """Return the meaning of the name around a byte of the main file, or right before it."""
    found = named_at(program, offset, everywhere=False)
    return None if found is None else symbol_of(program, found)


def symbol_of(program: Program, found: Named) -> Symbol | None:
    """Return the description of the symbol of a name."""
    if found.definitions is not None:
        return _macro(found, found.definitions)
    if found.parameters:
        places = found.parameters
        return Symbol(found.name, "macro-parameter", "", found.place, places[:1], places[0])
    if found.label is not None:
        return _label(program, found, found.label)
    if found.symbol is not None:
        return _symbol(program, found, found.symbol)
    return None if found.is_member else _of_the_language(found)


def _macro(found: Named, known: Definitions) -> Symbol:
    places = tuple(
        mention.place
        for mention in known.mentions
        if mention.definition == found.macro and mention.role == "definition"
    )
    meaning, definition = known.macros[found.macro]
    text = f"#define {meaning.signature} {meaning.value}".rstrip()
    return Symbol(found.name, "macro", text, found.place, places, definition)


def _label(program: Program, found: Named, label: LabelUse) -> Symbol:
    places = tuple(
        program.place(found.item, each.word.start, each.word.end)
        for each in label_uses(program.model(found.item))
        if each.role == "definition" and (each.name, each.function) == (label.name, label.function)
    )
    is_made = any(program.text_at(place) != found.name for place in places)
    return Symbol(
        found.name,
        "label",
        f"{found.name}:",
        found.place,
        places,
        places[0] if places else None,
        container=function_name(label.function),
        is_macro_made=is_made,
    )


def _declared(program: Program, found: Named) -> Iterator[tuple[int, Use]]:
    return iter(()) if found.key is None else declarations_of(program, found, found.key)


def _symbol(program: Program, found: Named, symbol: s.Symbol) -> Symbol:
    places: dict[Place, None] = {}
    definition: Place | None = None
    container, kind, is_made = container_of(symbol), kind_of(symbol), False
    for number, use in _declared(program, found):
        place = program.place(number, use.start, use.end)
        places[place] = None
        is_made = is_made or program.text_at(place) != found.name
        if use.role == "definition" and definition is None:
            definition = place
        container = _member_container(program.model(number), use.symbol) or container
        container = container or container_of(use.symbol)
        container = container or _enumeration_of(program.model(number), use)
        if kind_of(use.symbol) == "kernel":
            kind = "kernel"
    value = symbol.value if isinstance(symbol, s.EnumeratorConstant) else None
    return Symbol(
        found.name,
        kind,
        type_text(symbol),
        found.place,
        tuple(places),
        definition,
        space_of(symbol),
        container,
        value,
        is_static(symbol),
        is_made or program.text_at(found.place) != found.name,
    )


def _member_container(model: ItemModel, symbol: s.Symbol) -> str:
    """Return the struct or union with a name that a member of unnamed ones belongs to."""
    if not isinstance(symbol, s.MemberVariable):
        return ""
    whole = symbol.aggregate
    tags = [each.defined for each in model.declared.values() if isinstance(each, s.Tag)]
    kinds = [each for each in tags if isinstance(each, t.AggregateType)]
    for _ in kinds:
        if whole.tag or whole.alias:
            break
        whole = next((each for each in kinds if _holds(each, whole)), whole)
    return whole.alias or f"{whole.keyword} {whole.tag}".strip()


def _holds(whole: t.AggregateType, inner: t.AggregateType) -> bool:
    return any(not each.name and each.type.type is inner for each in whole.members or ())


def _enumeration_of(model: ItemModel, use: Use) -> str:
    if not isinstance(use.symbol, s.EnumeratorConstant):
        return ""
    for record in reversed(records_at(model.item, use.start)):
        if isinstance(record, r.EnumType):
            return "enum" if record.tag is None else f"enum {record.tag.text}"
    return ""


def _of_the_language(found: Named) -> Symbol | None:
    """Return the description of a name that the program does not declare, None if unknown."""
    name = found.name
    called = function(name)
    if called is not None:
        overloads = called.signatures
        text = overloads[0].render(name) if overloads else name
        return Symbol(name, "builtin-function", text, found.place)
    if builtin_kind(name):
        return Symbol(name, "builtin-type", name, found.place)
    if macro(name) is not None or name in ("true", "false"):
        return Symbol(name, "builtin-constant", name, found.place)
    return Symbol(name, "keyword", name, found.place) if keyword(name) is not None else None
