"""The reference as several tests read it, made once in a process: all of it takes seconds."""

from __future__ import annotations

from functools import cache

from opencl_ls.builtins.versions import Version
from opencl_ls.reference import reference
from opencl_ls.reference.content import Part
from opencl_ls.reference.html.site import site_pages
from opencl_ls.settings.target import Target

target_of = cache(Target.make)
"""The target of a version."""


@cache
def parts_of(name: str, version: Version | None = None) -> list[Part]:
    """Return what there is to read about a name, in a version or in none."""
    return reference(name, version and target_of(version))


@cache
def site() -> dict[str, str]:
    """Return the files of the reference for a browser by their places."""
    return dict(site_pages())
