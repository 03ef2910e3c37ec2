"""A trial of a refactoring: its edits are applied and the program is checked again.

A refactoring looks at the function around a selection.  In a text with errors elsewhere that may be
no function at all, which the trial shows.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from opencl_ls.findings import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.findings import TextEdit


def spoiled(analysis: Analysis, edits: Iterable[TextEdit]) -> str:
    """Return a rule that would report more after the edits, or ""."""
    before, after = _reported(analysis.after(())), _reported(analysis.after(edits))
    return min((after - before).elements(), default="")


def _reported(analysis: Analysis) -> Counter[str]:
    return Counter(each.code for each in analysis.findings if each.severity <= Severity.WARNING)
