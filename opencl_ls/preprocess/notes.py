"""Findings before they have a place: offsets count from the start of the chunk they are about."""

from typing import TYPE_CHECKING

from msgspec import Struct

from opencl_ls.findings import Severity

if TYPE_CHECKING:
    from .macros import Macro


class Note(Struct, frozen=True):
    """One report about a chunk; `macro` is a definition that the reader should see as well."""

    start: int
    end: int
    code: str
    severity: Severity
    message: str
    macro: "Macro | None" = None
    macro_message: str = ""


def error(start: int, end: int, name: str, message: str) -> Note:
    """An error of the family `preprocessor`."""
    return Note(start, end, f"preprocessor/{name}", Severity.ERROR, message)


def warning(start: int, end: int, name: str, message: str) -> Note:
    """A warning of the family `preprocessor`."""
    return Note(start, end, f"preprocessor/{name}", Severity.WARNING, message)
