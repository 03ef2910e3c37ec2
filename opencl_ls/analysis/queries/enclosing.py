"""The stretches of a file that hold a place, one inside the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.syntax import surface_enclosing

if TYPE_CHECKING:
    from opencl_ls.syntax.surface import SurfaceText


def enclosing(surface: SurfaceText, offset: int) -> tuple[tuple[int, int], ...]:
    """Return start and end of each stretch around a byte, the innermost first, the file last."""
    return tuple(surface_enclosing.enclosing(surface, offset))
