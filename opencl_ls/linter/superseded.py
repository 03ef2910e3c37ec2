"""Whether a more specific finding on a call supersedes a general one.

Many built-in functions have rules of their own, which say more than that no overload fits.  Rules
that look at records run before those that look at problems of types.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.findings import Severity
    from opencl_ls.linter.context import RuleContext


def is_superseded(context: RuleContext, record: r.Record, least: Severity) -> bool:
    """Tell whether a specific rule has reported a call, with severity `least` or a graver one.

    Findings of the general families, and those in the bodies of its blocks, do not count.
    """
    if not isinstance(record, r.Call):
        return False
    bodies = [each.body for each in record.arguments if isinstance(each, r.BlockLiteral)]
    return any(
        finding.severity <= least
        and not finding.code.startswith(("builtin/", "printf/", "names/", "type/"))
        and not any(body.start <= finding.start < body.end for body in bodies)
        for finding in context.findings_in(record.start, record.end)
    )
