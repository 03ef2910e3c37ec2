"""What a hover tells of the program's own names: declaration, place, value, size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.features.hover.layouts import aggregate_part, enumeration_part
from opencl_ls.reference.content import Part, bytes_words, escaped, shortened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.results import DeclarationInfo, HolderInfo

_KIND_WORDS: Final = {
    "typedef": "type alias",
    "enumerator": "enumeration constant",
}
_LONGEST: Final = 1000
"""Characters of a comment or of a function's declaration that are shown."""


def declaration_parts(declaration: DeclarationInfo) -> Iterator[Part]:
    """Yield what there is to say about a symbol of the program."""
    yield _code(declaration)
    if declaration.comment:
        yield Part(escaped(shortened(declaration.comment, _LONGEST)))
    yield Part(_facts(declaration))


def _code(declaration: DeclarationInfo) -> Part:
    if declaration.written:
        return Part(shortened(declaration.written, _LONGEST), code=True)
    symbol = declaration.symbol
    if declaration.aggregate is not None:
        return aggregate_part(symbol, declaration.aggregate)
    if declaration.enumeration is not None:
        return enumeration_part(symbol, declaration.enumeration)
    return Part(symbol.type_text or symbol.name, code=True)


def _facts(declaration: DeclarationInfo) -> str:
    kind = declaration.symbol.kind
    words = [_KIND_WORDS.get(kind, kind)]
    if kind in ("variable", "parameter"):
        words[0] = _object_words(declaration)
    if declaration.holder is not None:
        words[0] = _member_words(declaration.holder)
    if declaration.value:
        words.append(f"its value is `{declaration.value}`")
    if declaration.size is not None:
        words.append(f"{bytes_words(declaration.size)}, aligned to {declaration.alignment}")
    text = "; ".join(words)
    return text[:1].upper() + text[1:] + "."


def _object_words(declaration: DeclarationInfo) -> str:
    kind, space = declaration.symbol.kind, declaration.space
    if declaration.is_at_program_scope:
        kind = "variable at program scope"
    elif declaration.is_kernel_argument:
        kind = "kernel argument"
    where = f", in {space} memory" if space and space != "private" else ""
    if declaration.pointee_space:
        where = f", points to {declaration.pointee_space} memory"
    return f"{kind}{where}"


def _member_words(holder: HolderInfo) -> str:
    words = f"member of `{holder.name}`"
    if holder.offset is None or holder.size is None:
        return words
    return f"{words} at offset {holder.offset}, {bytes_words(holder.size)}"
