"""The names of other languages: none is one of OpenCL C, and what replaces them is."""

from __future__ import annotations

import re

from opencl_ls.builtins.extensions import extension
from opencl_ls.builtins.foreign import foreign_name
from opencl_ls.builtins.language import attribute
from opencl_ls.builtins.names import is_builtin, is_keyword
from opencl_ls.builtins.reader import table
from tests.support.failures import failures

_NAMED = re.compile(r"(?<=`)[A-Za-z]\w*_\w+|(?<=`)__\w+")
NAMES = sorted(table("foreign_names"))


def _is_foreign(name: str) -> None:
    assert not is_builtin(name)
    assert not is_keyword(name)
    foreign = foreign_name(name)
    assert foreign is not None
    for word in re.findall(r"[a-z_]\w+", foreign.instead, re.I):
        known = is_builtin(word) or is_keyword(word) or attribute(word) is not None
        assert known or word in ("lo", "hi"), word
    assert foreign.missing <= (not foreign.instead)
    assert not foreign.differs or foreign.differs.endswith(".")
    for word in _NAMED.findall(foreign.differs):
        known = is_builtin(word) or is_keyword(word) or attribute(word) is not None
        assert known or extension(word) is not None or word in NAMES, word


def test_is_foreign() -> None:
    """OpenCL C does not have the name, and has each word that is offered, halves of vectors too."""
    assert not failures(_is_foreign, NAMES)


def test_sorted() -> None:
    """The file is in the order of the names, so that a name is found and added once."""
    assert list(table("foreign_names")) == NAMES


def test_components() -> None:
    """Only what counts dimensions has components."""
    index = foreign_name("threadIdx")
    warp = foreign_name("warpSize")
    assert index is not None
    assert warp is not None
    found = [index.component(name) for name in ("x", "y", "z", "w", "", "xy")]
    assert [each and each.instead for each in found] == [
        "get_local_id(0)",
        "get_local_id(1)",
        "get_local_id(2)",
        None,
        None,
        None,
    ]
    assert warp.component("x") is None
