"""Structs, unions and enumerations in a hover: members, offsets, the host's types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.reference.content import Part, bytes_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.results import (
        AggregateInfo,
        AggregateMember,
        EnumerationInfo,
        SymbolInfo,
    )

_INDENT: Final = "    "


def aggregate_part(symbol: SymbolInfo, aggregate: AggregateInfo) -> Part:
    """Return a struct with the offset of each member, its padding and the host's types."""
    rows = list(_rows(aggregate, _INDENT))
    width = max(len(text) for text, _ in rows)
    lines = [f"{text:{width}}  // {note}".rstrip(" /") for text, note in rows]
    words = (aggregate.keyword, _attributes(aggregate), aggregate.tag)
    return _definition(symbol, " ".join(filter(None, words)), lines)


def enumeration_part(symbol: SymbolInfo, enumeration: EnumerationInfo) -> Part:
    """Return an enumeration with its constants."""
    lines = [
        _INDENT + name + ("," if value is None else f" = {value},")
        for name, value in enumeration.constants
    ]
    if enumeration.unlisted:
        lines.append(f"{_INDENT}// and {enumeration.unlisted} more")
    return _definition(symbol, f"enum {enumeration.tag}".strip(), lines)


def _definition(symbol: SymbolInfo, head: str, lines: list[str]) -> Part:
    is_typedef = symbol.kind == "typedef"
    first = f"typedef {head} {{" if is_typedef else f"{head} {{"
    last = f"}} {symbol.name};" if is_typedef else "};"
    return Part("\n".join([first, *lines, last]), code=True)


def _attributes(aggregate: AggregateInfo) -> str:
    words = ["packed"] if aggregate.packed else []
    if aggregate.aligned:
        words.append(f"aligned({aggregate.aligned})")
    return f"__attribute__(({', '.join(words)}))" if words else ""


def _rows(aggregate: AggregateInfo, indent: str) -> Iterator[tuple[str, str]]:
    """Yield the members of a struct, each with a note."""
    for member in aggregate.members:
        if member.padding:
            yield "", f"{bytes_words(member.padding)} of padding"
        note = _note(member)
        if member.inner is None:
            yield f"{indent}{member.declaration};", note
        else:
            yield f"{indent}{member.inner.keyword} {{", note
            yield from _rows(member.inner, indent + _INDENT)
            yield f"{indent}}};", ""
    if aggregate.unlisted:
        yield "", f"and {aggregate.unlisted} more"
    if aggregate.padding:
        yield "", f"{bytes_words(aggregate.padding)} of padding"


def _note(member: AggregateMember) -> str:
    if member.offset is None or member.size is None:
        return ""
    host = f", {member.host} on the host" if member.host else ""
    return f"offset {member.offset}, {bytes_words(member.size)}{host}"
