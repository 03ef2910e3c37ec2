"""The return statements of functions and blocks, and to which of them one belongs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics.types.symbols import Function
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.model import ItemModel


def returns_of(body: r.Compound) -> list[r.Return]:
    """Return the return statements of a block's body, those of blocks inside it left out."""
    found: list[r.Return] = []
    pending: list[r.Record] = [body]
    while pending:
        record = pending.pop()
        if isinstance(record, r.Return):
            found.append(record)
        elif isinstance(record, r.Statement) and not isinstance(record, r.Declaration):
            pending.extend(child for child in r.children(record) if isinstance(child, r.Statement))
    return sorted(found, key=lambda record: record.start)


def enclosing_function(model: ItemModel, record: r.Record) -> Function | None:
    """Return the function around a record; None inside a block literal."""
    for above in model.ancestors(record):
        if isinstance(above, r.BlockLiteral):
            return None
        if isinstance(above, r.FunctionDefinition):
            symbol = model.declared.get(above)
            return symbol if isinstance(symbol, Function) else None
    return None
