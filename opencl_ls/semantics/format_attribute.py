"""The attribute `format`, with which a function takes what `printf` takes (GCC, clang)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics.constants import integer_value
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.types.symbols import Function


def format_places(function: Function) -> tuple[int, int | None] | None:
    """Return which arguments are the format of a function and the first of its values.

    None instead of the latter tells that the values come in another way.  A prototype of `printf`
    is one of the built-in function, which has the attribute.
    """
    for attribute in function.attributes:
        numbers = attribute.arguments
        if attribute.name.text.strip("_") != "format" or numbers is None or len(numbers) != 3:
            continue
        archetype, place, first = numbers
        if type(archetype) is not r.Name or archetype.name.strip("_") != "printf":
            continue
        if type(place) is not r.IntegerLiteral or type(first) is not r.IntegerLiteral:
            return None
        at, begin = integer_value(place.text), integer_value(first.text)
        if not at or begin is None:
            return None
        return at - 1, begin - 1 if begin else None
    return (0, 1) if function.name == "printf" and function.definition is None else None
