"""Queries about a place or a unit: what features ask through the facade `Analysis`.

Each module has a topic and is loaded when it is asked for the first time: a server that starts, and
the command line, do without.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

    from opencl_ls.analysis.queries import (
        callgraph,
        calls,
        constants,
        expansions,
        layouts,
        names,
        program,
        references,
        results,
        scopes,
        symbols,
        types,
    )

__all__ = [
    "callgraph",
    "calls",
    "constants",
    "expansions",
    "layouts",
    "names",
    "program",
    "references",
    "results",
    "scopes",
    "symbols",
    "types",
]


def __getattr__(name: str) -> ModuleType:
    """Load the module of a topic; raises AttributeError for a name that is none."""
    if name not in __all__:
        raise AttributeError(name)
    return import_module(f"{__name__}.{name}")
