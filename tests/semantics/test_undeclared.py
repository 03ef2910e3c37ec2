"""Guesses at what a name that nothing declares was meant to be."""

from __future__ import annotations

from opencl_ls.analysis.host import check
from opencl_ls.preprocess import MemorySources
from opencl_ls.settings.model import DEFAULT


def test_many_missing_names_are_a_missing_header() -> None:
    """The program's names are offered for the first thirty, built-in ones for all."""
    lines = [f"    misspellet += other{number};\n" for number in range(20)]
    text = f"kernel void k(int misspelled)\n{{\n{''.join(lines)}    get_glbal_id(0);\n}}\n"
    found = [
        finding.message
        for finding in check("a.cl", MemorySources({"a.cl": text}), DEFAULT).findings
        if "misspellet" in finding.message or "glbal" in finding.message
    ]
    guessed = ["did you mean" in message for message in found]
    assert guessed == [True] * 15 + [False] * 5 + [True]
