"""Semantic tokens: the kind of every name of a file.

The surface tree gives the kinds that one item shows (a parameter, a call, a member), the symbols of
the program those of outer names (a macro, a type, an enumerator).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, field

from opencl_ls.analysis.results import Run, Token
from opencl_ls.builtins.extensions import extension
from opencl_ls.builtins.functions import function_names
from opencl_ls.builtins.macros import macro_names
from opencl_ls.builtins.types import type_names
from opencl_ls.syntax import surface_queries, surface_words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from opencl_ls.syntax.surface import SurfaceText
    from opencl_ls.syntax.surface_words import Word, Words


class TokenCache(Struct):
    """The results for one file, to be reused after an edit.

    `found` is the last answer: for `surface`, with the outer names `kinds` and `ended`.  `kinds` is
    None if an interruption left runs of several states.
    """

    words: surface_queries.PartCache[Words]
    runs: dict[Words, tuple[tuple[str | None, ...], Run]] = field(default_factory=dict)
    found: list[tuple[int, Run]] = field(default_factory=list)
    surface: SurfaceText | None = None
    kinds: dict[str, str] | None = None
    ended: frozenset[str] = frozenset()


def tokens(
    surface: SurfaceText,
    kinds: dict[str, str],
    ended: frozenset[str],
    cache: TokenCache,
    go_on: Callable[[], object] | None = None,
) -> list[tuple[int, Run]]:
    """Return the start and the tokens of each item of the file, in order.

    `kinds` has the kinds of outer names, `ended` those that a directive undefines as macros.
    Before each new item `go_on` is called, which may raise to stop; the next call continues from
    there.
    """
    same_names = kinds == cache.kinds and ended == cache.ended
    if same_names and surface is cache.surface:
        return cache.found
    # The tokens of an item are valid while the kinds of its outer names are the same.
    same_names = same_names and not ended
    cache.kinds = None
    fresh: dict[Words, tuple[tuple[str | None, ...], Run]] = {}
    found = []
    # Macros that a later line undefines: at the end of the file they are no macros.
    passing: set[str] = set()
    for start, words in surface_words.words(surface, cache.words, go_on):
        if not words.words:
            continue
        known = cache.runs.get(words)
        if known is None or not same_names:
            if ended:
                passing.update(name for name, defined in words.macros if defined and name in ended)
            seen = tuple([kinds.get(name) for name in words.outer])
            if passing:
                seen = tuple(
                    "macro" if name in passing and _is_outer(name, words) else kind
                    for name, kind in zip(words.outer, seen, strict=True)
                )
                passing.difference_update(name for name, defined in words.macros if not defined)
            known = fresh.get(words) or known
            if known is None or known[0] != seen:
                if go_on is not None:
                    go_on()
                known = (seen, _run(words, dict(zip(words.outer, seen, strict=True))))
                cache.runs[words] = known
        fresh[words] = known
        found.append((start, known[1]))
    cache.surface, cache.kinds, cache.ended = surface, kinds, ended
    cache.runs, cache.found = fresh, found
    return found


def _is_outer(name: str, words: Words) -> bool:
    return name not in words.parameters and name not in words.variables


_FIXED = {
    "comment": "comment",
    "string": "string",
    "number": "number",
    "keyword": "keyword",
    "modifier": "modifier",
    "label": "label",
    "member": "property",
    "enumerator": "enumMember",
    "parameter": "parameter",
    "variable": "variable",
    "function": "function",
    "kernel": "function",
    "macro": "macro",
    "struct": "struct",
    "enum": "enum",
}
_OF_KIND = {
    "function": "function",
    "kernel": "function",
    "variable": "variable",
    "constant": "variable",
    "typedef": "type",
    "struct": "struct",
    "union": "struct",
    "enum": "enum",
    "enumerator": "enumMember",
    "macro": "macro",
}
_LIBRARY = ("defaultLibrary",)


def _run(words: Words, kinds: Mapping[str, str | None]) -> Run:
    tokens = tuple(_token(word, words, kinds) for word in words.words)
    return Run(words.text, tokens)


def _token(word: Word, words: Words, kinds: Mapping[str, str | None]) -> Token:
    role = word.role
    if role == "type-word":
        return Token(word.start, word.end, "type", _LIBRARY)
    if role in {"name", "call", "type"} and not word.declares:
        kind, modifiers = _used(word, words, kinds)
        return Token(word.start, word.end, kind, modifiers)
    modifiers = ("definition",) if word.defines else ("declaration",) if word.declares else ()
    if role == "kernel" or (role == "function" and kinds.get(word.text) == "kernel"):
        modifiers += ("kernel",)
    if role == "macro" and not word.declares and _is_predefined(word.text):
        modifiers = _LIBRARY
    return Token(word.start, word.end, _FIXED.get(role, "type"), modifiers)


def _is_predefined(name: str) -> bool:
    """Tell whether the implementation defines a macro."""
    return (name.startswith("__") and name in macro_names()) or extension(name) is not None


def _used(word: Word, words: Words, kinds: Mapping[str, str | None]) -> tuple[str, tuple[str, ...]]:
    """Return the kind of a name that is declared elsewhere."""
    name = word.text
    outer = kinds.get(name)
    if outer == "macro":
        return "macro", _LIBRARY if _is_predefined(name) else ()
    if word.role != "type":
        if name in words.parameters:
            return "parameter", ()
        if name in words.variables:
            return "variable", ()
    if outer is not None:
        return _OF_KIND.get(outer, "variable"), ("kernel",) if outer == "kernel" else ()
    if name in macro_names():
        return "macro", _LIBRARY
    if name in function_names():
        return "function", _LIBRARY
    if name in type_names():
        return "type", _LIBRARY
    return {"call": "function", "type": "type"}.get(word.role, "variable"), ()
