"""Candidate fix-ups: edits with which the grammar may be able to parse an item."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from opencl_ls.syntax.records import SyntaxProblem

if TYPE_CHECKING:
    from opencl_ls.syntax.problem_kinds import SyntaxProblemKind


class Fixup(Struct, frozen=True):
    """An edit for a syntax error of a known kind.

    `places` are the wrong ranges, as byte offsets, and `expected` is the text that should be there,
    "" for none.  `text` is the edited text of the whole item, in which all offsets stay valid.  The
    search rejects the fix-up unless the grammar parses all of the range `required`.
    """

    kind: SyntaxProblemKind
    places: tuple[tuple[int, int], ...]
    expected: str
    text: str
    required: tuple[int, int] = (0, 0)

    @property
    def problems(self) -> list[SyntaxProblem]:
        """The syntax errors that the edit fixes."""
        return [SyntaxProblem(start, end, self.kind, self.expected) for start, end in self.places]
