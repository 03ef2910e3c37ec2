"""Names that look like macros, which the host may define when it builds a program."""

from __future__ import annotations

import re
from typing import Final

HOST_NAME: Final = (
    r"_*[A-Z](?:[A-Z0-9_]+(?![A-Za-z0-9_])|[A-Z0-9]+_\w*_[A-Z][A-Z0-9]*(?![A-Za-z0-9_]))"
)
"""A pattern: capitals, or capitals at both ends around the names that were pasted between them."""

_NAME: Final = re.compile(HOST_NAME, re.ASCII)
# `as_ ## TYPE` makes such a name from an undefined `TYPE`.
_PASTED: Final = re.compile(r"(?:as|convert)_[A-Z][A-Z0-9_]+(?:_(?:sat|rt[ezpn]))*\Z", re.ASCII)


def looks_like_macro(name: str) -> bool:
    """Tell whether a name looks like that of a macro, or is pasted from one."""
    return _NAME.fullmatch(name) is not None or _PASTED.match(name) is not None
