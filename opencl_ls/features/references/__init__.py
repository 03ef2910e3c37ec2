"""References to the symbol at a byte: those of one unit, and of several that share the symbol."""

from opencl_ls.features.references.rename import Refusal, edits_for, renameable, spoiled
from opencl_ls.features.references.units import (
    Shared,
    Unit,
    is_linked,
    is_shared,
    joined,
    lines_of,
    places_of,
    rival_of,
    unit_like,
    unit_of,
)

__all__ = [
    "Refusal",
    "Shared",
    "Unit",
    "edits_for",
    "is_linked",
    "is_shared",
    "joined",
    "lines_of",
    "places_of",
    "renameable",
    "rival_of",
    "spoiled",
    "unit_like",
    "unit_of",
]
