"""What all tests have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the command line's cache out of the user's own, and empty for each test."""
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("OPENCL_LS_CACHE", str(folder))
    return folder
