"""Putting arguments into a macro's body: `#`, `##` and variable arguments (C11 6.10.3.1 to .3)."""

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
    """The body of a macro without `#` and `##`, each parameter replaced by its expansion."""
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
    """The body of any macro with its parameters replaced and its tokens pasted.

    `arguments` holds the arguments as they were written, `expanded` their full expansions.
    """
    items = _items(macro, body, 0, len(body), arguments, expanded, complain)
    return [token for token in _paste_all(items, complain) if token is not _PLACEMARKER]


def _items(
    macro: Macro,
    body: list[Token] | tuple[Token, ...],
    start: int,
    stop: int,
    arguments: list[list[Token]],
    expanded: list[list[Token]],
    complain: Complain,
) -> list[Token]:
    # What stands in body[start:stop], before anything is pasted.
    items: list[Token] = []
    last = len(macro.parameters or ()) - 1
    index = start

    def optional() -> list[Token]:
        # A `__VA_OPT__` is a parameter whose argument is its content, or nothing (C23 6.10.5.2).
        if not expanded[last]:
            return [_PLACEMARKER]
        close = macro.optional[index]
        inner = _items(macro, body, index + 2, close, arguments, expanded, complain)
        return _paste_all(inner, complain) or [_PLACEMARKER]

    while index < stop:
        token = body[index]
        if token.text in PASTE:
            items.append(_PASTE_HERE)
        elif macro.parameters is not None and token.text in STRINGIFY:
            index += 1
            if index in macro.optional:
                items.append(_stringify(token, optional()))
                index = macro.optional[index]
            elif body[index].parameter < 0:
                items += (token, body[index])
            else:
                items.append(_stringify(token, arguments[body[index].parameter]))
        elif index in macro.optional:
            _append(items, optional(), token.space)
            index = macro.optional[index]
        elif token.parameter < 0:
            items.append(token)
        else:
            before = index > start and body[index - 1].text in PASTE
            after = index + 1 < stop and body[index + 1].text in PASTE
            argument = arguments[token.parameter]
            if before and macro.variadic and token.parameter == last and _after_comma(items):
                _append_after_comma(items, argument, last)
            elif not before and not after:
                _append(items, expanded[token.parameter], token.space)
            elif argument:
                _append(items, argument, token.space)
            else:
                items.append(_PLACEMARKER)
        index += 1
    return items


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
