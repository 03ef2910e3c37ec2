"""Semantic tokens: the kind of every name of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.analysis.results import Run, Token

if TYPE_CHECKING:
    from collections.abc import Callable

    from opencl_ls.analysis.facade import Analysis

__all__ = ["Run", "Token", "runs"]


def runs(analysis: Analysis, go_on: Callable[[], object] | None = None) -> list[tuple[int, Run]]:
    """Return the start and the tokens of each item of the file, in order.

    Before each new item `go_on` is called, which may raise to stop; the next call continues from
    there.
    """
    return analysis.tokens(go_on)
