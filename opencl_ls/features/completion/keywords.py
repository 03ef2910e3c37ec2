"""The places in which each keyword may appear.

The places are those of `NameContext.around`, and "type" after other words of a declaration or in
a cast, "expression" and "statement".  The words of statements that need a loop, a `switch` or an
`if` around or before them are in none: `NameContext.keywords` has them.
"""

from __future__ import annotations

from typing import Final

_DECLARED: Final = frozenset(("file", "parameters", "struct", "for", "body", "type"))
_POINTED: Final = frozenset(("parameters", "struct", "body", "type"))
_OBJECTS: Final = frozenset(("file", "parameters", "struct", "body", "type"))
_STATEMENT: Final = frozenset(("statement",))

# The more frequent ones come first.
PLACES: Final[dict[str, frozenset[str]]] = {
    "if": _STATEMENT,
    "for": _STATEMENT,
    "while": _STATEMENT,
    "return": _STATEMENT,
    "switch": _STATEMENT,
    "do": _STATEMENT,
    "goto": _STATEMENT,
    "sizeof": frozenset(("expression",)),
    "vec_step": frozenset(("expression",)),
    "kernel": frozenset(("file",)),
    "__kernel": frozenset(("file",)),
    "global": _OBJECTS,
    "__global": _OBJECTS,
    "const": _DECLARED,
    "local": _POINTED,
    "__local": _POINTED,
    "constant": _OBJECTS,
    "__constant": _OBJECTS,
    "private": _POINTED,
    "__private": _POINTED,
    "read_only": frozenset(("parameters",)),
    "__read_only": frozenset(("parameters",)),
    "write_only": frozenset(("parameters",)),
    "__write_only": frozenset(("parameters",)),
    "read_write": frozenset(("parameters",)),
    "__read_write": frozenset(("parameters",)),
    "static": frozenset(("file",)),
    "inline": frozenset(("file",)),
    "typedef": frozenset(("file", "body")),
    "struct": _DECLARED,
    "enum": _DECLARED,
    "union": _DECLARED,
    "unsigned": _DECLARED,
    "signed": _DECLARED,
    "volatile": _DECLARED,
    "pipe": frozenset(("parameters",)),
    "extern": frozenset(("file",)),
    "__attribute__": frozenset(("file", "struct")),
}

FUNCTION_QUALIFIERS: Final = ("kernel", "__kernel")
ACCESS: Final = ("read_only", "write_only", "read_write")
