"""The input and the results of the parts of `hints`: facts in bytes of an item's text."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from opencl_ls.analysis.environment import UnitEnvironment
    from opencl_ls.analysis.items import SourceItem
    from opencl_ls.analysis.query_results import HintFact
    from opencl_ls.preprocess import Unit
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.settings.target import Target

Span = tuple[int, int]
"""A range of an item's text, in bytes."""


class Source(NamedTuple):
    """An item: its model, the names around it, its target, and the source of its text."""

    model: ItemModel
    environment: UnitEnvironment
    target: Target
    unit: Unit
    text: SourceItem
    first_piece: int


class Raw(NamedTuple):
    """A fact before it is placed.

    The `words` have to be in the file unchanged: the text that makes the fact true is there, and
    not in a macro.  The fact is placed after `after`, if that is given.  If `is_placed`, its bytes
    are already those of the main file.
    """

    fact: HintFact
    words: tuple[Span, ...] = ()
    after: Span | None = None
    is_placed: bool = False
