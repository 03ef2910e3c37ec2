"""The patterns by which a text is split into top-level items."""

from __future__ import annotations

import re
from typing import Final

from opencl_ls.lazy_pattern import lazy_pattern

# The head of a function's definition in column 0: words, a name, parameters and a brace.  Inside of
# braces no code that compiles looks like it; `else if (...) {` comes nearest.
_IN_PARENTHESES: Final = r"\((?:[^(){};]++|\((?:[^(){};]++|\([^(){};]*+\))*+\))*+\)"
_DEFINITION: Final = (
    r"(?!(?:else|do|return|case|goto)\b)"
    rf"(?:(?:__attribute(?:__)?\s*+{_IN_PARENTHESES}|[A-Za-z_]\w*+)[\s*]++){{1,12}}"
    rf"(?!(?:if|for|while|switch)\b)[A-Za-z_]\w*+\s*+{_IN_PARENTHESES}\s*+\{{"
)
# If `kernel` is the name of a variable, an operator follows.
_KERNEL: Final = r"[ \t]*(?:__)?kernel\b(?![ \t]*[-+*%&|^<>=!?:;,.\[\])])"
HEAD: Final = rf"(?:{_KERNEL}|(?={_DEFINITION})\w)"
"""A pattern of the start of a line that begins an item, whatever precedes it."""

# The expansion of a macro has blanks between the parentheses.
_ATTRIBUTES: Final = r"(?:\s*__attribute(?:__)?\s*\(\s*\(.*?\)\s*\)\s*)*"
# A function whose list of parameters has only names, with the declarations after the list.
_OLD_STYLE: Final = lazy_pattern(
    r"[^(){};=]*[\w*]\s*(?:\b[A-Za-z_]\w*|\(\s*[A-Za-z_]\w*\s*\))"
    r"\s*\(\s*([A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)*)\s*\)"
    r"\s*+([A-Za-z_].*)\Z",
    re.S | re.A,
)
LONGEST_HEAD: Final = 20_000
"""The length in bytes of a header up to which a semicolon may end the declaration of a parameter.

At each semicolon the whole header is searched, so the time grows with the square of its length.
"""
_DECLARED: Final = re.compile(r"(?<=[\s*(,])([A-Za-z_]\w*)\s*(?=[\[(),]|\Z)", re.A)
_TAG_END: Final = re.compile(
    # An enumeration may have a type of its own, as in C++.
    rf"\b(?:struct|union|enum)\b{_ATTRIBUTES}\s*\w*\s*{_ATTRIBUTES}(?:(?<=[\s\w]):[\w\s]+)?\Z",
    re.S,
)


def opens_body(header: str) -> bool:
    """Return whether a brace after `header` opens the body of a function.

    `header` is the text of the item up to the brace, without comments.
    """
    return _TAG_END.search(header) is None


def declares_parameters(header: str) -> bool:
    """Return whether a semicolon after `header` ends the declaration of a parameter and no item.

    `header` is the text of the item up to the semicolon, without comments.  In an old-style
    definition (C11 6.9.1) such as `int f(a) int a; {}` the parentheses hold only names, and the
    declarations after them declare these.  Callers pass no header longer than `LONGEST_HEAD`.
    """
    if ")" not in header:
        return False
    match = _OLD_STYLE.match(header)
    if match is None:
        return False
    listed = match[1].replace(",", " ").split()
    return any(name in listed for name in _DECLARED.findall(match[2].rpartition(";")[2]))
