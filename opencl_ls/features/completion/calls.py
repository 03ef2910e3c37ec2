"""The arguments that are inserted with the name of a function."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

_PARENTHESIS: Final = re.compile(r"[ \t]*\(")
_SPECIAL: Final = re.compile(r"[\\$}]")


def is_called_already(text: str, end: int) -> bool:
    """Tell whether a parenthesis follows a byte of a text."""
    return _PARENTHESIS.match(text, end) is not None


def call_snippet(name: str, parameters: Sequence[str]) -> str:
    """Return a call with a placeholder for each argument, "" if there are none."""
    if not parameters:
        return ""
    places = (f"${{{at}:{escaped(each)}}}" for at, each in enumerate(parameters, 1))
    return f"{escaped(name)}({', '.join(places)})"


def escaped(text: str) -> str:
    """Return a text escaped for a snippet."""
    return _SPECIAL.sub(r"\\\g<0>", text)
