"""What structs, unions and enumerations look like in a hover: members, places, the host's types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.types import builtin_type
from opencl_ls.features.hover.content import Part, bytes_words
from opencl_ls.semantics import symbols as s
from opencl_ls.semantics import types as t
from opencl_ls.semantics.layout import aggregate_layout
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.semantics.layout import MemberLayout
    from opencl_ls.semantics.model import ItemModel

_MEMBER_LIMIT: Final = 40
_INDENT: Final = "    "


def aggregate_of(symbol: s.Symbol) -> t.AggregateType | None:
    """Return the struct or union with members that a symbol names or is of, or None."""
    kind = symbol.defined if isinstance(symbol, s.Tag) else symbol.type.type
    return kind if isinstance(kind, t.AggregateType) and kind.members else None


def aggregate_part(symbol: s.Tag | s.Typedef, kind: t.AggregateType) -> Part:
    """Return a struct with the offset of each member, its padding and the host's types."""
    rows = list(_rows(kind, 0, _INDENT))
    width = max(len(text) for text, _ in rows)
    lines = [f"{text:{width}}  // {note}".rstrip(" /") for text, note in rows]
    words = (kind.keyword, _attributes(kind), kind.tag)
    return _definition(symbol, " ".join(filter(None, words)), lines)


def enumeration_part(symbol: s.Tag | s.Typedef, model: ItemModel) -> Part | None:
    """Return an enumeration with its constants, None where the symbol's item does not list them."""
    kind = symbol.defined if isinstance(symbol, s.Tag) else symbol.type.type
    if not isinstance(kind, t.EnumeratedType):
        return None
    tags = (each for each in model.declared.values() if isinstance(each, s.Tag))
    written = next((each.specifier for each in tags if each.defined is kind), None)
    words = written.enumerators if isinstance(written, r.EnumType) else None
    declared = [model.declared.get(each) for each in words or ()]
    listed = [each for each in declared if isinstance(each, s.EnumeratorConstant)]
    lines = [
        _INDENT + one.name + ("," if one.value is None else f" = {one.value},")
        for one in listed[:_MEMBER_LIMIT]
    ]
    if len(listed) > _MEMBER_LIMIT:
        lines.append(f"{_INDENT}// and {len(listed) - _MEMBER_LIMIT} more")
    return _definition(symbol, f"enum {kind.tag}".strip(), lines) if lines else None


def member_words(symbol: s.MemberVariable, model: ItemModel | None) -> str:
    """Return of what a symbol is a member, and where it lies in it.

    Members of unnamed structs and unions are members of what these are in.
    """
    whole = symbol.aggregate
    known = () if model is None else tuple(model.declared.values())
    placed = _placed(whole, symbol)
    offset = 0 if placed is None else placed.offset
    while not (whole.tag or whole.alias):
        outer = next(filter(None, (_holder(each, whole) for each in known)), None)
        if outer is None:
            break
        above = _placed(outer, whole)
        placed = None if above is None else placed
        offset += 0 if above is None else above.offset
        whole = outer
    name = whole.alias or f"{whole.keyword} {whole.tag}".strip()
    place = "" if placed is None else f" at offset {offset}, {bytes_words(placed.size)}"
    return f"member of `{name}`{place}"


def _placed(
    whole: t.AggregateType, inner: s.MemberVariable | t.AggregateType
) -> MemberLayout | None:
    """Return where a member lies, or an unnamed member of the type `inner`; None if not known."""
    layout = aggregate_layout(whole)
    for placed in layout.members if layout else ():
        member = placed.member
        if member.declared is inner or (not member.name and member.type.type is inner):
            return placed
    return None


def _holder(symbol: s.Symbol, inner: t.AggregateType) -> t.AggregateType | None:
    """Return the struct or union that a tag names, if `inner` is an unnamed member of it."""
    whole = symbol.defined if isinstance(symbol, s.Tag) else None
    if not isinstance(whole, t.AggregateType):
        return None
    is_inside = any(not each.name and each.type.type is inner for each in whole.members or ())
    return whole if is_inside else None


def _definition(symbol: s.Tag | s.Typedef, head: str, lines: list[str]) -> Part:
    is_typedef = isinstance(symbol, s.Typedef)
    first = f"typedef {head} {{" if is_typedef else f"{head} {{"
    last = f"}} {symbol.name};" if is_typedef else "};"
    return Part("\n".join([first, *lines, last]), code=True)


def _attributes(kind: t.AggregateType) -> str:
    words = ["packed"] if kind.packed else []
    if kind.aligned:
        words.append(f"aligned({kind.aligned})")
    return f"__attribute__(({', '.join(words)}))" if words else ""


def _rows(kind: t.AggregateType, base: int | None, indent: str) -> Iterator[tuple[str, str]]:
    """Yield the members of a struct that begins at the offset `base`, each with a note.

    Where the struct begins somewhere that is not known, as behind an array without a size, there
    are no notes.
    """
    layout = None if base is None else aggregate_layout(kind)
    members = kind.members or ()
    for index, member in enumerate(members[:_MEMBER_LIMIT]):
        inner, note, offset = member.type.type, "", None
        if layout is not None and base is not None:
            placed = layout.members[index]
            offset = base + placed.offset
            if placed.padding:
                yield "", f"{bytes_words(placed.padding)} of padding"
            note = f"offset {offset}, {bytes_words(placed.size)}"
            host = _host_type(member.type)
            note += f", {host} on the host" if host else ""
        if not member.name and isinstance(inner, t.AggregateType) and inner.members:
            yield f"{indent}{inner.keyword} {{", note
            yield from _rows(inner, offset, indent + _INDENT)
            yield f"{indent}}};", ""
        else:
            yield f"{indent}{t.declaration_text(member.type, member.name)};", note
    if len(members) > _MEMBER_LIMIT:
        yield "", f"and {len(members) - _MEMBER_LIMIT} more"
    if layout is not None and layout.padding:
        yield "", f"{bytes_words(layout.padding)} of padding"


def _host_type(qualified: t.Qualified) -> str:
    element = t.element_of(qualified)
    # What is as large as the device likes has no type of the host's.
    if element.device_sized or not isinstance(element.type, t.ScalarType | t.VectorType):
        return ""
    found = builtin_type(t.spelled(t.Qualified(element.type)))
    return "" if found is None or not found.host else found.host
