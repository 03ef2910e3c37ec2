"""Implicit conversions, shown as casts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.features.inlay_hints.hint import Hint

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.query_results import ImplicitConversion

_LOSSES: Final = {
    "fraction": "the digits after the point are lost",
    "precision": "what the other type cannot hold exactly is rounded",
    "range": "what needs more bits is cut off",
    "sign": "a negative number becomes a large one",
    "bits": "the bits stay, and their sign is read otherwise",
    "width": "the value stays",
    "components": "all components become the scalar",
}
_LOSSY: Final = frozenset(("fraction", "precision", "range", "sign"))


def lossy_hints(fact: ImplicitConversion) -> Iterator[Hint]:
    """Yield the casts of conversions that may lose something.

    A work-item id goes into an `int` in nearly every kernel, and fits.
    """
    if fact.loss in _LOSSY and not (fact.loss == "range" and fact.size_kind == "work-item"):
        yield from conversion_hints(fact)


def conversion_hints(fact: ImplicitConversion) -> Iterator[Hint]:
    """Yield a cast, and after the expression the parenthesis that it may need."""
    tooltip = f"`{fact.source}` becomes `{fact.target}`: {_LOSSES[fact.loss]}"
    opened = f"({fact.target})"
    if not fact.is_compound:
        yield Hint(fact.start, opened, "type", tooltip=tooltip, edits=((fact.start, opened),))
        return
    edits = ((fact.start, f"{opened}("), (fact.end, ")"))
    yield Hint(fact.start, f"{opened}(", "type", tooltip=tooltip, edits=edits)
    yield Hint(fact.end, ")", "type", tooltip=tooltip)
