"""The outline of a file: its functions, types, variables and macros, kernels marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.analysis.results import Declared, Group

if TYPE_CHECKING:
    from opencl_ls.analysis.facade import Analysis

__all__ = ["Declared", "Group", "outline"]


def outline(analysis: Analysis) -> list[tuple[int, Group]]:
    """Return the file's declarations in their order: of each item that has any, and its start."""
    return analysis.outline()
