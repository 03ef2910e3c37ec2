"""The text of a name's page is about that name, where its siblings differ."""

from __future__ import annotations

import fnmatch
import re
from typing import Final

import pytest

from opencl_ls.builtins.functions import BuiltinFunction, function, function_key, function_names
from opencl_ls.builtins.reader import table
from opencl_ls.docs.library import (
    Documented,
    documented,
    index,
    is_concept,
    members,
    read_topic,
    topic_paths,
)
from opencl_ls.reference import reference
from tests.support.failures import failures

LEFT_OUT: Final = {
    ("atomic_*_explicit", "scope"): "`memory_scope_device`",
    ("intel_work_group_barrier_*", "scope"): "`memory_scope_work_group`",
    ("ndrange_?D", "local_work_size"): "the device chooses",
    ("sub_group_barrier", "scope"): "`memory_scope_sub_group`",
    ("work_group_barrier", "scope"): "`memory_scope_work_group`",
}
"""What holds for a call without an argument.

From the sections Synchronization Functions, Atomic Functions and Enqueuing Kernels.
"""

OTHER_SHAPES: Final = {
    ("enqueue_kernel", "size0"): "blocks without local memory",
    ("enqueue_kernel", ""): "blocks with more local memory",
    ("intel_sub_group_avc_ime_get_streamout_*", "direction"): "results of one direction",
    ("read_image*", "lod"): "images without levels",
    ("read_image*", "gradient_x"): "images without levels",
    ("read_image*", "gradient_y"): "images without levels",
    ("read_image*", "sample"): "images with one sample",
    ("work_group_broadcast", "local_id_z"): "ranges of two dimensions",
}
"""Forms that are shorter because they are for something else."""


def _optional(found: BuiltinFunction) -> set[str]:
    """Return the arguments with which one form goes on where another one ends."""
    forms = {tuple(each.name for each in one.parameters) for one in found.signatures}
    return {
        name
        for short in forms
        for long in forms
        if len(short) < len(long) and long[: len(short)] == short
        for name in long[len(short) :]
    }


OPTIONAL: Final = sorted(
    (name, argument)
    for name in function_names()
    if (found := function(name)) is not None
    for argument in _optional(found)
)


def _known(table: dict[tuple[str, str], str], name: str, argument: str) -> str | None:
    hits = (
        words
        for (pattern, wanted), words in table.items()
        if argument == wanted and fnmatch.fnmatchcase(name, pattern)
    )
    return next(hits, None)


def _documented(name: str) -> Documented:
    found = documented(function_key(name) or name)
    assert found is not None, name
    return found


@pytest.mark.parametrize(("name", "argument"), OPTIONAL)
def test_what_holds_without_an_argument(name: str, argument: str) -> None:
    """The page of a function gives its own default, not that of a sibling."""
    wanted = _known(LEFT_OUT, name, argument)
    assert (wanted is None) != (_known(OTHER_SHAPES, name, argument) is None)
    if wanted is None:
        return
    sentences = re.split(r"(?<=\.) ", _documented(name).arguments[argument])
    about = [each for each in sentences if "left out" in each or "without it" in each]
    assert len(about) == 1
    assert wanted in about[0]
    scopes = set(re.findall(r"`memory_scope_\w+`", about[0]))
    assert scopes <= {wanted}


def test_arguments_are_as_in_the_call() -> None:
    """The text about one name's argument is in the argument's place, not at the end."""
    parts = reference("async_work_group_strided_copy", None)
    listed = next(part.text for part in parts if part.text.startswith("- `dst`"))
    order = ["dst", "src", "num_gentypes", "src_stride", "event", "dst_stride"]
    assert re.findall(r"^- `(\w+)`", listed, re.M) == order


VENDORS: Final = {name for name, where in index().items() if where.startswith("vendors/")}
HELD: Final = [path for path in topic_paths() if not is_concept(path)]


@pytest.mark.parametrize("path", HELD)
@pytest.mark.parametrize("heading", ["Arguments", "Returns", "Special values"])
def test_what_all_share_speaks_of_none(path: str, heading: str) -> None:
    """Text for all functions of a topic names none of them: that belongs into a part."""
    topic = read_topic(path)
    known = set(function_names())
    names = {
        each
        for entry in topic.entries
        for name in entry.names
        for each in fnmatch.filter(known, name)
    }
    section = topic.sections.get(heading)
    if section is not None and len(names) > 1:
        assert not names & set(re.findall(r"`(\w+)[^`]*`", section.shared))


def _returns(path: str) -> None:
    for name in (each for entry in read_topic(path).entries for each in entry.names):
        found = function(name)
        if found is not None:
            is_void = all(each.returns == "void" for each in found.signatures)
            assert is_void == (not _documented(name).section("Returns")), name


def test_returns() -> None:
    """A function that returns something says what, and one that returns nothing does not."""
    assert not failures(_returns, HELD)


def _a_function_is_used_in_an_example_of_its_own(key: str) -> None:
    own = {key, *members(key)}
    words = {word for each in _documented(key).examples for word in re.findall(r"\w+", each.code)}
    assert own & words


def test_a_function_is_used_in_an_example_of_its_own() -> None:
    """What `test_vendors.py` does not hold to it: a page shows a call of its own function."""
    assert not failures(
        _a_function_is_used_in_an_example_of_its_own,
        [key for key in table("functions") if key not in VENDORS],
    )
