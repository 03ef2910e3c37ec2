"""What a name is: a symbol of the program, a macro, or something of the language.

`hover_at` is the one way in; `reference` serves the command line as well.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from opencl_ls.builtins.extensions import extension
from opencl_ls.builtins.functions import function
from opencl_ls.builtins.language import attribute
from opencl_ls.builtins.types import is_reserved_type
from opencl_ls.features.hover.content import Hover, Part, shortened
from opencl_ls.features.hover.declarations import declaration_parts
from opencl_ls.features.hover.imported import imported_parts
from opencl_ls.features.hover.reference import reference
from opencl_ls.features.hover.spots import (
    character_hover,
    component_parts,
    directive_hover,
    label_parts,
    number_parts,
    suppression_hover,
)
from opencl_ls.semantics.conversions import value_of
from opencl_ls.semantics.declared_types import basic_type
from opencl_ls.semantics.types import UNKNOWN_QUALIFIED, BlockType, ScalarType
from opencl_ls.syntax import records as r
from opencl_ls.syntax.surface_queries import in_attribute, in_comment_or_string
from opencl_ls.text import NAME, byte_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.facade import Analysis, Spot
    from opencl_ls.builtins.functions import Signature
    from opencl_ls.docs.importing.page import PageShelf
    from opencl_ls.semantics.builtin_calls import Resolution
    from opencl_ls.semantics.types import Qualified

__all__ = ["Hover", "Part", "hover_at", "reference"]

_WORD: Final = re.compile(rf"{NAME}|\.?\d(?:[eEpP][+-]|[\w.])*", re.ASCII)
_EDGE: Final = re.compile(r"(?:(?<=[eEpP])[+-]|[\w.\x80-\xff])*\Z", re.ASCII)
_DIRECTIVE: Final = re.compile(r"[ \t]*#")
_REACH: Final = 300


def hover_at(analysis: Analysis, offset: int, shelf: PageShelf | None = None) -> Hover | None:
    """Return what is known about the place at a byte offset, or just before it.

    What `shelf` has about a name of the language goes below our own text.
    """
    directive = directive_hover(analysis, offset)
    if directive is not None:
        return directive
    word = _word_at(analysis.text, offset)
    start = offset if word is None else word.start()
    if in_comment_or_string(analysis.surface, start):
        return suppression_hover(analysis, offset) or character_hover(analysis, start)
    if word is None:
        return None
    parts = tuple(_parts(analysis, word[0], start, shelf))
    return Hover(start, word.end(), parts) if parts else None


def _word_at(text: str, offset: int) -> re.Match[str] | None:
    """Return the name or the number around an offset, or the one that ends there."""
    window = max(0, offset - _REACH)
    edge = _EDGE.search(text, window, offset)
    at = edge.start() if edge else offset
    while True:
        found = _WORD.match(text, at)
        if found is None:
            if at >= offset:
                return None
            at += 1
        elif found.end() >= offset:
            return found
        else:
            at = found.end()


def _parts(analysis: Analysis, name: str, start: int, shelf: PageShelf | None) -> Iterator[Part]:
    used = analysis.macro_at(start)
    if used is not None:
        yield Part(used.definition, code=True)
        if used.place is None:
            # What the compiler itself defines: a version, an extension, a feature.
            yield from _described(analysis, name, shelf)[1:]
            return
        if used.expansion:
            yield Part("Expands to")
            yield Part(shortened(used.expansion), code=True)
        return
    spot = analysis.spot(start)
    if spot is not None:
        symbol = analysis.symbol_of(spot)
        if symbol is not None:
            yield from declaration_parts(analysis, symbol)
            return
        special = [*number_parts(spot), *component_parts(spot), *label_parts(spot)]
        if special:
            yield from special
            return
    yield from _of_the_language(analysis, name, start, spot, shelf)


def _of_the_language(
    analysis: Analysis, name: str, start: int, spot: Spot | None, shelf: PageShelf | None
) -> Iterator[Part]:
    line = analysis.text[analysis.text.rfind("\n", 0, start) + 1 : start]
    if extension(name) is not None and not _DIRECTIVE.match(line):
        return
    is_inside = "__attribute__" in line or in_attribute(analysis.surface, start)
    if is_inside and (known := attribute(name)) is not None:
        yield from _described(analysis, f"__attribute__(({known.name}))", shelf)
        return
    call = None if spot is None else _call_by(spot)
    yield from _described(analysis, _whole_type(name, spot), shelf, call)


def _whole_type(name: str, spot: Spot | None) -> str:
    """Return what several words name together: `uint` at the second word of `unsigned int`."""
    record = spot.records[-1] if spot is not None and spot.records else None
    if not isinstance(record, r.BasicType) or len(record.words) < 2 or name not in record.words:
        return name
    if name.strip("_") in ("signed", "unsigned"):
        return name
    whole = " ".join(record.words)
    kind = basic_type(record.words).type
    if is_reserved_type(whole):
        return whole
    return kind.name if isinstance(kind, ScalarType) else name


def _described(
    analysis: Analysis, name: str, shelf: PageShelf | None, call: Resolution | None = None
) -> list[Part]:
    """Return our own text about a name of the language, and the user's pages below it."""
    parts = reference(name, analysis.target, call)
    if parts and shelf is not None:
        imported = imported_parts(shelf, name, analysis.target)
        parts += [replace(part, text=byte_text(part.text)) for part in imported]
    return parts


def _call_by(spot: Spot) -> Resolution | None:
    """Return what the call means whose function's name is at the spot."""
    for record in reversed(spot.records):
        if isinstance(record, r.Call) and record.callee.start <= spot.offset < record.callee.end:
            model = spot.item.analysed.model
            call = model.resolutions.get(record)
            if call is None or call.parameters or call.signature is None:
                return call
            # Conversions take what they are given: the argument tells its own type.
            given = tuple(
                value_of(model.types.get(each, UNKNOWN_QUALIFIED)) for each in record.arguments
            )
            if any(isinstance(kind.type, BlockType) for kind in given):
                return replace(call, parameters=given, signature=_form_with_block(record, given))
            return replace(call, parameters=given)
    return None


def _form_with_block(call: r.Call, given: tuple[Qualified, ...]) -> Signature | None:
    """Return the one form that has its block where a call has it; None where several do."""
    called = function(call.callee.name) if isinstance(call.callee, r.Name) else None
    fitting = [form for form in (called.signatures if called else ()) if _takes(form, given)]
    return fitting[0] if len(fitting) == 1 else None


def _takes(form: Signature, given: tuple[Qualified, ...]) -> bool:
    named = len(form.parameters) - form.variadic
    return (len(given) == named or (form.variadic and len(given) > named)) and all(
        ("(^" in parameter.type) == isinstance(kind.type, BlockType)
        for parameter, kind in zip(form.parameters, given, strict=False)
    )
