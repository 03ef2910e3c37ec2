"""The extensions of OpenCL, and the feature macros of OpenCL C 3.0."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from opencl_ls.builtins.reader import table

# Disabling the first disables the others, which are defined in terms of it.
DEPENDENT_FEATURES: Final = {
    "__opencl_c_images": ("__opencl_c_read_write_images", "__opencl_c_3d_image_writes"),
    "__opencl_c_generic_address_space": ("__opencl_c_device_enqueue", "__opencl_c_pipes"),
    "__opencl_c_program_scope_global_variables": ("__opencl_c_device_enqueue",),
}


PRAGMA_NEEDED: Final = frozenset(
    {
        "cl_khr_fp16",
        "cl_khr_device_enqueue_local_arg_types",
        "cl_khr_byte_addressable_store",
        "cl_clang_storage_class_specifiers",
        "__cl_clang_bitfields",
        "__cl_clang_function_pointers",
        "__cl_clang_variadic_functions",
    }
)
"""Extensions whose additions to the language exist only after `#pragma OPENCL EXTENSION`.

Compilers follow the specification (clang 19, with every extension supported) for values of type
half, and for typed pointers to local memory as parameters of an enqueued block; clang requires a
pragma for its own additions as well.  Compilers accept stores to small types in every version, but
only the pragma makes them valid in OpenCL C 1.0.
"""

STANDS_FOR: Final = {"cl_amd_fp64": "cl_khr_fp64"}
"""Vendors' names for extensions of Khronos: a pragma for one enables the other."""

_EXTENSION = re.compile(r"\bcl_\w+")


class Extension(NamedTuple):
    """An extension.

    `vendor` is "khr", "ext", "intel" and so on; `core` the version in which it became core;
    `language` is true if it changes the language and not only the host's API; `feature` is the
    equivalent feature macro of 3.0.  `since` is the first version of OpenCL C in which compilers
    offer it (100: every one), `pragma` whether `#pragma OPENCL EXTENSION` knows it (None if
    unknown), `deprecated` the version that deprecates it.

    From Khronos's registry (its XML, or the extension's own document if that says more):
    `revision` ("0.0.0" if the registry has none), `ratified` by Khronos, `experimental` (it
    may still change), `depends` on versions of OpenCL and other extensions (in the registry's own
    words: "CL_VERSION_1_2+cl_khr_semaphore", "+" for and, "," for or), and `document`, where it
    is described, below the registry's address.
    """

    name: str
    vendor: str
    revision: str
    core: int | None
    language: bool
    feature: str
    since: int
    pragma: bool | None
    deprecated: int | None
    note: str
    ratified: bool = False
    experimental: bool = False
    depends: str = ""
    document: str = ""

    @property
    def needed_extensions(self) -> frozenset[str]:
        """The extensions among its dependencies, needed or one choice of several."""
        return frozenset(_EXTENSION.findall(self.depends))

    @property
    def dependencies(self) -> tuple[tuple[str, ...], ...]:
        """Its dependencies: alternatives, each of versions and extensions that it takes."""
        return tuple(tuple(way.split("+")) for way in self.depends.split(",") if way)


def extension(name: str) -> Extension | None:
    """Return the extension of this name, or None."""
    return all_extensions().get(name)


@cache
def awaiting_pragma(version: int) -> frozenset[str]:
    """Return the extensions that a program of a version has to enable by a pragma.

    The specification starts with all of them disabled.  Those of Khronos count that change the
    language and are not core yet; in OpenCL C 3.0, where features replaced them, only those that
    compilers require.
    """
    if version >= 300:
        return PRAGMA_NEEDED
    return PRAGMA_NEEDED | {
        name
        for name, known in all_extensions().items()
        if known.vendor == "khr"
        and known.language
        and known.pragma
        and known.since <= version
        and (known.core is None or known.core > version)
    }


@cache
def all_extensions() -> dict[str, Extension]:
    """Return every extension by its name."""
    registry = table("registry")
    return {
        name: Extension(
            name=name,
            vendor=entry["vendor"],
            revision=entry.get("revision", ""),
            core=entry.get("core"),
            language=entry.get("language", False),
            feature=entry.get("feature", ""),
            since=entry.get("since", 100),
            pragma=entry.get("pragma"),
            deprecated=entry.get("deprecated"),
            note=entry.get("note", ""),
            **registry.get(name, {}),
        )
        for name, entry in table("extensions").all().items()
    }
