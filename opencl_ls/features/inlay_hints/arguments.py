"""Names of parameters, if they say more than the arguments."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.features.inlay_hints.hint import Hint

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.query_results import PassedArgument

_BARE: Final = re.compile(r"[A-Za-z](?:\d{1,2})?")
"""A name without meaning: `x`, `a`, `p0`."""
_OBVIOUS: Final = frozenset(
    ("image", "sampler", "coord", "color", "p", "object", "queue", "pipe", "block")
)
"""Parameters of built-in functions that the function and the argument's type explain."""
_LAST_NAME: Final = re.compile(
    r"(?:\([^()]*\)\s*)?[&*(\s]*(?:[\w$\x80-\xff]+\s*(?:->|\.)\s*)*([\w$\x80-\xff]+)[)\s]*",
    re.ASCII,
)
"""A variable or a member, its address, what it points to, or one of these after a cast."""
_CALLED: Final = re.compile(r"([\w$\x80-\xff]+)\s*\(", re.ASCII)
_WORDS: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[\x80-\xff]+", re.ASCII)
_COMMENT: Final = re.compile(r"[\s*]*([\w$\x80-\xff]+)\s*[=:]?\s*", re.ASCII)
_SEVERAL: Final = 2
_NUMBER: Final = re.compile(r"[(\s]*[-+]?\s*\.?\d")


def argument_hints(fact: PassedArgument) -> Iterator[Hint]:
    """Yield the name of the parameter before an argument that does not have that name."""
    name = fact.parameters[fact.index]
    if _tells_nothing(fact, name) or _is_commented(fact, name):
        return
    label = f"{name.lstrip('_') or name}:"
    yield Hint(fact.start, label, "parameter", after=True, tooltip=_tooltip(fact, name))


def _tells_nothing(fact: PassedArgument, name: str) -> bool:
    names = [each for each in fact.parameters if each]
    if len(fact.parameters) == 1:
        # `sqrt(x)`, `barrier(flags)`; for the program's own functions a short name says nothing,
        # and neither does one that is a part of the function's: `set_width(width)`.
        is_builtin = fact.kind == "builtin"
        return is_builtin or _is_bare(name) or _ends_alike(_words(fact.callee), _words(name))
    if fact.kind == "builtin":
        return all(map(_is_bare, names)) or name in _OBVIOUS
    # The order of (x, y) in the program's own functions may matter if two numbers are passed.
    return _is_bare(name) and (fact.numbers < _SEVERAL or not _NUMBER.match(fact.text))


def _is_bare(name: str) -> bool:
    return _BARE.fullmatch(name) is not None


def _is_commented(fact: PassedArgument, name: str) -> bool:
    """Tell whether an argument, or a comment before it, says the parameter's name."""
    comment = _COMMENT.fullmatch(fact.comment)
    if comment is not None and _words(comment[1]) == _words(name):
        return True
    given = _LAST_NAME.fullmatch(fact.text) or _CALLED.match(fact.text)
    if given is None or _NUMBER.match(given[1]):
        return False
    written, expected = _words(given[1]), _words(name)
    return _ends_alike(written, expected) or (len(name) > 1 and _holds(written, expected))


def _words(name: str) -> list[str]:
    """Return the words that a name is made of: `srcWidth` and `SRC_WIDTH` have the same."""
    return [word.lower() for word in _WORDS.findall(name)]


def _ends_alike(longer: list[str], shorter: list[str]) -> bool:
    return bool(shorter) and longer[-len(shorter) :] == shorter


def _holds(longer: list[str], shorter: list[str]) -> bool:
    """Tell whether words are a contiguous part of others: those of `flags` in `CLK_FLAGS_NONE`."""
    count = len(shorter)
    rows = range(len(longer) - count + 1)
    return bool(shorter) and any(longer[at : at + count] == shorter for at in rows)


def _tooltip(fact: PassedArgument, name: str) -> str:
    words = f"parameter {fact.index + 1} of `{fact.callee}`"
    if not fact.type_text:
        return f"`{name}`: {words}"
    return f"`{name}`, of type `{fact.type_text}`: {words}"
