"""Explanations as plain JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from opencl_ls.features.explanation.words import amount_words
from opencl_ls.findings import Place
from opencl_ls.text import readable

if TYPE_CHECKING:
    from opencl_ls.analysis.explanation_results import Amount, KernelExplanation
    from opencl_ls.features.explanation.places import Places


_AMOUNTS: Final = frozenset(("times", "read", "written", "count", "barriers"))
"""The fields that are amounts."""


def explanation_data(kernel: KernelExplanation, places: Places) -> dict[str, Any]:
    """Return the fields of a kernel's explanation.

    A place has `file`, `line`, `col`, `end_line` and `end_col`; an amount has `words` and
    `products`.
    """
    return {
        name: _amount(value) if name in _AMOUNTS else _plain(value, places)
        for name, value in _fields(kernel)
    }


def _fields(value: Struct) -> list[tuple[str, Any]]:
    return [(name, getattr(value, name)) for name in value.__struct_fields__]


def _plain(value: object, places: Places) -> Any:
    if isinstance(value, Place):
        line, column = places.position(value.file, value.start)
        end_line, end_column = places.position(value.file, value.end)
        return {
            "file": readable(value.file),
            "line": line,
            "col": column,
            "end_line": end_line,
            "end_col": end_column,
        }
    if isinstance(value, Struct):
        return {
            name: _amount(each) if name in _AMOUNTS else _plain(each, places)
            for name, each in _fields(value)
        }
    if isinstance(value, tuple):
        return [_plain(each, places) for each in value]
    return readable(value) if isinstance(value, str) else value


def _amount(amount: Amount) -> dict[str, Any]:
    return {
        "words": readable(amount_words(amount)),
        "products": [
            {"counts": list(map(readable, each.counts)), "least": each.least, "most": each.most}
            for each in amount
        ],
    }
