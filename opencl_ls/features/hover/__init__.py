"""Hovers over a name: a symbol of the program, a macro, or a name of the language.

`hover_at` is the one way in.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from opencl_ls.builtins.foreign import foreign_name
from opencl_ls.features.hover.barriers import BARRIERS, barrier_parts
from opencl_ls.features.hover.constructs import construct_hover, directive_name_hover
from opencl_ls.features.hover.declarations import access_part, declaration_parts
from opencl_ls.features.hover.formats import format_hover
from opencl_ls.features.hover.requirements import requirement_parts
from opencl_ls.features.hover.tokens import (
    character_hover,
    component_parts,
    directive_hover,
    inactive_parts,
    label_parts,
    number_parts,
    suppression_hover,
)
from opencl_ls.reference import reference
from opencl_ls.reference.comments import comment_parts
from opencl_ls.reference.content import Hover, Part, shortened
from opencl_ls.reference.foreign import foreign_page
from opencl_ls.reference.imported import imported_parts
from opencl_ls.reference.pages import reference_name_at
from opencl_ls.reference.shortening import in_brief
from opencl_ls.text import NAME, byte_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.results import BuiltinOverload
    from opencl_ls.docs.importing.page import PageShelf

__all__ = ["Hover", "Part", "hover_at"]

_WORD: Final = re.compile(rf"{NAME}|\.?\d(?:[eEpP][+-]|[\w.])*", re.ASCII)
_EDGE: Final = re.compile(r"(?:(?<=[eEpP])[+-]|[\w.\x80-\xff])*\Z", re.ASCII)
_SIZES: Final = ("sizeof", "vec_step", "alignof", "_Alignof", "__alignof__")
_SUFFIXES: Final = "uUlLfFhH"
_REACH: Final = 300
_COMPONENT: Final = re.compile(r"\s*\.\s*([xyz])\b")
_SELECTS: Final = (".", "->")
_MOST_OVERLOADS: Final = 8


def hover_at(analysis: Analysis, offset: int, shelf: PageShelf | None = None) -> Hover | None:
    """Return the hover at a byte offset, or just before it.

    Imported pages in `shelf` about a name of the language follow our own text.
    """
    directive = directive_hover(analysis, offset) or directive_name_hover(analysis, offset)
    if directive is not None:
        return directive
    word = _word_at(analysis.text, offset)
    start = offset if word is None else word.start()
    if analysis.is_in_comment_or_string(start):
        return (
            suppression_hover(analysis, offset)
            or character_hover(analysis, start)
            or format_hover(analysis, offset)
        )
    sign = construct_hover(analysis, offset, lambda name: _described(analysis, name, shelf))
    if sign is not None:
        return sign
    if word is None:
        return None
    parts = list(_parts(analysis, word[0], start, shelf))
    # Above the details.
    above = next((number for number, part in enumerate(parts) if part.detail), len(parts))
    parts[above:above] = inactive_parts(analysis, start)
    return Hover(start, word.end(), tuple(parts)) if parts else None


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
            # Macros that the compiler itself defines: a version, an extension, a feature.
            yield from _described(analysis, name, shelf)[1:]
            return
        yield from comment_parts(analysis.comment_of_macro(used.place))
        if used.expansion:
            yield Part("Expands to")
            yield Part(shortened(used.expansion), code=True)
        yield from _value_part(analysis, start, used.expansion or "")
        return
    declaration = analysis.declaration_at(start)
    if declaration is not None:
        yield from declaration_parts(declaration)
        if declaration.symbol.kind == "kernel":
            yield from requirement_parts(analysis, name)
        yield from access_part(analysis.member_access_at(start))
        return
    special = [
        *number_parts(analysis, start),
        *component_parts(analysis, start),
        *label_parts(analysis, start),
    ]
    yield from special or _of_the_language(analysis, name, start, shelf)


def _value_part(analysis: Analysis, start: int, written: str = "") -> Iterator[Part]:
    """Yield the value of the constant at an offset, unless it is `written` there itself.

    `written` is the expansion of a macro's use.
    """
    value = analysis.value_at(start, written) if written else analysis.constant_at(start)
    if value is not None and value.text != written.strip("() \t").rstrip(_SUFFIXES):
        yield Part(f"Its value is `{value.text}`.")


def _of_the_language(
    analysis: Analysis, name: str, start: int, shelf: PageShelf | None
) -> Iterator[Part]:
    whole = reference_name_at(analysis, name, start)
    if not whole:
        return
    parts = _described(analysis, whole, shelf, analysis.builtin_overload_at(start, whole))
    if name in BARRIERS:
        parts[1:1] = barrier_parts(analysis, start)
    if name in _SIZES:
        parts[1:1] = _value_part(analysis, start)
    yield from parts or _of_another_language(analysis, name, start)


def _of_another_language(analysis: Analysis, name: str, start: int) -> Iterator[Part]:
    text = analysis.text
    before = text[max(0, start - _REACH) : start].rstrip()
    if foreign_name(name) is None or before.endswith(_SELECTS):
        return
    component = _COMPONENT.match(text, start + len(name))
    whole = f"{name}.{component[1]}" if component is not None else name
    yield from foreign_page(whole, analysis.target) or foreign_page(name, analysis.target)


def _described(
    analysis: Analysis, name: str, shelf: PageShelf | None, overload: BuiltinOverload | None = None
) -> list[Part]:
    """Return our text about a name of the language and the user's pages below it, shortened."""
    parts = reference(name, analysis.target, overload, most=_MOST_OVERLOADS)
    if parts and shelf is not None:
        imported = imported_parts(shelf, name, analysis.target, overload)
        parts += [replace(part, text=byte_text(part.text)) for part in imported]
    return in_brief(parts, name)
