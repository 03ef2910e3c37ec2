"""The addresses of Khronos pages about a name.

Every address is one that Khronos's registry holds; `tests/docs/registry.json` lists them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.builtins.extensions import extension
from opencl_ls.builtins.language import page

if TYPE_CHECKING:
    from opencl_ls.builtins.extensions import Extension
    from opencl_ls.builtins.macros import BuiltinMacro
    from opencl_ls.builtins.versions import Availability

SITE: Final = "https://registry.khronos.org/OpenCL"
SPECIFICATION: Final = "specs/3.0-unified/html/OpenCL_C.html"
# The manual pages of each older version, and the endings of their files.
_MANUALS: Final = {
    "1.0": ("sdk/1.0/docs/man/xhtml", "html"),
    "1.1": ("sdk/1.1/docs/man/xhtml", "html"),
    "1.2": ("sdk/1.2/docs/man/xhtml", "html"),
    "2.0": ("sdk/2.0/docs/man/xhtml", "html"),
    "2.1": ("sdk/2.1/docs/man/xhtml", "html"),
}

_UNPUBLISHED: Final = frozenset({"attribute"})
"""Pages that the source of the reference has, and the registry does not show."""

_MACRO_GROUPS: Final = {
    "predefined": "preprocessor-directives-and-macros",
    "version": "preprocessor-directives-and-macros",
    "float": "table-builtin-half-native-math",
    "float-limits": "floating-point-macros-and-pragmas",
    "double-limits": "floating-point-macros-and-pragmas",
    "half-limits": "floating-point-macros-and-pragmas",
    "math-constant": "floating-point-macros-and-pragmas",
    "integer-limits": "integer-macros",
    "fence": "table-builtin-synchronization",
    "sampler": "table-sampler-descriptor",
    "image-channel-order": "table-image-query",
    "image-channel-type": "table-image-query",
    "enqueue": "table-kernel-enqueue-flags",
    "device-enqueue": "table-builtin-kernel-enqueue",
    "feature": "table-optional-lang-features",
}
"""The place in the specification that names the macros of a group."""

_MACROS: Final = {
    "NULL": "preprocessor-directives-and-macros",
    "FP_FAST_FMA": "floating-point-macros-and-pragmas",
    "FP_FAST_FMAF": "floating-point-macros-and-pragmas",
    "FP_FAST_FMA_HALF": "floating-point-macros-and-pragmas",
    "FP_ILOGB0": "floating-point-macros-and-pragmas",
    "FP_ILOGBNAN": "floating-point-macros-and-pragmas",
    "ATOMIC_VAR_INIT": "the-atomic_var_init-macro",
    "ATOMIC_FLAG_INIT": "atomic_flag",
    "CLK_NULL_RESERVE_ID": "pipe-functions",
    "CLK_NULL_QUEUE": "enqueuing-kernels",
    "CLK_NULL_EVENT": "enqueuing-kernels",
    "CL_COMPLETE": "table-builtin-event",
    "CL_SUBMITTED": "table-builtin-event",
    "CLK_PROFILING_COMMAND_EXEC_TIME": "table-builtin-event",
}
"""The macros that are described separately from the rest of their group."""

_MACRO_PREFIXES: Final = {
    "memory_order_": "table-memory-orders",
    "memory_scope_": "table-memory-scopes",
}
_UNSPECIFIED: Final = frozenset(
    {"CL_RUNNING", "CL_QUEUED", "CL_VERSION_3_1", "CLK_UNORM_INT24", "CLK_DEPTH_STENCIL"}
    | {"__EMBEDDED_PROFILE__", "__OPENCL_CPP_VERSION__", "DBL_RADIX"}
)
"""Macros that compilers know, and the specification of OpenCL C does not name."""


class Link(NamedTuple):
    """A page's title and address."""

    title: str
    url: str


def page_link(
    name: str, anchor: str, manual: tuple[tuple[str, tuple[str, ...]], ...], version: str | None
) -> Link | None:
    """Return the page of a topic: that of the version ("1.2") if it has its own.

    `name` is a page of the unified reference, `anchor` a place in the specification that replaces
    the page's own.
    """
    files = dict(manual).get(version or "", ())
    if files and version in _MANUALS:
        folder, suffix = _MANUALS[version]
        # The page of an extension names functions that have a page of their own.
        file = next((each for each in files if not each.startswith("cl_")), files[0])
        return Link(f"OpenCL {version} reference: {file}", f"{SITE}/{folder}/{file}.{suffix}")
    known = page(name)
    if known is not None and known.name in _UNPUBLISHED:
        return specification_link(known.anchor)
    if known is not None:
        return Link(
            f"OpenCL reference: {known.title}", f"{SITE}/sdk/3.0/docs/man/html/{known.name}.html"
        )
    return specification_link(anchor)


def specification_link(anchor: str) -> Link | None:
    """Return a place in the specification of OpenCL C, or None for no anchor."""
    return Link("OpenCL C specification", f"{SITE}/{SPECIFICATION}#{anchor}") if anchor else None


def extension_link(found: Extension) -> Link | None:
    """Return the document of an extension, or None when the registry has none."""
    if not found.document:
        return None
    if found.document.startswith(SPECIFICATION):
        return Link(f"OpenCL C specification: {found.name}", f"{SITE}/{found.document}")
    return Link(f"OpenCL registry: {found.name}", f"{SITE}/{found.document}")


def link_of_extensions(needs: Availability) -> Link | None:
    """Return the document of the first extension that a name needs and that has one."""
    for name in (*needs.extensions, *needs.requires):
        known = extension(name)
        link = None if known is None else extension_link(known)
        if link is not None:
            return link
    return None


def macro_link(found: BuiltinMacro) -> Link | None:
    """Return where a macro is defined: in the document of its extension, or the specification."""
    if found.name in _UNSPECIFIED:
        return None
    anchor = _MACROS.get(found.name) or _MACRO_GROUPS.get(found.group, "")
    for prefix, place in _MACRO_PREFIXES.items():
        if found.name.startswith(prefix):
            anchor = place
    if any(not name.startswith("cl_khr_") for name in found.availability.requires):
        return link_of_extensions(found.availability)
    return specification_link(anchor) or link_of_extensions(found.availability)
