"""The documentation of an item, which is resolved when it is selected in a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.reference import reference
from opencl_ls.reference.comments import comment_parts
from opencl_ls.reference.content import Part, shortened
from opencl_ls.reference.shortening import in_brief

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.analysis.facade import Analysis

_LONGEST = 1000
_MOST_OVERLOADS = 8


def documentation(analysis: Analysis, name: str, *, is_builtin: bool) -> Sequence[Part]:
    """Return the documentation of a name, empty if there is none."""
    if is_builtin:
        return in_brief(reference(name, analysis.target, most=_MOST_OVERLOADS), name)
    found = analysis.declaration_named(name)
    if found is None:
        return ()
    symbol = found.symbol
    code = found.written or symbol.type_text
    parts = [Part(shortened(code, _LONGEST), code=True)] if code else []
    parts += comment_parts(found.comment)
    if found.value:
        parts.append(Part(f"Its value is `{found.value}`."))
    return parts
