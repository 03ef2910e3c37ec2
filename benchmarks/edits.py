"""The edits that are measured: what a person does to a file, the unfriendly things included.

A cycle is a row of edits after which the text is as it was before.  Each edit belongs to a row of
the table; edits of one row are measured together.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from benchmarks import inputs

if TYPE_CHECKING:
    from collections.abc import Iterator

Position = tuple[int, int]

PASTED = 500
"""How many lines are pasted at once."""


class Edit(NamedTuple):
    """One change: the lines and columns between which a text is replaced, and what replaces it."""

    start: Position
    end: Position
    text: str


class Step(NamedTuple):
    """An edit, and the row of the table that shows what it cost.

    After a `wide` one diagnostics may come in parts, so that the last of them are waited for too.
    """

    row: str
    edit: Edit
    wide: bool = False


Cycle = list[Step]


def insertion(at: Position, text: str) -> tuple[Edit, Edit]:
    """Return the insertion of a text, and the edit that takes it back."""
    newlines = text.count("\n")
    end = (at[0] + newlines, len(text) - text.rfind("\n") - 1 if newlines else at[1] + len(text))
    return Edit(at, at, text), Edit(at, end, "")


def keys(at: Position, text: str) -> Iterator[Edit]:
    """Yield the keys that type a text, one after the other."""
    for letter in text:
        yield Edit(at, at, letter)
        at = (at[0] + 1, 0) if letter == "\n" else (at[0], at[1] + 1)


def cycles(text: str, turn: int = 0) -> list[Cycle]:
    """Return the cycles of edits of a text.

    Each turn edits another function and types another name, since what was analysed once is
    remembered, and a person does not type the same again.
    """
    place = _body_place(text, turn)
    begin, undo = insertion((0, 0), "\n")
    return [
        _typing(place, f" n{turn}=1;"),
        _opened(place, "brace", "{", "}"),
        _opened(place, "quote", '"', '"'),
        _opened(place, "comment", "/*", "*/"),
        [Step("newline at the top", begin), Step("newline at the top taken back", undo)],
        _paste(text, turn),
        *_define(text, turn),
    ]


def _body_place(text: str, turn: int) -> Position:
    """Return the end of a statement: of the one in the middle, and at each turn of another."""
    lines = text.split("\n")
    # Functions of the generated program are edited in the same statement in a file of any size.
    pattern = r"\s+sum \+= " if "    sum += " in text else r"\s+\S.*;\s*$"
    places = [at for at, line in enumerate(lines) if re.match(pattern, line)]
    if not places:
        return (0, len(lines[0]))
    places.sort(key=lambda at: abs(at - len(lines) // 2))
    line = places[turn * 7 % len(places)]
    return (line, len(lines[line].rstrip()))


def _typing(at: Position, typed: str) -> Cycle:
    rows = [Step("type in a body", edit) for edit in keys(at, typed)]
    line, column = at
    rows.extend(
        Step("type in a body", Edit((line, end - 1), (line, end), ""))
        for end in range(column + len(typed), column, -1)
    )
    return rows


def _opened(at: Position, name: str, opening: str, closing: str) -> Cycle:
    """Return something opened, its end typed after it, and both taken back."""
    after = (at[0], at[1] + len(opening))
    _, undo = insertion(at, opening + closing)
    return [
        Step(f"{name} opened", Edit(at, at, opening)),
        Step(f"{name} closed", Edit(after, after, closing)),
        Step(f"{name} taken back", undo),
    ]


def _paste(text: str, turn: int) -> Cycle:
    """Return the paste of 500 lines of new functions, and its undo."""
    at = inputs.middle_line(text, r"\}\s*$") + 1
    new = inputs.functions(90_000 + turn * 500, 60)
    if inputs.HEADER_NAME not in text:
        new = f"{inputs.HEADER}#define ROUNDS 4\n{new}"
    pasted = "".join(new.splitlines(True)[:PASTED])
    # A paste that ends inside a function would be another experiment.
    pasted = pasted[: pasted.rindex("\n}\n") + 3]
    paste, undo = insertion((at, 0), pasted)
    return [Step("paste of 500 lines", paste, wide=True), Step("undo of the paste", undo)]


def _define(text: str, turn: int) -> Iterator[Cycle]:
    """Yield the renaming of the macro that is mentioned most, as far as there is one."""
    best, mentions = None, 0
    lines = text.split("\n")
    for number, line in enumerate(lines):
        found = re.match(r"#\s*define\s+(\w+)", line)
        if found is not None:
            count = len(re.findall(rf"\b{found[1]}\b", text)) - 1
            if count > mentions:
                best, mentions = (number, found.end()), count
    if best is None:
        return
    begin, undo = insertion(best, f"_{turn}")
    name = f"#define with {mentions} mentions"
    yield [Step(f"{name}, renamed", begin, wide=True), Step(f"{name}, undo", undo, wide=True)]
