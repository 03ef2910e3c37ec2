"""Reading the definition of a macro (C11 6.10.3): parameters, body and mistakes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakValueDictionary

from opencl_ls.preprocess.lexer import (
    BLANKS,
    DIRECTIVE_HEAD,
    Token,
    clean,
    lex,
    raw_end,
    raw_offset,
)
from opencl_ls.preprocess.macros import OPTIONAL, PASTE, SERIALS, STRINGIFY, Macro, token_range
from opencl_ls.preprocess.notes import Note, error, warning
from opencl_ls.text import with_plain_blanks

if TYPE_CHECKING:
    from opencl_ls.preprocess.lexer import Cuts

_Problem = tuple[Token, str]
"""The token at which a definition is wrong, and the message."""

_INTERNED: WeakValueDictionary[str, Macro] = WeakValueDictionary()

_REGULAR: Final = re.compile(
    r"[ \t\v\f]*+(?!defined\b)([A-Za-z_]\w*+)(?:(?=[ \t\v\f])|\Z|\(([\w \t,]*+)\))", re.ASCII
)
"""A name and its parameters; what follows cannot be a mistake unless it has a `#`."""
_PARAMETERS: Final = re.compile(r"\s*(?:[A-Za-z_]\w*\s*(?:,\s*[A-Za-z_]\w*\s*)*+)?", re.ASCII)
_MAY_BE_WRONG: Final = re.compile(rf"#|%:|{OPTIONAL}")
_OF_BODY: Final = frozenset(
    {"parameters", "variadic", "body", "optional", "plain", "identifiers", "expands"}
)


class UnreadMacro(Macro):
    """A macro whose definition is valid, and is read when more than its name is asked for.

    Of the macros of large headers few are ever used.
    """

    __slots__ = ()

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self.builtin = ""
        self.serial = next(SERIALS)

    def __getattr__(self, attribute: str) -> Any:
        # Python asks only for what has no value yet.
        text, cuts = clean(self.text)
        text, _ = with_plain_blanks(text)
        head = DIRECTIVE_HEAD.match(text)
        assert head is not None
        tokens = lex(text, head.end(), len(text.rstrip(BLANKS)))
        if attribute in ("name_start", "name_end"):
            self.name_start, self.name_end = token_range(tokens[0], cuts)
        else:
            parameters, variadic, start = None, False, 1
            if len(tokens) > 1 and tokens[1].text == "(" and not tokens[1].space:
                parameters, variadic, start, _ = _parameters(tokens)
            if attribute == "places":
                self.places = tuple(token_range(token, cuts) for token in tokens[start:])
            elif attribute in _OF_BODY:
                _number_parameters(tokens[start:], parameters)
                self._set_body(parameters, variadic, _without_places(tokens[start:]))
            else:
                raise AttributeError(attribute)
        return getattr(self, attribute)


def interned(name: str, text: str) -> Macro:
    """Return the macro of a name and the raw text of its directive, which is valid."""
    known = _INTERNED.get(text)
    if known is None:
        known = _INTERNED[text] = UnreadMacro(name, text)
    return known


def parse_macro(
    raw: str, text: str, cuts: Cuts, start: int, end: int, hash_start: int
) -> tuple[Macro | None, list[Note]]:
    """Read the definition after `#define` in text[start:end] of a clean directive.

    `raw` is the raw text of the directive, by which macros are interned, and `hash_start` the raw
    offset of its `#`.  Returns the macro, or None if it cannot be defined, and the findings about
    the definition.
    """
    known = _INTERNED.get(raw)
    regular = _regular_name(text, start, end)
    if regular is not None:
        return known or _regular(raw, cuts, regular), []
    if known is not None:
        return known, _remarks(known, cuts)
    tokens = lex(text, start, end)
    if not tokens:
        at = raw_offset(cuts, start)
        message = "#define lacks a macro name: write '#define NAME value'"
        return None, [error(hash_start, at, "invalid-directive", message)]
    name = tokens[0]
    parameters: tuple[str, ...] | None = None
    variadic = False
    body_index = 1
    problem = _name_problem(name)
    if problem is None and len(tokens) > 1 and tokens[1].text == "(" and not tokens[1].space:
        parameters, variadic, body_index, problem = _parameters(tokens)
    body = tokens[body_index:]
    if problem is None:
        _number_parameters(body, parameters)
        problem = _body_problem(body, parameters is not None, variadic)
    if problem is not None:
        token, message = problem
        return None, [error(*token_range(token, cuts), "invalid-directive", message)]
    places = tuple(token_range(token, cuts) for token in body)
    name_start, name_end = token_range(name, cuts)
    numbered = _without_places(body)
    macro = Macro(name.text, parameters, variadic, numbered, places, name_start, name_end, raw)
    _INTERNED[raw] = macro
    return macro, _remarks(macro, cuts)


def _regular_name(text: str, start: int, end: int) -> re.Match[str] | None:
    """Return the match of the name of a definition without a mistake, None if it may have one."""
    match = _REGULAR.match(text, start, end)
    if match is None or _MAY_BE_WRONG.search(text, match.end(), end):
        return None
    if match[2] is not None:
        if _PARAMETERS.fullmatch(match[2]) is None:
            return None
        names = [name.strip() for name in match[2].split(",")]
        if len(names) > len(set(names)):
            return None
    return match


def _regular(raw: str, cuts: Cuts, match: re.Match[str]) -> Macro:
    macro = _INTERNED[raw] = UnreadMacro(match[1], raw)
    macro.name_start, macro.name_end = raw_offset(cuts, match.start(1)), raw_end(cuts, match.end(1))
    return macro


def _name_problem(name: Token) -> _Problem | None:
    if not name.name:
        return name, f"a macro name must be an identifier, not '{name.text}'"
    if name.text == "defined":
        return name, "'defined' cannot be used as a macro name"
    return None


def _number_parameters(body: list[Token], parameters: tuple[str, ...] | None) -> None:
    """Note on each token of a body which parameter it is."""
    numbers = {name: index for index, name in enumerate(parameters or ())}
    for token in body:
        if token.name:
            token.parameter = numbers.get(token.text, -1)


def _without_places(body: list[Token]) -> tuple[Token, ...]:
    """Return the tokens of a body as they are cached, and clear their origins."""
    for token in body:
        token.origin = None
    return (body[0].spaced(False), *body[1:]) if body else ()


def _body_problem(body: list[Token], has_parameters: bool, variadic: bool) -> _Problem | None:
    """Return the first mistake in the use of `##`, `__VA_OPT__` and `#` in a body."""
    for index, token in enumerate(body):
        if token.text in PASTE and index in (0, len(body) - 1):
            side = "start" if index == 0 else "end"
            return token, f"'##' is not allowed at the {side} of a macro's body"
    problem = _optional_problem(body) if variadic else None
    if problem is not None or not has_parameters:
        return problem
    for index, token in enumerate(body):
        if token.text in STRINGIFY:
            follower = body[index + 1] if index + 1 < len(body) else None
            if follower is None or (
                follower.parameter < 0 and not (variadic and follower.text == OPTIONAL)
            ):
                return token, "'#' must be followed by the name of a macro parameter"
    return None


def _optional_problem(body: list[Token]) -> _Problem | None:
    """Return the mistake in a `__VA_OPT__` of a variadic macro (C23 6.10.5.2)."""
    depth = 0
    opener: Token | None = None
    for index, token in enumerate(body):
        if opener is None:
            if token.text == OPTIONAL and token.parameter < 0:
                if index + 1 == len(body) or body[index + 1].text != "(":
                    return token, f"'(' has to follow '{OPTIONAL}'"
                opener, depth = token, 0
            continue
        if token.text == OPTIONAL:
            return token, f"'{OPTIONAL}' is not allowed in another"
        if token.text == "(":
            depth += 1
            if depth == 1 and index + 1 < len(body) and body[index + 1].text in PASTE:
                return body[index + 1], f"'##' is not allowed at the start of '{OPTIONAL}'"
        elif token.text == ")":
            depth -= 1
            if depth == 0:
                if body[index - 1].text in PASTE:
                    return body[index - 1], f"'##' is not allowed at the end of '{OPTIONAL}'"
                opener = None
    return (opener, f"'{OPTIONAL}' lacks its ')'") if opener is not None else None


def _remarks(macro: Macro, cuts: Cuts) -> list[Note]:
    """Return the warnings about a macro that is valid."""
    if not macro.variadic and OPTIONAL in macro.identifiers:
        message = f"'{OPTIONAL}' has a meaning only in the body of a variadic macro"
        return [warning(macro.name_start, macro.name_end, "invalid-directive", message)]
    if macro.parameters is not None or cuts or not macro.places:
        return []
    if macro.places[0][0] != macro.name_end:
        return []
    message = f"a blank is missing between the macro name '{macro.name}' and its value"
    return [warning(macro.name_start, macro.name_end, "invalid-directive", message)]


def _parameters(
    tokens: list[Token],
) -> tuple[tuple[str, ...], bool, int, _Problem | None]:
    """Return the names, whether the last is variadic, the index of the body, and the mistake."""
    names: list[str] = []
    variadic = False
    index = 2
    if index < len(tokens) and tokens[index].text == ")":
        return (), False, index + 1, None
    while index < len(tokens):
        token = tokens[index]
        index += 1
        if token.text == "...":
            names.append("__VA_ARGS__")
            variadic = True
        elif not token.name:
            return (), False, 0, (token, f"'{token.text}' cannot be a macro parameter")
        elif token.text in names:
            return (), False, 0, (token, f"macro parameter '{token.text}' appears twice")
        else:
            names.append(token.text)
            if index < len(tokens) and tokens[index].text == "...":
                variadic = True
                index += 1
        if index == len(tokens):
            break
        separator = tokens[index]
        index += 1
        if separator.text == ")":
            return tuple(names), variadic, index, None
        if separator.text != "," or variadic:
            expected = "')'" if variadic else "',' or ')'"
            return (), False, 0, (separator, f"expected {expected} in the macro parameter list")
    return (), False, 0, (tokens[1], "the macro parameter list lacks its ')'")
