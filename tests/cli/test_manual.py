"""The manual page says what the parsers say, and every formatter takes it."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from opencl_ls.cli.main import HELP
from opencl_ls.cli.parsers import PARSERS
from tests.support.manual import PAGE, manual


def test_it_is_current() -> None:
    assert PAGE.read_text("utf-8") == manual(), "python -m tests.support.manual writes it"


def test_the_formatter_has_nothing_to_say() -> None:
    if shutil.which("mandoc") is None:
        pytest.skip("no mandoc: apt-get install mandoc")
    done = subprocess.run(
        ["mandoc", "-Tlint", "-Wall", str(PAGE)], capture_output=True, text=True, check=False
    )
    assert done.stdout + done.stderr == ""


def test_what_a_reader_sees() -> None:
    if shutil.which("mandoc") is None:
        pytest.skip("no mandoc: apt-get install mandoc")
    done = subprocess.run(
        ["mandoc", "-Tascii", "-O", "width=78", str(PAGE)],
        capture_output=True,
        text=True,
        check=True,
    )
    # The formatter prints bold letters twice, one over the other.
    plain = "".join(
        letter
        for number, letter in enumerate(done.stdout)
        if letter != "\b" and done.stdout[number + 1 : number + 2] != "\b"
    )
    seen = " ".join(plain.split())
    assert "opencl-ls check [options] [PATHS...]" in seen
    assert "--baseline FILE Leave out the findings that a file lists." in seen
    assert "-q, --quiet Print findings alone." in seen
    assert "--format text|concise|json|sarif|github|gitlab|junit What standard output" in seen
    assert "Files, folders, - for standard input. Default: this folder." in seen
    for title in ("EXIT STATUS", "FILES", "ENVIRONMENT", "EXAMPLES"):
        assert title in seen


@pytest.mark.parametrize("name", [name for name in PARSERS if " " not in name])
def test_help_names_every_command(name: str) -> None:
    assert f"\n  opencl-ls {name} " in HELP
