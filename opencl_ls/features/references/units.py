"""The units that name a symbol, and the references of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from opencl_ls.features.references.likely import likely_places

if TYPE_CHECKING:
    from collections.abc import Iterable

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.query_results import Reference, References, Symbol
    from opencl_ls.findings import Place
    from opencl_ls.text import LineTable

_LOCAL = ("label", "macro-parameter", "parameter")
_DECLARING = ("definition", "declaration")


class Unit(NamedTuple):
    """A unit that names a symbol: the path of its main file, and the places of the name.

    `likely` are places in code that is not analysed that likely mean the symbol.  `lines`
    holds the files of all places.  The symbol `is_linked` here if no declaration is shared.
    """

    path: str
    references: tuple[Reference, ...]
    likely: tuple[Place, ...]
    lines: dict[str, LineTable]
    is_linked: bool = False

    @property
    def declarations(self) -> tuple[Place, ...]:
        """The places that declare the symbol."""
        return tuple(each.place for each in self.references if each.kind in _DECLARING)

    @property
    def definitions(self) -> frozenset[Place]:
        """The places that define the symbol."""
        return frozenset(each.place for each in self.references if each.kind == "definition")


class Shared(NamedTuple):
    """The units that share a symbol, that of the request first.

    `unclear` are units that declare it and are linked with one of several that define it: which one
    is unknown.  If `is_cut`, there were more files than the search covers.
    """

    units: tuple[Unit, ...]
    unclear: tuple[Unit, ...] = ()
    is_cut: bool = False


def unit_of(analysis: Analysis, found: References, *, for_rename: bool = False) -> Unit:
    """Return the references to a symbol in a unit."""
    likely = tuple(likely_places(analysis, found)) if for_rename else ()
    files = {each.place.file for each in found.references} | {each.file for each in likely}
    lines = {file: analysis.lines(file) for file in files}
    return Unit(analysis.path, found.references, likely, lines)


def unit_like(analysis: Analysis, symbol: Symbol, *, for_rename: bool = False) -> Unit | None:
    """Return the references to a symbol of another unit in a unit, None without any."""
    found = analysis.references_to(symbol, all_definitions=for_rename)
    if found is None:
        return None
    unit = unit_of(analysis, found, for_rename=for_rename)
    is_linked = not set(unit.declarations) & set(symbol.declarations)
    return unit._replace(is_linked=is_linked)


def rival_of(analysis: Analysis, symbol: Symbol) -> Unit | None:
    """Return the definitions in a unit that a symbol might be linked with."""
    if not is_linked(symbol):
        return None
    unit = unit_like(analysis, replace(symbol, definition=None, declarations=()))
    return unit if unit is not None and unit.definitions else None


def joined(units: Iterable[Unit], rivals: Iterable[Unit]) -> tuple[tuple[Unit, ...], ...]:
    """Return the units that share a symbol, and those for which that is unclear.

    Functions are linked only by their names: if several files define one of that name, it is
    unknown which of them is meant by a file that only declares it.
    """
    units = tuple(units)
    defined = {place for unit in (*units, *rivals) for place in unit.definitions}
    if len(defined) < 2:
        return units, ()
    sure = tuple(unit for unit in units if not unit.is_linked)
    return sure, tuple(unit for unit in units if unit.is_linked)


def is_shared(symbol: Symbol) -> bool:
    """Tell whether other files can name a symbol, by its kind: local names are not shared."""
    is_of_function = symbol.kind in ("variable", "typedef") and bool(symbol.container)
    return symbol.kind not in _LOCAL and not is_of_function


def is_linked(symbol: Symbol) -> bool:
    """Tell whether a symbol may be defined in one program and used in another one.

    Functions are unless they are `static` (OpenCL C 3.0, 6.9), and variables that are `extern`.
    """
    has_linkage = symbol.kind in ("kernel", "function", "variable") and not symbol.container
    return has_linkage and not symbol.is_static


def places_of(units: Iterable[Unit], *, with_declarations: bool = True) -> list[Place]:
    """Return the references of several units, each place once, in the order of the units."""
    return list(
        dict.fromkeys(
            each.place
            for unit in units
            for each in unit.references
            if with_declarations or each.kind not in _DECLARING
        )
    )


def lines_of(units: Iterable[Unit]) -> dict[str, LineTable]:
    """Return the lines of all files in which some units name a symbol."""
    found: dict[str, LineTable] = {}
    for unit in units:
        for file, lines in unit.lines.items():
            found.setdefault(file, lines)
    return found
