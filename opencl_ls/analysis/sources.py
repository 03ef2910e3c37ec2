"""The sources of files for the analysis: the protocol to implement, and one in memory."""

from __future__ import annotations

from opencl_ls.preprocess.sources import MemorySources, SourceProvider

__all__ = ["MemorySources", "SourceProvider"]
