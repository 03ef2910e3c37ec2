"""The substitution of arguments into a body: `#`, `##`, variadic macros (C11 6.10.3.1 to .3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from opencl_ls.preprocess.lexer import Token, is_one_token
from opencl_ls.preprocess.macros import PASTE, STRINGIFY, Macro

_PASTE_HERE: Final = Token("##", False, False)
_PLACEMARKER: Final = Token("", False, False)

Complain = Callable[[str, str], None]
"""Takes the name of a finding and its message."""


def substitute_plain(
    body: list[Token] | tuple[Token, ...], expanded: list[list[Token]]
) -> list[Token]:
    """Return the body of a macro without `#` and `##`, each parameter replaced by its expansion."""
    result: list[Token] = []
    for token in body:
        if token.parameter < 0:
            result.append(token)
            continue
        argument = expanded[token.parameter]
        if argument:
            first = argument[0]
            if first.space == token.space:
                result += argument
            else:
                result.append(first.spaced(token.space))
                result += argument[1:]
    return result


def substitute(
    macro: Macro,
    body: list[Token] | tuple[Token, ...],
    arguments: list[list[Token]],
    expanded: list[list[Token]],
    complain: Complain,
) -> list[Token]:
    """Return the body of any macro with its parameters replaced and its tokens pasted.

    `arguments` holds the arguments as they were written, `expanded` their full expansions.
    """
    substitution = _Substitution(macro, body, arguments, expanded, complain)
    items = _paste_all(substitution.items(0, len(body)), complain)
    return [token for token in items if token is not _PLACEMARKER]


class _Substitution:
    """The substitution of one invocation's arguments into the body of its macro."""

    __slots__ = ("arguments", "body", "complain", "expanded", "last", "macro")

    def __init__(
        self,
        macro: Macro,
        body: list[Token] | tuple[Token, ...],
        arguments: list[list[Token]],
        expanded: list[list[Token]],
        complain: Complain,
    ) -> None:
        self.macro = macro
        self.body = body
        self.arguments = arguments
        self.expanded = expanded
        self.complain = complain
        self.last = len(macro.parameters or ()) - 1

    def items(self, start: int, stop: int) -> list[Token]:
        """Return body[start:stop] with the arguments, before any token is pasted."""
        macro, body = self.macro, self.body
        items: list[Token] = []
        index = start
        while index < stop:
            token = body[index]
            if token.text in PASTE:
                items.append(_PASTE_HERE)
            elif macro.parameters is not None and token.text in STRINGIFY:
                index += 1
                if index in macro.optional:
                    items.append(_stringify(token, self.optional(index)))
                    index = macro.optional[index]
                elif body[index].parameter < 0:
                    items += (token, body[index])
                else:
                    items.append(_stringify(token, self.arguments[body[index].parameter]))
            elif index in macro.optional:
                _append(items, self.optional(index), token.space)
                index = macro.optional[index]
            elif token.parameter < 0:
                items.append(token)
            else:
                before = index > start and body[index - 1].text in PASTE
                after = index + 1 < stop and body[index + 1].text in PASTE
                self.append_argument(items, token, before, after)
            index += 1
        return items

    def append_argument(self, items: list[Token], token: Token, before: bool, after: bool) -> None:
        """Append the argument of a parameter with or without a `##` before and after it."""
        argument = self.arguments[token.parameter]
        is_rest = self.macro.variadic and token.parameter == self.last
        if before and is_rest and _after_comma(items):
            _append_after_comma(items, argument, self.last)
        elif not before and not after:
            _append(items, self.expanded[token.parameter], token.space)
        elif argument:
            _append(items, argument, token.space)
        else:
            items.append(_PLACEMARKER)

    def optional(self, index: int) -> list[Token]:
        """Return what replaces the `__VA_OPT__` at an index of the body (C23 6.10.5.2).

        It is a parameter whose argument is its content, or nothing without variable arguments.
        """
        if not self.expanded[self.last]:
            return [_PLACEMARKER]
        inner = self.items(index + 2, self.macro.optional[index])
        return _paste_all(inner, self.complain) or [_PLACEMARKER]


def _append(items: list[Token], argument: list[Token], space: bool) -> None:
    if argument:
        first = argument[0]
        items.append(first if first is _PLACEMARKER else first.spaced(space))
        items += argument[1:]


def _after_comma(items: list[Token]) -> bool:
    return len(items) >= 2 and items[-1] is _PASTE_HERE and items[-2].text == ","


def _append_after_comma(items: list[Token], argument: list[Token], last: int) -> None:
    # GNU's `, ## __VA_ARGS__`: without arguments the comma goes, with arguments nothing is pasted.
    items.pop()
    if argument:
        items += argument
    elif last > 0:
        # OpenCL C is a strict C99 mode, in which the comma stays if there is no other parameter.
        items.pop()
        if items and items[-1] is _PASTE_HERE:
            items.pop()


def _paste_all(items: list[Token], complain: Complain) -> list[Token]:
    result: list[Token] = []
    index = 0
    while index < len(items):
        left = items[index]
        index += 1
        if left is _PASTE_HERE:
            continue
        while index + 1 < len(items) and items[index] is _PASTE_HERE:
            right = items[index + 1]
            index += 2
            if right is _PASTE_HERE:
                continue
            pasted = _paste(left, right)
            if pasted is None:
                message = f"'##' joins '{left.text}' and '{right.text}', which make no token"
                complain("invalid-paste", message)
                result.append(left)
                left = right
            else:
                left = pasted
        result.append(left)
    return result


def _paste(left: Token, right: Token) -> Token | None:
    if left is _PLACEMARKER:
        return right
    if right is _PLACEMARKER:
        return left
    text = left.text + right.text
    if not is_one_token(text):
        return None
    name = (text[0].isalpha() or text[0] in "_$") and text[-1] not in "\"'"
    return Token(text, name, left.space, left.origin)


def _stringify(operator: Token, argument: list[Token]) -> Token:
    parts: list[str] = []
    for token in argument:
        if token is _PLACEMARKER:
            continue
        if parts and token.space:
            parts.append(" ")
        text = token.text
        if text[-1:] in ("'", '"') or text[:1] in ("'", '"'):
            text = text.replace("\\", "\\\\").replace('"', '\\"')
        parts.append(text)
    return Token(f'"{"".join(parts)}"', False, operator.space, operator.origin)
