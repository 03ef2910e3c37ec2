"""Refactorings: changes of a program that preserve its behaviour, one module for each.

Each module has `offers`, which yields the refactorings that are possible at a selection.  It is
cheap, since editors ask at each move of the cursor; the edits are computed when one is chosen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.features.refactorings import (
    address_space,
    const_pointer,
    expand_macro,
    extract_function,
    extract_variable,
    float_suffix,
    inline_variable,
    literals,
    missing_barrier,
    statements,
    vector_access,
    versions,
)
from opencl_ls.features.refactorings.offers import Offer, Selection

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from opencl_ls.analysis.facade import Analysis

__all__ = ["Offer", "refactorings"]

_ALL: Final[tuple[Callable[[Selection], Iterator[Offer]], ...]] = (
    extract_variable.offers,
    extract_function.offers,
    inline_variable.offers,
    expand_macro.offers,
    versions.offers,
    vector_access.offers,
    float_suffix.offers,
    statements.offers,
    literals.offers,
    address_space.offers,
    const_pointer.offers,
    missing_barrier.offers,
)


def refactorings(
    analysis: Analysis, start: int, end: int, *, is_asked: bool = True
) -> Iterator[Offer]:
    """Yield the refactorings of the bytes from `start` to `end`, the most frequent ones first.

    It needs a state of the program in which the functions around both are analysed.  Without an
    explicit request (`is_asked`), those that take time to find are left out.
    """
    selection = Selection(analysis, start, end, is_asked)
    for offers in _ALL:
        yield from offers(selection)
