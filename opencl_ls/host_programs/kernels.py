"""Finds the OpenCL C in a host program: rows of literals that are one text and hold a kernel."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.host_programs.branches import FURTHEST, owner_before, step_over
from opencl_ls.host_programs.languages import FOREIGN, METAL_HOST, OWN
from opencl_ls.host_programs.literals import Literal, code_of, literals
from opencl_ls.host_programs.stringified import stringified
from opencl_ls.host_programs.templates import (
    Hole,
    breaks_off,
    certain_way,
    filled,
    hole_name,
    is_compiled,
    is_indexed,
    is_used_whole,
    uses_of,
    way_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.host_programs.languages import Language

KERNEL: Final = re.compile(
    r"(?:__kernel\b|\bkernel\s(?=[^;{}]{0,200}?\bvoid\b))[^;{}()]{0,800}"
    r"\([^;{}]{0,8000}?\)(?:\s|\\n|\bH_+)*+\{"
)
"""The head of a kernel's definition, perhaps with holes; no prose about kernels looks like it."""
_START: Final = re.compile(r"\b__kernel\b|\bkernel\s+void\b")
_WORD: Final = "kernel"
WORDS: Final = (_WORD, "void")
"""The words that every program has."""
_FOREIGN: Final = re.compile(FOREIGN)
_OWN: Final = re.compile(OWN)
_METAL_HOST: Final = re.compile(METAL_HOST)
# C++ for OpenCL, which is not checked.
_CPP: Final = re.compile(r"\btemplate\s*<")

_CALL: Final = r"\((?:[^()\"';{}]|\([^()\"';{}]*\))*\)"
_EXPRESSION: Final = rf"[A-Za-z_][\w.:\[\]]*(?:{_CALL})?(?:(?:\.|->)\w+(?:{_CALL})?)*"
_APPEND: Final = r"\)\s*;\s*[\w.>-]+?\s*(?:\.|->)\s*(?:append|push_back)\s*\("
_ADDED: Final = re.compile(
    rf"\+\s*{_EXPRESSION}\s*\+|<<\s*{_EXPRESSION}\s*<<|\*\s*{_EXPRESSION}\s*\*"
    rf"|{_APPEND}\s*{_EXPRESSION}\s*{_APPEND}"
)
"""What is between two literals where the host adds a value."""
_PASTED: Final = re.compile(_EXPRESSION)
"""The same, for a macro of C that is a literal."""
_LISTED: Final = re.compile(rf",\s*{_EXPRESSION}\s*,")
"""The same in a list of the lines of one text."""
_CONTINUED: Final = re.compile(rf",|<<|;\s*\w+\s*(?:\+=|<<)|{_APPEND}|\)\s*,\s*[\w:]*\(")
"""What is between two literals that are the lines of one text."""
_WIDEST_GAP: Final = 400
"""The greatest distance of two literals of one text, in bytes."""
_SIGNS: Final = " \t\r\n+*<,"
_INCLUDED: Final = re.compile(r'(#[ \t]*include[ \t]*"[^"\n]*) (")')
"""The name of an included file in escaped quotes: the blank of the second is in it."""


class EmbeddedProgram(Struct, frozen=True):
    """OpenCL C in a host program.

    `text` is as long as the part of the host's byte text that begins at byte `start`, and each of
    its bytes comes from there.  `is_whole` is false where the host may add to the text or replace
    parts of it: an undeclared name may be declared all the same.  Where it `is_template`, signs
    such as braces mean something to the host.
    """

    start: int
    text: str
    literals: tuple[Literal, ...]
    holes: tuple[Hole, ...] = ()
    is_whole: bool = True
    is_template: bool = False

    @property
    def end(self) -> int:
        """The byte of the host's text at which it ends."""
        return self.start + len(self.text)


def programs(source: str, language: Language) -> list[EmbeddedProgram]:
    """Return the OpenCL C in a byte text, in its order; raises nothing on any text."""
    if _WORD not in source:
        return []
    found = list(literals(source, language))
    if language.has_macros:
        found = stringified(source, language, found, KERNEL)
    code = code_of(source, found)
    made = (_program(source, code, row, language) for row in _rows(code, language, found))
    return [each for each in made if each is not None]


class _Row:
    """Literals that are one text, and the values that the host adds between them."""

    def __init__(self, first: Literal, code: str) -> None:
        self._code = code
        self.literals: list[Literal] = []
        self.gaps: list[Hole] = []
        # Between the elements of a list.
        self.joints: list[Hole] = []
        # Where branches of the host are, and the blocks of the host that the last literal is in.
        self.branches: list[Hole] = []
        self._blocks: tuple[bool, ...] = ()
        # The number of brackets that are open at its end.
        self.depth = 0
        self.has_kernel = False
        self.add(first)

    def add(self, literal: Literal) -> None:
        self.literals.append(literal)
        text = literal.text
        self.has_kernel = self.has_kernel or _START.search(text) is not None
        self.depth += sum(map(text.count, "({")) - sum(map(text.count, ")}"))

    def is_open(self) -> bool:
        """Return whether more is to come: a bracket is open, or a line but no definition ended."""
        last = self.literals[-1].text.rstrip(" ")
        is_line = last.endswith("\n") or self.has_kernel
        return self.depth > 0 or (is_line and not last.rstrip().endswith(("}", "};")))

    def take(self, literal: Literal, gap: str, language: Language) -> bool:
        """Add a literal if it is a part of this text; return whether it is.

        `gap` is the host's text in front of it, with blanks for comments.  A literal of a branch
        that is left out is none of the text, and does not end it.
        """
        between = gap.strip()
        if len(gap) > _WIDEST_GAP:
            return self._take_branch(literal, gap, language)
        is_hole = _ADDED.fullmatch(between) or (
            _PASTED.fullmatch(between) if language.has_macros else None
        )
        if is_hole or (self.is_open() and _LISTED.fullmatch(between)):
            end = self.literals[-1].end
            first = end + len(gap) - len(gap.lstrip(_SIGNS))
            self.gaps.append(Hole(first, end + len(gap.rstrip(_SIGNS))))
        elif not _joining(language).fullmatch("".join(between.split())) and not (
            self.is_open() and _CONTINUED.fullmatch(between)
        ):
            return self._take_branch(literal, gap, language)
        elif between == ",":
            self.joints.append(Hole(self.literals[-1].inner_end, literal.inner))
        self.add(literal)
        return True

    def _take_branch(self, literal: Literal, gap: str, language: Language) -> bool:
        """Add a literal of a kernel if only branches are between; return whether it is so."""
        if not (language.has_macros and self.has_kernel and self.is_open()):
            return False
        owner = owner_before(self._code, self.literals[0].start)
        step = step_over(gap, owner, self._blocks) if owner and len(gap) <= FURTHEST else None
        if step is None:
            return False
        if step.is_left_out:
            return True
        end = self.literals[-1].end
        if step.value is not None:
            self.gaps.append(Hole(end + step.value[0], end + step.value[1]))
        self.branches.append(Hole(end, end))
        self._blocks = step.blocks
        self.add(literal)
        return True


def _rows(code: str, language: Language, found: Sequence[Literal]) -> Iterator[_Row]:
    comments = re.compile("|".join(language.comments))
    row: _Row | None = None
    for literal in found:
        if row is not None:
            gap = code[row.literals[-1].end : literal.start]
            if row.take(literal, comments.sub(_blank, gap), language):
                continue
            yield row
        row = _Row(literal, code)
    if row is not None:
        yield row


@cache
def _joining(language: Language) -> re.Pattern[str]:
    return re.compile(f"(?:{language.joining})*")


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _program(source: str, code: str, row: _Row, language: Language) -> EmbeddedProgram | None:
    if not all(any(word in each.text for each in row.literals) for word in WORDS):
        return None
    first, last = row.literals[0], row.literals[-1]
    uses = uses_of(code, first.start, last.end)
    around = f"{uses.before}\0{uses.after}"
    if language.documentation and re.search(language.documentation, around):
        return None
    text = _joined(row)
    # The host adds to elements of a list that it takes one by one, and to a text that breaks off.
    gaps = [*row.gaps, *(row.joints if is_indexed(uses) else ())]
    is_whole = (
        is_used_whole(uses)
        and not gaps
        and not row.branches
        and (is_compiled(uses) or not breaks_off(text))
    )
    way = way_of(uses) or certain_way(text)
    text, holes = filled(text, first.inner, row.literals, way, guess=not is_whole)
    if KERNEL.search(text) is None or is_foreign(text, source):
        return None
    is_template = bool(holes or way)
    holes += [*gaps, *row.branches]
    return EmbeddedProgram(
        first.inner,
        text,
        tuple(row.literals),
        tuple(sorted(holes, key=lambda hole: hole.start)),
        is_whole and not holes,
        is_template,
    )


def is_foreign(text: str, host: str) -> bool:
    """Return whether a text with a kernel in a host with a byte text is in another language."""
    if _OWN.search(text) is None and _METAL_HOST.search(host) is not None:
        return True
    # Portable texts have words of other languages beside this one, which those do not have.
    is_other = "__kernel" not in text and _FOREIGN.search(text) is not None
    return is_other or _CPP.search(text) is not None


def _joined(row: _Row) -> str:
    """Return the text of a row, with names for the values between its literals."""
    parts: list[str] = []
    at = row.literals[0].inner
    gaps = iter(row.gaps)
    gap = next(gaps, None)
    for literal in row.literals:
        if gap is not None and gap.start < literal.inner:
            parts += (" " * (gap.start - at), hole_name(gap.end - gap.start))
            at, gap = gap.end, next(gaps, None)
        parts += (" " * (literal.inner - at), literal.text)
        at = literal.inner_end
    return _INCLUDED.sub(r"\1\2 ", "".join(parts))
