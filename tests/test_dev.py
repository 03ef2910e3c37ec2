"""dev.py, which people start with whatever Python they have."""

from __future__ import annotations

import ast
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

FILE = Path(__file__).parent.parent / "dev.py"


@pytest.fixture
def dev() -> ModuleType:
    spec = spec_from_file_location("dev", FILE)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_it_is_read_by_old_pythons() -> None:
    """Else they would show a syntax error in place of what is missing."""
    ast.parse(FILE.read_text("utf-8"), feature_version=(3, 7))


def test_an_old_python_gets_one_line(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 12))
    assert dev.main(["test"]) == 2
    shown = capsys.readouterr()
    assert shown.err == "dev.py: Python 3.11 or newer is needed; this is 3.10\n"
    assert not shown.out


def test_the_tests_keep_bytecode(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes into the environment, whatever the shell asks for: the tests start many processes."""
    environment = {"PYTHONDONTWRITEBYTECODE": "1"}
    monkeypatch.setattr(dev.os, "environ", environment)
    monkeypatch.setattr(dev, "_run", lambda *_: 0)
    assert dev.test([]) == 0
    assert environment == {"PYTHONPYCACHEPREFIX": str(dev.VENV / "pycache")}
