"""Symbols and types in words: kinds, declarations, sizes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from opencl_ls.analysis.query_results import TypeInfo
from opencl_ls.builtins.types import builtin_type
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants.layout import layout_of
from opencl_ls.semantics.types import symbols as s

if TYPE_CHECKING:
    from opencl_ls.findings import Place
    from opencl_ls.settings.target import Target

_KINDS: Final = {
    s.Variable: "variable",
    s.ParameterVariable: "parameter",
    s.Typedef: "typedef",
    s.EnumeratorConstant: "enumerator",
    s.MemberVariable: "member",
}
_TYPE_KINDS: Final[dict[type[t.Type], str]] = {
    t.VoidType: "void",
    t.ScalarType: "scalar",
    t.VectorType: "vector",
    t.PointerType: "pointer",
    t.ArrayType: "array",
    t.FunctionType: "function",
    t.BlockType: "block",
    t.ImageType: "image",
    t.OpaqueType: "opaque",
    t.PipeType: "pipe",
    t.AtomicType: "atomic",
    t.EnumeratedType: "enum",
}

_OPEN: Final = (t.OpaqueType, t.ImageType, t.PipeType, t.BlockType, t.UnknownType)
_WIDE: Final = 64


def kind_of(symbol: s.Symbol) -> str:
    """Return the kind of a symbol, one of those of `results.Symbol`."""
    if isinstance(symbol, s.Function):
        return "kernel" if symbol.is_kernel else "function"
    if isinstance(symbol, s.Tag):
        defined = symbol.defined
        return defined.keyword if isinstance(defined, t.AggregateType) else "enum"
    return _KINDS.get(type(symbol), "variable")


def type_text(symbol: s.Symbol) -> str:
    """Return a symbol's declaration with its type and address space, "" if unknown."""
    if isinstance(symbol, s.Function):
        if not isinstance(symbol.type.type, t.FunctionType):
            # Of a function that was not analysed yet only the name is known.
            return ""
        text = t.declaration_text(symbol.type, symbol.name)
        return f"__kernel {text}" if symbol.is_kernel else text
    if isinstance(symbol, s.Typedef):
        return f"typedef {t.declaration_text(symbol.type, symbol.name)}"
    if isinstance(symbol, s.EnumeratorConstant):
        return symbol.name if symbol.value is None else f"{symbol.name} = {symbol.value}"
    if isinstance(symbol, s.Tag):
        return f"{kind_of(symbol)} {symbol.name}".strip()
    return t.declaration_text(symbol.type, symbol.name)


def space_of(symbol: s.Symbol) -> str:
    """Return the address space of an object, "" for other symbols or if it is unknown."""
    if isinstance(symbol, s.Variable | s.ParameterVariable):
        return t.object_space(symbol.type)
    return ""


def container_of(symbol: s.Symbol) -> str:
    """Return the container of a symbol: a function, a struct, an enumeration; "" for none."""
    if isinstance(symbol, s.Variable):
        return "" if symbol.function is None else symbol.function.name
    if isinstance(symbol, s.ParameterVariable):
        return "" if symbol.function is None else symbol.function.name
    if isinstance(symbol, s.MemberVariable):
        whole = symbol.aggregate
        return whole.alias or f"{whole.keyword} {whole.tag}".strip()
    return ""


def is_static(symbol: s.Symbol) -> bool:
    """Tell whether a symbol is declared `static`."""
    return isinstance(symbol, s.Function | s.Variable) and "static" in symbol.storage


def size_and_alignment(qualified: t.Qualified, target: Target) -> tuple[int | None, int | None]:
    """Return size and alignment in bytes, None for both if they are unknown.

    Those of pointers are known for targets with 64-bit addresses.
    """
    if is_open(qualified, target):
        return None, None
    found = layout_of(qualified)
    return (None, None) if found is None else found


def is_open(qualified: t.Qualified, target: Target) -> bool:
    """Tell whether the device chooses the size of a type, or of a part of it."""
    pending, seen = [qualified], set[t.Type]()
    while pending:
        element = t.element_of(pending.pop())
        kind = element.type
        if element.device_sized or isinstance(kind, t.PointerType):
            if target.pointer_bits != _WIDE:
                return True
        elif isinstance(kind, t.AggregateType):
            # Each struct is visited once: if each holds another one twice, the paths double.
            if kind not in seen:
                seen.add(kind)
                pending += [member.type for member in kind.members or ()]
        elif isinstance(kind, _OPEN):
            return True
    return False


def type_info(
    qualified: t.Qualified,
    target: Target,
    *,
    is_lvalue: bool = False,
    place: Place | None = None,
) -> TypeInfo | None:
    """Return the description of a type, None for an unknown one."""
    kind = qualified.type
    if isinstance(kind, t.UnknownType):
        return None
    element, width, pointee, space = "", 0, "", t.object_space(qualified)
    if isinstance(kind, t.VectorType):
        element, width = kind.element.name, kind.width
    elif isinstance(kind, t.ArrayType):
        element, width = t.spelled(kind.element), kind.size or 0
    elif isinstance(kind, t.PointerType):
        pointee = t.spelled(kind.pointee)
        space = t.object_space(kind.pointee)
    elif isinstance(kind, t.AtomicType):
        element = t.spelled(kind.value)
    word = kind.keyword if isinstance(kind, t.AggregateType) else _TYPE_KINDS[type(kind)]
    size, alignment = size_and_alignment(qualified, target)
    inner = t.element_of(qualified)
    text = t.spelled(qualified)
    underlying = t.spelled(replace(qualified, alias=""))
    return TypeInfo(
        text,
        word,
        underlying if underlying != text else "",
        element,
        width,
        pointee,
        space,
        size,
        alignment,
        is_lvalue,
        inner.const or qualified.const,
        inner.volatile or qualified.volatile,
        place,
    )


def known_text(qualified: t.Qualified | None) -> str:
    """Return a type as a person writes it, "" for an unknown one."""
    if qualified is None or isinstance(qualified.type, t.UnknownType):
        return ""
    return t.spelled(qualified)


def builtin_kind(name: str) -> str:
    """Return the word for a built-in type, "" for another name."""
    known = builtin_type(name)
    return "" if known is None or known.kind in ("reserved", "specifier") else "builtin-type"
