"""The handlers of requests and notifications, one module for each group of them.

Each module has `register`, which takes pygls's server and what its handlers need.
"""

from opencl_ls.server.handlers import (
    code_actions,
    diagnostics,
    folding,
    hover,
    lifecycle,
    references,
    rename,
    settings,
    signature_help,
    symbols,
    synchronization,
    tokens,
)

__all__ = [
    "code_actions",
    "diagnostics",
    "folding",
    "hover",
    "lifecycle",
    "references",
    "rename",
    "settings",
    "signature_help",
    "symbols",
    "synchronization",
    "tokens",
]
