"""The preprocessor of OpenCL C: from source text to a translation unit with a source map."""

from __future__ import annotations

from opencl_ls.preprocess.chunk_splitting import SourceEdit, split
from opencl_ls.preprocess.chunks import Chunk, Piece
from opencl_ls.preprocess.excluded_lines import (
    Exclusion,
    excluded_headers,
    excluded_names,
    may_be_excluded,
)
from opencl_ls.preprocess.headers import Headers, Placed, Record
from opencl_ls.preprocess.macros import Macro
from opencl_ls.preprocess.navigation import (
    Link,
    MacroInfo,
    Origin,
    Use,
    locate,
    macro_at,
    macro_uses,
)
from opencl_ls.preprocess.preprocessor import Action, Options, Preprocessor
from opencl_ls.preprocess.source_map import Expansion, Pragma, Segment
from opencl_ls.preprocess.sources import MemorySources, SourceProvider, Store
from opencl_ls.preprocess.unit import Change, Definition, Inactive, Unit, changed

__all__ = [
    "Action",
    "Change",
    "Chunk",
    "Definition",
    "Exclusion",
    "Expansion",
    "Headers",
    "Inactive",
    "Link",
    "Macro",
    "MacroInfo",
    "MemorySources",
    "Options",
    "Origin",
    "Piece",
    "Placed",
    "Pragma",
    "Preprocessor",
    "Record",
    "Segment",
    "SourceEdit",
    "SourceProvider",
    "Store",
    "Unit",
    "Use",
    "changed",
    "excluded_headers",
    "excluded_names",
    "locate",
    "macro_at",
    "macro_uses",
    "may_be_excluded",
    "split",
]
