"""The words of OpenCL C as a file of Emacs Lisp, from the tables of `opencl_ls/builtins/data`.

`python -m tests.support.emacs_words` writes `editors/emacs/opencl-words.el`.
"""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path
from typing import Final

from opencl_ls.builtins.functions import function_names
from opencl_ls.builtins.macros import macro_names
from opencl_ls.builtins.reader import table
from opencl_ls.builtins.types import type_names

FILE: Final = Path(__file__).parents[2] / "editors" / "emacs" / "opencl-words.el"

_QUALIFIERS: Final = {"address-space", "access", "function-qualifier", "type-specifier"}

_HEAD: Final = """\
;;; opencl-words.el --- The words of OpenCL C -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Made by `python -m tests.support.emacs_words' from the server's tables: do not edit.

;;; Code:
"""

_TAIL: Final = """
(provide 'opencl-words)
;;; opencl-words.el ends here
"""


def text() -> str:
    """Return the text of the file."""
    qualifiers = {name for name, row in table("keywords").items() if row["kind"] in _QUALIFIERS}
    types = {each for each in type_names() if " " not in each} - qualifiers
    lists = (
        ("qualifiers", "Qualifiers that OpenCL C adds to C.", qualifiers),
        ("types", "Built-in types.", types),
        ("functions", "Built-in functions.", function_names()),
        ("constants", "Built-in macros and enumerators.", macro_names()),
        ("attributes", "Attributes.", set(table("attributes"))),
    )
    return _HEAD + "".join(_constant(*each) for each in lists) + _TAIL


def _constant(name: str, documentation: str, words: set[str] | frozenset[str]) -> str:
    listed = " ".join(f'"{word}"' for word in sorted(words))
    lines = textwrap.wrap(listed, 96, break_long_words=False, break_on_hyphens=False)
    body = "\n    ".join(lines)
    return f'\n(defconst opencl-words-{name}\n  \'({body})\n  "{documentation}")\n'


def main() -> int:
    """Write the file; return the exit status."""
    FILE.write_text(text(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
