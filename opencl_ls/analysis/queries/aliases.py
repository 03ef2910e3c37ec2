"""Macros that are an alias of one name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.analysis.queries.meaning import Keys
from opencl_ls.analysis.queries.symbols import Named, named_at, symbol_of
from opencl_ls.preprocess import macro_at
from opencl_ls.text import NAME

if TYPE_CHECKING:
    from opencl_ls.analysis.queries.program import Program
    from opencl_ls.analysis.query_results import Symbol

_NAME: Final = re.compile(rf"[\s(]*({NAME})[\s)]*", re.ASCII)


def aliased_at(program: Program, offset: int) -> Symbol | None:
    """Return the meaning of a macro's use at a byte that expands to one name of the program."""
    found = named_at(program, offset, everywhere=False)
    if found is None or found.definitions is None:
        return None
    known = macro_at(program.unit.unit, program.path, found.place.start)
    word = None if known is None else _NAME.fullmatch(known.expansion or "")
    if word is None:
        return None
    keys = Keys(program)
    for number in program.unit.items_around(program.path, found.place.start):
        for owned in keys.of_item(number, word[1]):
            use = owned.use
            if program.place(number, use.start, use.end) == found.place:
                named = Named(word[1], found.place, use.symbol, owned.key, number)
                return symbol_of(program, named)
    return None
