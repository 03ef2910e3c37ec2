"""What the initialisers of samplers say (OpenCL C 6.15.15.1)."""

from __future__ import annotations

from typing import Final

from opencl_ls.semantics.constants import integer_value
from opencl_ls.syntax import records as r

ADDRESSING: Final = frozenset(
    (
        "CLK_ADDRESS_NONE",
        "CLK_ADDRESS_CLAMP_TO_EDGE",
        "CLK_ADDRESS_CLAMP",
        "CLK_ADDRESS_REPEAT",
        "CLK_ADDRESS_MIRRORED_REPEAT",
    )
)
FILTERS: Final = frozenset(("CLK_FILTER_NEAREST", "CLK_FILTER_LINEAR"))
COORDINATES: Final = frozenset(("CLK_NORMALIZED_COORDS_TRUE", "CLK_NORMALIZED_COORDS_FALSE"))


def sampler_words(expression: r.Expression | None) -> list[r.Name]:
    """Return the constants that are joined by `|` or `+` in an initialiser, in their order.

    The list is empty where anything but names and numbers stands in it: nothing is known then.
    """
    found: list[r.Name] = []
    waiting = [expression]
    while waiting:
        part = waiting.pop()
        if isinstance(part, r.Parenthesized):
            waiting.append(part.inner)
        elif isinstance(part, r.Binary) and part.operator.text in ("|", "+"):
            waiting.extend((part.right, part.left))
        elif isinstance(part, r.Name):
            found.append(part)
        elif not isinstance(part, r.IntegerLiteral):
            return []
    return found


def sampler_literal(expression: r.Expression | None) -> int | None:
    """Return the value of an initialiser that is one number, else None."""
    while isinstance(expression, r.Parenthesized):
        expression = expression.inner
    return integer_value(expression.text) if isinstance(expression, r.IntegerLiteral) else None
