"""The pages of vendors' names have more than every page has."""

from __future__ import annotations

import re
from typing import Final

import pytest

from opencl_ls.builtins.functions import function, function_names
from opencl_ls.builtins.macros import macro_names
from opencl_ls.builtins.types import type_names
from opencl_ls.docs.library import read_topic, topic_paths
from opencl_ls.reference import reference

_UNUSED: Final = {
    # Nothing to use, or not to be used by the published text.
    "CLK_AVC_ME_SEARCH_WINDOW_RESERVED0_INTEL",
    "CLK_AVC_ME_SEARCH_WINDOW_RESERVED1_INTEL",
    "CLK_AVC_ME_SEARCH_WINDOW_CUSTOM_INTEL",
    "CLK_AVC_ME_FRAME_DUAL_INTEL",
    "CLK_AVC_ME_BORDER_REACHED_LEFT_INTEL",
}


@pytest.mark.parametrize("path", [path for path in topic_paths() if path.startswith("vendors/")])
def test_constants_and_types_are_in_an_example(path: str) -> None:
    """A name that is in none gets the first one, which is about a sibling."""
    topic = read_topic(path)
    words = set(re.findall(r"\w+", " ".join(each.code for each in topic.examples)))
    known = macro_names() | type_names()
    names = {name for entry in topic.entries for name in entry.names if name in known}
    assert names - words - _UNUSED == set()


def _of_imagination() -> list[str]:
    found = [(name, function(name)) for name in sorted(function_names())]
    return [
        name
        for name, each in found
        if each and any("cl_img_" in str(form.availability) for form in each.signatures)
    ]


@pytest.mark.parametrize("name", _of_imagination())
def test_imaginations_functions_name_their_feature(name: str) -> None:
    """The extensions are offered in parts: each function "requires that the feature macro"."""
    assert "`__opencl_img_" in " ".join(part.text for part in reference(name, None))
