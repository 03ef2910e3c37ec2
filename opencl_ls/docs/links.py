"""Where the Khronos pages about a name are found."""

from __future__ import annotations

from typing import Final, NamedTuple

from opencl_ls.builtins.language import page

_SITE: Final = "https://registry.khronos.org/OpenCL"
# The manual pages of each older version, and how their files end.
_MANUALS: Final = {
    "1.0": ("sdk/1.0/docs/man/xhtml", "html"),
    "1.1": ("sdk/1.1/docs/man/xhtml", "html"),
    "1.2": ("sdk/1.2/docs/man/xhtml", "html"),
    "2.0": ("sdk/2.0/docs/man/xhtml", "html"),
    "2.1": ("sdk/2.1/docs/man/xhtml", "html"),
}


class Link(NamedTuple):
    """A page's title and address."""

    title: str
    url: str


def page_link(
    name: str, anchor: str, manual: tuple[tuple[str, tuple[str, ...]], ...], version: str | None
) -> Link | None:
    """Return the page of a topic: that of the version ("1.2") where it has one of its own.

    `name` is a page of the unified reference, `anchor` a place in the specification that goes
    before the page's own.
    """
    files = dict(manual).get(version or "", ())
    if files and version in _MANUALS:
        folder, suffix = _MANUALS[version]
        # An extension's page lists what it adds to a function that has a page of its own.
        file = next((each for each in files if not each.startswith("cl_")), files[0])
        return Link(f"OpenCL {version} reference: {file}", f"{_SITE}/{folder}/{file}.{suffix}")
    known = page(name)
    if known is not None:
        return Link(
            f"OpenCL reference: {known.title}", f"{_SITE}/sdk/3.0/docs/man/html/{known.name}.html"
        )
    if anchor:
        return Link(
            "OpenCL C specification", f"{_SITE}/specs/3.0-unified/html/OpenCL_C.html#{anchor}"
        )
    return None
