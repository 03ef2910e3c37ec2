"""The queries of an analysis, one topic a module: functions over the state of a program.

They are private to the analysis; `facade.Analysis` has a method for each.  A topic is loaded with
the first question about it: a check of files loads only the findings.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

    from opencl_ls.analysis.queries import (
        accesses,
        aliases,
        callgraph,
        calls,
        candidates,
        colours,
        constants,
        constructs,
        coverage,
        cursor,
        declarations,
        declared,
        enclosing,
        expansions,
        explanation,
        extents,
        findings,
        formats,
        hints,
        inactive,
        interfaces,
        kernels,
        layouts,
        links,
        names,
        open_bracket,
        outline,
        preprocessed,
        program,
        races,
        reference,
        references,
        requirements,
        scopes,
        surface,
        symbols,
        tokens,
        type_sources,
        types,
        values,
    )

__all__ = [
    "accesses",
    "aliases",
    "callgraph",
    "calls",
    "candidates",
    "colours",
    "constants",
    "constructs",
    "coverage",
    "cursor",
    "declarations",
    "declared",
    "enclosing",
    "expansions",
    "explanation",
    "extents",
    "findings",
    "formats",
    "hints",
    "inactive",
    "interfaces",
    "kernels",
    "layouts",
    "links",
    "names",
    "open_bracket",
    "outline",
    "preprocessed",
    "program",
    "races",
    "reference",
    "references",
    "requirements",
    "scopes",
    "surface",
    "symbols",
    "tokens",
    "type_sources",
    "types",
    "values",
]


def __getattr__(name: str) -> ModuleType:
    """Load a topic."""
    if name not in __all__:
        raise AttributeError(name)
    return import_module(f"{__name__}.{name}")
