"""The comparison of a program with the limits of its device."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from opencl_ls.findings import Severity
    from opencl_ls.linter.context import Ranged, RuleContext


def report_above(
    context: RuleContext,
    ranged: Ranged,
    words: str,
    amount: int,
    limit: str,
    *,
    severity: Severity | None = None,
) -> bool:
    """Report an amount above a limit of one number, and return whether it is.

    `words` say what the program needs.  `severity` is for a limit of a device that the settings
    name; without one, the limit is what every device has, and the rule's own severity counts.  A
    limit that is unknown is never exceeded.
    """
    known = context.target.limit(limit)
    if known is None or amount <= known.number:
        return False
    level = severity if known.device else None
    context.report(ranged, f"{words}: {known}", severity=level)
    return True
