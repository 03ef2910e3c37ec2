"""Build options in host programs: `build_options.md` (see `tests.support.marked`)."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opencl_ls.host_programs.build_options import HostOption, OptionSet, option_sets
from opencl_ls.host_programs.constants import constants
from opencl_ls.host_programs.languages import LANGUAGES, SUFFIXES, Language
from opencl_ls.text import byte_text
from tests.support.marked import Case, cases

PAGE = Path(__file__).with_name("build_options.md")
WORDS = [
    '"',
    "'",
    '"-D A=',
    "%d",
    '"',
    " << ",
    "+",
    "{",
    "}",
    "(",
    ")",
    "\n",
    ";",
    "=",
    "f",
    ",",
    "x",
]


@pytest.mark.parametrize("case", cases([PAGE]), ids=lambda case: case.name)
def test_build_options(case: Case) -> None:
    """The sets of options are those of the page."""
    lines: list[str] = []
    for name, code in case.files.items():
        lines += [name] if len(case.files) > 1 else []
        source, language = byte_text(code), SUFFIXES[Path(name).suffix]
        lines += map(shown, option_sets(source, language, constants(source, language)))
    assert lines == list(case.lines)


def shown(found: OptionSet) -> str:
    """Return a set as the page has it."""
    owner = f"{found.owner}: " if found.owner.isidentifier() else ""
    return owner + " ".join(map(option_text, found.options))


def option_text(option: HostOption) -> str:
    """Return an option as the page has it."""
    if option.kind != "-D":
        return f"{option.kind} {option.name}".strip()
    value = "|".join(option.values) or f"<{option.expression}>"
    is_flag = option.is_conditional and option.values == ("1",)
    return f"{option.name}={value}{'?' if is_flag else ''}"


@given(st.lists(st.sampled_from([*WORDS, "-D", "-I ", "#define "])), st.sampled_from(LANGUAGES))
def test_any_text(words: list[str], language: Language) -> None:
    """No text raises, and each option is in it."""
    source = "".join(words)
    for found in option_sets(source, language, constants(source, language)):
        assert all(0 <= each.start <= len(source) for each in found.options)
