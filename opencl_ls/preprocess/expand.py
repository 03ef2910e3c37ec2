"""Expansion of a stretch of text under a macro table (C11 6.10.3).

Only the stretches around invocations become tokens; everything else is copied as slices.  The
order of reading is that of clang and gcc: a stack of token lists, each with the macro that it
came from, which is not expanded again while its list is on the stack (C11 6.10.3.4p2).
"""

from collections.abc import Set as AbstractSet
from typing import Final

from .arguments import Arguments, pragma_content
from .chunks import Chunk
from .expansion import Expansion, Pragma, Replacement, Surroundings
from .lexer import (
    BLANK,
    NAMES,
    TOKENS,
    Cuts,
    Token,
    count_lines,
    raw_end,
    raw_offset,
    token_start,
)
from .macros import Macro
from .notes import Note, error
from .substitute import substitute, substitute_plain

MOST_TOKENS: Final = 100_000
"""Tokens that one invocation may produce before it is taken for a bomb."""
MOST_PASTED: Final = 1_000_000
"""Characters that one invocation may paste or put into a string."""
DEEPEST: Final = 150
"""How deep invocations may stand in each other's arguments."""
MOST_UNCLOSED: Final = 5
"""Unclosed invocations in one chunk after which the rest of it is left as it is."""

_WORD: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$.")
_OPERATOR: Final = frozenset("+-*/%&|^<>=!#:.")
_WORD_OR_QUOTE: Final = _WORD | {'"', "'"}


class Spelling:
    """Where a token of a macro's body came from: the index in the body, the invocation's origin."""

    __slots__ = ("index", "macro", "parent")

    def __init__(self, macro: Macro, index: int, parent: object) -> None:
        self.macro = macro
        self.index = index
        self.parent = parent


class _Unclosed(Exception):
    """The arguments of an invocation run over the end of the source."""


class _TooMuch(Exception):
    """The expansion is larger than any sensible program needs."""


class _List:
    """Tokens being read, and the macro whose body they are."""

    __slots__ = ("index", "macro", "tokens")

    def __init__(self, tokens: "list[Token] | tuple[Token, ...]", macro: Macro | None) -> None:
        self.tokens = tokens
        self.index = 0
        self.macro = macro


class Expander:
    """Expands text or tokens under one macro table.

    `source`, `cuts` and `base` are the clean text and the way back to raw offsets of its chunk;
    `raw` is the raw text, for line numbers.  With `track`, tokens from bodies carry `Spelling`s.
    """

    def __init__(
        self,
        macros: dict[str, Macro],
        surroundings: Surroundings,
        source: str = "",
        cuts: Cuts = (),
        base: int = 0,
        raw: str = "",
        track: bool = False,
    ) -> None:
        self.macros = macros
        self.surroundings = surroundings
        self.source = source
        self.cuts = cuts
        self.base = base
        self.raw = raw
        self.track = track
        self.notes: list[Note] = []
        self.used: set[Macro] = set()
        self.pasted: set[str] = set()
        self.builtins: set[str] = set()
        self.position = 0
        self.tokens: dict[int, list[Token]] = {}
        self.unclosed = -1
        self.unclosed_macro: Macro | None = None
        self._first_counter = surroundings.counter
        self._active: set[Macro] = set()
        self._work = 0
        self._pasted_length = 0
        self._begin = 0
        self._source_end = 0
        self._peeked = False
        self._condition = False
        self._dynamic = False

    # Text

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
        for match in NAMES.finditer(source):
            if match.lastindex is None:
                continue
            begin = match.start()
            if begin < resume:
                continue
            name = match.group(1)
            if forced is not None and begin == 0:
                macro = forced
            elif name in names:
                macro = macros[name]
            else:
                continue
            text = simple.get(name)
            if text is not None:
                self.position = match.end()
            else:
                self._peeked = self._dynamic = False
                try:
                    tokens = self._invoke(macro, name, begin, match.end())
                except _Unclosed:
                    if not final:
                        end_of_source = begin
                        self.unclosed = begin
                        self.unclosed_macro = macro
                        break
                    self._active.clear()
                    self._complain(
                        "macro-arguments", f"the arguments of macro '{name}' lack their ')'"
                    )
                    unclosed += 1
                    if unclosed == MOST_UNCLOSED:
                        break
                    continue
                if tokens is None:
                    resume = self.position
                    continue
                if self.track:
                    self.tokens[len(replacements)] = tokens
                text = " ".join([token.text for token in tokens])
                if "_Pragma" in text:
                    text = self._take_pragmas(tokens, length + begin - position, pragmas)
                elif (
                    macro.parameters is None
                    and not self._peeked
                    and not self._dynamic
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

    def expand_at(self, macro: Macro, begin: int, end: int) -> list[Token] | None:
        """The expansion of the invocation whose name stands at source[begin:end], or None."""
        try:
            return self._invoke(macro, self.source[begin:end], begin, end)
        except _Unclosed:
            self._active.clear()
            return None

    def _invoke(self, macro: Macro, name: str, begin: int, end: int) -> list[Token] | None:
        # The tokens of the expansion, or None if nothing is invoked here.
        self._work = 0
        self._pasted_length = 0
        self._begin = begin
        self.position = self._source_end = end
        token = Token(name, True, False, begin)
        if macro.parameters is not None and not self._paren_in_source():
            return None
        if macro.builtin == "_Pragma":
            return self._pragma_tokens(token)
        stack: list[_List] = []
        out: list[Token] = []
        try:
            if self._enter(macro, token, stack, True, 0, out):
                out += self._rescan(stack, True, 0)
        except (_TooMuch, RecursionError):
            self._active.clear()
            self._complain(
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
        counter = self.surroundings.counter
        self.surroundings.counter = self._first_counter
        values = self.surroundings.values(builtins) if builtins else ()
        self.surroundings.counter = counter
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
            counter - self._first_counter,
            tuple(pragmas),
            tuple(self.notes),
            forced,
            self.raw if builtins else "",
        )

    def looked_up(self, names: AbstractSet[str]) -> tuple[dict[str, Macro], frozenset[str]]:
        """The macros that the expansion so far rests on, and the names that were no macros."""
        looked = self.pasted.union(names)
        for macro in self.used:
            looked |= macro.identifiers
        macros = self.macros
        present = {name: macros[name] for name in macros.keys() & looked}
        return present, frozenset(looked - present.keys())

    # Tokens

    def expand_tokens(self, tokens: list[Token], condition: bool = False) -> list[Token]:
        """Expand the tokens of a directive; in a condition `defined` keeps its operand."""
        self._condition = condition
        self._work = 0
        self._pasted_length = 0
        if tokens:
            origin = tokens[0].origin
            self._begin = origin if isinstance(origin, int) else 0
            self._source_end = self._begin + 1
        try:
            return self._rescan([_List(tokens, None)], False, 0)
        except (_TooMuch, RecursionError):
            self._active.clear()
            self._complain("expansion-limit", "this directive's expansion is too large to follow")
            return []

    def _rescan(self, stack: list[_List], at_source: bool, depth: int) -> list[Token]:
        out: list[Token] = []
        append = out.append
        get = self.macros.get
        active = self._active
        while stack:
            reading = stack[-1]
            tokens = reading.tokens
            index = reading.index
            end = len(tokens)
            while index < end:
                token = tokens[index]
                index += 1
                if not token.name or token.painted:
                    append(token)
                    continue
                macro = get(token.text)
                if macro is None:
                    if self._condition and token.text == "defined":
                        reading.index = index
                        append(self._defined(token, stack))
                        break
                    append(token)
                    continue
                if macro in active:
                    append(token.paint())
                    continue
                reading.index = index
                if self._enter(macro, token, stack, at_source, depth, out):
                    break
            else:
                stack.pop()
                if reading.macro is not None:
                    active.discard(reading.macro)
        return out

    def _enter(
        self,
        macro: Macro,
        token: Token,
        stack: list[_List],
        at_source: bool,
        depth: int,
        out: list[Token],
    ) -> bool:
        # Push the expansion of a macro; False if it was not invoked and reading simply goes on.
        parameters = macro.parameters
        if macro.builtin:
            out.append(token if macro.builtin == "_Pragma" else self._builtin(macro, token))
            return False
        body: list[Token] | tuple[Token, ...] = macro.body
        if self.track:
            body = self._tracked(macro, token)
        if parameters is None:
            if not macro.plain:
                body = substitute(macro, body, [], [], self._complain)
                self._note_pasted(body)
        else:
            if not self._paren_follows(stack, at_source):
                out.append(token)
                return False
            collected = Arguments(len(parameters), macro.variadic, token)
            self._collect(collected, stack, at_source)
            self._work += len(collected.everything)
            if self._work > MOST_TOKENS:
                raise _TooMuch
            arguments = collected.checked()
            if arguments is None:
                self.used.add(macro)
                self._complain("macro-arguments", collected.message(macro))
                out += collected.everything
                return True
            expanded = list(arguments)
            for parameter in macro.expands:
                argument = arguments[parameter]
                if not self._has_macro(argument):
                    continue
                if depth >= DEEPEST:
                    raise _TooMuch
                argument = self._rescan([_List(argument, None)], False, depth + 1)
                expanded[parameter] = argument
                self._work += len(argument)
                if self._work > MOST_TOKENS:
                    raise _TooMuch
            if macro.plain:
                body = substitute_plain(body, expanded)
            else:
                body = substitute(macro, body, arguments, expanded, self._complain)
                self._note_pasted(body)
        self.used.add(macro)
        self._work += len(body) + 1
        if self._work > MOST_TOKENS:
            raise _TooMuch
        if body and body[0].space != token.space:
            body = [body[0].spaced(token.space), *body[1:]]
        self._active.add(macro)
        stack.append(_List(body, macro))
        return True

    def _has_macro(self, argument: list[Token]) -> bool:
        macros = self.macros
        for token in argument:
            if token.name and not token.painted:
                if token.text in macros or (self._condition and token.text == "defined"):
                    return True
        return False

    def _tracked(self, macro: Macro, invocation: Token) -> list[Token]:
        return [
            Token(
                token.text,
                token.name,
                token.space,
                Spelling(macro, index, invocation.origin),
                False,
                token.parameter,
            )
            for index, token in enumerate(macro.body)
        ]

    def _note_pasted(self, body: list[Token] | tuple[Token, ...]) -> None:
        for token in body:
            self._pasted_length += len(token.text)
            if token.name:
                self.pasted.add(token.text)
        if self._pasted_length > MOST_PASTED:
            raise _TooMuch

    # Arguments

    def _paren_in_source(self) -> bool:
        self._peeked = True
        blank = BLANK.match(self.source, self.position)
        return blank is not None and self.source.startswith("(", blank.end())

    def _paren_follows(self, stack: list[_List], at_source: bool) -> bool:
        for reading in reversed(stack):
            if reading.index < len(reading.tokens):
                return reading.tokens[reading.index].text == "("
        return at_source and self._paren_in_source()

    def _collect(self, collected: Arguments, stack: list[_List], at_source: bool) -> None:
        active = self._active
        while stack:
            reading = stack[-1]
            reading.index = collected.feed(reading.tokens, reading.index, self.macros, active)
            if collected.closed:
                return
            stack.pop()
            if reading.macro is not None:
                active.discard(reading.macro)
        if not at_source:
            return
        source = self.source
        for match in TOKENS.finditer(source, self.position):
            group = match.lastindex
            if group is not None:
                begin = match.start(group)
            else:
                begin = token_start(source, match)
                if begin == match.end():
                    break
            token = Token(source[begin : match.end()], group == 1, begin > match.start(), begin)
            if collected.add(token):
                self.position = self._source_end = match.end()
                return
        raise _Unclosed

    # Built-in macros

    def _builtin(self, macro: Macro, token: Token) -> Token:
        name = macro.builtin
        self.builtins.add(name)
        self._dynamic = True
        surroundings = self.surroundings
        if name == "__LINE__":
            at = token.origin if isinstance(token.origin, int) else self._source_end - 1
            line = surroundings.line
            line += count_lines(self.raw[: self.base + raw_offset(self.cuts, at)])
            text = str(line)
        elif name == "__COUNTER__":
            text = str(surroundings.counter)
            surroundings.counter += 1
        elif name == "__INCLUDE_LEVEL__":
            text = str(surroundings.level)
        elif name == "__FILE__":
            text = _quote(surroundings.file)
        elif name == "__FILE_NAME__":
            text = _quote(surroundings.file.replace("\\", "/").rsplit("/", 1)[-1])
        elif name == "__BASE_FILE__":
            text = _quote(surroundings.base_file)
        else:
            # The core has no clock: a unit means the same today and tomorrow.
            text = _DATES.get(name, "0")
        return Token(text, False, token.space, token.origin)

    def _defined(self, token: Token, stack: list[_List]) -> Token:
        # C11 6.10.1p1; also when a macro produced it, as clang does.
        name = self._next(stack)
        if name is not None and name.text == "(":
            name = self._next(stack)
            closing = self._next(stack)
            if closing is None or closing.text != ")":
                self._complain("expression", "'defined(' lacks its ')'")
        if name is None or not name.name:
            self._complain("expression", "'defined' needs the name of a macro")
            return Token("0", False, True, token.origin)
        self.pasted.add(name.text)
        return Token("1" if name.text in self.macros else "0", False, True, token.origin)

    def _next(self, stack: list[_List]) -> Token | None:
        while stack:
            reading = stack[-1]
            if reading.index < len(reading.tokens):
                token = reading.tokens[reading.index]
                reading.index += 1
                return token
            stack.pop()
            if reading.macro is not None:
                self._active.discard(reading.macro)
        return None

    # Pragmas

    def _pragma_tokens(self, token: Token) -> list[Token]:
        collected = Arguments(1, False, token)
        self._collect(collected, [], True)
        return collected.everything

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
                    self._complain(
                        "invalid-directive", '_Pragma takes one string: _Pragma("directive")'
                    )
                continue
            start = self.base + raw_offset(self.cuts, self._begin)
            end = self.base + raw_end(self.cuts, self._source_end)
            pragmas.append(Pragma(offset + length, content, start, end))
            index += 4
        return " ".join(kept)

    def _complain(self, name: str, message: str) -> None:
        start = self.base + raw_offset(self.cuts, self._begin)
        stop = max(self._source_end, self._begin + 1)
        self.notes.append(error(start, self.base + raw_end(self.cuts, stop), name, message))


_DATES: Final = {
    "__DATE__": '"Jan  1 1970"',
    "__TIME__": '"00:00:00"',
    "__TIMESTAMP__": '"Thu Jan  1 00:00:00 1970"',
}


def expand_chunk(
    chunk: Chunk, macros: dict[str, Macro], surroundings: Surroundings, final: bool
) -> tuple[Expansion, Expander | None]:
    """Expand a text chunk, from its cache if the names it looks at mean the same as before.

    The expander comes back only if an invocation's arguments run over the chunk's end: then the
    expansion stops before it.  The surroundings' counter moves on.
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
            not known.builtins or known.values == surroundings.values(known.builtins)
        ):
            surroundings.counter += known.counted
            return known, None
    source, cuts = chunk.clean
    expander = Expander(macros, surroundings, source, cuts, 0, chunk.text)
    expansion = expander.expand_text(names, final)
    expansion.absent |= identifiers - expansion.present.keys()
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


def _quote(name: str) -> str:
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
