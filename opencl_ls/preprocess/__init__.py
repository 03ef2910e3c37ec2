"""The preprocessor of OpenCL C: from source text to a translation unit with a source map."""

from .chunks import Chunk, Edit, split
from .expansion import Expansion, Piece, Pragma, Segment
from .headers import Headers, Placed, Record
from .left_out import LeftOut, left_out, left_out_names, may_be_left_out
from .macros import Macro
from .navigate import Link, MacroInfo, Origin, Use, locate, macro_at, macro_uses
from .preprocessor import Action, Options, Preprocessor
from .sources import MemorySources, SourceProvider
from .unit import Change, Definition, Inactive, Unit, changed

__all__ = [
    "Action",
    "Change",
    "Chunk",
    "Definition",
    "Edit",
    "Expansion",
    "Headers",
    "Inactive",
    "LeftOut",
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
    "SourceProvider",
    "Unit",
    "Use",
    "changed",
    "left_out",
    "left_out_names",
    "locate",
    "macro_at",
    "macro_uses",
    "may_be_left_out",
    "split",
]
