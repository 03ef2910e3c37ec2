"""The roles of undefined macros in declarations, values and statements."""

from __future__ import annotations

from enum import Enum, auto
from typing import Final

from opencl_ls.builtins.types import builtin_type
from opencl_ls.syntax.recovery.macro_context import (
    ATTRIBUTE,
    BEFORE_CASTS,
    BEFORE_VALUES,
    BODY,
    STATEMENTS,
    VALUES,
    Macro,
    MacroContext,
)
from opencl_ls.syntax.tokens import KEYWORDS, RESERVED, TAGS

_SIGNED: Final = frozenset(("signed", "unsigned"))
_AFTER_DECLARATORS: Final = frozenset(";,)={[:")
_SIGNS: Final = frozenset("=+-*/%<>&|^!?:.~")
_WORDS: Final = 40
"""The most words of a declaration before its name, and after it."""


class Role(Enum):
    """The role of a macro among the words of a declaration or a value."""

    EXTRA = auto()
    """The words are complete without it."""

    TYPE = auto()
    """It is the type, or the name, of a declaration."""

    VALUE = auto()
    """It is a value."""


def role_of(context: MacroContext, macro: Macro) -> Role | None:
    """Return the role of a macro in a declaration or a value, None if it is in neither."""
    words = _words_around(context, macro)
    before = context.text_at(words[0].first - 1)
    after = context.text_at(words[-1].last + 1)
    kind_after = context.tokens[words[-1].last + 1].kind if after else ""
    if kind_after in ("number", "text"):
        is_before_value = before in BEFORE_VALUES or before in ("(", ",", "[")
        # Of two macros the first is a value, and the second an operator.
        is_first = words[0].first == macro.first and len(words) > 1
        return Role.EXTRA if is_before_value and not is_first else None
    is_name = after in _AFTER_DECLARATORS or (after == "(" and len(words) > 1)
    after_macro = (word for word in words if word.first > macro.first)
    is_before_pointer = after == "*" and all(
        context.text_at(word.first) in KEYWORDS for word in after_macro
    )
    if not is_name and not is_before_pointer:
        return None
    needed = _needed(context, words, before, after, macro.first)
    kept: list[Macro] = []
    plain = 0
    known_type = False
    for word in words:
        mark = context.text_at(word.first)
        if context.is_macro(word.first):
            continue
        if mark in KEYWORDS or mark in RESERVED or mark == ATTRIBUTE:
            continue
        is_known = builtin_type(mark) is not None or mark in _SIGNED
        plain += not (is_known and known_type)
        known_type = is_known
    if is_before_pointer:
        # `float LOCAL_MEMORY *p`, and not the product `a = N * p`.
        if known_type:
            return Role.EXTRA
        is_qualified = any(context.text_at(word.first) in KEYWORDS for word in words)
        in_cast = context.text_at(macro.last + 2) == ")"
        is_type = is_qualified or in_cast or not context.around.get(macro.first)
        return Role.TYPE if is_type else None
    for word in words:
        if context.is_macro(word.first) and plain + len(kept) < needed:
            kept.append(word)
    if all(word.first != macro.first for word in kept):
        return Role.EXTRA
    return Role.TYPE if needed > 1 else Role.VALUE


def _words_around(context: MacroContext, macro: Macro) -> list[Macro]:
    """Return the consecutive words around a macro, including the macro."""
    tokens = context.tokens
    words = [macro]
    while words[0].first > 0 and len(words) < _WORDS:
        index = words[0].first - 1
        if index in context.operators:
            break
        if tokens[index].text == ")":
            opened = _macro_ending(context, index)
            if opened is None:
                break
            words.insert(0, opened)
        elif tokens[index].kind == "word" and tokens[index].text not in STATEMENTS:
            words.insert(0, Macro(index, index))
        else:
            break
    while words[-1].last + 1 < len(tokens) and len(words) < 2 * _WORDS:
        index = words[-1].last + 1
        if tokens[index].kind != "word" or tokens[index].text in STATEMENTS:
            break
        takes_arguments = context.is_macro(index) or tokens[index].text == ATTRIBUTE
        words.append(context.macro_at(index) if takes_arguments else Macro(index, index))
    return words


def _macro_ending(context: MacroContext, closer: int) -> Macro | None:
    """Return the macro or attribute whose arguments end at `closer`, or None."""
    index = context.opener(closer) - 1
    if index < 0 or not (context.is_macro(index) or context.text_at(index) == ATTRIBUTE):
        return None
    return Macro(index, closer)


def _needed(context: MacroContext, words: list[Macro], before: str, after: str, macro: int) -> int:
    """Return how many words, without qualifiers, the grammar needs in place of `words`."""
    first = context.text_at(words[0].first)
    if any(context.text_at(word.first) in TAGS for word in words):
        return 1 if after == "{" else 2
    place = words[0].first - 1
    if before in ("*", ".", "struct", "union", "enum") or before in BEFORE_VALUES:
        return 1
    if place in context.operators:
        return 1
    in_braces = context.around.get(macro, "") != ""
    if before == "]" or (before == ")" and after in ("{", ";")):
        return 0
    follows_number = place >= 0 and context.tokens[place].kind == "number"
    if follows_number or (in_braces and place >= 0 and context.ends_value(place)):
        return 0
    if before == "}" and not in_braces:
        return 1
    if before in ("(", ",") and in_braces:
        is_value = after in (",", ")") or not context.is_macro(words[0].first)
        is_type = builtin_type(first) is not None or first in KEYWORDS
        return 1 if is_value and not is_type else 2
    return 2


def is_of_tag(context: MacroContext, macro: Macro) -> bool:
    """Tell whether a macro is next to the tag of a struct, a union or an enumeration."""
    return any(context.text_at(word.first) in TAGS for word in _words_around(context, macro))


def is_of_function(context: MacroContext, macro: Macro) -> bool:
    """Tell whether the words around a macro look like the head of a function."""
    after = context.text_at(_words_around(context, macro)[-1].last + 1)
    return after == "{" and not context.around.get(macro.first) and context.tokens[-1].text == "}"


def is_parameter(context: MacroContext, macro: Macro) -> bool:
    """Tell whether a macro alone is a parameter."""
    if context.around.get(macro.first) or context.text_at(macro.first - 1) not in ("(", ","):
        return False
    return context.text_at(macro.last + 1) in (",", ")")


def is_cast(context: MacroContext, macro: Macro) -> bool:
    """Tell whether a macro alone is in the parentheses of a cast."""
    if context.text_at(macro.first - 1) != "(" or context.text_at(macro.last + 1) != ")":
        return False
    operand = macro.last + 2
    if operand >= len(context.tokens) or context.tokens[operand].kind == "other":
        return False
    before = context.text_at(macro.first - 2)
    is_call = macro.first > 1 and context.tokens[macro.first - 2].kind == "word"
    return before in BEFORE_CASTS if is_call else before not in (")", "]")


def names_function(context: MacroContext, macro: Macro) -> bool:
    """Tell whether a macro with its arguments is the name of a function after its type."""
    tokens = context.tokens
    if context.around.get(macro.first) or context.text_at(macro.last + 1) != "(":
        return False
    if macro.first == 0 or tokens[macro.first].start in context.inside:
        return False
    if "\n" in context.text[tokens[macro.first].start : tokens[macro.last].end]:
        return False
    before = tokens[macro.first - 1]
    typed = [word for word in _words_around(context, macro) if word.first < macro.first]
    if before.kind != "word" and before.text not in ("*", ")"):
        return False
    return before.text == "*" or any(_may_be_type(context, word) for word in typed)


def is_head(context: MacroContext, macro: Macro) -> bool:
    """Tell whether a macro with its arguments is the name and the type of a function."""
    if context.around.get(macro.first) or context.text_at(macro.last + 1) != "(":
        return False
    is_inside = context.tokens[macro.first].start in context.inside
    return not is_inside and context.tokens[macro.first + 2].kind == "word"


def _may_be_type(context: MacroContext, word: Macro) -> bool:
    mark = context.text_at(word.first)
    return mark not in KEYWORDS and mark not in RESERVED and mark != ATTRIBUTE


def is_operator(context: MacroContext, macro: Macro) -> bool:
    """Tell whether a macro is between two values."""
    if context.around.get(macro.first) not in (BODY, VALUES):
        return False
    tokens = context.tokens
    if macro.last + 1 >= len(tokens) or not context.ends_value(macro.first - 1):
        return False
    after = tokens[macro.last + 1]
    is_followed = context.is_macro(macro.last + 1) and context.text_at(macro.last + 2) in (",", ")")
    if is_followed and context.is_argument(macro.first):
        # Two macros that expand to arguments.
        return False
    is_name = after.kind == "word" and after.text not in RESERVED
    return after.kind == "number" or (is_name and builtin_type(after.text) is None)


def may_be_declared(context: MacroContext, index: int) -> bool:
    """Tell whether a macro before `index` may be the type of a declaration."""
    place = index + 1
    while context.text_at(place) == "[":
        while context.text_at(place) not in ("]", ""):
            place += 1
        place += 1
    after, next_mark = context.text_at(place), context.text_at(place + 1)
    if after in ("=", "*"):
        return next_mark != "="
    if after in STATEMENTS:
        return False
    return after in (";", ",", "") or context.tokens[place].kind == "word"


def begins_declaration(context: MacroContext, index: int) -> bool:
    """Tell whether the token at `index` is a keyword or a built-in type."""
    mark = context.text_at(index)
    return mark in KEYWORDS or builtin_type(mark) is not None


def has_odd_arguments(context: MacroContext, macro: Macro) -> bool:
    """Tell whether the arguments of a macro are more than values and types."""
    tokens = context.tokens
    for index in range(macro.first + 2, macro.last):
        mark, before = tokens[index].text, tokens[index - 1].text
        after = tokens[index + 1].text
        if mark in (";", "{", "}") or mark in STATEMENTS:
            return True
        ends = after == "," or index + 1 == macro.last
        begins = before == "," or index == macro.first + 2
        if ends and (mark in _SIGNS or (begins and mark in KEYWORDS)):
            return True
        if mark == "," and (begins or index + 1 == macro.last):
            return True
        if tokens[index].kind == "word" and tokens[index - 1].kind == "word":
            if builtin_type(before) is not None and builtin_type(mark) is None:
                return True
    return False
