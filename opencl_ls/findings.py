"""What the checker says: findings, their related places and their fixes, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


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


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of one file: byte offsets from 0, end exclusive."""

    file: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Related:
    """A second place that helps to understand a finding, and what to see there."""

    place: Place
    message: str


@dataclass(frozen=True, slots=True)
class TextEdit:
    """The replacement of one stretch of a file by `text` (a byte text)."""

    place: Place
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """A way to mend a finding; `safe` when it can never change what a correct program does."""

    title: str
    edits: tuple[TextEdit, ...]
    safe: bool


@dataclass(frozen=True, slots=True)
class Finding:
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
