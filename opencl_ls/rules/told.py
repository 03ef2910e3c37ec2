"""What rules have told of a call already, so that one mistake is one finding.

Rules that look at records run before those that look at problems of types.  Many built-in functions
have rules of their own, which say more than that a call fits no form.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.findings import Severity
    from opencl_ls.rules.context import RuleContext


def is_told(context: RuleContext, record: r.Record, least: Severity) -> bool:
    """Tell whether a call has been reported, as gravely as `least` or more.

    What stands in the bodies of its blocks is apart.
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
