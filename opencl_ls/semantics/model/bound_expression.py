"""Expressions of an item with the findings of binding and typing, for use in its next version."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from opencl_ls.semantics.calls import Resolution
    from opencl_ls.semantics.types import Qualified
    from opencl_ls.syntax import records as r


class Contents(Struct, eq=False, gc=False):
    """What stands in an expression, and what was found out about it.

    `words` are its names, each once and with a record of it, `references` the records that have a
    reference.  `parents` lack that of the expression itself.  `asked` is where the walk over the
    rules keeps which of them to ask about it.
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
    """Where an expression that stands in no other is in its model, by indices, ends exclusive.

    `start` and `end` are those of its events, `first_call` and `last_call` those of its calls.  It
    has `contents` where it was taken over from an earlier model, or into a later one.
    """

    start: int
    end: int
    first_call: int
    last_call: int
    contents: Contents | None = None
