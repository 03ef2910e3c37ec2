"""From the types in generic signatures to types: "const Q sgentype *" and a choice of values."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.signatures import concrete_type
from opencl_ls.lazy_pattern import lazy_pattern
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types.spaces import ACCESS, SPACES
from opencl_ls.semantics.types.spelling import named_builtin

if TYPE_CHECKING:
    from collections.abc import Mapping

Value = str | int

GENERIC_PACKET: Final = t.Qualified(t.opaque("gentype"))
"""The packet of a generic pipe, and the pointee of a function for any pointer."""

_WORD: Final = re.compile(r"\w+|\*|\(\^\w+\)|\.\.\.")
_POINTER: Final = lazy_pattern(
    r"(const )?(Q2? |global |local |private |constant )?(const )?(volatile )?(\w+) \*"
)
_NUMBERED: Final = re.compile(r"[a-z]+([nm])\b")
_BY_IMAGE: Final = re.compile(r"\b(?:image|icoord|fcoord|grad)\b")


def concrete(text: str, values: Mapping[str, Value], private: bool) -> tuple[str, t.Qualified]:
    """Return a type of a signature as a text and as a type, with generic words replaced.

    If `private` is true, pointers without an address space point to private memory; otherwise they
    point into the generic address space (OpenCL C 6.7.5).
    """
    wanted = tuple((word, values[word]) for word in generic_words(text) if word in values)
    return _concrete(text, wanted, private)


@lru_cache(maxsize=2048)
def generic_words(text: str) -> tuple[str, ...]:
    """Return the generic words whose values a type of a signature depends on."""
    found = [word for word in ("Q", "Q2", "aq", "dst", "src") if word in text]
    if "gentype" in text:
        found += ["gentype", "n", "m"]
    elif _NUMBERED.search(text):
        found += ["n", "m"]
    if _BY_IMAGE.search(text):
        found.append("image")
    return tuple(found)


@lru_cache(maxsize=16384)
def _concrete(
    text: str, values: tuple[tuple[str, Value], ...], private: bool
) -> tuple[str, t.Qualified]:
    if not values:
        return text, parsed(text, private)
    pointer = _POINTER.fullmatch(text)
    if pointer is None:
        replaced = concrete_type(text, dict(values))
        return replaced, parsed(replaced, private)
    # Most types are pointers to the same few types, so that the pointee's name is shared.
    const, space, const_behind, volatile, base = pointer.groups()
    chosen = dict(values)
    word = (space or "").strip()
    space = str(chosen.pop(word, word))
    name, kind = _concrete(base, tuple(chosen.items()), private)
    space = space or (t.PRIVATE if private else t.GENERIC)
    pointee = t.Qualified(
        kind.type,
        space,
        const=bool(const or const_behind),
        volatile=bool(volatile),
        alias=kind.alias,
    )
    return f"{name} *", t.Qualified(t.pointer_to(pointee))


@lru_cache(maxsize=8192)
def parsed(text: str, private: bool) -> t.Qualified:
    """Return the type that a signature spells: "const global float *", "read_only image2d_t"."""
    if text.startswith("void (^"):
        return t.Qualified(t.BlockType(t.FunctionType(t.Qualified(t.VOID), (), True, False)))
    words = [word.strip("_") if word.startswith("__") else word for word in _WORD.findall(text)]
    names = [word for word in words if word not in _QUALIFIERS and word != "*"]
    base = GENERIC_PACKET if names == ["gentype"] else named_builtin(" ".join(names))
    if base is None:
        base = t.Qualified(t.opaque(" ".join(names)))
    if "pipe" in words:
        packet = named_builtin(names[-1]) if names[-1] != "gentype" else None
        pipe = t.PipeType(packet or GENERIC_PACKET)
        return t.Qualified(pipe, access=_first(words, ACCESS))
    if "*" not in words:
        return t.Qualified(base.type, access=_first(words, ACCESS), alias=base.alias)
    space = _first(words, SPACES) or (t.PRIVATE if private else t.GENERIC)
    pointee = t.Qualified(
        base.type, space, const="const" in words, volatile="volatile" in words, alias=base.alias
    )
    return t.Qualified(t.pointer_to(pointee))


_QUALIFIERS: Final = {*SPACES, *ACCESS, "const", "volatile", "restrict", "pipe"}


def _first(words: list[str], wanted: frozenset[str]) -> str:
    return next((word for word in words if word in wanted), "")
