"""The shape of a macro's body, from its tokens, which decides where the macro may be used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.language import keyword
from opencl_ls.builtins.types import builtin_type

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from opencl_ls.preprocess import Macro

_DEEPEST: Final = 8
_OPENING: Final = {"(": ")", "[": "]", "{": "}"}
_STATEMENTS: Final = frozenset(
    "if for while do switch return goto break continue case default else".split()
)
_QUALIFIERS: Final = frozenset(
    "static inline extern typedef const volatile restrict pipe __attribute__".split()
)
_OF_TYPES: Final = frozenset("struct union enum signed unsigned void".split())
_BEGINS_OPERAND: Final = frozenset(("(", "-", "+", "!", "~", "*", "&", "sizeof"))
_ENDS_OPERAND: Final = frozenset((")", "]"))
_QUALIFYING_KINDS: Final = ("address-space", "access", "function-qualifier")


def shape_of(macro: Macro, macros: Mapping[str, Macro | None], depth: int = 0) -> str:
    """Return the shape of a macro's expansion.

    It is "empty", "expression", "type" (or a part of a declaration), "qualifier", "statement" (or
    more than one declaration), "fragment" for none of these, or "any" if the body does not show it.
    `macros` are those in whose names a body may end.
    """
    words = [token.text for token in macro.body]
    if not words:
        return "empty"
    if ";" in words or "{" in words or words[0] in _STATEMENTS:
        is_value = words[0] == "(" and words[-1] in (")", "}") and ";" not in words
        return "any" if is_value else "statement"
    if "##" in words or "#" in words:
        return "any"
    other = macros.get(words[0]) if macro.body[0].name else None
    if other is not None and other is not macro and depth < _DEEPEST and _is_use(other, words):
        return shape_of(other, macros, depth + 1)
    typed = _typed(words, macros, depth)
    if typed:
        return typed
    if len(words) == 1 and macro.body[0].name:
        return "any" if keyword(words[0]) is None else "qualifier"
    if any(_is_declaring(macro, number) for number in range(1, len(words))):
        return "type"
    if "type" in _outer_shapes(macro, macros, depth):
        return "type"
    return "expression" if _is_expression(macro, words) else "fragment"


def _is_use(macro: Macro, words: Sequence[str]) -> bool:
    """Tell whether tokens are exactly one use of a macro."""
    if macro.parameters is None:
        return len(words) == 1
    depth = 0
    for number, word in enumerate(words):
        depth += (word == "(") - (word == ")")
        if number and not depth:
            return number == len(words) - 1 and words[1] == "("
    return False


def _outer_shapes(macro: Macro, macros: Mapping[str, Macro | None], depth: int) -> Iterator[str]:
    """Yield the shapes of the macros that a body names outside of its parentheses."""
    nested = 0
    for token in macro.body:
        nested += (token.text == "(") - (token.text == ")")
        other = macros.get(token.text) if token.name and not nested else None
        if other is not None and other is not macro and depth < _DEEPEST:
            yield shape_of(other, macros, depth + 1)


def _is_declaring(macro: Macro, number: int) -> bool:
    """Tell whether two names follow each other, as in a declaration or a list of parameters."""
    first, second = macro.body[number - 1], macro.body[number]
    return first.name and second.name and first.text != "sizeof"


def _typed(words: Sequence[str], macros: Mapping[str, Macro | None], depth: int) -> str:
    """Return "type" or "qualifier" for words that begin a declaration, else ""."""
    if words[0] == "__attribute__":
        return "qualifier"
    shapes = {_word_shape(word, macros, depth) for word in words if word != "*"}
    if not shapes <= {"type", "qualifier", "empty"}:
        return ""
    return "type" if "type" in shapes else "qualifier" if shapes else ""


def _word_shape(word: str, macros: Mapping[str, Macro | None], depth: int) -> str:
    known = macros.get(word)
    if known is not None and known.parameters is None and depth < _DEEPEST:
        return shape_of(known, macros, depth + 1)
    kind = builtin_type(word)
    if word in _OF_TYPES or (kind is not None and kind.kind not in ("reserved", "specifier")):
        return "type"
    reserved = keyword(word)
    if word in _QUALIFIERS or (reserved is not None and reserved.kind in _QUALIFYING_KINDS):
        return "qualifier"
    return ""


def _is_expression(macro: Macro, words: Sequence[str]) -> bool:
    """Tell whether tokens begin and end as an operand does, with all brackets closed."""
    first, last = macro.body[0], macro.body[-1]
    if not (first.name or words[0] in _BEGINS_OPERAND or _is_literal(words[0])):
        return False
    if not (last.name or words[-1] in _ENDS_OPERAND or _is_literal(words[-1])):
        return False
    closing: list[str] = []
    for token in macro.body:
        if token.text in _OPENING:
            closing.append(_OPENING[token.text])
        elif token.text in (")", "]", "}"):
            if not closing or closing.pop() != token.text:
                return False
        elif token.text == "," and not closing:
            return False
    return not closing


def _is_literal(word: str) -> bool:
    return word[0].isdigit() or word[0] in "\"'" or (word[0] == "." and word[1:2].isdigit())
