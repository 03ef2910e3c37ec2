"""The files of the `#include`s of the main file, in excluded groups as well."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.analysis.query_results import IncludeLink
from opencl_ls.findings import Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from opencl_ls.preprocess import SourceProvider, Unit

_NAMED: Final = re.compile(r"\s*(?:\"([^\"\n]*)\"|<([^>\n]*)>)")
_MARKS: Final = ('"', "<")


def include_links(
    unit: Unit, files: SourceProvider, search_paths: Iterable[str]
) -> Iterator[IncludeLink]:
    """Yield the `#include`s of the main file whose file is found, in their order.

    In a group that conditionals exclude, a name in quotes or angle brackets is looked up; the name
    from a macro is unknown there.
    """
    paths = tuple(search_paths)
    skipped = set(unit.skipped)
    for number, step in enumerate(unit.steps):
        base = unit.offsets[number]
        for record in step.records:
            if record.kind.startswith("include") and record.path is not None:
                start, end = base + record.name_start, base + record.name_end
                yield _link(unit, start, end, record.path)
        if number not in skipped:
            continue
        directive = step.chunk.directive
        start, end = base + directive.name_end, base + directive.end
        named = _NAMED.match(unit.source, start, end)
        if named is None:
            continue
        name, quoted = named[1] or named[2], named[1] is not None
        path = files.resolve(name, quoted, unit.path, paths) if name else None
        if path is not None:
            yield _link(unit, named.start() + len(named[0]) - len(name) - 2, named.end(), path)


def _link(unit: Unit, start: int, end: int, path: str) -> IncludeLink:
    is_named = unit.source[start:end].startswith(_MARKS)
    place = Place(unit.path, start + is_named, end - is_named)
    return IncludeLink(place, path, not is_named)
