"""Reports divergences: what the rules about functions that a whole group must meet share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.rules.context import Elsewhere, Spot, UnitContext
from opencl_ls.semantics.uniformity.wording import argument_sentence, sentence, trace

if TYPE_CHECKING:
    from opencl_ls.semantics.uniformity import Divergence


def report_divergences(
    context: UnitContext, family: str, *kinds: str, in_callee: bool | None = None
) -> None:
    """Report the divergences of a family of functions that are of some kinds.

    `in_callee` chooses those behind a call of a function of the program, or the others.
    """
    for found in context.divergences:
        divergence = found.divergence
        if divergence.collective.family != family or divergence.kind not in kinds:
            continue
        if in_callee is not None and in_callee != (divergence.meeting is not None):
            continue
        _report(context, found.item, divergence)


def _report(context: UnitContext, item: int, found: Divergence) -> None:
    spot: Spot = found.call if found.argument is None else found.argument
    is_argument = found.kind == "argument"
    related: list[tuple[Spot, str]] = [
        (record if function is None else Elsewhere(function, record), words)
        for record, function, words in trace(found)
    ]
    context.report(
        item,
        spot,
        argument_sentence(found) if is_argument else sentence(found),
        related=related,
    )
