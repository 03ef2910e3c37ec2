"""Build logs of compilers and drivers, as messages with places.

The formats of lines are in `formats.toml`.  Nothing here raises on any text: a line without a known
format is returned unchanged.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from opencl_ls.findings import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_DATA: Final = Path(__file__).with_name("formats.toml")

_SEVERITIES: Final = {
    "fatal error": Severity.ERROR,
    "internal error": Severity.ERROR,
    "catastrophic error": Severity.ERROR,
    "fatal": Severity.ERROR,
    "error": Severity.ERROR,
    "warning": Severity.WARNING,
    "remark": Severity.INFO,
    "info": Severity.INFO,
    "note": Severity.HINT,
}
_LONGEST: Final = 10_000
"""The longest line, in characters, that may be a message; generated kernels have longer ones."""
_OPTION: Final = re.compile(r" \[(-W[^\]\s]+)\]$")
_RANGE: Final = re.compile(r"\{(\d+):(\d+)-(\d+):(\d+)\}")
_CARETS: Final = re.compile(r"[\s|]*[~^][\s~^]*\Z")
_MOST_QUOTED: Final = 4
"""The most lines between a message and the carets below its quotation."""
_COLOURS: Final = re.compile(r"\x1b\[[\d;]*[A-Za-z]")


class Message(Struct, frozen=True):
    """One message of a log.

    `file` is the name as the compiler gives it, "" if there is none; `line` counts from 1 and is 0
    for no place, `column` counts bytes from 1 and is 0 if unknown.  `end` is the line and column
    after the range, if the compiler was asked for it.  `option` is the flag of a warning.  `level`
    is the word of the log; a note has `is_note`.  `first` and `last` are the lines of the log, from
    0, that belong to it; those from `quoted` on repeat the source.
    """

    severity: Severity
    level: str
    text: str
    file: str = ""
    line: int = 0
    column: int = 0
    caret: int = -1
    end: tuple[int, int] | None = None
    option: str = ""
    format: str = ""
    first: int = 0
    quoted: int = 0
    last: int = 0

    @property
    def is_note(self) -> bool:
        """It is a note about the message before it."""
        return self.level == "note"

    @property
    def driver(self) -> str:
        """The vendor of the compiler with such messages, or ""."""
        found = _tables().drivers.get(self.format, "")
        return found or (program_driver(self.file) or "" if self.line else "")


class Plain(Struct, frozen=True):
    """A line of a log without a known format."""

    text: str


class _Format(Struct, frozen=True):
    name: str
    pattern: re.Pattern[str]
    continues: re.Pattern[str] | None = None
    level: str = ""


class _Tables(Struct, frozen=True):
    formats: tuple[_Format, ...]
    programs: tuple[tuple[re.Pattern[str], str], ...]
    drivers: dict[str, str]


def read_log(text: str) -> list[Message | Plain]:
    """Return the messages and other lines of a log; quotations of source belong to a message."""
    lines = _COLOURS.sub("", text).splitlines()
    found: list[Message | Plain] = []
    at = 0
    while at < len(lines):
        message = _message(lines, at)
        if message is None:
            found.append(Plain(lines[at]))
            at += 1
        else:
            found.append(message)
            at = message.last + 1
    return found


def messages(text: str) -> list[Message]:
    """Return only the messages of a log."""
    return [each for each in read_log(text) if isinstance(each, Message)]


def program_driver(name: str) -> str | None:
    """Return the vendor with this name for a program passed as text; None for a file name."""
    for pattern, driver in _tables().programs:
        if pattern.fullmatch(name):
            return driver
    return None


def _message(lines: Sequence[str], at: int) -> Message | None:
    line = lines[at]
    if len(line) > _LONGEST:
        return None
    for format_ in _tables().formats:
        match = format_.pattern.search(line)
        if match is None:
            continue
        groups = match.groupdict()
        level = format_.level or groups["level"].lower()
        quote = _quoted_from(lines, at + 1)
        text, following = groups.get("text", match[0]).strip(), at + 1
        if format_.continues is not None:
            # The last of the lines before the carets is the source.
            stop = len(lines) if quote is None else quote[1] - 1
            while following < stop and format_.continues.match(lines[following]):
                text = f"{text} {lines[following].strip()}".strip()
                following += 1
            quote = None if quote is None else (following, quote[1])
        option = _OPTION.search(text)
        last = following - 1 if quote is None else quote[1]
        number = _number(groups.get("line"))
        return Message(
            _SEVERITIES[level],
            level,
            text if option is None else text[: option.start()],
            (groups.get("file") or "").strip(),
            number,
            _number(groups.get("column")),
            -1 if quote is None else _caret(lines[quote[1] - 1], lines[quote[1]]),
            _end(groups.get("ranges"), number, _number(groups.get("column"))),
            "" if option is None else option[1].partition(",")[0],
            format_.name,
            at,
            following,
            last,
        )
    return None


def _quoted_from(lines: Sequence[str], start: int) -> tuple[int, int] | None:
    """Return the first and the last line of a quotation, which ends with carets."""
    for number in range(start + 1, min(start + 1 + _MOST_QUOTED, len(lines))):
        line = lines[number]
        if len(line) <= _LONGEST and _CARETS.match(line):
            before = lines[start:number]
            return None if any(_starts_message(each) for each in before) else (start, number)
    return None


def _caret(quoted: str, marks: str) -> int:
    """Return the column of the carets below a line, counted from its first non-blank character."""
    place = len(marks) - len(marks.lstrip(" \t|"))
    blanks = len(quoted) - len(quoted.lstrip())
    return max(-1, place - blanks)


def _starts_message(line: str) -> bool:
    if len(line) > _LONGEST:
        return False
    return any(format_.pattern.search(line) for format_ in _tables().formats)


def _end(ranges: str | None, line: int, column: int) -> tuple[int, int] | None:
    """Return the end of the range that begins at the place, or contains it."""
    for match in _RANGE.finditer(ranges or ""):
        start, end = (int(match[1]), int(match[2])), (int(match[3]), int(match[4]))
        if start <= (line, column) < end and end[0] == line:
            return end
    return None


def _number(text: str | None) -> int:
    # A number with too many digits is no line number.
    return int(text) if text and len(text) < 10 else 0


@cache
def _tables() -> _Tables:
    import tomllib  # noqa: PLC0415 - for who has a log

    data: dict[str, Any] = tomllib.loads(_DATA.read_text("utf-8"))
    return _Tables(
        tuple(_formats(data)),
        tuple(
            (re.compile(name), entry["driver"])
            for entry in data["program"]
            for name in entry["names"]
        ),
        data["drivers"],
    )


def _formats(data: dict[str, Any]) -> Iterator[_Format]:
    for entry in data["format"]:
        flags = re.IGNORECASE if entry.get("ignore_case") else re.NOFLAG
        continues = entry.get("continues")
        yield _Format(
            entry["name"],
            re.compile(data["prefix"] + entry["pattern"], flags),
            None if continues is None else re.compile(continues),
            entry.get("level", ""),
        )
