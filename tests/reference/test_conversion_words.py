"""The meaning of a conversion's spelling is put in words, for every spelling."""

from __future__ import annotations

import pytest

from opencl_ls.builtins.language import all_attributes, attribute
from opencl_ls.docs.library import members
from opencl_ls.reference import ATTRIBUTE_TARGETS, reference
from opencl_ls.reference.conversions import spelling_words

_ROUNDED = {"_rte": "to the nearest", "_rtz": "toward zero", "_rtp": "up", "_rtn": "down"}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (
            "convert_uchar4_sat_rte",
            (
                "Each component becomes `uchar`. Floating values are rounded to the nearest, "
                "ties to the even one. What is below 0 becomes 0, what is above 255 becomes "
                "255, and NaN becomes 0."
            ),
        ),
        (
            "convert_int",
            (
                "The number becomes `int`. Floating values are rounded toward zero. A floating "
                "value that does not fit into `INT_MIN` to `INT_MAX`, and NaN, gives what the "
                "implementation chooses."
            ),
        ),
        (
            "convert_float4",
            "Each component becomes `float`, rounded to the nearest, ties to the even one.",
        ),
        (
            "as_float3",
            (
                "Takes a value of 16 bytes. The bits of `float4`, `int3`, `int4`, `uint3` and "
                "`uint4` stay as they are; of another number of components the implementation "
                "chooses the result."
            ),
        ),
        ("vstorea_half4_rtz", "Here n is 4. Rounds toward zero."),
        ("vload3", "Here n is 3."),
        ("vstore_half", "Rounds to the nearest, ties to the even one."),
        ("vload_half", ""),
        ("convergent", ""),
    ],
)
def test_words(name: str, words: str) -> None:
    assert spelling_words(name) == words


@pytest.mark.parametrize("family", ["convert_T", "vstore_half", "vstore_halfn", "vstorea_halfn"])
def test_every_spelling_tells_its_rounding(family: str) -> None:
    for name in members(family):
        words = spelling_words(name)
        wanted = [text for ending, text in _ROUNDED.items() if name.endswith(ending)]
        assert all(f"ounded {text}" in words or f"Rounds {text}" in words for text in wanted), name
        assert words, name
        assert ("NaN becomes 0" in words) == ("_sat" in name), name


def test_it_is_in_the_reference() -> None:
    texts = [part.text for part in reference("convert_char_sat", None)]
    assert spelling_words("convert_char_sat") in texts
    assert not any("rounded" in part.text for part in reference("abs_diff", None)[:3])


def test_the_targets_of_an_attribute_are_put_in_words() -> None:
    """No sentence is made of the abbreviations of the table."""
    for name in all_attributes():
        known = attribute(name)
        assert known is not None
        assert set(known.target.split(", ")) <= set(ATTRIBUTE_TARGETS), name
        shown = " ".join(part.text for part in reference(f"__attribute__(({name}))", None))
        assert "Applies to " in shown
        assert "|" not in shown.split("Applies to ")[1].split(".")[0]


def test_an_identifier_is_no_macro() -> None:
    assert reference("__func__", None)[0].text == "constant char __func__[]"
    assert reference("__LINE__", None)[0].text == "#define __LINE__"
