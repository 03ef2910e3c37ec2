"""What is remembered of the surface of a document, whatever state of it is asked about."""

from __future__ import annotations

from opencl_ls.analysis.queries import outline, tokens
from opencl_ls.syntax import surface_queries
from opencl_ls.syntax.surface_items import KnownItems


class SurfaceMemory:
    """What was found in one document, to be found again after an edit."""

    __slots__ = ("outline", "tokens")

    def __init__(self) -> None:
        items = KnownItems()
        self.outline = outline.Memory(surface_queries.Memory(items))
        self.tokens = tokens.Memory(surface_queries.Memory(items))
