"""The expansion of macros as a stream of tokens (C11 6.10.3).

The order is that of clang and gcc: a stack of token lists, each with the macro that it
came from, which is not expanded again while its list is on the stack (C11 6.10.3.4p2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.compiler_queries import EXPANDING, QUERIES
from opencl_ls.findings import Severity
from opencl_ls.preprocess.argument_substitution import substitute, substitute_plain
from opencl_ls.preprocess.feature_queries import answer_query
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
    from collections.abc import Mapping
    from collections.abc import Set as AbstractSet

    from opencl_ls.preprocess.feature_queries import FindsFile
    from opencl_ls.preprocess.position_macros import PositionMacros

    TokenRow = list[Token] | tuple[Token, ...]

MOST_TOKENS: Final = 1_000_000
"""The limit of the expansion of one invocation, in tokens.

A macro that makes a function for every vector type of a test may need more than 200,000.
"""
MOST_IN_A_DIRECTIVE: Final = 100_000
"""The limit of the expansion of a directive, in tokens."""
MOST_PASTED: Final = 1_000_000
"""The limit of the text that one invocation pastes or makes a string, in characters."""
DEEPEST: Final = 150
"""The limit of the nesting of invocations in arguments, in levels."""

_VERSION: Final = "__OPENCL_C_VERSION__"


class SpellingLocation:
    """The origin of a token of a body: its index there, and the origin of the invocation."""

    __slots__ = ("index", "macro", "parent")

    def __init__(self, macro: Macro, index: int, parent: object) -> None:
        self.macro = macro
        self.index = index
        self.parent = parent


class UnclosedArguments(Exception):
    """The end of the source comes before the `)` of an invocation."""


class ExpansionLimitError(Exception):
    """The expansion exceeds a limit."""


class TokenReader:
    """A reader of tokens, with the macro whose body they are."""

    __slots__ = ("index", "macro", "tokens")

    def __init__(self, tokens: TokenRow, macro: Macro | None) -> None:
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
        self.finds: FindsFile | None = None
        self.position = 0
        self.tokens: dict[int, list[Token]] = {}
        self.unclosed = -1
        self.unclosed_macro: Macro | None = None
        self.first_counter = position_macros.counter
        self.active: set[Macro] = set()
        self.work = 0
        self.most = MOST_TOKENS
        self.given_up = 0
        self.left_unclosed = 0
        self.pasted_length = 0
        self.begin = 0
        self.source_end = 0
        self.peeked = False
        self.condition = False
        self.dynamic = False
        self._counted = (0, 0)

    def looked_up(self, names: AbstractSet[str]) -> tuple[dict[str, Macro], frozenset[str]]:
        """Return the macros that the expansion depends on, and the names that were no macros."""
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
        """Push the expansion of a macro; False if it was not invoked, so that reading continues."""
        if macro.builtin:
            return self._enter_builtin(macro, token, stack, at_source, depth, out)
        body = self._tracked(macro, token) if self.track else macro.body
        if macro.parameters is None:
            if not macro.plain:
                body = substitute(macro, body, [], [], self.complain)
                self._note_pasted(body)
        else:
            if not self._paren_follows(stack, at_source):
                out.append(token)
                return False
            collected = Arguments(len(macro.parameters), macro.variadic, token)
            self.collect(collected, stack, at_source)
            self._count(len(collected.everything))
            arguments = collected.checked()
            if arguments is None:
                self.used.add(macro)
                self.complain("macro-arguments", collected.message(macro))
                out += collected.everything
                return True
            body = self._substituted(macro, body, arguments, depth)
        self.used.add(macro)
        self._count(len(body) + 1)
        if body and body[0].space != token.space:
            body = [body[0].spaced(token.space), *body[1:]]
        self.active.add(macro)
        stack.append(TokenReader(body, macro))
        return True

    def _substituted(
        self, macro: Macro, body: TokenRow, arguments: list[list[Token]], depth: int
    ) -> list[Token]:
        """Return a body with its parameters replaced by the arguments, which are expanded first."""
        expanded = list(arguments)
        for parameter in macro.expands:
            if self._has_macro(arguments[parameter]):
                expanded[parameter] = self._expand_argument(arguments[parameter], depth)
                self._count(len(expanded[parameter]))
        if macro.plain:
            return substitute_plain(body, expanded)
        result = substitute(macro, body, arguments, expanded, self.complain)
        self._note_pasted(result)
        return result

    def _expand_argument(self, argument: list[Token], depth: int) -> list[Token]:
        if depth >= DEEPEST:
            raise ExpansionLimitError
        return self.rescan([TokenReader(argument, None)], False, depth + 1)

    def _count(self, tokens: int) -> None:
        """Add tokens to the work of this invocation; raises ExpansionLimitError beyond `most`."""
        self.work += tokens
        if self.work > self.most:
            raise ExpansionLimitError

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

    def _note_pasted(self, body: TokenRow) -> None:
        for token in body:
            self.pasted_length += len(token.text)
            if token.name:
                self.pasted.add(token.text)
        if self.pasted_length > MOST_PASTED:
            raise ExpansionLimitError

    # --- arguments -------------------------------------------------------------------------------

    def paren_in_source(self) -> bool:
        """Tell whether the next token of the source is `(`."""
        self.peeked = True
        blank = BLANK.match(self.source, self.position)
        return blank is not None and self.source.startswith("(", blank.end())

    def _paren_follows(self, stack: list[TokenReader], at_source: bool) -> bool:
        for reading in reversed(stack):
            if reading.index < len(reading.tokens):
                return reading.tokens[reading.index].text == "("
        return at_source and self.paren_in_source()

    def collect(self, collected: Arguments, stack: list[TokenReader], at_source: bool) -> None:
        """Read arguments from the stack and, with `at_source`, further from the source."""
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

    def _enter_builtin(
        self,
        macro: Macro,
        token: Token,
        stack: list[TokenReader],
        at_source: bool,
        depth: int,
        out: list[Token],
    ) -> bool:
        """Append the value of a macro that the preprocessor computes; returns as `enter` does."""
        if macro.builtin in QUERIES:
            if not self._paren_follows(stack, at_source):
                out.append(token)
                return False
            out.append(self._answer(macro, token, stack, at_source, depth))
            return True
        out.append(token if macro.builtin == "_Pragma" else self._position_value(macro, token))
        return False

    def _position_value(self, macro: Macro, token: Token) -> Token:
        name = macro.builtin
        self.builtins.add(name)
        self.dynamic = True
        lines = 0
        if name == "__LINE__":
            at = token.origin if isinstance(token.origin, int) else self.source_end - 1
            lines = self._lines_before(self.base + raw_offset(self.cuts, at))
        return Token(self.position_macros.value(name, lines), False, token.space, token.origin)

    def _lines_before(self, offset: int) -> int:
        """Return the number of line ends before a raw offset, counted on from the last offset."""
        known, lines = self._counted
        if offset < known:
            known = lines = 0
        lines += count_lines(self.raw[known:offset])
        self._counted = offset, lines
        return lines

    def _answer(
        self, macro: Macro, token: Token, stack: list[TokenReader], at_source: bool, depth: int
    ) -> Token:
        """Return the number that replaces `__has_attribute(name)` or one of its relatives."""
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
            argument = self._expand_argument(argument, depth)
        answer = 0
        if arguments is None:
            self.complain("macro-arguments", collected.message(macro))
        else:
            answer, problem = answer_query(query, spell(argument), self._version(), self.finds)
            if problem:
                self.complain("expression", problem)
        self.begin, self.source_end = place
        return Token(str(answer), False, token.space, token.origin)

    def _version(self) -> int:
        """Return the value of `__OPENCL_C_VERSION__`, 0 if it has none."""
        version = self.macros.get(_VERSION)
        number = "" if version is None else version.value
        return int(number) if number.isdecimal() else 0

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
        """Add a note about the present invocation."""
        start = self.base + raw_offset(self.cuts, self.begin)
        stop = max(self.source_end, self.begin + 1)
        end = self.base + raw_end(self.cuts, stop)
        self.notes.append(Note(start, end, f"preprocessor/{name}", severity, message))
