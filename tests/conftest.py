"""What all tests have in common."""

from __future__ import annotations

import os
import shutil
import tempfile
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from pathlib import Path

# What a test finds must not hang on how busy the machine is.
settings.register_profile(
    "repeatable",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("repeatable")

# Pages that a developer has imported are not for tests to see.  This is set before any other
# module of the tests is read, some of which copy the environment.
OWN_DATA = tempfile.mkdtemp(prefix="opencl-ls-data-")
os.environ["OPENCL_LS_DATA"] = OWN_DATA


def pytest_unconfigure() -> None:
    """Remove the data folder of this run, which the servers that it started have shared."""
    shutil.rmtree(OWN_DATA, ignore_errors=True)


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the command line's cache out of the user's own, and empty for each test."""
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("OPENCL_LS_CACHE", str(folder))
    return folder
