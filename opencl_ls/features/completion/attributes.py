"""The attributes that may appear in `__attribute__((...))`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.language import all_attributes
from opencl_ls.docs.library import documented
from opencl_ls.features.completion.item import CompletionItem
from opencl_ls.text import byte_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.query_results import NameContext
    from opencl_ls.builtins.language import Attribute

_FITTING: Final = {
    "kernel": ("kernel", "function", "any"),
    "function": ("function", "any"),
    "type": ("struct", "union", "enum", "type", "any"),
    "struct": ("struct", "union", "enum", "struct field", "type", "any"),
    "enum": ("enum", "any"),
    "field": ("struct field", "any"),
    "variable": ("variable", "pointer variable", "any"),
    "loop": ("loop", "any"),
}
"""For each kind of place the words of `Attribute.target` that fit it."""

_OPENING: Final = re.compile(r"__attribute(?:__)?\s*\(\s*\(", re.ASCII)
_TOKEN: Final = re.compile(r"[\w$\x80-\xff]+|\S", re.ASCII)
_NO_TOKENS: Final = re.compile(
    r"//[^\n]*|/\*.*?\*/|\"(?:[^\"\\\n]|\\.)*\"|^[ \t]*#(?:[^\n\\]|\\.)*", re.M | re.S
)
_FOLLOWING: Final = re.compile(r"[^(){};]*\)\s*\)\s*", re.ASCII)
_WORDS_OF_TARGET: Final = re.compile(r"[|,]")
_REACH: Final = 4000
_TAGS: Final = ("struct", "union", "enum")
_LOOPS: Final = ("for", "while", "do")
_KERNEL: Final = ("kernel", "__kernel")


def attribute_items(analysis: Analysis, context: NameContext) -> Iterator[CompletionItem]:
    """Yield the attributes that may be named at a place; those that fit the place come first."""
    place = _place(analysis, context)
    fitting = _FITTING.get(place, ())
    following = analysis.text[context.replace.end : context.replace.end + 1]
    for attribute in all_attributes().values():
        missing = attribute.availability.missing(analysis.target)
        snippet = "" if following == "(" else _with_arguments(attribute)
        yield CompletionItem(
            label=attribute.name,
            kind="attribute",
            replace=context.replace,
            snippet=snippet,
            parameters=attribute.arguments.strip("[]"),
            detail=_detail(attribute),
            needs="" if missing is None else missing.text,
            is_deprecated=attribute.availability.deprecated_in(analysis.target),
            tier=_tier(attribute, fitting),
        )


def _tier(attribute: Attribute, fitting: tuple[str, ...]) -> int:
    """Return 0 for attributes that fit the place; those of compilers follow the language's own.

    If the place is unknown, it does not affect the order.
    """
    words = [each.strip() for each in _WORDS_OF_TARGET.split(attribute.target)]
    fits = not fitting or any(each.split()[-1] in fitting or each in fitting for each in words)
    is_foreign = bool(attribute.source) or attribute.name.startswith(("amdgpu_", "intel_", "qcom_"))
    return 2 * (not fits) + is_foreign


def _detail(attribute: Attribute) -> str:
    written = documented(f"__attribute__(({attribute.name}))")
    if written is not None:
        return byte_text(written.entry.summary)
    return f"on: {attribute.target.replace('|', ', ')}"


def _with_arguments(attribute: Attribute) -> str:
    """Return an attribute with placeholders for its arguments, "" for one that takes none."""
    inner = attribute.arguments.strip("[]").strip("()")
    if not inner:
        return ""
    if "|" in inner:
        return f"{attribute.name}(${{1|{inner.replace('|', ',')}|}})"
    inner = re.sub(r"\[.*?\]", "", inner)
    parts: list[str] = []
    for name in inner.split(","):
        word = name.strip()
        # `printf` in the attribute `format` is no parameter: it says which format is meant.
        is_fixed = attribute.name == "format" and word == "printf"
        parts.append(word if is_fixed else f"${{{len(parts) + 1}:{word}}}")
    return f"{attribute.name}({', '.join(_renumbered(parts))})"


def _renumbered(parts: list[str]) -> Iterator[str]:
    number = 0
    for part in parts:
        if part.startswith("${"):
            number += 1
            yield re.sub(r"\d+", str(number), part, count=1)
        else:
            yield part


# --- the place -----------------------------------------------------------------------------------


def _place(analysis: Analysis, context: NameContext) -> str:
    """Return what the attribute applies to: a key of `_FITTING`, or "" if it is unknown."""
    text = analysis.text
    start = _start_of_attribute(text, context.replace.start)
    if start is None:
        return ""
    before = _tokens_before(text, start)
    last = before[-1] if before else ""
    following = _following(text, context.replace.end)
    if last in _KERNEL or following in _KERNEL:
        return "kernel"
    if last in _TAGS:
        return "enum" if last == "enum" else "struct"
    within = analysis.bracket_at(start)
    if last in ("", ";", "{", "}", ")", ":", "else", "do"):
        if last == ")" and within != "body":
            return _declared_function(before)
        if last == "}" and _ends_type(before):
            return "struct"
        if within == "body":
            return "loop" if following in (*_LOOPS, "") else "variable"
        if within == "":
            # If nothing follows yet it may be that of a kernel as well.
            return "function" if following else "kernel"
    return "field" if within == "struct" else "variable"


def _start_of_attribute(text: str, offset: int) -> int | None:
    """Return the start of the attribute whose list contains a byte."""
    found = None
    for match in _OPENING.finditer(text, max(0, offset - _REACH), offset):
        found = match.start()
    return found


def _tokens_before(text: str, offset: int) -> list[str]:
    """Return the tokens before a byte, without comments, directives and other attributes."""
    written = _NO_TOKENS.sub(" ", text[max(0, offset - _REACH) : offset])
    tokens: list[str] = _TOKEN.findall(written)
    while tokens and tokens[-1] == ")":
        opening = _opening_of(tokens, len(tokens) - 1, "(", ")")
        if opening is None or tokens[opening - 1 : opening] != ["__attribute__"]:
            break
        del tokens[opening - 1 :]
    return tokens


def _opening_of(tokens: list[str], at: int, opening: str, closing: str) -> int | None:
    depth = 0
    for index in range(at, -1, -1):
        depth += (tokens[index] == closing) - (tokens[index] == opening)
        if depth == 0:
            return index
    return None


def _ends_type(tokens: list[str]) -> bool:
    """Tell whether the last brace closes the members of a struct, a union or an enumeration."""
    opening = _opening_of(tokens, len(tokens) - 1, "{", "}")
    if opening is None:
        return False
    before = tokens[max(0, opening - 2) : opening]
    return any(word in _TAGS for word in before)


def _declared_function(tokens: list[str]) -> str:
    """Return the function whose parameters the last parenthesis closes."""
    opening = _opening_of(tokens, len(tokens) - 1, "(", ")")
    for word in reversed(tokens[: opening or 0]):
        if word in (";", "}", "{"):
            break
        if word in _KERNEL:
            return "kernel"
    return "function"


def _following(text: str, offset: int) -> str:
    """Return the word or mark after the attribute, "" if it is not closed."""
    end = _FOLLOWING.match(text, offset, offset + _REACH)
    word = None if end is None else _TOKEN.match(text, end.end())
    return "" if word is None else word[0]
