"""The functions of vendors are written of as those of the language: each alone, and in use."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase

from opencl_ls.builtins.functions import BuiltinFunction, function, function_names
from opencl_ls.docs.library import Documented, documented, index


def _vendors() -> list[tuple[BuiltinFunction, Documented]]:
    found = []
    for name in sorted(function_names()):
        known = function(name)
        assert known is not None
        if index()[known.key].startswith("vendors/"):
            written = documented(known.key)
            assert written is not None
            found.append((known, written))
    return found


def test_there_are_some() -> None:
    """Else the tests below would say nothing."""
    assert _vendors()


def test_each_is_in_an_example() -> None:
    """By its name, or by one that differs in nothing but its types and sizes."""
    for known, written in _vendors():
        words = {word for each in written.examples for word in re.findall(r"\w+", each.code)}
        relatives = {word for word in words if _is_relative(word, known, written)}
        assert relatives, known.name


def _is_relative(word: str, known: BuiltinFunction, written: Documented) -> bool:
    other = function(word)
    return other is not None and (other.key == known.key or fnmatchcase(word, written.written))


def test_each_argument_is_explained() -> None:
    """Every parameter has its line, in families with patterns too."""
    wanted = {
        (known.name, parameter.name)
        for known, written in _vendors()
        for form in known.signatures
        for parameter in form.parameters
        if parameter.name and parameter.name not in written.arguments
    }
    assert not wanted


def test_each_says_what_it_returns() -> None:
    """What returns something has a text about it; what returns nothing has none."""
    for known, written in _vendors():
        is_void = all(form.returns == "void" for form in known.signatures)
        assert is_void != bool(written.section("Returns")), known.name


def test_an_extension_shows_no_examples_of_another() -> None:
    """What is shown names the extension, or what it adds; one without such a program has none."""
    shown = documented("cl_khr_subgroup_ballot")
    assert shown is not None
    assert len(shown.examples) < len(shown.topic.examples)
    assert all("sub_group_ballot" in each.code for each in shown.examples)
    bare = documented("cl_arm_core_id")
    assert bare is not None
    assert bare.topic.examples
    assert not bare.examples
