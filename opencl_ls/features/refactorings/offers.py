"""The interface of a refactoring, and its subject: a selection in one item."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.findings import Place, TextEdit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from opencl_ls.analysis.code import Code, Node
    from opencl_ls.analysis.facade import Analysis

EXTRACT: Final = "refactor.extract"
INLINE: Final = "refactor.inline"
REWRITE: Final = "refactor.rewrite"
"""The kinds of the protocol."""

SpanEdit = tuple[int, int, str]
"""The replacement of the bytes from one offset of the main file to another."""


class Offer(Struct, frozen=True):
    """A refactoring that can be made at a selection.

    `name` is the refactoring's, which is unique in a selection together with the `title`; `edits`
    computes the changes.  An offer with a reason why it is `disabled` cannot be made.
    """

    name: str
    kind: str
    title: str
    edits: Callable[[], list[TextEdit]]
    disabled: str = ""


class Selection:
    """The bytes from `start` to `end` of the main file, without the blanks at both ends.

    Both are the same if nothing is selected.  The `code` around them is None outside of items
    without syntax errors.  `is_asked` distinguishes a request of the user from a move of the
    cursor.
    """

    def __init__(self, analysis: Analysis, start: int, end: int, is_asked: bool) -> None:
        text = analysis.text
        start, end = max(0, min(start, len(text))), max(0, min(end, len(text)))
        while start < end and text[start].isspace():
            start += 1
        while end > start and text[end - 1].isspace():
            end -= 1
        self.analysis = analysis
        self.is_asked = is_asked
        self.start = start
        self.end = end

    @property
    def text(self) -> str:
        """The main file's byte text."""
        return self.analysis.text

    @property
    def is_empty(self) -> bool:
        """Whether nothing is selected, but only the place of a cursor."""
        return self.start == self.end

    @cached_property
    def code(self) -> Code | None:
        """The item around the selection, if it has no syntax errors."""
        code = self.analysis.code_at(self.start)
        return code if code is not None and code.is_sound else None

    @cached_property
    def nodes(self) -> list[Node]:
        """The nodes that hold the selection, the outermost first."""
        return [] if self.code is None else self.code.nodes_around(self.start, self.end)

    @cached_property
    def inmost_first(self) -> list[Node]:
        """The nodes that hold the selection, the innermost first."""
        return self.nodes[::-1]

    def innermost(self, *kinds: str) -> Node | None:
        """Return the innermost node of some kinds that holds the selection."""
        return next((each for each in self.inmost_first if each.kind in kinds), None)

    def offer(
        self, name: str, kind: str, title: str, edits: Callable[[], Iterable[SpanEdit]]
    ) -> Offer:
        """Return an offer of edits in the main file."""
        path = self.analysis.path
        return Offer(
            name,
            kind,
            title,
            lambda: [
                TextEdit(Place(path, first, last), text) for first, last, text in sorted(edits())
            ],
        )


def disabled(name: str, kind: str, title: str, reason: str) -> Offer:
    """Return an offer that cannot be made, with the reason."""
    return Offer(name, kind, title, list, reason)
