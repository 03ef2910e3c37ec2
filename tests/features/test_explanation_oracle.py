"""Oclgrind counts in a launch what explanations say about it: bytes, barriers, and `fma`.

The programs are those of `explanation.md`, without optimizations.
"""

from __future__ import annotations

import math
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import pytest

from opencl_ls.features.explanation import explain
from tests.support.marked import Case, analysed, cases

if TYPE_CHECKING:
    from opencl_ls.analysis.explanation_results import Amount, KernelExplanation

TOOL: Final = "oclgrind-kernel"
PAGE: Final = Path(__file__).with_name("explanation.md")
PROGRAMS: Final = {each.name.split(": ")[1]: each for each in cases([PAGE])}
COUNT: Final = re.compile(r"(\d+) - (load|store) (global|local) \((\d+) bytes\)")
CALLS: Final = re.compile(r"(\d+) - call _Z\d+(barrier|fma)")

pytestmark = pytest.mark.skipif(
    not shutil.which(TOOL), reason=f"no {TOOL}: apt-get install oclgrind"
)


class Launch(NamedTuple):
    """A launch of the program below a heading: sizes, arguments, and values of loop counts."""

    program: str
    global_size: str
    local_size: str
    arguments: tuple[str, ...]
    counts: dict[str, float]


def _floats(count: int) -> str:
    return f"<size={4 * count} float fill=1>"


def _number(value: int) -> str:
    return f"<size=4 int>\n{value}"


LAUNCHES: Final = (
    Launch(
        "A guard and a stride of one",
        "64 1 1",
        "64 1 1",
        ("<size=4 float>\n2.0", _floats(64), _floats(64), _number(64)),
        {},
    ),
    Launch(
        "Loops with the number of rounds in an argument",
        "8 8 1",
        "8 8 1",
        (_floats(64), _floats(64), _floats(64), _number(8)),
        {"n": 8},
    ),
    Launch(
        "Bank conflicts in groups of a known size",
        "32 32 1",
        "16 16 1",
        (_floats(1024), _floats(1024), _number(32), _number(32)),
        {},
    ),
    Launch(
        "A tree in a required group",
        "128 1 1",
        "128 1 1",
        ("<size=512 int fill=1>", "<size=4 int fill=0>"),
        {},
    ),
    Launch(
        "A called function counts at each call",
        "16 1 1",
        "16 1 1",
        (_floats(128), _floats(16), _number(10)),
        {"ceil(n / 4)": math.ceil(10 / 4)},
    ),
    Launch(
        "An index of a private array",
        "16 1 1",
        "16 1 1",
        ("<size=16 uchar fill=1>", "<size=64 int fill=1>"),
        {},
    ),
    Launch(
        "The rounds of loops in the words of the source",
        "1 1 1",
        "1 1 1",
        ("<size=200 int fill=0>", _number(6), _number(200)),
        # The first three elements are not 0 when the loop with `rounds1` reads them.
        {
            "n": 6,
            "LENGTH": 9,
            "n - 1": 5,
            "ceil(n / 2)": 3,
            "n / 2": 3,
            "n * 2": 12,
            "ceil((m - get_local_id(0)) / 64)": 4,
            "n + n + 1": 13,
            "rounds1": 3,
            "rounds2": 15 / 6,
            "rounds3": 6,
            "rounds4": 1,
        },
    ),
)


@pytest.mark.parametrize("launch", LAUNCHES, ids=lambda launch: launch.program)
def test_they_agree(launch: Launch, tmp_path: Path) -> None:
    case = PROGRAMS[launch.program]
    kernel = _explained(case)
    counted = _counted(launch, case.code, kernel.name, tmp_path)
    assert counted
    for each in kernel.bytes:
        for word, amount in (("load", each.read), ("store", each.written)):
            _holds(amount, launch, counted.pop(f"{word} {each.space}", 0))
    _holds(kernel.barriers, launch, counted.pop("barrier", 0))
    fused = [each.count for each in kernel.operations if each.name == "multiply-add"]
    _holds(fused[0] if fused else (), launch, counted.pop("fma", 0))
    assert not counted


def _explained(case: Case) -> KernelExplanation:
    analysis, _, _ = analysed(case)
    names = [each.name for each in analysis.kernel_interfaces()]
    found = explain(analysis, names)
    assert found is not None
    return found.kernels[0]


def _counted(launch: Launch, code: str, kernel: str, folder: Path) -> dict[str, float]:
    """Return what Oclgrind counts, for a work-item on average."""
    (folder / "k.cl").write_text(code)
    lines = ("k.cl", kernel, launch.global_size, launch.local_size, *launch.arguments)
    (folder / "k.sim").write_text("\n".join(lines) + "\n")
    options = "-cl-opt-disable -cl-std=CL1.2 -DLENGTH=9"
    run = subprocess.run(
        [TOOL, "--inst-counts", "--build-options", options, "k.sim"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    items = math.prod(map(int, launch.global_size.split()))
    found = {
        f"{word} {space}": int(size) / items for _, word, space, size in COUNT.findall(run.stdout)
    }
    return found | {name: int(count) / items for count, name in CALLS.findall(run.stdout)}


def _holds(amount: Amount, launch: Launch, counted: float) -> None:
    """Assert that a number is between the least and the most of an amount in a launch."""
    values = [math.prod(launch.counts[name] for name in each.counts) for each in amount]
    least = sum(each.least * value for each, value in zip(amount, values, strict=True))
    most = sum(each.most * value for each, value in zip(amount, values, strict=True))
    assert least <= counted <= most
