"""What a text declares at program scope, read without an analysis of it."""

from __future__ import annotations

from opencl_ls.syntax.surface_names import Name, Names, names_in

__all__ = ["Name", "Names", "names_in"]
