"""References to the symbol at a place: those of one unit, and of several that share the symbol."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.query_results import References, Symbol
    from opencl_ls.findings import Place

_LOCAL = ("label", "macro-parameter", "parameter")


class Unit(NamedTuple):
    """A unit that names a symbol, and where."""

    analysis: Analysis
    found: References


def is_shared(symbol: Symbol) -> bool:
    """Tell whether other files can name a symbol, by what it is: names of functions are not."""
    is_of_function = symbol.kind in ("variable", "typedef") and bool(symbol.container)
    return symbol.kind not in _LOCAL and not is_of_function


def is_linked(symbol: Symbol) -> bool:
    """Tell whether a symbol may be defined in one program and used in another one.

    Functions are unless they are `static` (OpenCL C 3.0, 6.9), and variables that are `extern`.
    """
    has_linkage = symbol.kind in ("kernel", "function", "variable") and not symbol.container
    return has_linkage and not symbol.is_static


def places_of(units: Iterable[Unit]) -> list[Place]:
    """Return the references of several units, each place once, in the order of the units."""
    return list(dict.fromkeys(each.place for unit in units for each in unit.found.references))
