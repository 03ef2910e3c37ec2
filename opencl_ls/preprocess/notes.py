"""Findings before they have a place: offsets count from the start of the chunk they are about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from opencl_ls.findings import Severity

if TYPE_CHECKING:
    from opencl_ls.preprocess.macros import Macro


class Note(Struct, frozen=True):
    """One report about a chunk; `macro` is a definition that the reader should see as well.

    `instead` is what could stand in the place of the text that is meant, "" for no guess.
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
    """An error of the family `preprocessor`."""
    code = f"preprocessor/{name}"
    return Note(start, end, code, Severity.ERROR, message, instead=instead)


def warning(start: int, end: int, name: str, message: str, instead: str = "") -> Note:
    """A warning of the family `preprocessor`."""
    code = f"preprocessor/{name}"
    return Note(start, end, code, Severity.WARNING, message, instead=instead)
