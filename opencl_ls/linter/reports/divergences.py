"""Reports of divergences, shared by the rules about collective functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.linter.context import Elsewhere, Ranged, UnitContext
from opencl_ls.semantics.flow.uniformity.wording import argument_sentence, sentence, trace

if TYPE_CHECKING:
    from collections.abc import Callable

    from opencl_ls.linter.context import ItemFix
    from opencl_ls.semantics.flow.uniformity import Divergence
    from opencl_ls.semantics.model import ItemModel

    Fixes = Callable[[ItemModel, Divergence], list[ItemFix]]


def report_divergences(
    context: UnitContext,
    family: str,
    *kinds: str,
    in_callee: bool | None = None,
    fixes: Fixes | None = None,
) -> None:
    """Report the divergences of a family of functions that are of some kinds.

    `in_callee` selects those inside a called function of the program, or the others.
    """
    for kind in kinds:
        for item, divergence in context.divergences.get((family, kind), ()):
            if in_callee is None or in_callee == (divergence.meeting is not None):
                _report(context, item, divergence, fixes)


def _report(context: UnitContext, item: int, found: Divergence, fixes: Fixes | None) -> None:
    """Report a divergence; the finding is cached in the divergence itself."""
    rule = context.rule
    if found.told and found.told[0] is rule:
        context.findings.append((item, found.told[1]))
        return
    ranged: Ranged = found.call if found.argument is None else found.argument
    is_argument = found.kind == "argument"
    related: list[tuple[Ranged, str]] = [
        (record if function is None else Elsewhere(function, record), words)
        for record, function, words in trace(found)
    ]
    context.report(
        item,
        ranged,
        argument_sentence(found) if is_argument else sentence(found),
        related=related,
        fixes=() if fixes is None else fixes(context.models[item], found),
    )
    found.told[:] = [rule, context.findings[-1][1]]
