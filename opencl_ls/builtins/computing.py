"""Which built-in functions compute a value and do nothing else, as far as their tables say."""

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
"""How functions begin that read memory or an image, and do nothing else."""
