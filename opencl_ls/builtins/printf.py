"""The parts of a `printf` format (OpenCL C 6.15.14.2): those of C, with vectors.

The table is `data/printf.json`, which is written by hand: a row for each conversion, flag and
length, and one for each length of C that is missing.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

from opencl_ls.builtins.reader import table

SIZES: Final = (2, 3, 4, 8, 16)
"""The numbers of components that are allowed after the `v`."""

SIGNED: Final = "signed"
UNSIGNED: Final = "unsigned"
FLOATING: Final = "floating"


class Conversion(NamedTuple):
    """A letter that ends a conversion: the kind of argument it `takes`, and what it writes.

    `takes` is "signed", "unsigned", "floating", "character", "string", "pointer", or "" for none;
    `precision` describes the effect of the precision `{}`, "" if none is allowed; `default` is the
    precision if none is written.
    """

    takes: str
    does: str
    precision: str = ""
    default: str = ""


class Length(NamedTuple):
    """A length: the type of the argument by the kind that the conversion takes.

    `vector` has the types of the components.  A combination that is missing is not allowed.
    """

    scalar: dict[str, str]
    vector: dict[str, str]


class Missing(NamedTuple):
    """A length of C that OpenCL C lacks; it is "reserved" or "unknown"."""

    fault: str
    instead: str


@cache
def conversions() -> dict[str, Conversion]:
    """Return the conversions by their letters, `%` among them."""
    return {letter: Conversion(**row) for letter, row in _rows("conversion").items()}


@cache
def flags() -> dict[str, dict[str, str]]:
    """Return the meaning of each flag by the letter of the conversion, for those that allow it."""
    return {
        flag: {letter: meaning for letters, meaning in row.items() for letter in letters}
        for flag, row in _rows("flag").items()
    }


@cache
def lengths() -> dict[str, Length]:
    """Return the lengths, "" for none among them."""
    return {length: Length(**row) for length, row in _rows("length").items()}


@cache
def missing_lengths() -> dict[str, Missing]:
    """Return the lengths of C and its compilers that are missing here."""
    return {length: Missing(**row) for length, row in _rows("missing").items()}


def taken_type(letter: str, length: str, components: int | None) -> str:
    """Return the type of the argument of a conversion, as the format says it.

    `components` is the number after the `v`, None without a `v`. "" if the parts cannot be
    combined.
    """
    known, measure = conversions().get(letter), lengths().get(length)
    if known is None or measure is None:
        return ""
    if components is None:
        return measure.scalar.get(known.takes, "")
    element = measure.vector.get(known.takes, "")
    return f"{element}{components}" if element and components in SIZES else ""


def _rows(kind: str) -> dict[str, dict[str, Any]]:
    rows = table("printf")
    prefix = f"{kind} "
    return {key.removeprefix(prefix): rows[key] for key in rows if key.startswith(prefix)}
