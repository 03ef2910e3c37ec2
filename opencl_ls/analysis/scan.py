"""The declarations of a text at program scope, without an analysis."""

from __future__ import annotations

from opencl_ls.syntax.surface_names import Name, Names, names_in

__all__ = ["Name", "Names", "names_in"]
