"""The problems of a literal as written (C11 6.4.4 and 6.4.5), judged only by its characters."""

from __future__ import annotations

import re
from typing import Final

from opencl_ls.lazy_pattern import lazy_pattern
from opencl_ls.text import remembered

_HEXADECIMAL: Final = re.compile(
    r"0[xX]([0-9a-fA-F]*)(\.[0-9a-fA-F]*)?(?:([pP])[+-]?(\d*))?(.*)", re.S
)
_BINARY: Final = re.compile(r"0[bB](\d*)(.*)", re.S)
_DECIMAL: Final = re.compile(r"(\d*)(\.\d*)?(?:([eE])[+-]?(\d*))?(.*)", re.S)
_IMAGINARY: Final = re.compile(r"[iIjJ]")
_INTEGER_SUFFIX: Final = re.compile(r"(?:[uU](?:l|L|ll|LL|wb|WB)?|(?:l|L|ll|LL|wb|WB)[uU]?)?")
_FLOATING_SUFFIX: Final = re.compile(r"(?:[fFlLhHqQ]|[fF]16)?")
_FLOATING_ONLY: Final = frozenset("fFhH")
_ESCAPE: Final = lazy_pattern(
    r"\\(?:x([0-9a-fA-F]*)|([0-7]{1,3})|([uU])([0-9a-fA-F]*)|.)(\{?)", re.S
)
_QUOTED: Final = re.compile(r"(L?)([\"'])(.*)\2", re.S)
_UNIVERSAL: Final = {"u": 4, "U": 8}
_NAMED_BELOW: Final = frozenset(map(ord, "$@`"))
_WIDEST: Final = 1 << 128
"""One more than the largest number of the widest type that any compiler has for a constant."""
_DIGITS: Final = len(str(_WIDEST))
_LONGEST_SHOWN: Final = 24
"""The length, in bytes, up to which a message quotes a literal."""


@remembered
def number_problem(text: str) -> str:
    """Return the problem of a number as written, or ""."""
    hexadecimal = _HEXADECIMAL.match(text)
    if hexadecimal is not None:
        whole, part, sign, exponent, suffix = hexadecimal.groups()
        if not whole and part in (None, "."):
            return "no digits from 0 to f follow '0x'"
        if part is not None and sign is None:
            return "a hexadecimal number with a point needs an exponent, such as 'p0'"
        return _exponent_problem(sign, exponent) or _suffix_problem(
            suffix, int(whole or "0", 16), floating=sign is not None
        )
    binary = _BINARY.match(text)
    if binary is not None:
        digits, suffix = binary.groups()
        if not digits or set(digits) - set("01"):
            return "'0b' begins a binary number, whose digits are 0 and 1"
        return _suffix_problem(suffix, int(digits, 2), floating=False)
    decimal = _DECIMAL.match(text)
    if decimal is None:
        return ""
    whole, part, sign, exponent, suffix = decimal.groups()
    floating = part is not None or sign is not None
    if not floating and whole.startswith("0") and (wrong := set(whole) & set("89")):
        return f"a '0' begins an octal number, which has no digit '{min(wrong)}'"
    if floating or not whole:
        value = 0
    elif len(whole) > _DIGITS and not whole.startswith("0"):
        value = _WIDEST
    else:
        value = int(whole, 8 if whole.startswith("0") else 10)
    return _exponent_problem(sign, exponent) or _suffix_problem(suffix, value, floating=floating)


def _exponent_problem(sign: str | None, exponent: str | None) -> str:
    return "" if sign is None or exponent else f"no digits follow the exponent's '{sign}'"


def _suffix_problem(suffix: str, value: int, *, floating: bool) -> str:
    plain = _IMAGINARY.sub("", suffix, count=1)
    known = _FLOATING_SUFFIX if floating else _INTEGER_SUFFIX
    if known.fullmatch(plain) is None:
        if not floating and suffix in _FLOATING_ONLY:
            return f"the suffix '{suffix}' needs a point or an exponent before it"
        kind = "a floating number" if floating else "an integer"
        return f"{kind} has no suffix '{_shown(suffix)}'"
    return "" if value < _WIDEST else "no integer type is wide enough for it"


def quoted_problem(text: str, *, wide: bool) -> str:
    """Return the problem of the escapes of a character or a string as written, or "".

    `wide` is true if a prefix `L`, its own or that of an adjacent string, makes the characters
    larger.
    """
    if not wide and text[0] == "'" and not text.isascii() and _is_utf8(text):
        return "it is none of ASCII, and more than one 'char' holds"
    quoted = _QUOTED.fullmatch(text) if "\\" in text else None
    if quoted is None:
        return ""
    narrow = not wide and quoted[2] == "'"
    largest = 0xFFFFFFFF if wide else 0xFF
    for escape in _ESCAPE.finditer(quoted[3]):
        written, (digits, octal, universal, named, brace) = escape[0], escape.groups()
        if brace and not (digits or octal or named):
            continue
        if digits == "":
            return f"no digits from 0 to f follow '{written}'"
        if digits and int(digits, 16) > largest:
            return f"'{_shown(written)}' is larger than a character, {_limit(wide)}"
        if octal and int(octal, 8) > largest:
            return f"'{written}' is larger than a character, {_limit(wide)}"
        if universal and len(named) < _UNIVERSAL[universal]:
            return f"'\\{universal}' needs {_UNIVERSAL[universal]} digits from 0 to f after it"
        if universal and (why := _universal_problem(universal, named, narrow)):
            return why
    return ""


def _universal_problem(kind: str, named: str, narrow: bool) -> str:
    """Return the problem of the number of a universal character (C11 6.4.3), or ""."""
    digits = named[: _UNIVERSAL[kind]]
    number, written = int(digits, 16), f"\\{kind}{digits}"
    if 0xD800 <= number < 0xE000 or number > 0x10FFFF:
        return f"'{written}' is no character"
    if number < 0xA0 and number not in _NAMED_BELOW:
        plain = f": write {chr(number)}" if 0x20 <= number < 0x7F else ": write it with '\\x'"
        return f"'{written}' is a character that cannot be named so{plain}"
    if narrow and number > 0x7F:
        return f"'{written}' is none of ASCII, and more than one 'char' holds"
    return ""


def _is_utf8(text: str) -> bool:
    try:
        text.encode("latin-1").decode("utf-8")
    except ValueError:
        return False
    return True


def _shown(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}..."


def _limit(wide: bool) -> str:
    return "at most '\\xffffffff'" if wide else "at most '\\xff' or '\\377'"
