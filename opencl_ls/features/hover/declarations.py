"""Hovers over the program's own names: declaration, place, value, size."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.features.hover.layouts import aggregate_part, enumeration_part
from opencl_ls.reference.comments import comment_parts
from opencl_ls.reference.content import Part, bytes_words, shortened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.query_results import MemberAccess
    from opencl_ls.analysis.results import ArgumentFacts, DeclarationInfo, HolderInfo

_KIND_WORDS: Final = {
    "typedef": "type alias",
    "enumerator": "enumeration constant",
}
_SIMPLE: Final = re.compile(r"[\w.$]+(?:\([\w, ]*\))?|\([^()]*\)")
_LONGEST: Final = 1000
"""The length of a function's declaration that is shown, in characters."""


def declaration_parts(declaration: DeclarationInfo) -> Iterator[Part]:
    """Yield the parts about a symbol of the program."""
    yield _code(declaration)
    yield from comment_parts(declaration.comment)
    yield Part(_facts(declaration))
    if declaration.arguments:
        yield Part("\n".join(map(_argument_line, declaration.arguments)))


def _argument_line(argument: ArgumentFacts) -> str:
    """Return a line of a list about an argument of a kernel."""
    words = [f"in {argument.space} memory"] if argument.space else []
    if argument.pointee_space:
        words = [f"points to {argument.pointee_space} memory"]
        if argument.size is not None:
            words.append(f"{bytes_words(argument.size)} for each element")
    elif argument.size is not None:
        words.append(bytes_words(argument.size))
    details = f": {', '.join(words)}" if words else ""
    return f"- `{argument.declaration}`{details}"


def access_part(access: MemberAccess | None) -> Iterator[Part]:
    """Yield the offset of a member in the object that contains it."""
    if access is None:
        return
    terms = [f"{size} * {_factor(index)}" for size, index in access.terms]
    if access.offset or not terms:
        terms.insert(0, str(access.offset))
    whole = " ".join(access.whole.split())
    start = f"where `{whole}` points" if access.is_pointer else f"the start of `{whole}`"
    unit = "byte" if terms == ["1"] else "bytes"
    yield Part(f"`{' + '.join(terms)}` {unit} from {start}.")


def _factor(index: str) -> str:
    index = " ".join(index.split())
    return index if _SIMPLE.fullmatch(index) else f"({index})"


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
    where = f", in {space} memory" if space else ""
    if declaration.pointee_space:
        where += f", points to {declaration.pointee_space} memory"
    return f"{kind}{where}"


def _member_words(holder: HolderInfo) -> str:
    words = f"member of `{holder.name}`"
    if holder.offset is None or holder.size is None:
        return words
    return f"{words} at offset {holder.offset}, {bytes_words(holder.size)}"
