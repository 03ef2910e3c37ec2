"""The fixes of the rule about deprecated functions agree with the tables of built-ins."""

from __future__ import annotations

from opencl_ls.builtins.functions import function, function_names
from opencl_ls.rules.builtin.deprecated import REPLACEMENTS


def test_every_deprecated_function_has_a_replacement() -> None:
    """The rule names one for just those functions that the tables call deprecated."""
    deprecated = {
        name
        for name in function_names()
        if (known := function(name)) is not None and known.availability.deprecated is not None
    }
    assert deprecated
    assert set(REPLACEMENTS) == deprecated
    assert all(function(name) is not None for name in REPLACEMENTS.values())
