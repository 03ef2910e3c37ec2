"""What tells where one top-level item ends and the next begins."""

from __future__ import annotations

import re
from typing import Final

# The head of a function's definition in column 0: words, a name, parameters and a brace.  Nothing
# that compiles looks like it inside of braces; statements come nearest with `else if (...) {`.
_IN_PARENTHESES: Final = r"\((?:[^(){};]++|\((?:[^(){};]++|\([^(){};]*+\))*+\))*+\)"
_DEFINITION: Final = (
    r"(?!(?:else|do|return|case|goto)\b)"
    rf"(?:(?:__attribute__\s*+{_IN_PARENTHESES}|[A-Za-z_]\w*+)[\s*]++){{1,12}}"
    rf"(?!(?:if|for|while|switch)\b)[A-Za-z_]\w*+\s*+{_IN_PARENTHESES}\s*+\{{"
)
# Used as a variable's name, `kernel` has an operator behind it.
_KERNEL: Final = r"[ \t]*(?:__)?kernel\b(?![ \t]*[-+*%&|^<>=!?:;,.\[\])])"
HEAD: Final = rf"(?:{_KERNEL}|(?={_DEFINITION})\w)"
"""A pattern of what stands inside nothing else, at the beginning of a line."""

# What a macro made stands with blanks between the parentheses.
_ATTRIBUTES: Final = r"(?:\s*__attribute__\s*\(\s*\(.*?\)\s*\)\s*)*"
_TAG_END: Final = re.compile(
    # An enumeration may have a type of its own, as in C++.
    rf"\b(?:struct|union|enum)\b{_ATTRIBUTES}\s*\w*\s*{_ATTRIBUTES}(?:(?<=[\s\w]):[\w\s]+)?\Z",
    re.S,
)


def opens_body(header: str) -> bool:
    """Tell whether a brace behind `header`, without comments, opens the body of a function."""
    return _TAG_END.search(header) is None
