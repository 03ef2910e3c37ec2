"""Depth and length: what is deep is refused, what is long is cheap, and nothing raises."""

from __future__ import annotations

import pytest

from opencl_ls.analysis import Host
from opencl_ls.preprocess import MemorySources
from opencl_ls.settings.model import DEFAULT


def codes(text: str) -> list[str]:
    """Return the codes of the findings in a text."""
    host = Host(MemorySources({}))
    host.open("main.cl", text, DEFAULT)
    return [finding.code for finding in host.snapshot("main.cl").findings]


@pytest.mark.parametrize(
    ("opening", "closing"), [("{", "}"), ("(", ")"), ("[", "]"), ("if (a) {", "}"), ("^{", "}")]
)
@pytest.mark.parametrize("closed", [True, False])
def test_depth_bombs(opening: str, closing: str, closed: bool) -> None:
    """Five thousand brackets, closed or not, are a finding."""
    text = "void f(int a) { " + opening * 5000 + (closing * 5000 + " }" if closed else "")
    assert codes(text)


def test_a_deep_but_sensible_chain_is_read() -> None:
    """Two hundred `else if` are no error."""
    chain = " else ".join(f"if (a == {n}) b = {n};" for n in range(200))
    assert codes(f"void f(int a, int b) {{ {chain} }}") == []


def test_long_sums_are_typed() -> None:
    """A sum of five thousand terms is no deeper than one of two."""
    assert codes("int f(void) { return " + " + ".join(["1"] * 5000) + "; }") == []
