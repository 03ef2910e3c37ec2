"""The expansion of macros as a stream of tokens (C11 6.10.3).

The order of reading is that of clang and gcc: a stack of token lists, each with the macro that it
came from, which is not expanded again while its list is on the stack (C11 6.10.3.4p2).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.compiler_queries import (
    EXPANDING,
    HEADER_QUERIES,
    QUERIES,
    WARNING_QUERY,
    query_answer,
)
from opencl_ls.findings import Severity
from opencl_ls.preprocess.argument_substitution import substitute, substitute_plain
from opencl_ls.preprocess.lexer import (
    BLANK,
    HEADER_NAME,
    TOKENS,
    Cuts,
    Token,
    count_lines,
    raw_end,
    raw_offset,
)
from opencl_ls.preprocess.macro_arguments import Arguments
from opencl_ls.preprocess.macros import Macro, spell
from opencl_ls.preprocess.notes import Note

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from collections.abc import Set as AbstractSet

    from opencl_ls.preprocess.position_macros import PositionMacros

MOST_TOKENS: Final = 1_000_000
"""Tokens that one invocation may produce before it is taken for a bomb.

A macro that makes a function of the body of a test for every vector type needs 200,000 and more.
"""
MOST_IN_A_DIRECTIVE: Final = 100_000
"""The same for a directive."""
MOST_PASTED: Final = 1_000_000
"""Characters that one invocation may paste or put into a string."""
DEEPEST: Final = 150
"""How deep invocations may stand in each other's arguments."""

_VERSION: Final = "__OPENCL_C_VERSION__"
_OPTION: Final = re.compile(r'"([^"\r\n]*)"\Z')
_NAME: Final = re.compile(r"[A-Za-z_]\w*(?:::[A-Za-z_]\w*)?\Z", re.ASCII)


class SpellingLocation:
    """Where a token of a macro's body came from: the index in the body, the invocation's origin."""

    __slots__ = ("index", "macro", "parent")

    def __init__(self, macro: Macro, index: int, parent: object) -> None:
        self.macro = macro
        self.index = index
        self.parent = parent


class UnclosedArguments(Exception):
    """The arguments of an invocation run over the end of the source."""


class ExpansionLimitError(Exception):
    """The expansion is larger than any sensible program needs."""


class TokenReader:
    """Tokens being read, and the macro whose body they are."""

    __slots__ = ("index", "macro", "tokens")

    def __init__(self, tokens: list[Token] | tuple[Token, ...], macro: Macro | None) -> None:
        self.tokens = tokens
        self.index = 0
        self.macro = macro


class MacroExpander:
    """Expands text or tokens under one macro table.

    `source`, `cuts` and `base` are the clean text and the way back to raw offsets of its chunk;
    `raw` is the raw text.  With `track`, tokens of bodies have `SpellingLocation`s.
    """

    def __init__(
        self,
        macros: dict[str, Macro],
        position_macros: PositionMacros,
        source: str = "",
        cuts: Cuts = (),
        base: int = 0,
        raw: str = "",
        track: bool = False,
    ) -> None:
        self.macros = macros
        self.position_macros = position_macros
        self.source = source
        self.cuts = cuts
        self.base = base
        self.raw = raw
        self.track = track
        self.notes: list[Note] = []
        self.used: set[Macro] = set()
        self.pasted: set[str] = set()
        self.builtins: set[str] = set()
        self.constants: Mapping[str, str] = {}
        self.finds: Callable[[str, bool, str], bool] | None = None
        """Whether there is a file: its name, whether that is quoted, and which query asks."""
        self.position = 0
        self.tokens: dict[int, list[Token]] = {}
        self.unclosed = -1
        self.unclosed_macro: Macro | None = None
        self.first_counter = position_macros.counter
        self.active: set[Macro] = set()
        self.work = 0
        self.most = MOST_TOKENS
        self.given_up = 0
        self.pasted_length = 0
        self.begin = 0
        self.source_end = 0
        self.peeked = False
        self.condition = False
        self.dynamic = False

    def looked_up(self, names: AbstractSet[str]) -> tuple[dict[str, Macro], frozenset[str]]:
        """The macros that the expansion so far rests on, and the names that were no macros."""
        looked = self.pasted.union(names)
        for macro in self.used:
            looked |= macro.identifiers
        macros = self.macros
        present = {name: macros[name] for name in macros.keys() & looked}
        return present, frozenset(looked - present.keys())

    # --- tokens ----------------------------------------------------------------------------------

    def expand_tokens(self, tokens: list[Token], condition: bool = False) -> list[Token]:
        """Expand the tokens of a directive; in a condition `defined` keeps its operand."""
        self.condition = condition
        self.work = 0
        self.most = MOST_IN_A_DIRECTIVE
        self.pasted_length = 0
        if tokens:
            origin = tokens[0].origin
            self.begin = origin if isinstance(origin, int) else 0
            self.source_end = self.begin + 1
        try:
            return self.rescan([TokenReader(tokens, None)], False, 0)
        except (ExpansionLimitError, RecursionError):
            self.active.clear()
            self.complain("expansion-limit", "this directive's expansion is too large to follow")
            return []

    def rescan(self, stack: list[TokenReader], at_source: bool, depth: int) -> list[Token]:
        """Read the stack's tokens to their end and expand them; `depth` counts arguments.

        With `at_source`, the arguments of a last name may come from the source text.  Raises
        ExpansionLimitError and UnclosedArguments, which end in the callers.
        """
        out: list[Token] = []
        append = out.append
        get = self.macros.get
        active = self.active
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
                    if self.condition and depth == 0 and token.text == "defined":
                        reading.index = index
                        append(self._defined(token, stack))
                        break
                    append(token)
                    continue
                if macro in active:
                    append(token.paint())
                    continue
                reading.index = index
                if self.enter(macro, token, stack, at_source, depth, out):
                    break
            else:
                stack.pop()
                if reading.macro is not None:
                    active.discard(reading.macro)
        return out

    def enter(
        self,
        macro: Macro,
        token: Token,
        stack: list[TokenReader],
        at_source: bool,
        depth: int,
        out: list[Token],
    ) -> bool:
        """Push the expansion of a macro; False if it was not invoked and reading simply goes on."""
        parameters = macro.parameters
        if macro.builtin in QUERIES:
            if not self._paren_follows(stack, at_source):
                out.append(token)
                return False
            out.append(self._answer(macro, token, stack, at_source, depth))
            return True
        if macro.builtin:
            out.append(token if macro.builtin == "_Pragma" else self._builtin(macro, token))
            return False
        body: list[Token] | tuple[Token, ...] = macro.body
        if self.track:
            body = self._tracked(macro, token)
        if parameters is None:
            if not macro.plain:
                body = substitute(macro, body, [], [], self.complain)
                self._note_pasted(body)
        else:
            if not self._paren_follows(stack, at_source):
                out.append(token)
                return False
            collected = Arguments(len(parameters), macro.variadic, token)
            self.collect(collected, stack, at_source)
            self.work += len(collected.everything)
            if self.work > self.most:
                raise ExpansionLimitError
            arguments = collected.checked()
            if arguments is None:
                self.used.add(macro)
                self.complain("macro-arguments", collected.message(macro))
                out += collected.everything
                return True
            expanded = list(arguments)
            for parameter in macro.expands:
                argument = arguments[parameter]
                if not self._has_macro(argument):
                    continue
                if depth >= DEEPEST:
                    raise ExpansionLimitError
                argument = self.rescan([TokenReader(argument, None)], False, depth + 1)
                expanded[parameter] = argument
                self.work += len(argument)
                if self.work > self.most:
                    raise ExpansionLimitError
            if macro.plain:
                body = substitute_plain(body, expanded)
            else:
                body = substitute(macro, body, arguments, expanded, self.complain)
                self._note_pasted(body)
        self.used.add(macro)
        self.work += len(body) + 1
        if self.work > self.most:
            raise ExpansionLimitError
        if body and body[0].space != token.space:
            body = [body[0].spaced(token.space), *body[1:]]
        self.active.add(macro)
        stack.append(TokenReader(body, macro))
        return True

    def _has_macro(self, argument: list[Token]) -> bool:
        macros = self.macros
        for token in argument:
            if token.name and not token.painted:
                if token.text in macros:
                    return True
        return False

    def _tracked(self, macro: Macro, invocation: Token) -> list[Token]:
        return [
            Token(
                token.text,
                token.name,
                token.space,
                SpellingLocation(macro, index, invocation.origin),
                False,
                token.parameter,
            )
            for index, token in enumerate(macro.body)
        ]

    def _note_pasted(self, body: list[Token] | tuple[Token, ...]) -> None:
        for token in body:
            self.pasted_length += len(token.text)
            if token.name:
                self.pasted.add(token.text)
        if self.pasted_length > MOST_PASTED:
            raise ExpansionLimitError

    # --- arguments -------------------------------------------------------------------------------

    def paren_in_source(self) -> bool:
        """Whether the next token of the source is `(`."""
        self.peeked = True
        blank = BLANK.match(self.source, self.position)
        return blank is not None and self.source.startswith("(", blank.end())

    def _paren_follows(self, stack: list[TokenReader], at_source: bool) -> bool:
        for reading in reversed(stack):
            if reading.index < len(reading.tokens):
                return reading.tokens[reading.index].text == "("
        return at_source and self.paren_in_source()

    def collect(self, collected: Arguments, stack: list[TokenReader], at_source: bool) -> None:
        """Read arguments off the stack and, with `at_source`, on from the source."""
        active = self.active
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
            if group is None:
                break
            begin = match.start(group)
            token = Token(source[begin : match.end()], group == 2, begin > match.start(), begin)
            if collected.add(token):
                self.position = self.source_end = match.end()
                return
        raise UnclosedArguments

    # Built-in macros

    def _builtin(self, macro: Macro, token: Token) -> Token:
        name = macro.builtin
        self.builtins.add(name)
        self.dynamic = True
        position_macros = self.position_macros
        if name == "__LINE__":
            at = token.origin if isinstance(token.origin, int) else self.source_end - 1
            line = position_macros.line
            line += count_lines(self.raw[: self.base + raw_offset(self.cuts, at)])
            text = str(line)
        elif name == "__COUNTER__":
            text = str(position_macros.counter)
            position_macros.counter += 1
        elif name == "__INCLUDE_LEVEL__":
            text = str(position_macros.level)
        elif name == "__FILE__":
            text = _quote(position_macros.file)
        elif name == "__FILE_NAME__":
            text = _quote(position_macros.file.replace("\\", "/").rsplit("/", 1)[-1])
        elif name == "__BASE_FILE__":
            text = _quote(position_macros.base_file)
        else:
            # The core has no clock: a unit means the same today and tomorrow.
            text = _DATES.get(name, "0")
        return Token(text, False, token.space, token.origin)

    def _answer(
        self, macro: Macro, token: Token, stack: list[TokenReader], at_source: bool, depth: int
    ) -> Token:
        """Return the number that takes the place of `__has_attribute(name)` and its kin."""
        collected = Arguments(1, True, token)
        self.collect(collected, stack, at_source)
        self.used.add(macro)
        self.pasted.add(_VERSION)
        arguments = collected.checked()
        argument = arguments[0] if arguments else []
        place = self.begin, self.source_end
        first, last = token.origin, collected.everything[-1].origin
        if not at_source and isinstance(first, int) and isinstance(last, int):
            self.begin, self.source_end = first, last + 1
        query = macro.builtin
        if query in EXPANDING and not HEADER_NAME.match(spell(argument)):
            if depth >= DEEPEST:
                raise ExpansionLimitError
            argument = self.rescan([TokenReader(argument, None)], False, depth + 1)
        answer = 0
        if arguments is None:
            self.complain("macro-arguments", collected.message(macro))
        elif query in HEADER_QUERIES:
            answer = self._answer_for_header(query, spell(argument))
        else:
            answer = self._answer_for_name(query, spell(argument))
        self.begin, self.source_end = place
        return Token(str(answer), False, token.space, token.origin)

    def _answer_for_name(self, query: str, name: str) -> int:
        if query == WARNING_QUERY:
            option = _OPTION.match(name)
            if option is None:
                self.complain("expression", f"'{query}' takes an option such as \"-Wformat\"")
                return 0
            name = option[1]
        elif _NAME.match(name) is None:
            if not name or query != "__is_identifier":
                self.complain("expression", f"'{query}' takes one name in parentheses")
            return 0
        version = self.macros.get(_VERSION)
        number = "" if version is None else version.value
        return query_answer(query, name, int(number) if number.isdecimal() else 0)

    def _answer_for_header(self, query: str, name: str) -> int:
        match = HEADER_NAME.match(name)
        if self.finds is None:
            self.complain("expression", f"'{query}' can only stand in '#if' and '#elif'")
        elif match is None:
            self.complain("expression", f"'{query}' takes \"file\" or <file> in parentheses")
        else:
            is_quoted = match.lastindex == 1
            return int(self.finds(match[match.lastindex or 1], is_quoted, query))
        return 0

    def _defined(self, token: Token, stack: list[TokenReader]) -> Token:
        # C11 6.10.1p1; also when a macro produced it, as clang does.
        if any(reading.macro is not None for reading in stack):
            message = "'defined' comes from a macro: not every compiler takes it for the operator"
            self.complain("expression", message, Severity.WARNING)
        name = self._next(stack)
        if name is not None and name.text == "(":
            name = self._next(stack)
            closing = self._next(stack)
            if closing is None or closing.text != ")":
                self.complain("expression", "'defined(' lacks its ')'")
        if name is None or not name.name:
            self.complain("expression", "'defined' needs the name of a macro")
            return Token("0", False, True, token.origin)
        self.pasted.add(name.text)
        known = name.text in self.macros or name.text in self.constants
        return Token("1" if known else "0", False, True, token.origin)

    def _next(self, stack: list[TokenReader]) -> Token | None:
        while stack:
            reading = stack[-1]
            if reading.index < len(reading.tokens):
                token = reading.tokens[reading.index]
                reading.index += 1
                return token
            stack.pop()
            if reading.macro is not None:
                self.active.discard(reading.macro)
        return None

    def complain(self, name: str, message: str, severity: Severity = Severity.ERROR) -> None:
        """Report something about the invocation in hand."""
        start = self.base + raw_offset(self.cuts, self.begin)
        stop = max(self.source_end, self.begin + 1)
        end = self.base + raw_end(self.cuts, stop)
        self.notes.append(Note(start, end, f"preprocessor/{name}", severity, message))


_DATES: Final = {
    "__DATE__": '"Jan  1 1970"',
    "__TIME__": '"00:00:00"',
    "__TIMESTAMP__": '"Thu Jan  1 00:00:00 1970"',
}


def _quote(name: str) -> str:
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
