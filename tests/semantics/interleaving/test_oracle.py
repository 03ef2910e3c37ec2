"""The race analysis and Oclgrind agree on random kernels: see `tests.support.race_oracle`."""

from __future__ import annotations

import pytest

from tests.support.race_kernels import program
from tests.support.race_oracle import TOOL, compared, is_installed

SEEDS = range(20)

pytestmark = pytest.mark.skipif(not is_installed(), reason=f"no {TOOL}: apt-get install oclgrind")


@pytest.mark.parametrize("seed", SEEDS)
def test_they_agree(seed: int) -> None:
    assert compared(seed, program(seed)).differences == []


def test_the_kernels_race_and_do_not_race() -> None:
    tallies = [compared(seed, program(seed)) for seed in SEEDS]
    assert 5 < sum(bool(each.races) for each in tallies) < len(tallies)
