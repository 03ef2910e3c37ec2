"""The OpenCL C names for those of other languages, with the pages of these names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.builtins.foreign import foreign_name_like
from opencl_ls.reference import reference
from opencl_ls.reference.content import Part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.builtins.foreign import ForeignName
    from opencl_ls.settings.target import Target


def foreign_page(name: str, target: Target | None) -> list[Part]:
    """Return the counterpart of a name of another language, with its page, if any.

    A component may follow: `threadIdx.y`.
    """
    entry = _entry(name)
    return [] if entry is None else list(_parts(name, entry, target))


def foreign_summary(name: str) -> str:
    """Return one sentence about a name of another language, or ""."""
    entry = _entry(name)
    return "" if entry is None else _sentence(entry)


def _entry(name: str) -> ForeignName | None:
    base, _, component = name.partition(".")
    entry = foreign_name_like(base)
    return entry.component(component) if entry is not None and component else entry


def _parts(name: str, entry: ForeignName, target: Target | None) -> Iterator[Part]:
    yield Part(f"`{name}`: {_sentence(entry)}")
    if entry.differs:
        yield Part(entry.differs)
    if not entry.missing:
        yield from next(filter(None, (reference(each, target) for each in entry.names)), [])


def _sentence(entry: ForeignName) -> str:
    if entry.missing:
        return f"a name of {entry.of}. OpenCL C has nothing that does the same."
    if not entry.instead:
        return f"a name of {entry.of}. OpenCL C needs nothing in its place."
    shown = f"{entry.instead}(...)" if entry.instead.startswith("(") else entry.instead
    return f"a name of {entry.of}. In OpenCL C: `{shown}`."
