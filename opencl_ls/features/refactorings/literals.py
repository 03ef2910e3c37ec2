"""Change the base of an integer: the same number of the same type (C11 6.4.4.1)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.features.refactorings.offers import REWRITE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.features.refactorings.offers import Offer, Selection

NAME: Final = "literals"
_PARTS: Final = re.compile(r"(0[xX][\da-fA-F]+|0[bB][01]+|\d+)([uUlL]*)")
_SAME: Final = 10
_LIMITS: Final = {"": 31, "u": 32, "l": 63, "ul": 64}
"""Below this number of bits a literal with such a suffix has one type in all bases."""


def offers(selection: Selection) -> Iterator[Offer]:
    """Yield the offers for the integer literal at the cursor."""
    node = selection.innermost("IntegerLiteral")
    value = None if node is None else node.integer
    if node is None or value is None or node.span is None or not node.is_verbatim:
        return
    parts = _PARTS.fullmatch(node.text)
    if parts is None:
        return
    suffix = "".join(sorted(parts[2].lower(), reverse=True))
    # Up to nine a digit is the same everywhere.
    if value < _SAME or value >> _LIMITS.get(suffix, 0):
        return
    written, span = parts[1].lower(), node.span
    shown = {"hexadecimal": f"0x{value:X}", "decimal": f"{value}"}
    own = "hexadecimal" if written.startswith("0x") else ""
    if not own and (written == "0" or not written.startswith("0")):
        own = "decimal"
    for base, text in shown.items():
        if base != own:
            made = text + parts[2]
            yield selection.offer(
                NAME,
                REWRITE,
                f"Change to {base}: {made}",
                lambda made=made: [(*span, made)],  # type: ignore[misc]
            )
