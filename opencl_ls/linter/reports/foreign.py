"""Messages about the names of other languages, and their fixes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.builtins.foreign import foreign_name
from opencl_ls.linter.context import ItemFix, replacing
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.builtins.foreign import ForeignName
    from opencl_ls.linter.context import Ranged
    from opencl_ls.semantics.names.undeclared import UndeclaredUse


def word_fixes(ranged: Ranged, foreign: ForeignName) -> list[ItemFix]:
    """Return the fix that puts OpenCL C's word in its place, if one word is all that changes."""
    return [_replacing(ranged, foreign.instead)] if foreign.is_word else []


def told_of_foreign(use: UndeclaredUse) -> tuple[str, list[ItemFix]] | None:
    """Return the message about an undeclared name of another language, and its fix, or None.

    A component of CUDA's `threadIdx` and a call without arguments are replaced as a whole.
    """
    foreign = foreign_name(use.problem.name)
    if foreign is None or foreign.missing:
        return None
    if use.problem.role == "type" and foreign.instead.startswith("("):
        foreign = foreign._replace(instead=foreign.instead[1:-1])
    above = use.above
    if isinstance(above, r.Member) and (part := foreign.component(above.member.text)) is not None:
        return part.advice, [_replacing(above, part.instead)]
    if isinstance(above, r.Call) and foreign.is_call and not above.arguments:
        return foreign.advice, [_replacing(above, foreign.instead)]
    return foreign.advice, word_fixes(use.problem.record, foreign)


def _replacing(ranged: Ranged, new: str) -> ItemFix:
    return replacing(f"Change to '{new}'" if new else "Remove it", ranged, new, safe=False)
