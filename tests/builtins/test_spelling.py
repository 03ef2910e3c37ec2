"""Names that lie near a misspelt one."""

from __future__ import annotations

import pytest

from opencl_ls.builtins.names import names
from opencl_ls.builtins.spelling import Candidates, edit_distance, nearest


@pytest.mark.parametrize(
    ("left", "right", "distance"),
    [
        ("clamp", "clamp", 0),
        ("clmap", "clamp", 1),
        ("calmp", "clamp", 1),
        ("clam", "clamp", 1),
        ("clammp", "clamp", 1),
        ("clasp", "clamp", 1),
        ("camp", "clasp", 2),
        ("kitten", "sitting", 3),
        ("abcdef", "uvwxyz", 4),
    ],
)
def test_distance(left: str, right: str, distance: int) -> None:
    assert edit_distance(left, right, 3) == distance
    assert edit_distance(right, left, 3) == distance


@pytest.mark.parametrize(
    ("misspelt", "meant"),
    [
        ("get_globl_id", "get_global_id"),
        ("clmap", "clamp"),
        ("floa4", "float4"),
        ("M_PIF", "M_PI_F"),
        ("convert_flaot4", "convert_float4"),
        ("Clamp", "clamp"),
        ("CLK_LOCAL_MEM_FENSE", "CLK_LOCAL_MEM_FENCE"),
    ],
)
def test_the_nearest_builtin_is_the_one_meant(misspelt: str, meant: str) -> None:
    assert nearest(misspelt, names()) == [meant]


def test_nothing_near_is_an_empty_answer() -> None:
    assert nearest("completely_different", names()) == []
    assert nearest("x", ["long_name"]) == []


def test_a_name_is_not_near_itself() -> None:
    assert nearest("clamp", ["clamp"]) == []


@pytest.mark.parametrize("count", [20, 2000])
def test_among_many_candidates_one_wrong_letter_is_found(count: int) -> None:
    """The case of letters counts for nothing, and two that changed places are one."""
    candidates = Candidates(f"member_{number}" for number in range(count))
    for name in ("membr_7", "memmber_7", "mexber_7", "emmber_7", "Member_7", "MEMBR_7"):
        assert candidates.nearest(name) == ["member_7"], name
    assert candidates.nearest("nothing_7") == []


def test_among_few_candidates_more_wrong_letters_are_found() -> None:
    names = [f"member_{number:03}" for number in range(20)]
    assert Candidates(names).nearest("mebr_007") == ["member_007"]
