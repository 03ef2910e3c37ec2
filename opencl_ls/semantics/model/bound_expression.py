"""Expressions of an item with the results of binding and typing, for use in its next version."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from opencl_ls.semantics.calls import Resolution
    from opencl_ls.semantics.types import Qualified
    from opencl_ls.syntax import records as r


class Contents(Struct, eq=False, gc=False):
    """The records of an expression, with the results of binding and typing.

    `words` are its names, each once and with a record of it, `references` the records that have a
    reference.  `parents` lacks that of the expression itself.  In `asked` the walk over the rules
    keeps which of them apply to it.
    """

    words: dict[str, r.Name | r.NamedType]
    references: tuple[r.Name | r.NamedType, ...]
    events: list[r.Record]
    parents: dict[r.Record, r.Record]
    types: dict[r.Expression, Qualified]
    lvalues: frozenset[r.Expression]
    type_names: dict[r.TypeName, Qualified]
    resolutions: dict[r.Call, Resolution]
    asked: object = None


class BoundExpression(Struct, eq=False, gc=False):
    """The place of a full expression in its model, by indices, ends exclusive.

    `start` and `end` are those of its events, `first_call` and `last_call` those of its calls.  It
    has `contents` if it was taken over from an earlier model, or into a later one.
    """

    start: int
    end: int
    first_call: int
    last_call: int
    contents: Contents | None = None
