"""Reading the arguments of an invocation (C11 6.10.3p10 to p12) and of `_Pragma` (6.10.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from opencl_ls.preprocess.lexer import Token
    from opencl_ls.preprocess.macros import Macro


class Arguments:
    """The arguments of one invocation while they are read, from the `(` on."""

    __slots__ = ("closed", "current", "depth", "everything", "given", "most", "variadic")

    def __init__(self, parameters: int, variadic: bool, name: Token) -> None:
        self.most = parameters
        self.variadic = variadic
        self.given: list[list[Token]] = []
        self.current: list[Token] = []
        self.everything: list[Token] = [name]
        self.depth = 0
        self.closed = False

    def add(self, token: Token) -> bool:
        """Take the next token; True if it closes the arguments."""
        text = token.text
        self.everything.append(token)
        if text == "(":
            self.depth += 1
            if self.depth == 1:
                return False
        elif text == ")":
            self.depth -= 1
            if self.depth == 0:
                self.given.append(self.current)
                self.closed = True
                return True
        elif (
            text == ","
            and self.depth == 1
            and not (self.variadic and len(self.given) == self.most - 1)
        ):
            self.given.append(self.current)
            self.current = []
            return False
        self.current.append(token)
        return False

    def feed(
        self,
        tokens: list[Token] | tuple[Token, ...],
        index: int,
        macros: dict[str, Macro],
        active: set[Macro],
    ) -> int:
        """Take tokens of a list from an index on; return the index after the last one taken."""
        for at in range(index, len(tokens)):
            token = tokens[at]
            # A name whose macro is being expanded is never expanded later (C11 6.10.3.4p2).
            if token.name and active and macros.get(token.text) in active:
                token = token.paint()
            if self.add(token):
                return at + 1
        return len(tokens)

    def checked(self) -> list[list[Token]] | None:
        """One argument for each parameter, or None if their number is wrong."""
        given = self.given
        if not self.closed:
            return None
        if self.most == 0:
            return [] if len(given) == 1 and not given[0] else None
        if len(given) == self.most:
            return given
        if self.variadic and len(given) == self.most - 1:
            return [*given, []]
        return None

    def message(self, macro: Macro) -> str:
        """Return the message about a wrong number of arguments."""
        if not self.closed:
            return f"the arguments of macro '{macro.name}' lack their ')'"
        count = len(self.given)
        least = f"at least {self.most - 1}" if self.variadic else str(self.most)
        arguments = "argument" if least == "1" else "arguments"
        return f"macro '{macro.signature}' takes {least} {arguments}, but {count} given here"


def pragma_content(tokens: list[Token], index: int) -> str | None:
    """Return the content of the `_Pragma("...")` at an index, or None (C11 6.10.9)."""
    operands = [token.text for token in tokens[index + 1 : index + 4]]
    if len(operands) < 3 or operands[0] != "(" or operands[2] != ")":
        return None
    literal = operands[1].removeprefix("L")
    if len(literal) < 2 or not (literal.startswith('"') and literal.endswith('"')):
        return None
    return literal[1:-1].replace('\\"', '"').replace("\\\\", "\\")
