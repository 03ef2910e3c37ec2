"""A page of one name is complete: its link, its first lines and its examples are about it."""

from __future__ import annotations

import re
from typing import Final

import pytest

from opencl_ls.builtins.functions import function, function_key, function_names
from opencl_ls.builtins.macros import macro_names
from opencl_ls.builtins.types import builtin_type, type_names
from opencl_ls.docs.library import documented, read_topic, topic_paths
from opencl_ls.docs.topic import parse_topic
from opencl_ls.reference import reference
from tests.support.failures import failures

# Words of a first comment that lean on an example above, which another name's page leaves out.
_LEANING: Final = re.compile(
    r"^// (?:the same (?:with|as|for|in)\b|as (?:above|before)\b|likewise\b|this time\b)",
    re.I | re.M,
)
_GUARD: Final = re.compile(r"^#\s*if.*", re.M)


def _a_function_leads_to_the_page_of_its_subject(name: str) -> None:
    found, written = function(name), documented(function_key(name) or name)
    assert found is not None
    assert written is not None
    if found.page and written.topic.pages:
        assert found.page in written.topic.pages


def test_a_function_leads_to_the_page_of_its_subject() -> None:
    """The page of the official reference is one of those that its topic is about."""
    assert not failures(_a_function_leads_to_the_page_of_its_subject, sorted(function_names()))


@pytest.mark.parametrize(
    ("name", "page"),
    [
        ("work_group_all", "workGroupFunctions"),
        ("work_group_reduce_xor", "workGroupUniformArithmeticFunctions"),
        ("sub_group_reserve_write_pipe", "subGroupFunctions"),
        ("dot", "geometricFunctions"),
        ("memory_order", "memory_order"),
    ],
)
def test_a_link_leads_to_the_section_that_describes_the_name(name: str, page: str) -> None:
    assert f"/{page}.html" in "\n".join(part.text for part in reference(name, None) or ())


def _only_another_name_of_a_type_is_a_typedef(name: str) -> None:
    found = builtin_type(name)
    assert found is not None
    (first, *_) = reference(name, None) or ()
    assert first.text.startswith("typedef ") == (found.kind == "scalar-alias")


def test_only_another_name_of_a_type_is_a_typedef() -> None:
    """An atomic type is no alias: operators do not work on it (6.15.12.10)."""
    assert not failures(_only_another_name_of_a_type_is_a_typedef, sorted(type_names()))


def _an_example_does_not_lean_on_another_one(path: str) -> None:
    for example in read_topic(path).examples:
        assert not _LEANING.search(example.code), example.code


def test_an_example_does_not_lean_on_another_one() -> None:
    assert not failures(_an_example_does_not_lean_on_another_one, topic_paths())


def _the_example_of_a_feature_asks_for_that_feature(name: str) -> None:
    written = documented(name)
    assert written is not None
    for example in written.examples:
        conditions = "\n".join(_GUARD.findall(example.code))
        assert name in conditions or "__opencl_c_" not in conditions, example.code


def test_the_example_of_a_feature_asks_for_that_feature() -> None:
    assert not failures(
        _the_example_of_a_feature_asks_for_that_feature,
        sorted(each for each in macro_names() if each.startswith("__opencl_c_")),
    )


def test_an_example_that_asks_for_a_sibling_stands_in_for_none() -> None:
    head = "---\ntitle: T\n---\n\n## Names\n- `ONE`: First.\n- `two`: Second.\n\n## Example\n"
    guarded = parse_topic(head + "```cl CL3.0\n#ifdef ONE\nint x;\n#endif\n```\n")
    assert len(guarded.examples_of({"ONE"})) == 1
    assert guarded.examples_of({"two"}) == ()
    assert len(parse_topic(head + "```cl CL3.0\nint y;\n```\n").examples_of({"two"})) == 1
