"""The references in a file to the symbol at a place."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.findings import Place

_WRITES = ("write", "read-write")
_READS = ("read", "call", "address-of")


class Highlight(NamedTuple):
    """A place in the main file; `kind` is "read", "write" or, of any other mention, "text"."""

    place: Place
    kind: str


def highlights(analysis: Analysis, offset: int) -> list[Highlight]:
    """Return the references to the symbol at a byte in the main file, in order."""
    found = analysis.references(offset)
    if found is None:
        return []
    return [
        Highlight(each.place, _kind(each.kind))
        for each in found.references
        if each.place.file == analysis.path and (each.is_verbatim or each.kind == "macro-body")
    ]


def _kind(kind: str) -> str:
    if kind in _WRITES:
        return "write"
    return "read" if kind in _READS else "text"
