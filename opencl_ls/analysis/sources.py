"""Where the analysis gets files from: the protocol to implement, and one kept in memory."""

from __future__ import annotations

from opencl_ls.preprocess.sources import MemorySources, SourceProvider

__all__ = ["MemorySources", "SourceProvider"]
