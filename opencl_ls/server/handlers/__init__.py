"""The handlers of requests and notifications, one module for each group of them.

Each module has `register`, which takes pygls's server and what its handlers need.
"""

from opencl_ls.server.handlers import (
    call_hierarchy,
    code_actions,
    code_lens,
    commands,
    completion,
    configurations,
    definition,
    diagnostics,
    document_links,
    folding,
    formatting,
    hover,
    inlay_hints,
    lifecycle,
    references,
    rename,
    selection_ranges,
    settings,
    signature_help,
    symbols,
    synchronization,
    tokens,
)

__all__ = [
    "call_hierarchy",
    "code_actions",
    "code_lens",
    "commands",
    "completion",
    "configurations",
    "definition",
    "diagnostics",
    "document_links",
    "folding",
    "formatting",
    "hover",
    "inlay_hints",
    "lifecycle",
    "references",
    "rename",
    "selection_ranges",
    "settings",
    "signature_help",
    "symbols",
    "synchronization",
    "tokens",
]
