"""The reader of calls in host programs: `calls.md` (see `tests.support.marked`)."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opencl_ls.host_programs.calls import Call, blanked, calls
from opencl_ls.host_programs.languages import LANGUAGES, SUFFIXES, Language
from opencl_ls.text import byte_text
from tests.support.marked import Case, cases

PAGE = Path(__file__).with_name("calls.md")
SIGNS = ["f", "(", ")", "[", "]", "{", "}", "<", ">", ",", ".", '"', "'", "\\", "/*", "*/", "\n"]


@pytest.mark.parametrize("case", cases([PAGE]), ids=lambda case: case.name)
def test_calls(case: Case) -> None:
    """The calls are those of the page, and each argument is where it says."""
    ((name, code),) = case.files.items()
    source = byte_text(code)
    found = list(calls(source, SUFFIXES[Path(name).suffix], case.argument.split()))
    for each in found:
        assert source.startswith(each.name, each.start)
        assert source[each.end - 1] == ")"
        assert all(one.text == source[one.start : one.end] for one in each.arguments)
    assert "\n".join(map(shown, found)).splitlines() == list(case.lines)


def shown(call: Call) -> str:
    """Return a call as the page has it."""
    name = f"[{call.receiver}].{call.name}" if call.receiver else call.name
    return " | ".join((name, *(each.text for each in call.arguments)))


@given(st.lists(st.sampled_from([*SIGNS, "#", "ä", "f("])).map("".join), st.sampled_from(LANGUAGES))
def test_any_text(code: str, language: Language) -> None:
    """No text raises, and blanks keep its length and its lines."""
    source = byte_text(code)
    for each in calls(source, language, ["f"]):
        assert 0 <= each.start < each.end <= len(source)
    text = blanked(source, language)
    assert [len(line) for line in text.split("\n")] == [len(line) for line in source.split("\n")]
