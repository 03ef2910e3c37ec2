"""The terms of a text for a search: the stems of its words."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_WORD: Final = re.compile(r"[^\W_]+")
# Technical words that are written separately, with a hyphen or as one.
_COMPOUND: Final = re.compile(
    r"\b(work|sub|address|half|bit|byte|swap|non|re)[-_ ]?"
    r"(items?|groups?|spaces?|precision|fields?|order|chains?|uniform|interpret\w*)\b"
)
_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Za-z])(?=\d+\b)")
_STEM: Final = re.compile(r"(?:ions?|ings?|edly|ed|(?<=i)es|es|ly|s|e)\Z")
_DOUBLE: Final = re.compile(r"([bgmnpt])\1\Z")
_SHORTEST: Final = 3
"""The minimum length of a stem, in letters."""

_STOP: Final = frozenset(
    """
    a about all am an and any are as at be between by can do does doing for from get gets give
    given has have how i if in into is it its know kernel like made make many me mean means much my
    need of on one opencl or our over so some than that the their them there these they this to two
    up use used using value values want way we what when where which while who why will with you
    your
    """.split()
)


def terms(text: str) -> list[str]:
    """Return the terms of a text in their order; "sub-group" and "subgroups" are the same one."""
    joined = _COMPOUND.sub(r"\1\2", text.lower().replace("_", " "))
    return [stem(word) for word in _WORD.findall(joined)]


def parts(name: str) -> list[str]:
    """Return the terms of a name: its parts between underscores, capitals and digits."""
    return terms(_HUMP.sub(" ", name))


def asked(query: str) -> list[str]:
    """Return the terms of a query without the common words of questions."""
    found = terms(query)
    return [term for term in found if term not in _STOPPED] or found


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """Return the stem of a word, by its ending."""
    left = _STEM.sub("", word)
    if len(left) < _SHORTEST or word[-1:].isdigit():
        return word
    left = _DOUBLE.sub(r"\1", left)
    return left[:-1] + "i" if left.endswith("y") and len(left) > _SHORTEST else left


_STOPPED: Final = frozenset(map(stem, _STOP))


def is_plain(word: str) -> bool:
    """Tell whether a word may be an English word, and not only a word of programs."""
    return word.isalpha() and (word.islower() or word.istitle())
