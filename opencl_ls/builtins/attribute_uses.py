"""The targets of attributes and the arguments that they take, as in clang 19 for OpenCL C.

The drivers are based on clang.  The table is `data/attribute_uses.json`, which
`python -m tests.support.attribute_uses` writes by asking clang about each attribute on each kind of
subject; it is about a device in general (spir64).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from opencl_ls.builtins.reader import table

KINDS: Final = (
    "void function",
    "function",
    "pointer function",
    "kernel",
    "parameter",
    "pointer parameter",
    "global variable",
    "global pointer",
    "local variable",
    "variable",
    "pointer",
    "block variable",
    "typedef",
    "pointer typedef",
    "member",
    "pointer member",
    "struct",
    "union",
    "enum",
    "enumerator",
    "label",
    "block",
    "loop",
    "empty statement",
    "statement",
    "type name",
)
"""The kinds of subject, in the order of the table.

Global variables live as long as the program, those in functions included; local ones are in local
memory; a pointer is a variable of a function.
"""


class AttributeUse(NamedTuple):
    """The treatment of one attribute by compilers.

    `levels` has a character for each of `KINDS`: "E" where they refuse the attribute, "W" where
    they ignore it with a warning, "w" where they do so after a check of its arguments, and "-".
    `subjects` says in words what it applies to, if that is known.  `least` and `most` count its
    arguments, None without a limit, and `arguments` has the kind of each: "string", "integer", or
    "" for any; further arguments are of any kind.
    """

    levels: str
    subjects: str
    least: int
    most: int | None
    arguments: tuple[str, ...]

    def level(self, kind: str) -> str:
        """Return "E", "W", "w" or "-" for a kind of subject."""
        return self.levels[KINDS.index(kind)]


def attribute_use(name: str) -> AttributeUse | None:
    """Return the uses of an attribute; its name has no underscores around it."""
    known = table("attribute_uses")
    if name not in known:
        return None
    entry = known[name]
    return AttributeUse(
        entry["on"],
        entry.get("subjects", ""),
        entry.get("least", 0),
        entry.get("most"),
        tuple(entry.get("arguments", ())),
    )
