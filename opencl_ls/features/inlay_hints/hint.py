"""A hint, and the construction of hints."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct


class Hint(NamedTuple):
    """A text that is shown at the byte `at` of an item, as if it were in the source.

    `kind` is "parameter", "type" or "".  A blank is `before` it or `after` it.  `edits` are
    insertions, each with its byte, that write the hint into the program.
    """

    at: int
    label: str
    kind: str = ""
    before: bool = False
    after: bool = False
    tooltip: str = ""
    edits: tuple[tuple[int, str], ...] = ()


class HintGroup(Struct, frozen=True, eq=False, weakref=True):
    """The hints of one item, in order; the same object while they are unchanged."""

    hints: tuple[Hint, ...]
