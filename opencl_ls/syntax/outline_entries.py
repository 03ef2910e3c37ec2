"""The entries of the outline of a file."""

from __future__ import annotations

from msgspec import Struct


class Declared(Struct, frozen=True):
    """A declaration in the outline; its byte offsets count from the start of its item.

    `kind` is "function", "kernel", "variable", "constant", "typedef", "struct", "union", "enum",
    "enumerator", "member" or "macro"; `detail` is how it was written, in short.
    """

    kind: str
    name: str
    name_start: int
    name_end: int
    start: int
    end: int
    detail: str
    children: tuple[Declared, ...] = ()


class OutlineGroup(Struct, frozen=True, eq=False):
    """The declarations of one item; the same object as long as the item is unchanged."""

    declared: tuple[Declared, ...]
