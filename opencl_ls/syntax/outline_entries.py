"""What the outline of a file is made of."""

from __future__ import annotations

from msgspec import Struct


class Declared(Struct, frozen=True):
    """A declaration of the outline, relative to its item's start.

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
    """What one item declares; the same object as long as nothing in the item changes."""

    declared: tuple[Declared, ...]
