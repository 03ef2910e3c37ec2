"""No link is dead or wrong: each leads to a page, and a place in it, that the registry holds.

`registry.json` lists the registry's pages (as of January 2026) by their folders, and the places in
the specifications of OpenCL C and of the host's API: names alone, which change with a new edition.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from opencl_ls.builtins.extensions import all_extensions
from opencl_ls.builtins.functions import function, function_names
from opencl_ls.builtins.language import all_attributes, all_keywords, all_pragmas, page
from opencl_ls.builtins.macros import all_macros
from opencl_ls.builtins.types import builtin_type, type_names
from opencl_ls.builtins.versions import Version
from opencl_ls.docs.links import SITE
from tests.support.reference_pages import parts_of

_LINK = re.compile(r"\[[^]]+\]\((https?://[^)\s]+)\)")
# Names in which the registry has no document, or none that has the name.
_WITHOUT = re.compile(
    r"__cl_clang_.*|cl_clang_.*|cl_APPLE_.*|cl_amd_printf|cl_img_.*|cl_intel_sharing_format_query_.*"
    r"|cl_intel_(create_mem_object_properties|kernel_allocations_info|program_scope_host_pipe)"
    r"|cl_intel_(queue_no_sync_operations|subgroup_matrix_multiply_accumulate_tf32)"
    r"|cl_khr_(icd_unloadable|unified_svm)|cl_loader_layers|cl_qcom_reqd_.*|cles_khr_int64"
)


@cache
def _registry() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Path(__file__).with_name("registry.json").read_text("utf-8"))
    return found


def _is_held(url: str) -> bool:
    """Tell whether the registry holds the page of an address, and the place in it."""
    path, _, anchor = url.removeprefix(f"{SITE}/").partition("#")
    if anchor:
        return anchor in _registry()["anchors"].get(path, ())
    folder, _, file = path.rpartition("/")
    return file in _registry()["pages"].get(folder, ())


def _links(name: str, version: Version | None) -> list[str]:
    return [url for part in parts_of(name, version) for url in _LINK.findall(part.text)]


def _names() -> list[str]:
    families: dict[str, str] = {}
    for name in sorted(function_names()):
        known = function(name)
        assert known is not None
        families.setdefault(known.key, name)
    return [
        *families.values(),
        *sorted(type_names()),
        *all_macros(),
        *all_extensions(),
        *all_keywords(),
        *(f"__attribute__(({name}))" for name in all_attributes()),
        *(f"#pragma {name}" for name in all_pragmas()),
    ]


@pytest.mark.parametrize("version", list(Version))
def test_every_link_is_held_by_the_registry(version: Version) -> None:
    """In each version, each name's links lead to pages and places that exist."""
    wrong = [(name, url) for name in _names() for url in _links(name, version) if not _is_held(url)]
    assert not wrong


def test_a_dead_link_is_seen() -> None:
    """Neither a page nor a place that is not there passes."""
    assert _is_held(f"{SITE}/sdk/3.0/docs/man/html/mathFunctions.html")
    assert not _is_held(f"{SITE}/sdk/3.0/docs/man/html/acos.html")
    assert not _is_held(f"{SITE}/specs/3.0-unified/html/OpenCL_C.html#cl_khr_fp65")


def test_names_have_a_link() -> None:
    """Each macro, keyword, attribute, extension and vendor's function has one, as far as there is.

    Compilers' own attributes, and what the specification does not name, have none.
    """
    extensions = [name for name in all_extensions() if not _WITHOUT.fullmatch(name)]
    attributes = [
        f"__attribute__(({name}))"
        for name, known in all_attributes().items()
        if known.source != "clang"
        and known.availability.extensions != ("cl_qcom_reqd_sub_group_size",)
    ]
    functions = [
        name
        for name in sorted(function_names())
        if not any(_WITHOUT.fullmatch(each) for each in _asked_for(name))
    ]
    wanted = [*extensions, *all_keywords(), *attributes, *functions]
    assert [name for name in wanted if not _links(name, None)] == []
    bare = {
        name
        for name, known in all_macros().items()
        if not _links(name, None) and not any(map(_WITHOUT.fullmatch, known.availability.requires))
    }
    assert bare == {
        "__EMBEDDED_PROFILE__", "__OPENCL_CPP_VERSION__", "CL_VERSION_3_1", "CL_RUNNING",
        "CL_QUEUED", "CLK_UNORM_INT24", "CLK_DEPTH_STENCIL", "DBL_RADIX",
    }  # fmt: skip


def _asked_for(name: str) -> set[str]:
    known = function(name)
    assert known is not None
    needs = [form.availability for form in known.signatures]
    return {each for need in needs for each in (*need.extensions, *need.requires)}


def test_a_function_goes_before_an_extension() -> None:
    """A page of its own goes before that of an extension which has more overloads of it."""
    for name in ("read_imagef", "get_image_width"):
        (link,) = _links(name, Version.CL20)
        assert "cl_khr_" not in link


def test_pages_of_the_reference_are_held() -> None:
    """Each page that the tables name is one of the unified reference's."""
    named = {
        known.page
        for each in sorted(type_names())
        if (known := builtin_type(each)) is not None and known.page
    }
    for each in named:
        assert page(each) is not None
        assert _is_held(f"{SITE}/sdk/3.0/docs/man/html/{each}.html")
