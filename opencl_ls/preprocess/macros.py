"""Macro definitions (C11 6.10.3) as values without a place in a file.

A macro is interned by the text of its directive: the same line gives the same object, in every unit
and after every edit, so that identity shows whether an expansion is still valid.  The unit knows
where a macro is defined.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.compiler_queries import QUERIES
from opencl_ls.preprocess.lexer import raw_end, raw_offset

if TYPE_CHECKING:
    from opencl_ls.preprocess.lexer import Cuts, Token

STRINGIFY: Final = frozenset({"#", "%:"})
PASTE: Final = frozenset({"##", "%:%:"})
OPTIONAL: Final = "__VA_OPT__"

SERIALS: Final = count(1)
"""The numbers of macros, by which the fingerprint of a macro table tells them apart."""


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
        self.text = text
        self.builtin = builtin
        self.serial = next(SERIALS)
        self.name_start = name_start
        self.name_end = name_end
        self.places = places
        self._set_body(parameters, variadic, body)

    def _set_body(
        self, parameters: tuple[str, ...] | None, variadic: bool, body: tuple[Token, ...]
    ) -> None:
        self.parameters = parameters
        self.variadic = variadic
        self.body = body
        self.optional = _optional(body) if variadic else {}
        self.plain = not self.optional and not any(
            token.text in PASTE or (parameters is not None and token.text in STRINGIFY)
            for token in body
        )
        self.identifiers = frozenset(token.text for token in body if token.name)
        self.expands = self._expanded_parameters()

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
            # The expansion of the variable arguments decides whether there are any.
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
        """Tell whether a redefinition is allowed (C11 6.10.3p1 and p2)."""
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


class SavedMacro(Macro):
    """The entry of `#pragma push_macro` for a name: its macro, if any, and the entry below."""

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


def spell(tokens: tuple[Token, ...] | list[Token]) -> str:
    """Return the tokens as text, with one blank where the source had blanks."""
    text = "".join(f" {token.text}" if token.space else token.text for token in tokens)
    return text.strip()


def _optional(body: tuple[Token, ...]) -> dict[int, int]:
    # They do not nest, and one without its parentheses is an ordinary name.
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
    """Return the raw range of a token that was lexed from clean text."""
    assert isinstance(token.origin, int)
    return raw_offset(cuts, token.origin), raw_end(cuts, token.origin + len(token.text))
