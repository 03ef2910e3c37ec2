"""Maps expanded text back to the sources, and places in sources to macros.

The expansion of a chunk is made without origins, which would cost time at every keystroke.  A query
expands its chunk again, with the same macros and with an origin for each token.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from opencl_ls.findings import Place
from opencl_ls.preprocess.lexer import NAMES, Token
from opencl_ls.preprocess.macro_arguments import pragma_content
from opencl_ls.preprocess.macro_expansion import SpellingLocation
from opencl_ls.preprocess.macros import Macro, spell
from opencl_ls.preprocess.position_macros import PositionMacros
from opencl_ls.preprocess.text_expansion import TextExpander

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.preprocess.chunks import Piece
    from opencl_ls.preprocess.source_map import Expansion, Segment
    from opencl_ls.preprocess.unit import Definition, Unit


class Link(Struct, frozen=True):
    """One macro that a token came through.

    `place` is where the token (or the next macro's name) is spelled in the macro's body; None for
    a token that came in as an argument.
    """

    macro: Macro
    definition: Definition | None
    place: Place | None


class Origin(Struct, frozen=True):
    """Where expanded text comes from: its source range, and the macros between.

    For text without a macro, `chain` is empty and `invocation` None.  For a token of an
    argument, [start, end) is the argument's own place; otherwise it is the whole invocation.
    `chain` goes from the outermost macro to the innermost.
    """

    file: str
    start: int
    end: int
    chain: tuple[Link, ...] = ()
    invocation: Place | None = None


def locate(unit: Unit, piece: int, start: int, end: int | None = None) -> Origin:
    """Take a range of the expanded text of `unit.pieces[piece]`; return where it comes from.

    Offsets are bytes of the piece's text, `end` is exclusive (one character by default).
    """
    expansion = unit.pieces[piece].expansion
    last = max(start, (end if end is not None else start + 1) - 1)
    first = _origin_at(unit, piece, expansion, start)
    if last == start:
        return first
    final = _origin_at(unit, piece, expansion, last)
    begin = min(first.start, final.start)
    stop = max(first.end, final.end)
    if first.invocation is None and final.invocation is None:
        return Origin(first.file, begin, stop)
    if first.invocation == final.invocation:
        own = first.start, first.end
        if own == (final.start, final.end):
            return first
        # The text between two arguments is source text; but a range never goes backwards.
        if first.start <= final.start:
            return Origin(first.file, first.start, stop, first.chain, first.invocation)
        assert first.invocation is not None
        place = first.invocation
        return Origin(place.file, place.start, place.end, first.chain[:1], place)
    chain = first.chain if first.invocation is not None else final.chain
    invocation = first.invocation or final.invocation
    return Origin(first.file, begin, stop, chain[:1], invocation)


def _origin_at(unit: Unit, index: int, expansion: Expansion, offset: int) -> Origin:
    piece = unit.pieces[index]
    base = unit.start_of(index)
    segments = expansion.segments
    if not segments:
        return Origin(piece.file, base, base)
    at = bisect_right(segments, offset, key=_segment_start) - 1
    segment = segments[max(at, 0)]
    if segment.macro is None:
        inside = min(max(offset - segment.start, 0), segment.end - segment.start)
        start = base + segment.source_start + inside
        stop = min(start + 1, base + segment.source_end)
        return Origin(piece.file, start, max(start, stop))
    place = Place(piece.file, base + segment.source_start, base + segment.source_end)
    tokens = _tokens_of(expansion).get(segment.start, [])
    following = bisect_right(tokens, offset, key=_token_start)
    if not following:
        return Origin(place.file, place.start, place.end, (), place)
    token = tokens[following - 1][1]
    return _token_origin(unit, index, expansion, base, place, token, segment.macro)


def _token_origin(
    unit: Unit,
    index: int,
    expansion: Expansion,
    base: int,
    place: Place,
    token: Token,
    outermost: str,
) -> Origin:
    origin = token.origin
    if isinstance(origin, int):
        start = base + expansion.raw_start(origin)
        end = base + expansion.raw_end(origin + len(token.text))
        macro = expansion.present.get(outermost) or expansion.forced
        if macro is None or macro.parameters is None:
            return Origin(place.file, place.start, place.end, (), place)
        link = Link(macro, unit.definition_of(macro, index), None)
        if not expansion.source.startswith(token.text, origin):
            # The source holds only the first part of a pasted token.
            return Origin(place.file, place.start, place.end, (link,), place)
        return Origin(place.file, start, min(end, place.end), (link,), place)
    chain: list[Link] = []
    while isinstance(origin, SpellingLocation):
        chain.append(_link(unit, index, origin))
        origin = origin.parent
    chain.reverse()
    return Origin(place.file, place.start, place.end, tuple(chain), place)


def _link(unit: Unit, index: int, spelling: SpellingLocation) -> Link:
    macro = spelling.macro
    definition = unit.definition_of(macro, index)
    if definition is None:
        return Link(macro, None, None)
    base = definition.start - macro.name_start
    start, end = macro.places[spelling.index]
    return Link(macro, definition, Place(definition.file, base + start, base + end))


def _segment_start(segment: Segment) -> int:
    return segment.start


def _token_start(entry: tuple[int, Token]) -> int:
    return entry[0]


def _tokens_of(expansion: Expansion) -> dict[int, list[tuple[int, Token]]]:
    # For the start of each replacement: its tokens with their offsets in the expanded text.
    known = expansion.detail
    if known is not None:
        return known
    expander = _expander(expansion, True)
    expander.expand_text(expansion.present.keys(), True, expansion.forced)
    result: dict[int, list[tuple[int, Token]]] = {}
    for at, replacement in enumerate(expansion.replacements):
        tokens = expander.tokens.get(at, [])
        placed: list[tuple[int, Token]] = []
        position = replacement.start
        index = 0
        while index < len(tokens):
            token = tokens[index]
            if token.text == "_Pragma" and pragma_content(tokens, index) is not None:
                index += 4
                continue
            found = expansion.text.find(token.text, position, replacement.end)
            if found < 0:
                break
            placed.append((found, token))
            position = found + len(token.text)
            index += 1
        result[replacement.start] = placed
    expansion.detail = result
    return result


def _expander(expansion: Expansion, track: bool) -> TextExpander:
    values = expansion.values
    line, file, base_file, level, counter = values or (None,) * 5
    position_macros = PositionMacros(
        str(file or ""), str(base_file or ""), level if isinstance(level, int) else 0, []
    )
    position_macros.shift = line - 1 if isinstance(line, int) else 0
    position_macros.counter = counter if isinstance(counter, int) else 0
    raw = expansion.line_text
    return TextExpander(
        expansion.present,
        position_macros,
        expansion.source,
        expansion.cuts,
        expansion.base,
        raw,
        track,
    )


# --- macros --------------------------------------------------------------------------------------


class MacroInfo(Struct, frozen=True):
    """The macro that a name at a place means.

    [start, end) is the name's place, `expansion` the expansion of the invocation there (None if the
    name is in a directive or is not invoked).
    """

    macro: Macro
    file: str
    start: int
    end: int
    definition: Definition | None
    expansion: str | None


UseKind = Literal["definition", "undef", "condition", "body", "include", "directive", "invocation"]


class Use(Struct, frozen=True):
    """One place of a macro's name in active text or in an executed directive."""

    file: str
    start: int
    end: int
    kind: UseKind


def macro_at(unit: Unit, file: str, offset: int) -> MacroInfo | None:
    """Return the macro of the name at a byte offset of a file of the unit, None for none."""
    for index, piece in _pieces_at(unit, file, offset):
        expansion = piece.expansion
        base = unit.start_of(index)
        for match in NAMES.finditer(expansion.source):
            if match.lastindex is None:
                continue
            start = base + expansion.raw_start(match.start())
            if start > offset:
                break
            end = base + expansion.raw_end(match.end())
            if offset > end:
                continue
            macro = expansion.present.get(match.group())
            if macro is None:
                continue
            if expansion.forced is not None and match.start() == 0:
                macro = expansion.forced
            tokens = _expander(expansion, False).expand_at(macro, match.start(), match.end())
            text = spell(tokens) if tokens is not None else None
            definition = unit.definition_of(macro, index)
            return MacroInfo(macro, file, start, end, definition, text)
    for placed in unit.records:
        if placed.file == file and placed.start <= offset <= placed.end:
            for name, start, end in placed.record.directive.names():
                if placed.offset + start <= offset <= placed.offset + end:
                    return _macro_in_directive(
                        unit, file, name, placed.offset + start, placed.piece
                    )
    return None


def macro_uses(unit: Unit, name: str) -> list[Use]:
    """Return every place of a macro's name, in headers and definitions too; each once, by file."""
    found: dict[Use, None] = {}
    for placed in unit.records:
        record = placed.record
        if name not in record.directive.text:
            continue
        for other, start, end in record.directive.names():
            if other != name:
                continue
            kind = _KINDS.get(record.kind, "directive")
            if record.kind == "define":
                macro = record.macro
                if start == record.name_start:
                    kind = "definition"
                elif macro is not None and macro.parameters and name in macro.parameters:
                    continue
            found[Use(placed.file, placed.offset + start, placed.offset + end, kind)] = None
    for index, piece in enumerate(unit.pieces):
        expansion = piece.expansion
        if name not in expansion.present or name not in expansion.source:
            continue
        base = unit.start_of(index)
        for match in NAMES.finditer(expansion.source):
            if match.lastindex is not None and match.group() == name:
                start = base + expansion.raw_start(match.start())
                end = base + expansion.raw_end(match.end())
                found[Use(piece.file, start, end, "invocation")] = None
    return sorted(found, key=lambda use: (use.file, use.start))


_KINDS: dict[str, UseKind] = {
    "define": "body",
    "undef": "undef",
    "include": "include",
    "if": "condition",
    "ifdef": "condition",
    "ifndef": "condition",
    "elif": "condition",
    "elifdef": "condition",
    "elifndef": "condition",
}


def _macro_in_directive(
    unit: Unit, file: str, name: str, start: int, piece: int
) -> MacroInfo | None:
    definition = None
    for candidate in unit.definitions.get(name, ()):
        if candidate.piece <= piece or definition is None:
            definition = candidate
        if candidate.file == file and candidate.start == start:
            definition = candidate
            break
    macro = definition.macro if definition is not None else unit.all_macros.get(name)
    if macro is None:
        return None
    return MacroInfo(macro, file, start, start + len(name), definition, None)


def _pieces_at(unit: Unit, file: str, offset: int) -> Iterator[tuple[int, Piece]]:
    for index, piece in enumerate(unit.pieces):
        if piece.file != file:
            continue
        base = unit.start_of(index)
        expansion = piece.expansion
        if base <= offset <= base + expansion.raw_end(len(expansion.source)):
            yield index, piece
