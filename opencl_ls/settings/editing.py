"""Small changes to a TOML file that keep the rest of it, comments included.

A change is a text edit: start, end and the new text, in characters of the file.  The result is
parsed again and compared, so that a file with an unusual layout is left unchanged and never broken.
"""

from __future__ import annotations

import json
import re
from copy import deepcopy
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Edit = tuple[int, int, str]

_TOKEN: Final = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*"""|"(?:[^"\\\n]|\\.)*"'
    r"|'''(?:[^']|'(?!''))*'''|'[^'\n]*'|\#[^\n]*|[\[\]{},\n=]|[^\s\[\]{},=\#\"']+",
    re.S,
)
_HEADER: Final = re.compile(r"^[ \t]*\[([^\[\]\n]+)\][ \t]*(?:#[^\n]*)?$", re.M)
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_LONGEST: Final = 1 << 16
"""A longer file is no configuration that a person writes."""


def with_value(text: str, table: Sequence[str], key: str, value: str) -> Edit | None:
    """Return the edit that gives a key of a table a string as its value."""

    def change(data: dict[str, Any]) -> None:
        data[key] = value

    written = json.dumps(value, ensure_ascii=False)
    found = _value_of(text, table, key)
    if found is not None:
        start, end = found
        edit = (start, end, written)
    else:
        name = key if _BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)
        edit = _new_line(text, table, f"{name} = {written}")
    return _checked(text, table, edit, change)


def with_item(text: str, table: Sequence[str], key: str, item: str) -> Edit | None:
    """Return the edit that adds a string to the array that is the value of a key of a table."""

    def change(data: dict[str, Any]) -> None:
        data[key] = [*data.get(key, ()), item]

    written = json.dumps(item, ensure_ascii=False)
    found = _value_of(text, table, key)
    if found is None:
        return _checked(text, table, _new_line(text, table, f"{key} = [{written}]"), change)
    start, end = found
    if not text.startswith("[", start):
        return None
    return _checked(text, table, _after_last(text, start, end, written), change)


def _after_last(text: str, start: int, end: int, written: str) -> Edit:
    """Return the edit that adds an item after the last one of an array."""
    tokens = _tokens(text, start + 1, end - 1)
    inside = [each for each in tokens if each[1] != "\n" and not each[1].startswith("#")]
    if not inside:
        return (start + 1, start + 1, written)
    at, last = inside[-1]
    after = at + len(last)
    is_ended = last == ","
    if "\n" not in text[start:at]:
        return (after, after, f" {written}" if is_ended else f", {written}")
    # One item a line is continued, and a comment after the last one stays with it.
    line = text[text.rfind("\n", 0, at) + 1 : at]
    gap = f"\n{line[: len(line) - len(line.lstrip())]}"
    line_end = text.find("\n", after)
    if not after <= line_end < end:
        line_end = after
    comment = text[after:line_end]
    new = f"{comment}{gap}{written}," if is_ended else f",{comment}{gap}{written}"
    return (after, line_end, new)


def _new_line(text: str, table: Sequence[str], line: str) -> Edit:
    """Return the edit that adds a line at the end of a table, with the table if there is none."""
    bounds = _bounds(text, table)
    if bounds is None:
        gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
        return (len(text), len(text), f"{gap}[{'.'.join(table)}]\n{line}\n")
    start, end = bounds
    kept = start + len(text[start:end].rstrip())
    if kept == start == 0:
        return (0, 0, f"{line}\n" if end == len(text) else f"{line}\n\n")
    newline = text.find("\n", kept)
    if newline < 0:
        return (len(text), len(text), f"\n{line}\n")
    return (newline + 1, newline + 1, f"{line}\n")


def _value_of(text: str, table: Sequence[str], key: str) -> tuple[int, int] | None:
    """Return the place of the value of a key of a table, None for a key without a value."""
    bounds = _bounds(text, table)
    if bounds is None:
        return None
    start, end = bounds
    depth, is_begin, named = 0, True, False
    tokens = list(_tokens(text, start, end))
    for number, (_, word) in enumerate(tokens):
        if word == "\n":
            is_begin = is_begin or depth == 0
        elif depth == 0 and is_begin:
            named = word in (key, f'"{key}"', f"'{key}'")
            is_begin = False
        elif depth == 0 and named and word == "=":
            return _value_after(tokens[number + 1 :])
        depth += (word in ("[", "{")) - (word in ("]", "}"))
    return None


def _value_after(tokens: Sequence[tuple[int, str]]) -> tuple[int, int] | None:
    if not tokens:
        return None
    start, depth = tokens[0][0], 0
    for at, word in tokens:
        depth += (word in ("[", "{")) - (word in ("]", "}"))
        if depth == 0:
            return start, at + len(word)
    return None


def _bounds(text: str, table: Sequence[str]) -> tuple[int, int] | None:
    """Return the range of a table's keys; those of the whole file end at the first table."""
    wanted = ".".join(table)
    inside = {at for at, word in _tokens(text, 0, len(text)) if word.startswith(('"""', "'''"))}
    headers = [
        each
        for each in _HEADER.finditer(text)
        if not any(at < each.start() < text.find(text[at : at + 3], at + 3) for at in inside)
    ]
    start: int | None = None if table else 0
    for each in headers:
        if start is not None:
            return start, each.start()
        if ".".join(part.strip(" \t\"'") for part in each[1].split(".")) == wanted:
            start = each.end()
    return None if start is None else (start, len(text))


def _tokens(text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    for each in _TOKEN.finditer(text, start, end):
        yield each.start(), each[0]


def _checked(
    text: str, table: Sequence[str], edit: Edit, change: Callable[[dict[str, Any]], None]
) -> Edit | None:
    """Return an edit if it makes exactly the intended change, else None."""
    import tomllib  # noqa: PLC0415 - for those who change such a file

    if len(text) > _LONGEST:
        return None
    start, end, new = edit
    try:
        wanted = deepcopy(tomllib.loads(text))
        inner = wanted
        for name in table:
            inner = inner.setdefault(name, {})
        change(inner)
        made = tomllib.loads(text[:start] + new + text[end:])
    except (ValueError, TypeError, AttributeError, RecursionError):
        return None
    return edit if made == wanted else None
