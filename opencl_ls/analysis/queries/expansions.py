"""The use of a macro: its full expansion, and its first step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.analysis.queries.macro_names import INTERNAL
from opencl_ls.analysis.queries.program import is_name, word_around
from opencl_ls.analysis.query_results import Expansion
from opencl_ls.findings import Place
from opencl_ls.preprocess import macro_at
from opencl_ls.preprocess.argument_substitution import substitute
from opencl_ls.preprocess.lexer import TOKENS, Token, lex
from opencl_ls.preprocess.macros import spell

if TYPE_CHECKING:
    from opencl_ls.analysis.queries.program import Program
    from opencl_ls.preprocess import Macro
    from opencl_ls.preprocess.source_map import Expansion as ExpandedText

_DEPTH: Final = {"(": 1, ")": -1}


def expansion_at(program: Program, offset: int) -> Expansion | None:
    """Return the use of a macro of which the name is at a byte of the main file.

    Elsewhere in an invocation it is the outermost one around the byte.
    """
    if not 0 <= offset <= len(program.text):
        return None
    start, end = word_around(program.text, offset)
    if is_name(program.text[start:end]):
        found = _named(program, start)
        if found is not None:
            return found
    around = _invocation_around(program, offset)
    return None if around is None else _named(program, around)


def _invocation_around(program: Program, offset: int) -> int | None:
    """Return where the outermost invocation around a byte of the main file begins."""
    unit = program.unit.unit
    if not unit.chunks:
        return None
    number = min(unit.offsets.last_up_to(offset), len(unit.chunks) - 1)
    base = unit.offsets[number]
    for index in range(unit.piece_counts[number], unit.piece_counts[number + 1]):
        for segment in unit.pieces[index].expansion.segments:
            inside = segment.source_start <= offset - base < segment.source_end
            if segment.macro is not None and inside:
                return base + segment.source_start
    return None


def _named(program: Program, offset: int) -> Expansion | None:
    unit = program.unit.unit
    known = macro_at(unit, program.path, offset)
    if known is None or known.expansion is None or program.is_quoted(known.start):
        return None
    piece = next(
        (
            number
            for number in range(
                unit.piece_counts[min(unit.offsets.last_up_to(offset), len(unit.chunks) - 1)],
                unit.piece_counts[min(unit.offsets.last_up_to(offset) + 1, len(unit.chunks))],
            )
            if known.macro in unit.pieces[number].expansion.present.values()
        ),
        None,
    )
    if piece is None:
        return None
    expansion, base = unit.pieces[piece].expansion, unit.start_of(piece)
    arguments, end = _arguments(known.macro, expansion, known.start - base)
    places = tuple(
        Place(program.path, base + expansion.raw_start(first), base + expansion.raw_end(last))
        for first, last in arguments
    )
    texts = [expansion.source[first:last] for first, last in arguments]
    where = None
    if known.definition is not None and not known.definition.file.startswith(INTERNAL):
        definition = known.definition
        where = Place(definition.file, definition.start, definition.end)
    return Expansion(
        known.macro.name,
        Place(program.path, known.start, base + expansion.raw_end(end)),
        where,
        known.macro.value,
        known.expansion.strip(),
        one_step(known.macro, texts),
        places,
    )


def argument_stretches(macro: Macro, expansion: ExpandedText, start: int) -> list[tuple[int, int]]:
    """Return the ranges of a macro's arguments in the clean source of a chunk.

    The invocation begins at the byte `start` of the chunk.
    """
    return _arguments(macro, expansion, start)[0]


def _arguments(
    macro: Macro, expansion: ExpandedText, start: int
) -> tuple[list[tuple[int, int]], int]:
    """Return the ranges of the arguments in the clean source, and the end of the invocation."""
    source = expansion.source
    clean = (
        next((at for at in range(max(0, len(source))) if expansion.raw_start(at) == start), start)
        if expansion.cuts or expansion.base
        else start
    )
    position = clean + len(macro.name)
    if macro.parameters is None:
        return [], position
    depth, found, begin = 0, list[tuple[int, int]](), position
    most = len(macro.parameters)
    for match in TOKENS.finditer(source, position):
        group = match.lastindex
        if group is None:
            break
        mark, first = match[group], match.start(group)
        depth += _DEPTH.get(mark, 0)
        if mark == "(" and depth == 1:
            begin = match.end()
        elif depth == 0 or (mark == "," and depth == 1 and _separates(macro, len(found), most)):
            found.append(_trimmed(source, begin, first))
            begin = match.end()
            if depth == 0:
                if not most and found[0][0] == found[0][1]:
                    found = []
                return found, match.end()
    return found, position


def _separates(macro: Macro, given: int, most: int) -> bool:
    return not (macro.variadic and given == most - 1)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def one_step(macro: Macro, arguments: list[str]) -> str:
    """Return a macro's body with its arguments as they are written; no other macro is expanded."""
    if macro.parameters is None:
        return macro.value
    given: list[list[Token]] = [lex(each) for each in arguments]
    given += [[] for _ in range(len(macro.parameters) - len(given))]
    given = given[: len(macro.parameters)]
    return spell(substitute(macro, macro.body, given, given, _ignore))


def _ignore(_name: str, _message: str) -> None:
    """Ignore a problem of token pasting."""
