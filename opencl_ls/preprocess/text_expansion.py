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
"""Unclosed invocations in one chunk after which the rest of it is left as it is."""
MOST_GIVEN_UP: Final = 4
"""The same for expansions that are too large to follow."""

_WORD: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$.")
_OPERATOR: Final = frozenset("+-*/%&|^<>=!#:.")
_WORD_OR_QUOTE: Final = _WORD | {'"', "'"}


class TextExpander(MacroExpander):
    """Expands the text of a chunk, or the tokens of a directive, under one macro table."""

    def expand_text(
        self, names: AbstractSet[str], final: bool, forced: Macro | None = None
    ) -> Expansion:
        """Expand the whole source; `names` are the macros among its identifiers.

        If an invocation's arguments run over the end: with `final` it is reported and left as it
        is, otherwise the expansion ends before it and `unclosed` is its clean offset.  `forced`
        is what the name at offset 0 means, whatever the table says now.
        """
        source = self.source
        macros = self.macros
        parts: list[str] = []
        replacements: list[Replacement] = []
        pragmas: list[Pragma] = []
        simple: dict[str, str] = {}
        position = resume = 0
        length = 0
        last = ""
        unclosed = 0
        end_of_source = len(source)
        for begin, end, name in self._places(names, forced):
            if begin < resume:
                continue
            macro = forced if forced is not None and begin == 0 else macros[name]
            text = simple.get(name)
            if text is not None:
                self.position = end
            else:
                self.peeked = self.dynamic = False
                try:
                    tokens = self._invoke(macro, name, begin, end)
                except UnclosedArguments:
                    if not final:
                        end_of_source = begin
                        self.unclosed = begin
                        self.unclosed_macro = macro
                        break
                    self.active.clear()
                    self.complain(
                        "macro-arguments", f"the arguments of macro '{name}' lack their ')'"
                    )
                    unclosed += 1
                    if unclosed == MOST_UNCLOSED:
                        break
                    continue
                if tokens is None:
                    if self.given_up == MOST_GIVEN_UP:
                        break
                    resume = self.position
                    continue
                if self.track:
                    self.tokens[len(replacements)] = tokens
                text = " ".join([token.text for token in tokens])
                if "_Pragma" in text:
                    text = self._take_pragmas(tokens, length + begin - position, pragmas)
                elif (
                    macro.parameters is None
                    and not self.peeked
                    and not self.dynamic
                    and not self.track
                ):
                    simple[name] = text
            if begin > position:
                verbatim = source[position:begin]
                parts.append(verbatim)
                length += len(verbatim)
                last = verbatim[-1]
            position = resume = self.position
            following = source[position] if position < len(source) else ""
            if not text:
                text = " " if _would_join(last, following) else ""
            else:
                if _would_join(last, text[0]):
                    text = " " + text
                if _would_join(text[-1], following):
                    text += " "
            parts.append(text)
            replacements.append(Replacement(begin, position, length, length + len(text), name))
            length += len(text)
            if text:
                last = text[-1]
        parts.append(source[position:end_of_source])
        return self._result("".join(parts), names, replacements, pragmas, forced)

    def _places(self, names: AbstractSet[str], forced: Macro | None) -> list[tuple[int, int, str]]:
        places = places_of(self.source, names)
        first = None if forced is None else NAMES.match(self.source)
        if first is None or first[1] is None or places[:1] == [(*first.span(), first[1])]:
            return places
        return [(*first.span(), first[1]), *places]

    def expand_at(self, macro: Macro, begin: int, end: int) -> list[Token] | None:
        """The expansion of the invocation whose name stands at source[begin:end], or None."""
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

    The expander comes back only if an invocation's arguments run over the chunk's end: then the
    expansion stops before it.  The position_macros' counter moves on.
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
    # Whether two characters might make one token if nothing stood between them.
    if left in _WORD:
        return right in _WORD_OR_QUOTE or (left in "eEpP" and right in ("+", "-"))
    return left in _OPERATOR and right in _OPERATOR
