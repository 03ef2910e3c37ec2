"""Macro definitions (C11 6.10.3) as values without a place in a file.

A macro is interned by the text of its directive: the same line gives the same object, in every
unit and after every edit, so that identity tells whether an expansion is still right.  Where a
macro is defined is known to the unit.
"""

from __future__ import annotations

from itertools import count
from typing import Final
from weakref import WeakValueDictionary

from opencl_ls.builtins.compiler_queries import QUERIES
from opencl_ls.preprocess.lexer import Cuts, Token, lex, raw_end, raw_offset
from opencl_ls.preprocess.notes import Note, error, warning

STRINGIFY: Final = frozenset({"#", "%:"})
PASTE: Final = frozenset({"##", "%:%:"})
OPTIONAL: Final = "__VA_OPT__"

_SERIALS = count(1)


class Macro:
    """One definition.

    `parameters` is None for an object-like macro; a variadic macro's last parameter collects the
    rest of the arguments.  `places` are the raw ranges of the body's tokens in the directive's
    text, `name_start` and `name_end` that of the name.  `builtin` names a macro whose value the
    preprocessor computes, such as `__LINE__`.  `optional` maps the index of a `__VA_OPT__` in the
    body to that of its `)` (C23 6.10.5.2).
    """

    __slots__ = (
        "__weakref__",
        "body",
        "builtin",
        "expands",
        "identifiers",
        "name",
        "name_end",
        "name_start",
        "optional",
        "parameters",
        "places",
        "plain",
        "serial",
        "text",
        "variadic",
    )

    def __init__(
        self,
        name: str,
        parameters: tuple[str, ...] | None = None,
        variadic: bool = False,
        body: tuple[Token, ...] = (),
        places: tuple[tuple[int, int], ...] = (),
        name_start: int = 0,
        name_end: int = 0,
        text: str = "",
        builtin: str = "",
    ) -> None:
        self.name = name
        self.parameters = parameters
        self.variadic = variadic
        self.body = body
        self.places = places
        self.name_start = name_start
        self.name_end = name_end
        self.text = text
        self.builtin = builtin
        self.optional = _optional(body) if variadic else {}
        self.plain = not self.optional and not any(
            token.text in PASTE or (parameters is not None and token.text in STRINGIFY)
            for token in body
        )
        self.identifiers = frozenset(token.text for token in body if token.name)
        self.expands = self._expanded_parameters()
        self.serial = next(_SERIALS)

    def _expanded_parameters(self) -> tuple[int, ...]:
        # Parameters beside `#` and `##` take their argument as it was written (C11 6.10.3.1p1).
        body = self.body
        found: dict[int, None] = {}
        for index, token in enumerate(body):
            if token.parameter < 0:
                continue
            before = body[index - 1].text if index else ""
            after = body[index + 1].text if index + 1 < len(body) else ""
            if before not in PASTE and before not in STRINGIFY and after not in PASTE:
                found[token.parameter] = None
        if self.optional:
            # Whether there are variable arguments is asked of what they expand to.
            found[len(self.parameters or ()) - 1] = None
        return tuple(found)

    @property
    def value(self) -> str:
        """The body as text, with single blanks."""
        return spell(self.body)

    @property
    def signature(self) -> str:
        """The name with its parameters, as in the definition."""
        if self.parameters is None:
            return self.name
        names = list(self.parameters)
        if self.variadic:
            names[-1] = "..." if names[-1] == "__VA_ARGS__" else f"{names[-1]}..."
        return f"{self.name}({', '.join(names)})"

    def same_definition(self, other: Macro) -> bool:
        """Whether a redefinition is allowed (C11 6.10.3p1 and p2)."""
        return (
            self.parameters == other.parameters
            and self.variadic == other.variadic
            and len(self.body) == len(other.body)
            and all(
                mine.text == theirs.text and (mine.space == theirs.space or index == 0)
                for index, (mine, theirs) in enumerate(zip(self.body, other.body, strict=True))
            )
        )

    def __repr__(self) -> str:
        return f"Macro({self.signature!r}, {self.value!r})"


class Saved(Macro):
    """What `#pragma push_macro` keeps of a name: its macro, if any, and what was kept before."""

    __slots__ = ("below", "macro")

    def __init__(self, macro: Macro | None, below: Macro | None) -> None:
        super().__init__("")
        self.macro = macro
        self.below = below


BUILTINS: Final[dict[str, Macro]] = {
    name: Macro(name, builtin=name)
    for name in (
        "__LINE__",
        "__FILE__",
        "__FILE_NAME__",
        "__BASE_FILE__",
        "__COUNTER__",
        "__INCLUDE_LEVEL__",
        "__DATE__",
        "__TIME__",
        "__TIMESTAMP__",
        "_Pragma",
    )
} | {name: Macro(name, ("name",), builtin=name) for name in sorted(QUERIES)}

_INTERNED: WeakValueDictionary[str, Macro] = WeakValueDictionary()


def spell(tokens: tuple[Token, ...] | list[Token]) -> str:
    """The tokens as text, with one blank where the source had blanks."""
    text = "".join(f" {token.text}" if token.space else token.text for token in tokens)
    return text.strip()


def parse_macro(
    raw: str, text: str, cuts: Cuts, start: int, end: int, hash_start: int
) -> tuple[Macro | None, list[Note]]:
    """Read what follows `#define` in text[start:end] of a clean directive.

    `hash_start` is the raw offset of its `#`.  Returns the macro, or None if it cannot be defined,
    and what is wrong with the definition.
    """
    known = _INTERNED.get(raw)
    if known is not None:
        return known, _remarks(known, cuts)
    tokens = lex(text, start, end)

    def complain(token: Token, message: str) -> tuple[None, list[Note]]:
        first, last = token_range(token, cuts)
        return None, [error(first, last, "invalid-directive", message)]

    if not tokens:
        at = raw_offset(cuts, start)
        message = "#define lacks a macro name: write '#define NAME value'"
        return None, [error(hash_start, at, "invalid-directive", message)]
    name = tokens[0]
    if not name.name:
        return complain(name, f"a macro name must be an identifier, not '{name.text}'")
    if name.text == "defined":
        return complain(name, "'defined' cannot be used as a macro name")
    parameters: tuple[str, ...] | None = None
    variadic = False
    body_index = 1
    if len(tokens) > 1 and tokens[1].text == "(" and not tokens[1].space:
        names, variadic, body_index, wrong = _parameters(tokens)
        if wrong is not None:
            return complain(*wrong)
        parameters = names
    body = tokens[body_index:]
    known_parameters = {name: index for index, name in enumerate(parameters or ())}
    for index, token in enumerate(body):
        if token.name:
            token.parameter = known_parameters.get(token.text, -1)
        if token.text in PASTE and index in (0, len(body) - 1):
            side = "start" if index == 0 else "end"
            return complain(token, f"'##' cannot stand at the {side} of a macro's body")
    if variadic and (wrong := _optional_problem(body)) is not None:
        return complain(*wrong)
    for index, token in enumerate(body):
        if parameters is not None and token.text in STRINGIFY:
            follower = body[index + 1] if index + 1 < len(body) else None
            if follower is None or (
                follower.parameter < 0 and not (variadic and follower.text == OPTIONAL)
            ):
                return complain(token, "'#' must be followed by the name of a macro parameter")
    places = tuple(token_range(token, cuts) for token in body)
    for token in body:
        token.origin = None
    if body:
        body[0] = body[0].spaced(False)
    name_start, name_end = token_range(name, cuts)
    macro = Macro(name.text, parameters, variadic, tuple(body), places, name_start, name_end, raw)
    _INTERNED[raw] = macro
    return macro, _remarks(macro, cuts)


def _optional(body: tuple[Token, ...]) -> dict[int, int]:
    # None stands in another, and one without its parentheses is a name as any other.
    found: dict[int, int] = {}
    depth = 0
    opener = -1
    for index, token in enumerate(body):
        if opener < 0:
            if token.text == OPTIONAL and token.parameter < 0:
                opener, depth = index, 0
            continue
        depth += (token.text == "(") - (token.text == ")")
        if depth == 0:
            if index > opener + 1:
                found[opener] = index
            opener = -1
    return found


def token_range(token: Token, cuts: Cuts) -> tuple[int, int]:
    """The raw range of a token that was lexed from clean text."""
    assert isinstance(token.origin, int)
    return raw_offset(cuts, token.origin), raw_end(cuts, token.origin + len(token.text))


def _optional_problem(body: list[Token]) -> tuple[Token, str] | None:
    """Return what is wrong with a `__VA_OPT__` of a variadic macro (C23 6.10.5.2)."""
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
            return token, f"'{OPTIONAL}' cannot stand in another"
        if token.text == "(":
            depth += 1
            if depth == 1 and index + 1 < len(body) and body[index + 1].text in PASTE:
                return body[index + 1], f"'##' cannot stand at the start of '{OPTIONAL}'"
        elif token.text == ")":
            depth -= 1
            if depth == 0:
                if body[index - 1].text in PASTE:
                    return body[index - 1], f"'##' cannot stand at the end of '{OPTIONAL}'"
                opener = None
    return (opener, f"'{OPTIONAL}' lacks its ')'") if opener is not None else None


def _remarks(macro: Macro, cuts: Cuts) -> list[Note]:
    if not macro.variadic and OPTIONAL in macro.identifiers:
        message = f"'{OPTIONAL}' means something in the body of a variadic macro alone"
        return [warning(macro.name_start, macro.name_end, "invalid-directive", message)]
    if macro.parameters is not None or cuts or not macro.places:
        return []
    if macro.places[0][0] != macro.name_end:
        return []
    message = f"a blank is missing between the macro name '{macro.name}' and its value"
    return [warning(macro.name_start, macro.name_end, "invalid-directive", message)]


def _parameters(
    tokens: list[Token],
) -> tuple[tuple[str, ...], bool, int, tuple[Token, str] | None]:
    # Returns the names, whether the last is variadic, the index of the body, what is wrong.
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
