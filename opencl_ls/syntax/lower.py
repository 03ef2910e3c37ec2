"""Lowering: from the text of one top-level item to the records of `records.py`.

A grammar has no symbol table, and C needs one to be parsed.  Lowering keeps track of which names
are types (those of the program through `is_type`, those of the body by its own scopes).  This
decides the ambiguities of the tree: `(T)(a, b)` as vector literal or call, `T * x;` as declaration
or product, `(T) - 1` as cast or difference, `f(T)` and `sizeof(T)` (C11 6.7.8; OpenCL C 6.3.4 for
vector literals).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.syntax import records as r
from opencl_ls.syntax.lowering.scopes import TypeNames
from opencl_ls.syntax.lowering.statements import StatementLowering
from opencl_ls.syntax.recovery import MAX_CACHED_DEPTH, Recovered, recover, recover_misread
from opencl_ls.syntax.statement_cache import LARGE, LoweredItem

if TYPE_CHECKING:
    from collections.abc import Callable

    from opencl_ls.syntax.statement_cache import StatementCache

_LONE_RETURN: Final = re.compile(r"\r(?!\n)")


def lower(text: str, is_type: Callable[[str], bool], cache: StatementCache | None = None) -> r.Item:
    """Parse and lower the byte text of one top-level item.

    `is_type` tells whether a name that the item itself does not declare is a type; each name is
    looked up at most once, and the answers are stored in the item.  Statements that `cache` holds
    are not lowered again; the item is the same without it.  Raises on no text.
    """
    # To the grammar such a line does not end: a comment would go on.
    written = _LONE_RETURN.sub("\n", text) if "\r" in text else text
    names = TypeNames(is_type)
    source = recover(written, names.is_type, cache)
    if source.parsed is None:
        return r.Item(written, (), source.problems, names.answers, source.recovered)
    caches = cache is not None and source.length >= LARGE
    lowering = _lowering(source, names, caches=caches)
    declarations = lowering.external_declarations(source.parsed.root.children)
    if lowering.misread:
        # The grammar took a keyword for a name, and found nothing wrong with it.
        meant = recover_misread(source, names.is_type)
        if meant is not None and meant.parsed is not None:
            source, names = meant, names.again()
            lowering = _lowering(source, names, caches=caches)
            declarations = lowering.external_declarations(meant.parsed.root.children)
    if len(source.text) > source.length:
        _clamp(declarations, source.length)
    if cache is not None and caches and _is_clean(source, lowering):
        cache.store(LoweredItem(source.text, source.tree, lowering.statements_made))
    return r.Item(written, declarations, source.problems, names.answers, source.recovered)


def _lowering(source: Recovered, names: TypeNames, *, caches: bool) -> StatementLowering:
    lowering = StatementLowering(source.spelling, names, source.reusable, caches)
    lowering.unknown_operators = source.unknown_operators
    return lowering


def _is_clean(source: Recovered, lowering: StatementLowering) -> bool:
    """Tell whether an item was parsed as written, so that its statements may be cached."""
    parsed = source.parsed
    assert parsed is not None
    if source.problems or parsed.words or lowering.misread or parsed.depth > MAX_CACHED_DEPTH:
        return False
    return len(source.text) == source.length and lowering.text == source.text


def _clamp(declarations: tuple[r.Statement, ...], length: int) -> None:
    """Limit all records to the written text, to which recovery appended closing braces."""
    pending: list[r.Record] = list(declarations)
    while pending:
        record = pending.pop()
        if record.end > length:
            record.start, record.end = min(record.start, length), length
            pending.extend(r.children(record))
