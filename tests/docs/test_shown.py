"""Every text of a topic is shown with some name."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import Final

import pytest

from opencl_ls.builtins.reader import table
from opencl_ls.docs.library import index, is_concept, read_topic

PATHS: Final = sorted(
    {where.partition("#")[0] for where in index().values() if not is_concept(where)}
)
_OF_FUNCTIONS: Final = ("Arguments", "Returns", "Accuracy")


@pytest.mark.parametrize("path", PATHS)
def test_what_is_said_of_functions_concerns_one(path: str) -> None:
    """A text below a heading only of functions has a function that it is shown with."""
    topic = read_topic(path)
    functions = {
        name
        for entry in topic.entries
        for name in entry.names
        if "*" in name or name in table("functions")
    }
    for heading in _OF_FUNCTIONS:
        found = topic.sections.get(heading)
        if found is None:
            continue
        assert functions or not found.shared, heading
        for names, _ in found.own:
            assert any(fnmatchcase(each, name) for each in functions for name in names), names
