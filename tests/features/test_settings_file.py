"""Completion and hover in configuration files, as data: `settings_file.md`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opencl_ls.features.settings_file import complete_settings, settings_hover
from opencl_ls.settings.files import NAMES

PAGE = (Path(__file__).parent / "settings_file.md").read_text("utf-8")
CASES = re.findall(r"^## ([^\n]+)\n\n```(\S+)\n(.*?)```\n\n```(\w+)\n(.*?)```", PAGE, re.M | re.S)
# Pieces of which half-written files are made.
PIECES = (
    *("[", "]", "{", "}", "=", ",", ".", "\n", " ", '"', "'", "#", '"""', "\\", "é".encode()),
    *("tool", "opencl-ls", "severity", "std", "configurations", "x", "select", "true", "1.2"),
)
TEXTS = [piece if isinstance(piece, str) else piece.decode("latin-1") for piece in PIECES]


@pytest.mark.parametrize(("name", "text", "question", "expected"), [each[1:] for each in CASES],
                         ids=[each[0] for each in CASES])  # fmt: skip
def test_the_answers_of_the_page(name: str, text: str, question: str, expected: str) -> None:
    offset = text.index("$0")
    text = text.replace("$0", "")
    if question == "hover":
        hover = settings_hover(name, text, offset)
        assert (hover.text + "\n" if hover else "") == expected
        return
    lines = [
        f"{item.kind} {item.label}: {text[item.start : item.end]} -> {item.text}"
        for item in complete_settings(name, text, offset)
    ]
    wanted = expected.splitlines()
    if wanted[-1:] == ["..."]:
        assert len(lines) >= len(wanted)
        lines = [*lines[: len(wanted) - 1], "..."]
    assert lines == wanted


def test_each_case_of_the_page_is_read() -> None:
    assert len(CASES) == PAGE.count("\n## ")


@given(st.lists(st.sampled_from(TEXTS)).map("".join), st.sampled_from(NAMES))
def test_no_text_is_too_broken(text: str, name: str) -> None:
    """What is offered replaces a stretch of the text that the cursor touches."""
    for offset in range(len(text) + 1):
        for item in complete_settings(name, text, offset):
            assert 0 <= item.start <= offset <= item.end <= len(text)
        settings_hover(name, text, offset)
