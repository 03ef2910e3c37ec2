"""The outline of a file: its functions, types, variables and macros, kernels marked.

It is read from the surface tree, so that it stays while the file is being edited.  A function that
only looks like a plain one, since a macro makes it a kernel, is known from the program's symbols.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from opencl_ls.syntax import surface_outline, surface_queries

if TYPE_CHECKING:
    from collections.abc import Iterable

    from opencl_ls.syntax.surface_outline import Declared
    from opencl_ls.syntax.surface_queries import Surface

Memory = surface_queries.Memory["tuple[Declared, ...]"]


class SymbolView(Protocol):
    """The part of a symbol that the outline needs."""

    @property
    def name(self) -> str:
        """The name."""

    @property
    def kind(self) -> str:
        """What it is: "kernel" is the kind that counts here."""


class Source(Protocol):
    """What an outline is made from."""

    @property
    def surface(self) -> Surface:
        """The text as the user sees it, with its tree."""

    def symbols(self) -> Iterable[SymbolView]:
        """Return the names of the program that can be seen at its top level."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the outline; the offsets are those of the file."""

    kind: str
    name: str
    detail: str
    name_start: int
    name_end: int
    start: int
    end: int
    children: tuple[Entry, ...] = ()


def outline(source: Source, memory: Memory) -> tuple[Entry, ...]:
    """Return the file's declarations in their order."""
    kernels = {symbol.name for symbol in source.symbols() if symbol.kind == "kernel"}
    return tuple(
        _entry(declared, start, kernels)
        for start, group in surface_outline.declared(source.surface, memory)
        for declared in group
    )


def _entry(declared: Declared, base: int, kernels: set[str]) -> Entry:
    hidden_kernel = declared.kind == "function" and declared.name in kernels
    return Entry(
        "kernel" if hidden_kernel else declared.kind,
        declared.name,
        "kernel" if hidden_kernel else declared.detail,
        base + declared.name_start,
        base + declared.name_end,
        base + declared.start,
        base + declared.end,
        tuple(_entry(child, base, kernels) for child in declared.children),
    )
