"""The built-in functions that only compute a value, by their tables."""

from __future__ import annotations

from typing import Final

COMPUTING: Final = frozenset(
    (
        "math",
        "math-half",
        "math-native",
        "integer",
        "extended-bit-ops",
        "common",
        "geometric",
        "relational",
        "misc-vector",
        "conversion",
        "image-query",
        "work-item",
    )
)
"""Groups of functions that only compute, except those that write through a pointer."""

READING: Final = ("read_image", "vload")
"""The prefixes of functions that only read memory or an image."""
