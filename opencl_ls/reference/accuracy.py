"""The accuracy of functions in words, from the tables' figures."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.settings.target import Target

_TYPES: Final = {
    "float": "`float`",
    "float_embedded": "`float` in the embedded profile",
    "double": "`double`",
    "half": "`half`",
    "half_embedded": "`half` in the embedded profile",
}
_WORDS: Final = {
    "0": "exact",
    "cr": "correctly rounded",
    "impl": "left to the implementation",
    "any": "any result is allowed",
    "undef": "undefined",
    "fma or cr mul + cr add": "as `fma`, or as a product and a sum that are each correctly rounded",
}
_MEANINGS: Final = {
    "n": "`n` is the number of components",
    "max": "`max` is the largest magnitude in the arguments",
}
"""The meanings of the letters in a figure."""
_LETTERS: Final = re.compile(r"[a-z]+")


def accuracy_words(ulp: tuple[tuple[str, str], ...], target: Target | None) -> str:
    """Return the accuracy of a function from the tables, with the meaning of each letter, or "".

    The embedded profile is shown if it differs, and only it if the target has it.  Source:
    section 7.4 of the specification.
    """
    figures = dict(_shown(dict(ulp), is_embedded=target is not None and target.is_embedded))
    if not figures:
        return ""
    texts: dict[str, list[str]] = {}
    for column, figure in figures.items():
        texts.setdefault(_figure(figure), []).append(_TYPES[column])
    words = "; ".join(f"{', '.join(names)}: {figure}" for figure, names in texts.items())
    letters = {letter for figure in figures.values() for letter in _letters(figure)}
    meaning = " and ".join(_MEANINGS[letter] for letter in _MEANINGS if letter in letters)
    return f"{words}. Here {meaning}." if meaning else f"{words}."


def _shown(figures: dict[str, str], *, is_embedded: bool) -> Iterator[tuple[str, str]]:
    """Return the columns of the tables that a reader needs, with their figures."""
    for column in _TYPES:
        figure = figures.get(column)
        plain = column.removesuffix("_embedded")
        replaced = is_embedded and column == plain and f"{column}_embedded" in figures
        repeated = not is_embedded and column != plain and figure == figures.get(plain)
        if figure is not None and not replaced and not repeated:
            yield column, figure


def _figure(figure: str) -> str:
    if figure in _WORDS:
        return _WORDS[figure]
    if figure.startswith("abs<="):
        return f"absolute error within {_formula(figure[5:])}"
    return f"within {_formula(figure.removeprefix('<='))} ULP"


def _formula(text: str) -> str:
    return f"`{text}`" if _letters(text) else text


def _letters(figure: str) -> set[str]:
    return set(_LETTERS.findall(figure)) & set(_MEANINGS)
