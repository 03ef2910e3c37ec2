"""The folders of topics, with their names in a table of contents."""

from __future__ import annotations

from typing import Final

GROUPS: Final = {
    "concepts": "Concepts",
    "atomics": "Atomics",
    "conversion": "Conversions and printf",
    "enqueue": "Device-side enqueue",
    "extensions": "Extensions",
    "images": "Images and samplers",
    "integer": "Integer functions",
    "language": "Language",
    "math": "Mathematics",
    "memory": "Address spaces",
    "parallel": "Work-items, groups and barriers",
    "pipes": "Pipes",
    "preprocessor": "Macros and features",
    "relational": "Comparisons",
    "types": "Types",
    "vector": "Vectors",
    "vendors": "Vendors' functions",
}
