"""The places of names, as macros are looked for."""

from __future__ import annotations

import pytest

from opencl_ls.preprocess.lexer import places_of


@pytest.mark.parametrize(
    ("source", "places"),
    [
        ("N", [0]),
        ("N + aN + N1 + (N)", [0, 15]),
        ("a.N", [2]),
        ("1.N + N", [6]),
        ("1e+N, e+N, e -N", [8, 14]),
        ("/* N */ N // N", [8]),
        ("\"N\" N 'N' N", [4, 10]),
        ("N /* N", [0]),
        ("L\"x\" L L'x'", [5]),
        ("", []),
        # As bytes of UTF-8: a letter belongs to the name beside it, a sign does not.
        ("N\xc3\xb6 + \xcf\x80N + N", [12]),
        ("\xc3\x97N\xe2\x86\x92N", [2, 6]),
    ],
)
@pytest.mark.parametrize("more", [set(), {f"other{number}" for number in range(40)}])
def test_places_of_names(source: str, places: list[int], more: set[str]) -> None:
    """Comments, literals and numbers hold no names, however many are looked for."""
    found = places_of(source, {"N", "L"} | more)
    assert [begin for begin, _, _ in found] == places
    assert all(source[begin:end] == name for begin, end, name in found)
