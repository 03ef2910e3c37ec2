"""The queries of the grammar with the names that Helix gives to colours.

`python -m tests.support.helix_queries` writes them to `editors/helix/queries/opencl`.  What Helix
has of its own, indentation and text objects, stands there and is written by hand.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
SOURCE: Final = ROOT / "tree-sitter-opencl" / "queries"
FOLDER: Final = ROOT / "editors" / "helix" / "queries" / "opencl"
FILES: Final = ("highlights.scm", "injections.scm", "locals.scm", "tags.scm")

_NAMES: Final = {
    "number": "constant.numeric",
    "property": "variable.other.member",
    "string.escape": "constant.character.escape",
    "local.definition.var": "local.definition.variable",
    "local.definition.parameter": "local.definition.variable.parameter",
}
_HEAD: Final = "; Made by `python -m tests.support.helix_queries`: do not edit.\n\n"


def text(name: str) -> str:
    """Return the text of a file of queries."""
    source = (SOURCE / name).read_text("utf-8")
    return _HEAD + re.sub(r"@([\w.]+)", lambda found: f"@{_NAMES.get(found[1], found[1])}", source)


def main() -> int:
    """Write the files; return the exit status."""
    for name in FILES:
        (FOLDER / name).write_text(text(name), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
