"""The table of what attributes apply to is clang's."""

from __future__ import annotations

import pytest

from opencl_ls.builtins.attribute_names import is_known_attribute, meant_attribute
from opencl_ls.builtins.attribute_uses import KINDS, attribute_use
from opencl_ls.builtins.reader import table
from tests.support.attribute_uses import use
from tests.support.judged_calls import judged_by_clang


def test_has_every_attribute_of_clang_on_every_kind_of_subject() -> None:
    queries = table("compiler_queries").all()
    names = {name for name, entry in queries.items() if "attribute" in entry}
    assert set(table("attribute_uses")) == names
    for name in names:
        known = attribute_use(name)
        assert known is not None
        assert len(known.levels) == len(KINDS)
        assert set(known.levels) <= set("EWw-")
        assert set(known.arguments) <= {"", "integer", "string"}


@judged_by_clang
@pytest.mark.parametrize("name", ["always_inline", "packed", "format", "section", "fallthrough"])
def test_is_what_clang_says(name: str) -> None:
    """`python -m tests.support.attribute_uses` would change nothing."""
    assert table("attribute_uses")[name] == use(name)


def test_levels() -> None:
    flatten, inline, packed = map(attribute_use, ("flatten", "always_inline", "packed"))
    assert flatten is not None and inline is not None and packed is not None
    assert flatten.level("member") == "E"
    assert inline.level("member") == "W"
    # Its arguments are counted before it is ignored.
    assert packed.level("typedef") == "w"
    assert packed.level("struct") == "-"
    assert attribute_use("endian") is None


def test_names() -> None:
    assert all(map(is_known_attribute, ("endian", "packed", "qcom_anything", "num_compute_units")))
    assert not is_known_attribute("no_such_attribute")
    assert meant_attribute("pack") == "packed"
    assert meant_attribute("work_group_size") == "reqd_work_group_size"
    assert meant_attribute("packed") == ""
    assert meant_attribute("weakref") == ""
