"""Notes: findings with offsets from the start of their chunk, independent of its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from opencl_ls.findings import Severity

if TYPE_CHECKING:
    from opencl_ls.preprocess.macros import Macro


class Note(Struct, frozen=True):
    """A finding about a chunk; `macro` is a definition for its related place.

    `instead` is a replacement of the text at the place, "" for no guess.
    """

    start: int
    end: int
    code: str
    severity: Severity
    message: str
    macro: Macro | None = None
    macro_message: str = ""
    instead: str = ""


def error(start: int, end: int, name: str, message: str, instead: str = "") -> Note:
    """Return an error of the family `preprocessor`."""
    code = f"preprocessor/{name}"
    return Note(start, end, code, Severity.ERROR, message, instead=instead)


def warning(start: int, end: int, name: str, message: str, instead: str = "") -> Note:
    """Return a warning of the family `preprocessor`."""
    code = f"preprocessor/{name}"
    return Note(start, end, code, Severity.WARNING, message, instead=instead)
