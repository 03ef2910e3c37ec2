"""Build options of the kernels of a project: `detection.md` (see `tests.support.marked`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from opencl_ls.host_programs.detection import Candidate, FoundOption, Project
from opencl_ls.text import byte_text
from tests.host_programs.test_build_options import option_text
from tests.support.marked import Case, cases

PAGE = Path(__file__).with_name("detection.md")
RELATIONS = ("call", "file", "folder", "project")


@pytest.mark.parametrize("case", cases([PAGE]), ids=lambda case: case.name)
def test_detection(case: Case) -> None:
    """The candidates of the kernel are those of the page."""
    files = {name: byte_text(text) for name, text in case.files.items()}
    kernel, *missing = case.argument.split()
    found = Project(sorted(files), files.get).candidates(kernel, missing)
    assert list(map(shown, found)) == list(case.lines)


def shown(candidate: Candidate) -> str:
    """Return a candidate as the page has it."""
    return f"{RELATIONS[candidate.relation]}: {' '.join(map(placed, candidate.options))}"


def placed(found: FoundOption) -> str:
    """Return an option with its place."""
    return f"{option_text(found.option).rstrip('?')} ({found.file}:{found.line})"
