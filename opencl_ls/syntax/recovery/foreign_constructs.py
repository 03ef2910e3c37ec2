"""Constructs of C++ and of the languages of other devices, which OpenCL C does not have.

The rest of a declaration or a function with such a construct has another meaning there.  So the
construct is reported, and the rest of the item is not parsed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.types import builtin_type
from opencl_ls.lazy_pattern import lazy_pattern
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind
from opencl_ls.syntax.records import SyntaxProblem
from opencl_ls.syntax.tokens import Token, token_index, tokens_of

if TYPE_CHECKING:
    from collections.abc import Callable

_READABLE: Final = ("_cast", "namespace", "class", "using")
"""Parts of the words that the grammar may be able to parse without an error."""

_CASTS: Final = frozenset("static_cast reinterpret_cast const_cast dynamic_cast".split())
_HEADS: Final = frozenset(("class", "namespace", "struct"))
_OPERATORS: Final = frozenset(("and", "or", "not"))
_BEFORE_STATEMENT: Final = frozenset(";{})")
_BEFORE_VALUE: Final = frozenset("(=,[+-*/<>&|!?:")
_BEHIND_REFERENCE: Final = frozenset("=,);:")
_NUMBERED: Final = frozenset(("numthreads", "branch", "loop", "earlydepthstencil"))
_BEGINS: Final = lazy_pattern(
    r"(?<!\w)(?:(?:static|reinterpret|const|dynamic)_cast|class|namespace|struct|enum|using|template"
    r"|try|catch|throw|new|delete|extern|and|or|not|layout|__launch_bounds__|for)\b"
    r"|::|&|\[|<<<|=(?!=)"
)
"""The words and marks with which such a construct begins."""
_STATEMENTS: Final = frozenset("for if while switch else do return".split())
_CONSTANT: Final = frozenset(("const", "auto"))


def foreign_construct(
    text: str, is_type: Callable[[str], bool], *, broken: bool
) -> SyntaxProblem | None:
    """Return the first such construct in the byte text of an item, or None.

    `is_type` tells whether a name of the program is a type.  Unless the item is `broken`, only
    constructs count that are never in C.  `expected` of the result is the key of the construct in
    the table of the rule.
    """
    readable = () if broken else tuple(word for word in _READABLE if word in text)
    if not broken and not readable:
        return None
    tokens = tokens_of(text)
    if not broken and not any(_is_written(tokens, text, word) for word in readable):
        return None
    body = text.find("{")
    for found in _BEGINS.finditer(text):
        start = found.start()
        if found[0] == "=" and 0 <= body < start:
            continue  # It is a default only in the head of a function.
        index = token_index(tokens, start)
        if index >= len(tokens) or tokens[index].start != start:
            continue
        token = tokens[index]
        if token.kind == "word":
            key = _at_word(tokens, index, is_type)
            if broken and not key:
                key = _at_word_if_broken(tokens, index, is_type)
        elif broken or token.text == ":":
            key = _at_mark(tokens, index, is_type)
        else:
            key = ""
        if key:
            end = _end(tokens, index, key)
            return SyntaxProblem(token.start, end, SyntaxProblemKind.FOREIGN_CONSTRUCT, key)
    return None


def _is_written(tokens: list[Token], text: str, part: str) -> bool:
    """Tell whether a word of the code has this part, and not only comments and literals."""
    place = text.find(part)
    while place >= 0:
        index = token_index(tokens, place)
        if index < len(tokens) and tokens[index].start <= place and _is_word(tokens, index):
            return True
        place = text.find(part, place + 1)
    return False


def _end(tokens: list[Token], index: int, key: str) -> int:
    """Return the end of the part of a construct that is shown, from its first token on."""
    last = index
    if key in ("enum class", 'extern "C"', "::"):
        last = index + 1
    elif key == "named cast":
        while last + 1 < len(tokens) and tokens[last].text != ">":
            last += 1
    return tokens[last].end


def _text(tokens: list[Token], index: int) -> str:
    return tokens[index].text if 0 <= index < len(tokens) else ""


def _is_word(tokens: list[Token], index: int) -> bool:
    return 0 <= index < len(tokens) and tokens[index].kind == "word"


def _begins_statement(tokens: list[Token], index: int) -> bool:
    return index == 0 or _text(tokens, index - 1) in _BEFORE_STATEMENT


def _at_word(tokens: list[Token], index: int, is_type: Callable[[str], bool]) -> str:
    """Return the key of the construct that begins with a word, or "".

    The grammar may parse these constructs without an error.
    """
    word, following = tokens[index].text, _text(tokens, index + 1)
    if word in _CASTS:
        return "named cast" if following == "<" else ""
    is_named = _is_word(tokens, index + 1)
    if word == "enum" and following == "class" and _is_word(tokens, index + 2):
        return "enum class"
    if not is_named or not _begins_statement(tokens, index):
        return ""
    after = _text(tokens, index + 2)
    if word in _HEADS:
        if word != "struct" and after == "{" and not is_type(word):
            return word
        if word != "namespace" and after == ":" and _is_word(tokens, index + 3):
            return "class"
    if word == "using" and not is_type(word):
        return "using" if following == "namespace" or after == "=" else ""
    return ""


def _at_word_if_broken(tokens: list[Token], index: int, is_type: Callable[[str], bool]) -> str:
    """Return the key of any other construct that begins with a word, or "".

    In an item without errors these words are names.
    """
    word, following = tokens[index].text, _text(tokens, index + 1)
    if _begins_statement(tokens, index):
        found = _at_statement(tokens, index, is_type)
        if found:
            return found
    if word == "new" and _text(tokens, index - 1) in _BEFORE_VALUE:
        return word if _is_word(tokens, index + 1) else ""
    if word in _OPERATORS:
        return word if _is_operator(tokens, index) else ""
    if word == "for" and following == "(":
        return "range" if _is_range(tokens, index + 2) else ""
    if (word, following) == ("extern", '"C"'):
        return 'extern "C"'
    is_layout = word == "layout" and index == 0
    return word if (is_layout or word == "__launch_bounds__") and following == "(" else ""


def _at_statement(tokens: list[Token], index: int, is_type: Callable[[str], bool]) -> str:
    """Return the key of a construct that begins with the first word of a statement, or ""."""
    word, following = tokens[index].text, _text(tokens, index + 1)
    if (word, following) in (("template", "<"), ("try", "{"), ("catch", "(")):
        return word
    if word == "throw" and following != "=" and not is_type(word):
        return word if following == ";" or _starts_value(tokens, index + 1) else ""
    if word == "delete":
        return word if _is_word(tokens, index + 1) or following == "[" else ""
    return ""


def _is_operator(tokens: list[Token], index: int) -> bool:
    """Tell whether a word is used as an operator: between two values, or before one."""
    before = index > 0 and (tokens[index - 1].kind != "other" or _text(tokens, index - 1) in ")]")
    if tokens[index].text == "not":
        return not before and _is_word(tokens, index + 1)
    return before and _starts_value(tokens, index + 1)


def _starts_value(tokens: list[Token], index: int) -> bool:
    return index < len(tokens) and (tokens[index].kind != "other" or tokens[index].text in "(!-~*&")


def _is_range(tokens: list[Token], index: int) -> bool:
    """Tell whether the head of a `for` from `index` on is `type name : values`."""
    end = index
    while _is_word(tokens, end) or _text(tokens, end) in ("&", "*"):
        end += 1
    return end - index >= 2 and _text(tokens, end) == ":" and _is_word(tokens, end + 1)


def _at_mark(tokens: list[Token], index: int, is_type: Callable[[str], bool]) -> str:
    """Return the key of the construct that begins with a mark, or ""."""
    mark, after = tokens[index].text, _text(tokens, index + 1)
    if mark == ":" and after == ":" and tokens[index].end == tokens[index + 1].start:
        return "::" if _is_word(tokens, index - 1) and _is_word(tokens, index + 2) else ""
    if mark == "&":
        return "reference" if _is_reference(tokens, index, is_type) else ""
    if mark == "[":
        before = _text(tokens, index - 1)
        if index == 0 and after in _NUMBERED:
            return "[numthreads]"
        captures = index + 2 if after in ("&", "=") else index + 1
        lambda_ = _text(tokens, captures) == "]" and _text(tokens, captures + 1) == "("
        return "lambda" if lambda_ and before in ("=", "(", ",", "return") else ""
    if mark == "<" and after == "<" and _text(tokens, index + 2) == "<":
        return "<<<" if tokens[index].end + 1 == tokens[index + 2].start else ""
    if mark == "=" and _is_default(tokens, index, is_type):
        return "default argument"
    return ""


def _names_type(tokens: list[Token], index: int, is_type: Callable[[str], bool]) -> bool:
    if not _is_word(tokens, index):
        return False
    word = tokens[index].text
    return word in _CONSTANT or builtin_type(word) is not None or is_type(word)


def _is_reference(tokens: list[Token], index: int, is_type: Callable[[str], bool]) -> bool:
    """Tell whether a `&` is between a type and a name that is declared."""
    if not _names_type(tokens, index - 1, is_type):
        return False
    name = index + 2 if _text(tokens, index + 1) == "&" else index + 1
    return _is_word(tokens, name) and _text(tokens, name + 1) in _BEHIND_REFERENCE


def _is_default(tokens: list[Token], index: int, is_type: Callable[[str], bool]) -> bool:
    """Tell whether a `=` after a type and a name is in the parameters of a function."""
    if not _is_word(tokens, index - 1):
        return False
    kind = index - 2
    while _text(tokens, kind) in ("*", "const", "restrict"):
        kind -= 1
    if not _names_type(tokens, kind, is_type):
        return False
    # Go back to the open parenthesis, which follows the name of the function.
    depth = 0
    for place in range(kind, -1, -1):
        mark = tokens[place].text
        depth += (mark == ")") - (mark == "(")
        if mark in (";", "{", "}"):
            return False
        if depth < 0:
            before = (_text(tokens, place - 1), _text(tokens, place - 2))
            is_head = _is_word(tokens, place - 1) and _is_word(tokens, place - 2)
            return is_head and _STATEMENTS.isdisjoint(before)
    return False
