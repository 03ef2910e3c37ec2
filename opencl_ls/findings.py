"""What the checker says: findings, their related places and their fixes, as plain data."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Severity(IntEnum):
    """How sure and how grave a finding is; the order is that of LSP's DiagnosticSeverity."""

    ERROR = 1
    WARNING = 2
    INFO = 3
    HINT = 4

    @property
    def label(self) -> str:
        """The word for the severity in settings, reports and caret marks."""
        return self.name.lower()


class Place(NamedTuple):
    """A stretch of one file: byte offsets from 0, end exclusive."""

    file: str
    start: int
    end: int


class Related(NamedTuple):
    """A second place that helps to understand a finding, and what to see there."""

    place: Place
    message: str


class TextEdit(NamedTuple):
    """The replacement of one stretch of a file by `text` (a byte text)."""

    place: Place
    text: str


class Fix(NamedTuple):
    """A way to mend a finding; `safe` when it can never change what a correct program does."""

    title: str
    edits: tuple[TextEdit, ...]
    safe: bool


class Finding(NamedTuple):
    """One report: where, which rule (`code` is `family/name`), how grave, and in which words.

    `message` is text for a person, no byte text: what it quotes from a source is decoded.

    `unnecessary` and `deprecated` ask an editor to fade or to strike the place out.
    """

    place: Place
    code: str
    severity: Severity
    message: str
    related: tuple[Related, ...] = ()
    fixes: tuple[Fix, ...] = ()
    unnecessary: bool = False
    deprecated: bool = False
