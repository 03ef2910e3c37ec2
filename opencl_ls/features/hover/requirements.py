"""Hovers of a kernel's name: the version and the extensions that it needs, and what asks for them.

They are about the text that the file has for its own target; `features.requirements` compares
targets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.builtins.versions import Version
from opencl_ls.reference.content import Part

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.need_results import NeedReason
    from opencl_ls.analysis.query_results import Way


def requirement_parts(analysis: Analysis, kernel: str) -> Iterator[Part]:
    """Yield the needs of a kernel; nothing while a part of it is not analysed."""
    summary, needs = analysis.kernel_summary(kernel), analysis.kernel_needs(kernel)
    if summary is None or needs is None or not summary.ways:
        return
    said = f"Needs {', or '.join(each.words for each in summary.ways)}"
    reasons = [f"- `{need}`: {words}" for need, words in _reasons(needs.reasons, summary.ways[0])]
    yield Part("\n".join([f"{said}:\n", *reasons]) if reasons else f"{said}.")


def _reasons(reasons: Sequence[NeedReason], lowest: Way) -> Iterator[tuple[str, str]]:
    """Yield the version, unless it is the first one, each further need, and what asks for it."""
    newest = (each for each in reasons if each.ways[0].version == lowest.version)
    first = None if lowest.version == min(Version) else next(newest, None)
    if first is not None:
        yield Version(lowest.version).label, _told(first)
    for need in (*lowest.extensions, *lowest.features):
        for reason in reasons:
            way = next(each for each in reason.ways if each.version == lowest.version)
            if need in way.extensions or need in way.features:
                yield need, _told(reason)
                break


def _told(reason: NeedReason) -> str:
    words = reason.words.replace("'", "`")
    path = ", ".join(f"`{step.name}`" for step in reason.path)
    return f"{words}, through {path}" if path else words
