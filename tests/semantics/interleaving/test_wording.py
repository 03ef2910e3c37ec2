"""The words for races and accesses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from opencl_ls.semantics.memory.interleaving import wording
from tests.semantics.interleaving.kernels import analysed

if TYPE_CHECKING:
    from opencl_ls.semantics.memory.interleaving.results import Race


def races_of(body: str, parameters: str = "global int *out") -> list[Race]:
    """Return the races of a kernel with this body, which may use the local id as `l`."""
    text = f"typedef struct {{ int key; float4 at; }} Cell;\nkernel void k({parameters}) {{\n"
    found = analysed(f"{text}int l = get_local_id(0);\n{body}\n}}\n")
    return [race for each in found for race in each.races]


SENTENCES = {
    "local int t[64]; t[l] = l; out[get_global_id(0)] = t[63 - l];": (
        "in groups of 64 work-items, work-item 31 writes 't[31]' and work-item 32 reads it, "
        "with no barrier between"
    ),
    "local int n; n = l;": (
        "in groups of 64 work-items, work-items 0 and 1 write 'n', with no barrier between"
    ),
    "local int t[64]; t[l] = l; barrier(CLK_GLOBAL_MEM_FENCE); out[l] = t[63 - l];": (
        "in groups of 64 work-items, work-item 31 writes 't[31]' and work-item 32 reads it, "
        "and the barrier between does not order local memory"
    ),
}


@pytest.mark.parametrize(("body", "words"), SENTENCES.items())
def test_a_race_is_told_by_its_witness(body: str, words: str) -> None:
    found = [wording.race_words(race) for race in races_of(body)]
    assert words in found


def test_work_items_of_different_groups() -> None:
    race = next(each for each in races_of("out[get_group_id(0) + l] = l;") if each.other_group)
    words = wording.race_words(race)
    assert " of group 0 " in words
    assert words.endswith("and nothing orders work-items of different groups")


PLACES = {
    "local int t[64]; t[l / 2] = l;": "t[get_local_id(0) / 2]",
    "local int t[64]; if (l > 2) t[7 - l] = l; else t[l] = 2;": "t[7 - get_local_id(0)]",
    "local int t[8][8]; t[1][l / 2] = l;": "t[1][get_local_id(0) / 2]",
    "local Cell c[8]; c[l / 2].at.y = l;": "c[get_local_id(0) / 2].at.y",
    "local Cell c[8]; c[2].key = l;": "c[2].key",
    "local float4 v[8]; v[3].s2 = l;": "v[3].z",
    "local float8 v; v.s7 = l;": "v.s7",
}


@pytest.mark.parametrize(("body", "words"), PLACES.items())
def test_a_place_is_an_expression_over_ids(body: str, words: str) -> None:
    race = races_of(body)[0]
    assert wording.place_words(race.first, race.launch) == words


def test_several_elements_have_a_first_and_a_last() -> None:
    copy = races_of(
        "local int t[64]; event_t e = async_work_group_copy(t, out, 64, 0); out[l] = t[l];"
    )
    places = [wording.place_words(race.first, race.launch) for race in copy]
    assert "t[0 .. 63]" in places
    said = [wording.race_words(race) for race in copy]
    assert any(
        " a copy writes 't[0]' and work-item 0 reads it, with no wait" in each for each in said
    )


def test_pixels_of_an_image() -> None:
    body = "float4 v = read_imagef(im, (int2)(l + 1, 0)); write_imagef(im, (int2)(l, 0), v);"
    race = races_of(body, "read_write image2d_t im")[0]
    assert wording.place_words(race.first, race.launch) == "im[get_local_id(0) + 1, 0]"
    assert "'im[1, 0]'" in wording.race_words(race)


def test_another_round_of_a_loop() -> None:
    body = """
    local int t[64];
    for (int k = 0; k < 4; ++k) {
        t[l] = k; barrier(CLK_LOCAL_MEM_FENCE); out[l] += t[63 - l];
    }"""
    words = [wording.race_words(race) for race in races_of(body)]
    assert any(" in another round of the loop, with no barrier between" in each for each in words)


GUARDS = {
    "if (l == 3 || l == 7 || n < 2)": "(get_local_id(0) == 3 or get_local_id(0) == 7 or n < 2)",
    "if (l < 16)": "get_local_id(0) < 16",
    "if (l >= 3)": "get_local_id(0) >= 3",
    "if (l <= n)": "get_local_id(0) <= n",
    "if (l + 1 < n)": "get_local_id(0) + 1 < n",
    "if (l < 8 && n == 5)": "get_local_id(0) < 8 and n == 5",
    "if (get_global_id(0) < n)": "get_global_id(0) < n",
    "": "",
}


@pytest.mark.parametrize(("guard", "words"), GUARDS.items())
def test_a_guard_is_a_comparison(guard: str, words: str) -> None:
    race = races_of(f"local int t; {guard} t = l;", "int n")[0]
    assert wording.guard_words(race.first, race.launch) == words


def test_a_change_is_no_plain_write() -> None:
    words = wording.race_words(races_of("local int n; n += l;")[0])
    assert " reads 'n' " in words
    assert " changes it," in words


def test_values_of_arguments_come_first() -> None:
    race = races_of("local int t; if (n == 5) t = l;", "int n")[0]
    assert wording.race_words(race).startswith("if 'n' is 5, in groups of 64 work-items, ")
