"""The table of what the format of `printf` may hold, against the specification's sentences."""

from __future__ import annotations

import pytest

from opencl_ls.builtins.printf import (
    SIZES,
    conversions,
    flags,
    lengths,
    missing_lengths,
    taken_type,
)

_INTEGERS = {"hh": "char", "h": "short", "hl": "int", "l": "long"}
_FLOATS = {"h": "half", "hl": "float", "l": "double"}


@pytest.mark.parametrize(
    ("letters", "length", "components", "wanted"),
    [
        ("di", "", None, "int"),
        ("di", "hh", None, "char"),
        ("di", "h", None, "short"),
        ("di", "l", None, "long"),
        ("ouxX", "", None, "uint"),
        ("ouxX", "hh", None, "uchar"),
        ("ouxX", "l", None, "ulong"),
        ("fFeEgGaA", "", None, "double"),
        ("c", "", None, "int"),
        ("p", "", None, "void *"),
        # `hl` is for vectors, `h` and `l` mean nothing for a floating scalar.
        ("diouxX", "hl", None, ""),
        ("fFeEgGaA", "h", None, ""),
        ("fFeEgGaA", "hl", None, ""),
        ("fFeEgGaA", "l", None, ""),
        ("csp", "l", None, ""),
        # A vector has a length, and one of five sizes.
        ("diouxXfFeEgGaA", "", 4, ""),
        ("diouxXfFeEgGaA", "l", 5, ""),
        ("fFeEgGaA", "hh", 4, ""),
        ("csp%", "hl", 4, ""),
        ("n", "", None, ""),
        ("d", "ll", None, ""),
    ],
)
def test_the_type_of_an_argument(
    letters: str, length: str, components: int | None, wanted: str
) -> None:
    assert {taken_type(letter, length, components) for letter in letters} == {wanted}


@pytest.mark.parametrize("size", SIZES)
def test_vectors(size: int) -> None:
    for length, element in _INTEGERS.items():
        assert {taken_type(each, length, size) for each in "di"} == {f"{element}{size}"}
        assert {taken_type(each, length, size) for each in "ouxX"} == {f"u{element}{size}"}
    for length, element in _FLOATS.items():
        assert {taken_type(each, length, size) for each in "fFeEgGaA"} == {f"{element}{size}"}


def test_what_there_is() -> None:
    """Section 6.15.14.2 lists these and no others."""
    assert set(conversions()) == set("diouxXfFeEgGaAcsp%")
    assert set(lengths()) == {"", "hh", "h", "hl", "l"}
    assert set(missing_lengths()) == {"ll", "j", "z", "t", "L", "q"}
    assert {letter for letter, each in conversions().items() if each.precision} == set(
        "diouxXfFeEgGaAs"
    )


def test_flags_are_allowed_where_they_mean_something() -> None:
    assert {flag: set(meant) for flag, meant in flags().items()} == {
        "-": set(conversions()),
        "+": set("difFeEgGaA"),
        " ": set("difFeEgGaA"),
        "#": set("oxXfFeEgGaA"),
        "0": set("diouxXfFeEgGaA"),
    }


def test_the_words_fit_into_sentences() -> None:
    for known in conversions().values():
        assert not known.does[:1].isupper()
        assert ("{}" in known.precision) == bool(known.precision) == bool(known.default)
