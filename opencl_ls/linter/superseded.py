"""Drops the findings about calls that a more specific rule supersedes.

Many built-in functions have rules of their own, which say more than that no overload fits.  Such a
rule declares what it `supersedes`.  This is resolved after all rules have run over an item, so that
their order makes no difference.
"""

from __future__ import annotations

from bisect import bisect_left
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.linter.context import ItemFinding

_start: Final = attrgetter("start")


class General(NamedTuple):
    """A finding about a call that a more specific one may supersede, by its number."""

    number: int
    code: str
    call: r.Call


class Specific(NamedTuple):
    """The place of a finding, in bytes, and the codes that its rule supersedes."""

    start: int
    end: int
    supersedes: frozenset[str]


def without_superseded(
    findings: list[ItemFinding], general: Sequence[General], specific: Sequence[Specific]
) -> list[ItemFinding]:
    """Return the findings in an item without the general ones that a specific one supersedes."""
    if not general or not specific:
        return findings
    places = sorted(specific, key=_start)
    dropped = {each.number for each in general if _is_superseded(each, places)}
    return [each for number, each in enumerate(findings) if number not in dropped]


def _is_superseded(general: General, specific: Sequence[Specific]) -> bool:
    """Tell whether a finding in the call supersedes a general one; those in its blocks do not."""
    call = general.call
    bodies = [each.body for each in call.arguments if isinstance(each, r.BlockLiteral)]
    for number in range(bisect_left(specific, call.start, key=_start), len(specific)):
        found = specific[number]
        if found.start > call.end:
            break
        is_inside = found.end <= call.end and not any(
            body.start <= found.start < body.end for body in bodies
        )
        if is_inside and general.code in found.supersedes:
            return True
    return False
