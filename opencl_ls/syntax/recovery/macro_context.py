"""The tokens around the words of an item that may be macros."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from opencl_ls.builtins.types import builtin_type
from opencl_ls.syntax.tokens import HEADS, RESERVED, TAGS, tokens_of

STATEMENTS: Final = frozenset(
    "if else for while do return switch case default break continue goto".split()
)
ATTRIBUTE: Final = "__attribute__"
FOR: Final = "for"
HEADS_AND_ATTRIBUTES: Final = frozenset((*HEADS, ATTRIBUTE))
BEFORE_VALUES: Final = frozenset("=+-/%<>&|^!?~")
BEFORE_CASTS: Final = frozenset(("return", "sizeof", "case"))
BODY: Final = "statements"
MEMBERS: Final = "members"
VALUES: Final = "values"
_BEFORE_LISTS: Final = frozenset(("=", "(", "]"))
_NO_CAST: Final = frozenset("+-/%<>&|^!?~.[(")
_BRACKETS: Final = frozenset("(){}")
_SPAN: Final = 200
"""The most tokens before a macro that are read for the list that it is in."""


class Macro(Struct):
    """A word that may be a macro, by the indices of its first and last token."""

    first: int
    last: int


class MacroContext:
    """The tokens of an item, by their indices, and the brackets around them.

    `starts` are the offsets of the words that may be macros.  `pairs` maps each parenthesis to its
    partner, and `around` each macro to the kind of the innermost braces around it.  `inside` are
    the offsets of the macros in parentheses, and `operators` the last tokens of those that are used
    as operators.
    """

    def __init__(self, text: str, starts: set[int]) -> None:
        self.text = text
        self.tokens = tokens_of(text)
        self.starts = starts
        self.inside: set[int] = set()
        self.operators: set[int] = set()
        self.pairs: dict[int, int] = {}
        self.around = self._read()

    def _read(self) -> dict[int, str]:
        """Return the kind of the innermost braces around each macro, "" where there are none."""
        found: dict[int, str] = {}
        braces: list[str] = []
        openers: list[int] = []
        closed = 0
        tokens, starts = self.tokens, self.starts
        wanted = [
            index
            for index, token in enumerate(tokens)
            if token.text in _BRACKETS or token.start in starts
        ]
        for index in wanted:
            mark = tokens[index].text
            if mark not in _BRACKETS:
                found[index] = braces[-1] if braces else ""
                if openers:
                    self.inside.add(tokens[index].start)
            elif mark == "(":
                openers.append(index)
            elif mark == ")" and openers:
                closed = openers.pop()
                self.pairs[index], self.pairs[closed] = closed, index
            elif mark == "{":
                braces.append(self._enclosed(index, closed, braces))
            elif mark == "}" and braces:
                braces.pop()
        return found

    def _enclosed(self, index: int, closed: int, braces: list[str]) -> str:
        """Return the kind of the brace at `index`; `closed` is the last `(` that was closed."""
        before = self.text_at(index - 1)
        back = index - 1
        if back > 0 and self.tokens[back].kind == "word" and self.text_at(back - 1) == ")":
            # `struct __attribute__((packed)) Tag {`.
            back = self.pairs.get(back - 1, 0) - 1
            is_attribute = self.text_at(back) == ATTRIBUTE
            back = back if is_attribute else index - 1
        tags = [self.text_at(back - number) for number in range(3)]
        if any(tag in TAGS for tag in tags):
            return VALUES if "enum" in tags else MEMBERS
        if before == ")":
            # A word precedes a list of parameters or a condition, but not a cast.
            opener = self.tokens[closed - 1] if closed else self.tokens[closed]
            is_head = opener.kind == "word" or opener.text in ("^", ")")
            return BODY if is_head and opener.text not in BEFORE_CASTS else VALUES
        is_nested = before in ("{", ",") and bool(braces) and braces[-1] == VALUES
        return VALUES if is_nested or before in _BEFORE_LISTS else BODY

    def is_macro(self, index: int) -> bool:
        """Tell whether a token may be a macro."""
        tokens = self.tokens
        return index < len(tokens) and tokens[index].start in self.starts

    def text_at(self, index: int) -> str:
        """Return the text of a token, "" beyond both ends."""
        return self.tokens[index].text if 0 <= index < len(self.tokens) else ""

    def macro_at(self, index: int) -> Macro:
        """Return the macro or attribute at `index`, with its arguments if it has any."""
        if self.text_at(index + 1) != "(":
            return Macro(index, index)
        return Macro(index, self.pairs.get(index + 1, index))

    def is_argument(self, index: int) -> bool:
        """Tell whether the token at `index` is in the arguments of a call."""
        depth = 0
        for place in range(index - 1, max(0, index - _SPAN), -1):
            mark = self.tokens[place].text
            depth += (mark == ")") - (mark == "(")
            if depth < 0:
                before = self.tokens[place - 1]
                is_head = before.text in HEADS_AND_ATTRIBUTES or before.text in STATEMENTS
                return before.kind == "word" and not is_head
        return False

    def ends_value(self, index: int) -> bool:
        """Tell whether the token at `index` is the last of a value, and not of a declaration."""
        token = self.tokens[index]
        if token.kind != "word":
            is_value = token.text == ")" and self._closes_value(index)
            return token.kind == "number" or token.text == "]" or is_value
        if token.text in RESERVED or builtin_type(token.text) is not None:
            return False
        before = self.text_at(index - 1)
        if before == "(" and self.text_at(index - 2) in (FOR, "^"):
            return False
        if before == ")":
            return self._is_of_cast(index - 1)
        return before in BEFORE_VALUES or before in ("(", ",", "[", ".", "*", "return", "case")

    def _is_of_cast(self, closer: int) -> bool:
        """Tell whether the parenthesis at `closer` may end a cast: no word precedes it."""
        opener = self.opener(closer)
        follows_word = opener > 0 and self.tokens[opener - 1].kind == "word"
        return not follows_word or self.text_at(opener - 1) in BEFORE_CASTS

    def _closes_value(self, closer: int) -> bool:
        """Tell whether the parenthesis at `closer` ends a call or a value, and no cast or head."""
        opener = self.opener(closer)
        before = self.text_at(opener - 1)
        if opener > 0 and self.tokens[opener - 1].kind == "word" and before not in BEFORE_CASTS:
            return before not in HEADS_AND_ATTRIBUTES and before not in STATEMENTS
        inner = self.tokens[opener + 1 : closer]
        return (
            before in (")", "]")
            or self.text_at(opener + 1) == "*"
            or any(token.kind in ("number", "text") or token.text in _NO_CAST for token in inner)
        )

    def opener(self, closer: int) -> int:
        """Return the index of the parenthesis that the one at `closer` closes, 0 for none."""
        return self.pairs.get(closer, 0)

    def opener_word(self, closer: int) -> str:
        """Return the token before the parenthesis that the one at `closer` closes."""
        return self.text_at(self.opener(closer) - 1)
