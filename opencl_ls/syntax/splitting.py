"""What tells where one top-level item ends and the next begins."""

from __future__ import annotations

import re
from typing import Final

# The head of a function's definition in column 0: words, a name, parameters and a brace.  Nothing
# that compiles looks like it inside of braces; statements come nearest with `else if (...) {`.
_IN_PARENTHESES: Final = r"\((?:[^(){};]++|\((?:[^(){};]++|\([^(){};]*+\))*+\))*+\)"
_DEFINITION: Final = (
    r"(?!(?:else|do|return|case|goto)\b)"
    rf"(?:(?:__attribute(?:__)?\s*+{_IN_PARENTHESES}|[A-Za-z_]\w*+)[\s*]++){{1,12}}"
    rf"(?!(?:if|for|while|switch)\b)[A-Za-z_]\w*+\s*+{_IN_PARENTHESES}\s*+\{{"
)
# Used as a variable's name, `kernel` has an operator behind it.
_KERNEL: Final = r"[ \t]*(?:__)?kernel\b(?![ \t]*[-+*%&|^<>=!?:;,.\[\])])"
HEAD: Final = rf"(?:{_KERNEL}|(?={_DEFINITION})\w)"
"""A pattern of what stands inside nothing else, at the beginning of a line."""

# What a macro made stands with blanks between the parentheses.
_ATTRIBUTES: Final = r"(?:\s*__attribute(?:__)?\s*\(\s*\(.*?\)\s*\)\s*)*"
# A function whose list of parameters has names alone, with what is declared behind it.
_OLD_STYLE: Final = re.compile(
    r"[^(){};=]*[\w*]\s*(?:\b[A-Za-z_]\w*|\(\s*[A-Za-z_]\w*\s*\))"
    r"\s*\(\s*([A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)*)\s*\)"
    r"\s*+([A-Za-z_].*)\Z",
    re.S | re.A,
)
LONGEST_HEAD: Final = 20_000
"""Characters behind which no semicolon declares a parameter: each is asked about all before it."""
_DECLARED: Final = re.compile(r"(?<=[\s*(,])([A-Za-z_]\w*)\s*(?=[\[(),]|\Z)", re.A)
_TAG_END: Final = re.compile(
    # An enumeration may have a type of its own, as in C++.
    rf"\b(?:struct|union|enum)\b{_ATTRIBUTES}\s*\w*\s*{_ATTRIBUTES}(?:(?<=[\s\w]):[\w\s]+)?\Z",
    re.S,
)


def opens_body(header: str) -> bool:
    """Tell whether a brace behind `header`, without comments, opens the body of a function."""
    return _TAG_END.search(header) is None


def declares_parameters(header: str) -> bool:
    """Tell whether a semicolon behind `header`, without comments, ends no item.

    It ends the declaration of parameters of a function in the old style (C11 6.9.1), as in
    `int f(a) int a;`: all names in the parentheses are bare, and it declares one of them.  Of a
    header longer than `LONGEST_HEAD` nobody asks.
    """
    if ")" not in header:
        return False
    match = _OLD_STYLE.match(header)
    if match is None:
        return False
    listed = match[1].replace(",", " ").split()
    return any(name in listed for name in _DECLARED.findall(match[2].rpartition(";")[2]))
