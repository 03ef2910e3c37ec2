"""Expansion of a stretch of text under a macro table.

Only the stretches around invocations become tokens; everything else is copied as slices.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.preprocess.lexer import NAMES, Token, places_of, raw_end, raw_offset
from opencl_ls.preprocess.macro_arguments import Arguments, pragma_content
from opencl_ls.preprocess.macro_expansion import (
    ExpansionLimitError,
    MacroExpander,
    TokenReader,
    UnclosedArguments,
)
from opencl_ls.preprocess.source_map import Expansion, Pragma, Replacement
from opencl_ls.syntax.pragma_marks import mark

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from opencl_ls.preprocess.chunks import Chunk
    from opencl_ls.preprocess.macros import Macro
    from opencl_ls.preprocess.position_macros import PositionMacros

MOST_UNCLOSED: Final = 5
"""The number of unclosed invocations in a chunk after which the rest of it is not expanded."""
MOST_GIVEN_UP: Final = 4
"""The number of too large expansions in a chunk after which the rest of it is not expanded."""

_WORD: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$.")
_OPERATOR: Final = frozenset("+-*/%&|^<>=!#:.")
_WORD_OR_QUOTE: Final = _WORD | {'"', "'"}


class _Output:
    """The expanded text as it grows; `position` is the offset up to which the source was read."""

    __slots__ = ("_last", "_length", "_parts", "_source", "position", "replacements")

    def __init__(self, source: str) -> None:
        self._source = source
        self._parts: list[str] = []
        self._length = 0
        self._last = ""
        self.position = 0
        self.replacements: list[Replacement] = []

    def length_at(self, begin: int) -> int:
        """Return the offset in the output of a later offset of the source, without a blank."""
        return self._length + begin - self.position

    def replace(self, begin: int, end: int, text: str, name: str) -> None:
        """Copy the source up to `begin`, and add `text` for the invocation source[begin:end]."""
        source = self._source
        if begin > self.position:
            verbatim = source[self.position : begin]
            self._parts.append(verbatim)
            self._length += len(verbatim)
            self._last = verbatim[-1]
        self.position = end
        following = source[end] if end < len(source) else ""
        if not text:
            text = " " if _would_join(self._last, following) else ""
        else:
            if _would_join(self._last, text[0]):
                text = " " + text
            if _would_join(text[-1], following):
                text += " "
        start = self._length
        self._parts.append(text)
        self._length += len(text)
        self.replacements.append(Replacement(begin, end, start, self._length, name))
        if text:
            self._last = text[-1]

    def finish(self, end: int) -> str:
        """Copy the source up to `end`; return the whole output."""
        self._parts.append(self._source[self.position : end])
        return "".join(self._parts)


class TextExpander(MacroExpander):
    """Expands the text of a chunk, or the tokens of a directive, under one macro table."""

    def expand_text(
        self, names: AbstractSet[str], final: bool, forced: Macro | None = None
    ) -> Expansion:
        """Expand the whole source; `names` are the macros among its identifiers.

        If an invocation's arguments run over the end: with `final` it is reported and not expanded,
        otherwise the expansion ends before it and `unclosed` is its clean offset.  `forced` is the
        macro of the name at offset 0, whatever the table says now.
        """
        macros = self.macros
        output = _Output(self.source)
        pragmas: list[Pragma] = []
        # The texts of macros without parameters that are the same at each use.
        constant: dict[str, str] = {}
        resume = 0
        stop = len(self.source)
        for begin, end, name in self._places(names, forced):
            if begin < resume:
                continue
            text = constant.get(name)
            if text is None:
                macro = forced if forced is not None and begin == 0 else macros[name]
                self.peeked = self.dynamic = False
                try:
                    tokens = self._invoke(macro, name, begin, end)
                except UnclosedArguments:
                    if not final:
                        stop = self.unclosed = begin
                        self.unclosed_macro = macro
                        break
                    self._leave_unclosed(name, end)
                    tokens = None
                if tokens is None:
                    if self.given_up == MOST_GIVEN_UP or self.left_unclosed == MOST_UNCLOSED:
                        break
                    resume = self.position
                    continue
                if self.track:
                    self.tokens[len(output.replacements)] = tokens
                text = " ".join([token.text for token in tokens])
                if "_Pragma" in text:
                    text = self._take_pragmas(tokens, output.length_at(begin), pragmas)
                elif self._is_constant(macro):
                    constant[name] = text
            else:
                self.position = end
            resume = self.position
            output.replace(begin, resume, text, name)
        return self._result(output.finish(stop), names, output.replacements, pragmas, forced)

    def _leave_unclosed(self, name: str, end: int) -> None:
        """Report an invocation without `)`, and continue after its name, which ends at `end`."""
        self.active.clear()
        self.complain("macro-arguments", f"the arguments of macro '{name}' lack their ')'")
        self.left_unclosed += 1
        self.position = end

    def _is_constant(self, macro: Macro) -> bool:
        """Tell whether the last invocation gives the same text everywhere in this source."""
        return macro.parameters is None and not (self.peeked or self.dynamic or self.track)

    def _places(self, names: AbstractSet[str], forced: Macro | None) -> list[tuple[int, int, str]]:
        places = places_of(self.source, names)
        first = None if forced is None else NAMES.match(self.source)
        if first is None or first[1] is None or places[:1] == [(*first.span(), first[1])]:
            return places
        return [(*first.span(), first[1]), *places]

    def expand_at(self, macro: Macro, begin: int, end: int) -> list[Token] | None:
        """Return the expansion of the invocation with its name at source[begin:end], or None."""
        try:
            return self._invoke(macro, self.source[begin:end], begin, end)
        except UnclosedArguments:
            self.active.clear()
            return None

    def _invoke(self, macro: Macro, name: str, begin: int, end: int) -> list[Token] | None:
        # The tokens of the expansion, or None if nothing is invoked here.
        self.work = 0
        self.pasted_length = 0
        self.begin = begin
        self.position = self.source_end = end
        token = Token(name, True, False, begin)
        if macro.parameters is not None and not self.paren_in_source():
            return None
        if macro.builtin == "_Pragma":
            return self._pragma_tokens(token)
        stack: list[TokenReader] = []
        out: list[Token] = []
        try:
            if self.enter(macro, token, stack, True, 0, out):
                out += self.rescan(stack, True, 0)
        except (ExpansionLimitError, RecursionError):
            self.active.clear()
            self.given_up += 1
            self.complain(
                "expansion-limit",
                f"the expansion of macro '{name}' is too large to follow: "
                "it is left as it is; check it for macros that double each other",
            )
            return None
        return out

    def _result(
        self,
        text: str,
        names: AbstractSet[str],
        replacements: list[Replacement],
        pragmas: list[Pragma],
        forced: Macro | None,
    ) -> Expansion:
        present, absent = self.looked_up(names)
        builtins = frozenset(self.builtins)
        counter = self.position_macros.counter
        self.position_macros.counter = self.first_counter
        values = self.position_macros.values(builtins) if builtins else ()
        self.position_macros.counter = counter
        return Expansion(
            text,
            self.source,
            self.cuts,
            self.base,
            tuple(replacements),
            present,
            absent,
            builtins,
            values,
            counter - self.first_counter,
            tuple(pragmas),
            tuple(self.notes),
            forced,
            self.raw if builtins else "",
        )

    # --- pragmas ---------------------------------------------------------------------------------

    def _pragma_tokens(self, token: Token) -> list[Token]:
        collected = Arguments(1, False, token)
        self.collect(collected, [], True)
        name, opening, *inner, closing = collected.everything
        if any(each.name for each in inner):
            inner = self.rescan([TokenReader(inner, None)], False, 0)
        return [name, opening, *inner, closing]

    def _take_pragmas(self, tokens: list[Token], offset: int, pragmas: list[Pragma]) -> str:
        kept: list[str] = []
        length = 0
        index = 0
        while index < len(tokens):
            text = tokens[index].text
            content = pragma_content(tokens, index) if text == "_Pragma" else None
            if content is None:
                kept.append(text)
                length += len(text) + 1
                index += 1
                if text == "_Pragma":
                    self.complain(
                        "invalid-directive", '_Pragma takes one string: _Pragma("directive")'
                    )
                continue
            start = self.base + raw_offset(self.cuts, self.begin)
            end = self.base + raw_end(self.cuts, self.source_end)
            pragmas.append(Pragma(offset + length, content, start, end))
            index += 4
            marked = mark(" ".join(content.split()))
            if marked:
                kept.append(marked)
                length += len(marked) + 1
        return " ".join(kept)


def expand_chunk(
    chunk: Chunk, macros: dict[str, Macro], position_macros: PositionMacros, final: bool
) -> tuple[Expansion, TextExpander | None]:
    """Expand a text chunk, from its cache if the names it looks at mean the same as before.

    The expander is returned only if an invocation's arguments run over the chunk's end: then the
    expansion stops before it.  The counter of `position_macros` is updated.
    """
    identifiers = chunk.identifiers
    names = macros.keys() & identifiers
    if not names:
        plain = chunk.plain
        if plain is None:
            source, cuts = chunk.clean
            plain = chunk.plain = Expansion(source, source, cuts, absent=identifiers)
        return plain, None
    for known in chunk.expansions:
        if known.valid(macros) and (
            not known.builtins or known.values == position_macros.values(known.builtins)
        ):
            position_macros.counter += known.counted
            return known, None
    source, cuts = chunk.clean
    expander = TextExpander(macros, position_macros, source, cuts, 0, chunk.text)
    expansion = expander.expand_text(names, final)
    expansion.absent |= identifiers.difference(expansion.present)
    if expander.unclosed >= 0:
        return expansion, expander
    if not final or not any(
        note.code == "preprocessor/macro-arguments" for note in expansion.notes
    ):
        chunk.expansions.insert(0, expansion)
        del chunk.expansions[4:]
    return expansion, None


def _would_join(left: str, right: str) -> bool:
    # Whether two adjacent characters might be one token.
    if left in _WORD:
        return right in _WORD_OR_QUOTE or (left in "eEpP" and right in ("+", "-"))
    return left in _OPERATOR and right in _OPERATOR
