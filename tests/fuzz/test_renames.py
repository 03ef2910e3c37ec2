"""Short runs of the fuzzer of renames, and that it finds what it looks for."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from opencl_ls.features import references
from tests.fuzz.renames import Folder, Tally, copied, run

HERE = Path(__file__).parent
EXAMPLES = HERE.parent.parent / "examples"
KERNELS = os.environ.get("OPENCL_LS_KERNELS")
"""A folder of real kernels, for a longer run."""


def tried(source: Path, folder: Path, renames: int, seed: str, fault: str = "") -> Tally:
    """Return what happened in a number of renames, or in those up to a fault."""
    tally = Tally()
    run(Folder(folder, copied(source, folder)), renames, Random(seed), tally, until=fault)
    return tally


@pytest.mark.parametrize("seed", ["one", "two"])
def test_renames_of_entangled_files(seed: str, tmp_path: Path) -> None:
    """Macros, headers read twice, alternatives and linked functions, in one folder."""
    tally = tried(HERE / "renamed", tmp_path, 60, seed)
    assert not tally.faults, tally.faults
    assert tally.made > 10
    assert len(tally.refused) > 3


def test_renames_of_examples(tmp_path: Path) -> None:
    tally = tried(EXAMPLES, tmp_path, 30, "one")
    assert not tally.faults, tally.faults
    assert tally.made > 5


@pytest.mark.skipif(KERNELS is None, reason="OPENCL_LS_KERNELS names no folder of kernels")
def test_renames_of_real_kernels(tmp_path: Path) -> None:
    tally = tried(Path(KERNELS or ""), tmp_path, 200, "one")
    assert not tally.faults, tally.faults


@pytest.mark.parametrize("fault", ["other findings", "other meanings"])
def test_a_rename_that_is_not_tried_is_found(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the trial some renames capture other names, or are captured."""
    monkeypatch.setattr(references, "spoiled", lambda *_: "")
    assert fault in tried(HERE / "renamed", tmp_path, 150, "one", fault).faults
