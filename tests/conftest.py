"""What all tests have in common."""

from __future__ import annotations

import gc
import logging
import os
import shutil
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

HERE = Path(__file__).parent
# The markers of all tests in a folder or file.
MARKERS = {
    "e2e": ("e2e", "editors"),
    "slow": (
        "benchmarks",
        "fuzz",
        "matrix",
        "preprocess/test_limits.py",
        "release",
        "semantics/test_depth.py",
    ),
    "oracle": (
        "semantics/calls/test_against_clang.py",
        "semantics/interleaving/test_oracle.py",
        "features/test_explanation_oracle.py",
    ),
}

# What a test finds must not depend on how busy the machine is, nor on chance: CI and developers run
# the same examples.  `pytest --hypothesis-profile=explore` looks for new ones.
settings.register_profile(
    "explore", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile("repeatable", settings.get_profile("explore"), derandomize=True)
settings.load_profile("repeatable")

# Pages that a developer has imported are not for tests to see, nor is what the command line found
# before.  This is set before any other module of the tests is read, some of which copy the
# environment.
OWN = Path(tempfile.mkdtemp(prefix="opencl-ls-tests-"))
OWN_CACHE = OWN / "cache"
os.environ["OPENCL_LS_DATA"] = str(OWN / "data")
os.environ["OPENCL_LS_CACHE"] = str(OWN_CACHE)


def pytest_unconfigure() -> None:
    """Remove the folder of this run, which the servers that it started have shared."""
    shutil.rmtree(OWN, ignore_errors=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give each test the markers of its folder, and `oracle` where clang-19 judges."""
    for item in items:
        for name in _markers(item.path):
            item.add_marker(name)
        if any("clang-19" in mark.kwargs.get("reason", "") for mark in item.iter_markers("skipif")):
            item.add_marker("oracle")


def pytest_collection_finish() -> None:
    """Keep the garbage collector from what lives to the end: it took an eighth of all the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


@cache
def _markers(path: Path) -> list[str]:
    """Return the markers of all tests in a file."""
    around = {path, *path.parents}
    return [
        name for name, places in MARKERS.items() if any(HERE / place in around for place in places)
    ]


@pytest.fixture(autouse=True)
def as_found() -> Iterator[None]:
    """Take back what a test did to our logger and to the command line's cache.

    A handler hears what later tests log.
    """
    logger = logging.getLogger("opencl_ls")
    before = (logger.handlers[:], logger.propagate, logger.level)
    yield
    logger.handlers[:], logger.propagate, logger.level = before
    if OWN_CACHE.exists():
        shutil.rmtree(OWN_CACHE, ignore_errors=True)
