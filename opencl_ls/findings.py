"""Findings, their related places and their fixes, as plain data."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


COMPILERS: Final = ("clang", "pocl")
"""The families of codes of other compilers' messages, named after them; see `compilers`."""


def source_of(code: str) -> str:
    """Return the compiler that a finding with this code is from, "" for our own."""
    family = code.partition("/")[0]
    return family if family in COMPILERS else ""


class Severity(IntEnum):
    """How certain and how severe a finding is; the order is that of LSP's DiagnosticSeverity."""

    ERROR = 1
    WARNING = 2
    INFO = 3
    HINT = 4

    @property
    def label(self) -> str:
        """The word for the severity in settings, reports and caret marks."""
        return self.name.lower()


class Place(NamedTuple):
    """A range of one file: byte offsets from 0, end exclusive."""

    file: str
    start: int
    end: int


class Related(NamedTuple):
    """A second place that helps to understand a finding, and its message."""

    place: Place
    message: str


class TextEdit(NamedTuple):
    """The replacement of one range of a file by `text` (a byte text)."""

    place: Place
    text: str


def with_edits(text: str, edits: Iterable[TextEdit]) -> str:
    """Return the byte text of a file after edits of it, which do not touch each other."""
    parts, at = [], 0
    for edit in sorted(edits):
        parts += [text[at : edit.place.start], edit.text]
        at = edit.place.end
    return "".join([*parts, text[at:]])


class Fix(NamedTuple):
    """A fix of a finding; `safe` if it never changes the behaviour of a correct program."""

    title: str
    edits: tuple[TextEdit, ...]
    safe: bool


class Finding(NamedTuple):
    """One report: its place, the code of its rule (`family/name`), its severity and its message.

    `message` is ordinary text and no byte text: quotations from a source are decoded.

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


def places_of(finding: Finding) -> Iterator[Place]:
    """Yield all places of a finding: its own, the related ones, and those that fixes edit."""
    yield finding.place
    for related in finding.related:
        yield related.place
    for fix in finding.fixes:
        for edit in fix.edits:
            yield edit.place


def with_places(finding: Finding, places: Mapping[Place, Place]) -> Finding:
    """Return a finding with another place for each of its own."""
    return finding._replace(
        place=places[finding.place],
        related=tuple(Related(places[each.place], each.message) for each in finding.related),
        fixes=tuple(
            Fix(
                fix.title,
                tuple(TextEdit(places[edit.place], edit.text) for edit in fix.edits),
                fix.safe,
            )
            for fix in finding.fixes
        ),
    )


def shifted(finding: Finding, by: int, file: str) -> Finding:
    """Return a finding with its places in `file` moved by a number of bytes, itself for 0."""
    if not by:
        return finding
    moved = {
        place: Place(file, place.start + by, place.end + by) if place.file == file else place
        for place in places_of(finding)
    }
    return with_places(finding, moved)
