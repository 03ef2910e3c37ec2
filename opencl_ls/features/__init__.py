"""The features of an editor, one a module: functions from an analysis to plain results.

A feature is loaded at its first request, or in idle times before: `initialize` waits for none of
them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

    from opencl_ls.features import (
        call_hierarchy,
        code_lens,
        completion,
        definition,
        document_links,
        explanation,
        formatting,
        highlights,
        host_code,
        inlay_hints,
        macro_expansion,
        mentions,
        references,
        settings_file,
        signature_help,
    )

__all__ = [
    "call_hierarchy",
    "code_lens",
    "completion",
    "definition",
    "document_links",
    "explanation",
    "formatting",
    "highlights",
    "host_code",
    "inlay_hints",
    "macro_expansion",
    "mentions",
    "references",
    "settings_file",
    "signature_help",
]


def __getattr__(name: str) -> ModuleType:
    """Load a feature."""
    if name not in __all__:
        raise AttributeError(name)
    return import_module(f"{__name__}.{name}")
