"""Programs after an edit of their host, without a look at the whole file, where that is possible.

It is where the edit is in the text of one literal and neither removes nor inserts a sign that means
something there: the literals and the rows are the same then, and places after it are moved.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from opencl_ls.host_programs.kernels import KERNEL, WORDS, is_foreign
from opencl_ls.host_programs.templates import apparent_way

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.host_programs.kernels import EmbeddedProgram
    from opencl_ls.host_programs.literals import Literal
    from opencl_ls.host_programs.templates import Hole

_PLAIN: Final = re.compile(r"[\w ,;.=+*<>\[\]-]*", re.ASCII)
"""Text that means nothing to any host, and opens or closes nothing."""
_MARKS: Final = re.compile(r"[\\%$]")
"""The beginnings of escapes and of holes."""
_LONGEST: Final = 12
"""How far a change after such a mark may change what it means, in bytes."""


def edited(
    programs: Sequence[EmbeddedProgram], source: str, start: int, end: int, new: str
) -> list[EmbeddedProgram] | None:
    """Return the programs after an edit, None where the host has to be read again.

    The bytes from `start` to `end` of the host's byte text `source` are replaced by `new`.
    """
    if _PLAIN.fullmatch(new) is None or _PLAIN.fullmatch(source, start, end) is None:
        return None
    if _MARKS.search(source, max(0, start - _LONGEST), end + 1):
        return None
    by = len(new) - (end - start)
    made: list[EmbeddedProgram] = []
    is_made = False
    for program in programs:
        if program.end < start:
            made.append(program)
        elif program.start > end and is_made:
            made.append(moved(program, by))
        else:
            # Signs that are doubled in a template are one, as long as nothing is between them.
            is_beside = program.is_template and {source[start - 1], source[end : end + 1]} & {*"{}"}
            changed = None if is_made or is_beside else _changed(program, source, start, end, new)
            if changed is None:
                return None
            made.append(changed)
            is_made = True
    return made if is_made else None


def _changed(
    program: EmbeddedProgram, source: str, start: int, end: int, new: str
) -> EmbeddedProgram | None:
    """Return the program that an edit is in, None if it is not in the text of one literal."""
    if any(hole.start <= end and start <= hole.end for hole in program.holes):
        return None
    by = len(new) - (end - start)
    literals: list[Literal] = []
    is_inside = False
    for each in program.literals:
        if each.inner < start and end < each.inner_end:
            first, last = start - each.inner, end - each.inner
            text = each.text[:first] + new + each.text[last:]
            # What a text ends with decides whether the next literal belongs to it.
            is_inside = bool(each.text[last:].strip())
            is_inside = is_inside and apparent_way(text) == apparent_way(each.text)
            literals.append(replace(each, text=text, end=each.end + by))
        else:
            literals.append(_moved_literal(each, by) if each.start >= end else each)
    first, last = start - program.start, end - program.start
    text = program.text[:first] + new + program.text[last:]
    is_program = all(word in text for word in WORDS) and KERNEL.search(text) is not None
    if not is_inside or not is_program or is_foreign(text, source):
        return None
    holes = tuple(_moved_hole(each, by) if each.start >= end else each for each in program.holes)
    return replace(program, text=text, literals=tuple(literals), holes=holes)


def moved(program: EmbeddedProgram, by: int) -> EmbeddedProgram:
    """Return a program with all of its places moved by a number of bytes."""
    return replace(
        program,
        start=program.start + by,
        literals=tuple(_moved_literal(each, by) for each in program.literals),
        holes=tuple(_moved_hole(each, by) for each in program.holes),
    )


def _moved_literal(literal: Literal, by: int) -> Literal:
    return replace(
        literal, start=literal.start + by, end=literal.end + by, inner=literal.inner + by
    )


def _moved_hole(hole: Hole, by: int) -> Hole:
    return replace(hole, start=hole.start + by, end=hole.end + by)
