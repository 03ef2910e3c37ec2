"""The nested syntactic ranges of a file around a place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.syntax import surface_enclosing

if TYPE_CHECKING:
    from opencl_ls.syntax.surface import SurfaceText


def enclosing(surface: SurfaceText, offset: int) -> tuple[tuple[int, int], ...]:
    """Return start and end of each range around a byte, the innermost first, the file last."""
    return tuple(surface_enclosing.enclosing(surface, offset))
