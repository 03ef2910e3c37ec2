"""The accuracy of functions in words, from the tables' figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
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
}


def accuracy_words(ulp: tuple[tuple[str, str], ...], target: Target | None) -> str:
    """Return what the accuracy tables say of a function, or "".

    The embedded profile is told where it differs, and alone where the target is of it.
    """
    figures = dict(ulp)
    embedded = target is not None and target.is_embedded
    told: dict[str, list[str]] = {}
    for column, name in _TYPES.items():
        figure = figures.get(column)
        if figure is None:
            continue
        plain = column.removesuffix("_embedded")
        if column == plain and embedded and f"{column}_embedded" in figures:
            continue
        if column != plain and not embedded and figure == figures.get(plain):
            continue
        told.setdefault(_figure(figure), []).append(name)
    return "; ".join(f"{', '.join(names)}: {figure}" for figure, names in told.items()) + (
        "." if told else ""
    )


def _figure(figure: str) -> str:
    if figure in _WORDS:
        return _WORDS[figure]
    if figure.startswith("<="):
        return f"within {figure[2:]} ULP"
    if figure.startswith("abs<="):
        return f"absolute error within {figure[5:]}"
    return figure
