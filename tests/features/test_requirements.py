"""Requirements as data (see `tests.support.marked`): versions, and what asks for each need."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from opencl_ls.analysis.host import Host, check
from opencl_ls.builtins.versions import Version
from opencl_ls.features.requirements import requirements
from opencl_ls.settings.model import Settings
from opencl_ls.text import byte_text, display
from tests.support.cases import MemoryFiles
from tests.support.marked import Case, analysed, cases

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.features.requirements import Reason, Requirements

PAGE = Path(__file__).with_name("requirements.md")
EXAMPLES = Path(__file__).parent.parent.parent / "examples"


@pytest.mark.parametrize("case", cases([PAGE]), ids=lambda case: case.name)
def test_requirements(case: Case) -> None:
    """The file and its kernels need exactly what the page shows."""
    analysis, _, _ = analysed(case)
    texts = {analysis.path: case.code, **case.files}
    files = MemoryFiles({path: byte_text(text) for path, text in texts.items()})

    def under(settings: Settings) -> Analysis:
        return check(analysis.path, files, settings)

    asked = Version.parse(case.argument)
    versions = tuple(Version) if asked is None else (asked,)
    found = requirements(under, analysis.settings, versions)
    lines = [f"error: {each.finding.message}" for each in found.errors]
    for row in (found.whole, *found.kernels):
        lines += _lines(analysis, row)
    assert lines == list(case.lines)


@pytest.mark.parametrize("name", ["reduction.cl", "mistakes.cl"])
def test_any_text(name: str) -> None:
    """A kernel that ends anywhere, or has a byte changed, has needs."""
    text = byte_text((EXAMPLES / name).read_text("utf-8"))
    chance = random.Random(name)
    host = Host(MemoryFiles({}))
    for _ in range(8):
        at = chance.randrange(len(text) + 1)
        changed = text[:at] + chance.choice("(){};#\x80") + text[at + 1 :]
        host.open("main.cl", chance.choice((text[:at], changed)), Settings())
        whole, *kernels = host.analysis("main.cl").program_needs()
        assert whole.name == ""
        assert all(kernel.place is not None for kernel in kernels)


def _lines(analysis: Analysis, row: Requirements) -> Iterator[str]:
    """Yield the versions with different needs, why none lower works, and what the lowest needs."""
    said: list[str] = []
    needs: tuple[str, ...] | None = None
    for each in row.versions:
        words = f"not {each.label}" if each.failures else each.words
        if each.failures or each.needs != needs:
            said.append(words)
        needs = None if each.failures else each.needs
    least = "" if row.is_known else "at least "
    yield f"{display(row.name) or 'file'}: {least}{'; '.join(said)}"
    lowest = row.lowest
    below = row.versions[: len(row.versions) if lowest is None else row.versions.index(lowest)]
    for reason in below[-1].failures if below else ():
        yield f"  not: {_reason(analysis, reason)}"
    for reason in lowest.reasons if lowest is not None else ():
        yield f"  {', '.join(reason.needs)}: {_reason(analysis, reason)}"


def _reason(analysis: Analysis, reason: Reason) -> str:
    line, column = analysis.lines(reason.place.file).position(reason.place.start)
    file = "" if reason.place.file == analysis.path else f"{reason.place.file}:"
    path = "".join(f", {'in' if step.is_call else 'of'} {step.name}" for step in reason.path[::-1])
    return f"{file}{line + 1}:{column + 1} {display(reason.words)}{display(path)}"
