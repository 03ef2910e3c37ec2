"""What the names of other languages are called in OpenCL C, with the pages of those names."""

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
    """Return what stands for a name of another language, and the page of that; or nothing.

    A component may follow: `threadIdx.y`.
    """
    known = _known(name)
    return [] if known is None else list(_parts(name, known, target))


def foreign_summary(name: str) -> str:
    """Return one sentence about a name of another language, or ""."""
    known = _known(name)
    return "" if known is None else _sentence(known)


def _known(name: str) -> ForeignName | None:
    base, _, component = name.partition(".")
    known = foreign_name_like(base)
    return known.component(component) if known is not None and component else known


def _parts(name: str, known: ForeignName, target: Target | None) -> Iterator[Part]:
    yield Part(f"`{name}`: {_sentence(known)}")
    if known.differs:
        yield Part(known.differs)
    if not known.missing:
        yield from next(filter(None, (reference(each, target) for each in known.names)), [])


def _sentence(known: ForeignName) -> str:
    if known.missing:
        return f"a name of {known.of}. OpenCL C has nothing that does the same."
    if not known.instead:
        return f"a name of {known.of}. OpenCL C needs nothing in its place."
    shown = f"{known.instead}(...)" if known.instead.startswith("(") else known.instead
    return f"a name of {known.of}. In OpenCL C: `{shown}`."
