"""The declaration of the type of a name or of an expression."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.analysis.queries.describe import builtin_kind
from opencl_ls.analysis.queries.meaning import Key
from opencl_ls.analysis.queries.symbols import Named, declarations_of, named_at
from opencl_ls.analysis.queries.types import qualified_at
from opencl_ls.analysis.queries.uses import declared_use
from opencl_ls.analysis.query_results import TypeSource
from opencl_ls.findings import Place
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types import symbols as s

if TYPE_CHECKING:
    from opencl_ls.analysis.queries.program import Program

_DEEPEST: Final = 64


def type_source_at(program: Program, offset: int) -> TypeSource | None:
    """Return the declaration of the type at a byte, None if no type is known.

    For pointers, arrays, pipes, atomics, functions and blocks it is the type that they are derived
    from.  A struct, a union or an enumeration takes precedence over its typedef names.
    """
    found = named_at(program, offset, everywhere=False)
    if found is not None and found.symbol is not None:
        kind: t.Qualified | None = found.symbol.type
        if isinstance(found.symbol, s.Tag):
            kind = t.Qualified(found.symbol.defined)
    else:
        kind = qualified_at(program, offset)
    if kind is None:
        return None
    alias = ""
    for _ in range(_DEEPEST):
        alias = kind.alias or alias
        inner = _inside(kind.type)
        if inner is None:
            break
        kind = inner
    item = -1 if found is None else found.item
    return _source(program, kind, alias, item)


def _inside(kind: t.Type) -> t.Qualified | None:
    """Return the type that a type is derived from, None for one with a name."""
    if isinstance(kind, t.PointerType):
        return kind.pointee
    if isinstance(kind, t.ArrayType):
        return kind.element
    if isinstance(kind, t.FunctionType):
        return kind.result
    if isinstance(kind, t.BlockType):
        return kind.function.result
    if isinstance(kind, t.PipeType):
        return kind.packet
    return kind.value if isinstance(kind, t.AtomicType) and not _has_name(kind) else None


def _has_name(kind: t.AtomicType) -> bool:
    return bool(builtin_kind(t.spelled(t.Qualified(kind))))


def _source(program: Program, kind: t.Qualified, alias: str, item: int) -> TypeSource | None:
    whole = kind.type
    if isinstance(whole, t.AggregateType | t.EnumeratedType):
        word = whole.keyword if isinstance(whole, t.AggregateType) else "enum"
        tag = whole.tag
        places = _local(program, whole, item) or _declared(program, tag, "tag") if tag else ()
        if places:
            return TypeSource(f"{word} {tag}", places)
        own = whole.alias if isinstance(whole, t.AggregateType) else ""
        alias = own or alias
    places = _declared(program, alias, "name") if alias else ()
    if places:
        return TypeSource(alias, places)
    if isinstance(whole, t.UnknownType):
        return None
    # `size_t` keeps its name, whatever type it is on the device.
    named = kind.alias if builtin_kind(kind.alias) else kind.device_sized
    return TypeSource(named or t.spelled(t.Qualified(whole)), ())


def _local(
    program: Program, whole: t.AggregateType | t.EnumeratedType, item: int
) -> tuple[Place, ...]:
    """Return where a type is declared in this item: a function may declare its own types."""
    if not 0 <= item < len(program.unit.items):
        return ()
    for record, symbol in program.model(item).declared.items():
        if isinstance(symbol, s.Tag) and symbol.defined is whole:
            use = declared_use(record, symbol)
            if use.role == "definition":
                return (program.place(item, use.start, use.end),)
    return ()


def _declared(program: Program, name: str, scope: str) -> tuple[Place, ...]:
    """Return where a name of the file is defined, or else where it is declared."""
    key = Key(name, scope)
    places: dict[str, list[Place]] = {"definition": [], "declaration": []}
    bare = Named(name, Place(program.path, 0, 0))
    for number, use in declarations_of(program, bare, key):
        places.setdefault(use.role, []).append(program.place(number, use.start, use.end))
    return tuple(dict.fromkeys(places["definition"] or places["declaration"]))
