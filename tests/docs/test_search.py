"""The search answers the questions of `search.md`, quickly, and follows the pages."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from opencl_ls.builtins.foreign import foreign_name
from opencl_ls.builtins.functions import function_names
from opencl_ls.docs.library import index
from opencl_ls.docs.search import SYNONYMS, search
from opencl_ls.docs.terms import asked, parts, terms
from opencl_ls.reference.lookup import found_names

_ROW = re.compile(r"^\| (?!Question)([^|]+) \| ([^|]+) \|$", re.M)
QUESTIONS = _ROW.findall(Path(__file__).with_name("search.md").read_text("utf-8"))
_MEANT = re.compile(r"`([^`]+)`")
_FIRST = 3
_PARTS = (
    lambda name: name == "shuffle",
    lambda name: name == "sub_group_shuffle",
    lambda name: name.startswith("intel_"),
)


def test_the_questions_are_there() -> None:
    """Those of the review, and sixty more at least."""
    assert len(QUESTIONS) > 39 + 60


@pytest.mark.parametrize(("question", "names"), QUESTIONS, ids=[q for q, _ in QUESTIONS])
def test_questions(question: str, names: str) -> None:
    """One of the names is among the first three, in the command and in editors alike."""
    wanted = set(names.split(", "))
    assert wanted & set(index()), "no topic has any of the names"
    found = [each.name for each in found_names(question, _FIRST + 1)]
    if foreign_name(question) is not None:
        assert found.pop(0) == question
    assert wanted & set(found[:_FIRST]), found
    assert wanted & {name for hit in search(question, _FIRST) for name in hit.names}


def test_synonyms_lead_somewhere() -> None:
    """Each name on the right side exists, in order, and no question is written twice."""
    written = json.loads(SYNONYMS.read_text("utf-8"))
    known = {*index(), *function_names()}
    assert list(written) == sorted(written, key=str.lower)
    assert len({tuple(terms(said)) for said in written}) == len(written)
    for said, meant in written.items():
        assert terms(said), said
        for name in _MEANT.findall(meant):
            assert name in known, (said, name)
        for word in re.sub(r"`[^`]*`", "", meant).split():
            assert word.lower() == word, (said, word)


@pytest.mark.parametrize("name", sorted(index())[::9])
def test_a_name_finds_itself(name: str) -> None:
    """Whatever else holds its letters, a name as it is spelled comes first."""
    assert found_names(name, 1)[0].name == name
    assert found_names(f"  {name.upper()} ", 1)[0].name.lower() == name.lower()


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("get_glo", "get_global_id"),
        ("vload4", "vloadn"),
        ("bariers", "barrier"),
        ("convrt_T", "convert_T"),
        ("sincoss of an angle", "sincos"),
        ("interpolatoin", "mix"),
        ("int4 to uchar4", "convert_T"),
        ("float into an int", "convert_T"),
    ],
)
def test_half_and_misspelt_words(typed: str, name: str) -> None:
    """A beginning is enough, and so is nearly the word."""
    assert name in [each.name for each in found_names(typed, 5)]


def test_the_core_goes_before_extensions_and_vendors() -> None:
    """Of names that a word fits alike, the one that every device has comes first."""
    found = [each.name for each in found_names("shuffle", 20)]
    first = {part: min(at for at, name in enumerate(found) if part(name)) for part in _PARTS}
    assert list(first.values()) == sorted(first.values())


def test_words_in_each_form_are_one() -> None:
    """Compounds, endings and the parts of names; words that each question has do not count."""
    assert terms("Sub-groups, sub_group") == ["subgroup", "subgroup"]
    assert terms("copies copied copy") == terms("copy") * 3
    assert parts("threadIdx") == ["thread", "idx"]
    assert asked("how do I print a value") == ["print"]
    assert asked("for") == ["for"]
    assert search("") == search("?!") == []
