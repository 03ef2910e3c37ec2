"""Expand macro: replace a use of a macro by its expansion, by one step or in full."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.features.refactorings.layout import spaced
from opencl_ls.features.refactorings.offers import INLINE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.features.refactorings.offers import Offer, Selection

NAME: Final = "expand-macro"


def offers(selection: Selection) -> Iterator[Offer]:
    """Yield the offers for the macro whose name is at the cursor."""
    analysis = selection.analysis
    found = analysis.expansion_at(selection.start)
    if found is None or found.place.end < selection.end:
        return
    if not found.place.start <= selection.start <= found.place.start + len(found.name):
        return
    given = {name.partition("(")[0] for name, _ in analysis.settings.target.defines}
    if found.definition is None and found.name not in given:
        # The expansion of a compiler's macro is an implementation detail.
        return
    start, end = found.place.start, found.place.end
    is_done = found.step.split() == found.text.split()
    title = f"Expand macro '{found.name}'"
    if not is_done:
        yield selection.offer(
            NAME,
            INLINE,
            f"{title} by one step",
            lambda: [(start, end, spaced(selection.text, start, end, found.step))],
        )
    yield selection.offer(
        NAME,
        INLINE,
        title if is_done else f"{title} and all in it",
        lambda: [(start, end, spaced(selection.text, start, end, found.text))],
    )
