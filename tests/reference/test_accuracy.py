"""The accuracy of functions in words: figures that a reader can follow."""

from __future__ import annotations

import re

import pytest

from opencl_ls.builtins.functions import function
from opencl_ls.builtins.macros import macro
from opencl_ls.builtins.reader import table
from opencl_ls.reference.accuracy import accuracy_words

_FIGURES = sorted(
    {each for entry in table("functions").all().values() for each in entry.get("ulp", {}).values()}
)


def _words(name: str) -> str:
    found = function(name)
    assert found is not None
    return accuracy_words(found.ulp, None)


@pytest.mark.parametrize("figure", _FIGURES)
def test_every_name_in_a_figure_is_explained(figure: str) -> None:
    """A limit is a macro of the language, and any other letter has its meaning beside it."""
    words = accuracy_words((("float", figure),), None)
    if "<=" not in figure:
        assert f": {figure}." not in words
        return
    formula = re.sub(r"^abs<=|^<=|e-\d+", "", figure)
    assert all(macro(name) for name in re.findall(r"[A-Z_]{2,}", formula))
    assert all(f"`{letter}` is " in words for letter in re.findall(r"[a-z]+", formula))


def test_accuracy_in_words() -> None:
    """Section 7.4: types of one figure together, the embedded profile where it differs."""
    assert _words("mad").startswith("`float`: as `fma`, or as a product and a sum that are each ")
    assert _words("length").endswith(" ULP. Here `n` is the number of components.")
    assert "within `max * max * (3 * FLT_EPSILON)`;" in _words("cross")
    assert _words("sin") == "`float`, `double`: within 4 ULP; `half`: within 2 ULP."
    assert _words("lgamma") == "`float`: undefined."
    assert _words("barrier") == ""
