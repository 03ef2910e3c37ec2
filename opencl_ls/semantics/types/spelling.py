"""Built-in types by the words that spell them (OpenCL C 6.1)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from opencl_ls.builtins.types import BuiltinType, builtin_type
from opencl_ls.semantics import types as t

_INT_WORDS: Final = {
    "char": "char",
    "short": "short",
    "int": "int",
    "long": "long",
    "__int128": "__int128",
    "_Bool": "bool",
    "bool": "bool",
    "float": "float",
    "double": "double",
    "half": "half",
}
_SIGNS: Final = {"signed", "__signed", "__signed__"}
_POINTER_SIZED: Final = {
    "size_t": "ulong",
    "ptrdiff_t": "long",
    "intptr_t": "long",
    "uintptr_t": "ulong",
}
# The specification does not define these integer types; they are combined and compared as integers.
_BIT_FIELDS: Final = frozenset(
    ("cl_mem_fence_flags", "kernel_enqueue_flags_t", "clk_profiling_info")
)

_cache: dict[str, t.Qualified] = {}


def basic_type(words: tuple[str, ...]) -> t.Qualified:
    """Return the type of built-in type words, UNKNOWN for an invalid combination."""
    if len(words) == 1:
        return named_builtin(words[0]) or t.UNKNOWN_QUALIFIED
    unsigned = "unsigned" in words
    rest = [word for word in words if word not in _SIGNS and word != "unsigned"]
    if rest.count("long") >= 1 and "double" not in rest:
        name = "long"
    elif "short" in rest:
        name = "short"
    elif not rest:
        name = "int"
    else:
        name = _INT_WORDS.get(rest[0], "")
    if unsigned and name in ("char", "short", "int", "long"):
        name = "u" + name
    elif unsigned and name == "__int128":
        name = "unsigned __int128"
    return t.Qualified(t.scalar(name)) if t.is_scalar_name(name) else t.UNKNOWN_QUALIFIED


def named_builtin(name: str) -> t.Qualified | None:
    """Return the built-in type of this name, or None; aliases keep the name as written."""
    made = _cache.get(name)
    if made is None:
        made = _named_builtin(name)
        # Names of no type are not cached: their number has no limit.
        if made is not None:
            _cache[name] = made
    return made


def _named_builtin(name: str) -> t.Qualified | None:
    if name == "void":
        return t.Qualified(t.VOID)
    if name in _INT_WORDS:
        return t.Qualified(t.scalar(_INT_WORDS[name]))
    if name in ("unsigned", *_SIGNS):
        return t.Qualified(t.scalar("uint" if name == "unsigned" else "int"))
    if t.is_scalar_name(name):
        return t.Qualified(t.scalar(name))
    if name in _POINTER_SIZED:
        return t.Qualified(t.scalar(_POINTER_SIZED[name]), alias=name, device_sized=name)
    if name in _BIT_FIELDS:
        return t.Qualified(t.scalar("uint"), alias=name)
    known = builtin_type(name)
    return None if known is None or known.kind == "reserved" else _type_of_row(name, known)


def _type_of_row(name: str, known: BuiltinType) -> t.Qualified:
    """Return the type that a row of the table of built-in types describes."""
    if known.kind == "vector" and t.is_scalar_name(known.element):
        return t.Qualified(t.vector(t.scalar(known.element), known.components))
    if known.kind == "image":
        return t.Qualified(t.image(name))
    if known.kind == "atomic":
        inner = named_builtin(known.of) if known.of else None
        return t.ATOMIC_FLAG if inner is None else t.Qualified(t.AtomicType(inner), alias=name)
    if known.kind == "opaque":
        return t.Qualified(t.opaque(name))
    if known.kind == "enum":
        return t.Qualified(t.scalar("int"), alias=name)
    if known.kind == "scalar-alias" and known.of:
        inner = basic_type(tuple(known.of.split()))
        return replace(inner, alias=name)
    return t.UNKNOWN_QUALIFIED
