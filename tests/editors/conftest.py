"""Real editors: where they are, the project that they open, and the server that they start."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from tests.support import fork_server

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
COMMAND = [sys.executable, "-P", "-m", "opencl_ls"]


@pytest.fixture
def project(tmp_path):
    """A copy of the project, in a repository's folder of its own."""
    folder = tmp_path / "project"
    shutil.copytree(HERE / "project", folder)
    (folder / ".git").mkdir()
    return folder


@pytest.fixture
def home(tmp_path):
    """An empty home, so that the machine's own configuration of an editor is not read."""
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@pytest.fixture
def server(tmp_path):
    """Our server as the program `opencl-ls`, in a folder of its own, which starts at once."""
    file = tmp_path / "programs" / "opencl-ls"
    file.parent.mkdir()
    file.touch(0o755)
    _write_program(file, fork_server.command() if fork_server.AVAILABLE else COMMAND)
    return file


@pytest.fixture
def real_start(server):
    """Let the program be the command that users have: once for each editor, and to kill it."""
    _write_program(server, COMMAND)


def _write_program(file, command):
    file.write_text(f'#!/bin/sh\nexec {shlex.join(command)} "$@"\n')


@pytest.fixture
def environment(server, home):
    """The environment of an editor: the empty home, and our server as `opencl-ls` on PATH."""
    return {
        **os.environ,
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "XDG_DATA_HOME": str(home / ".local/share"),
        "XDG_STATE_HOME": str(home / ".local/state"),
        "XDG_CACHE_HOME": str(home / ".cache"),
        # Else Neovim makes one in the folder in which the tests run.
        "NVIM_LOG_FILE": str(home / "nvim.log"),
        "PATH": f"{server.parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "TERM": "xterm-256color",
        "LANG": "C.UTF-8",
    }


@pytest.fixture(scope="session")
def editor():
    """What finds the first of some programs, or skips the test: `editor("nvim")`."""
    return _editor


def _editor(*names: str) -> str:
    """Return the first of these programs that is there, or skip the test."""
    chosen = os.environ.get("OPENCL_LS_EDITORS")
    for name in names:
        own = Path(chosen, "bin", name) if chosen else None
        if own is not None and own.exists():
            return str(own)
    for name in names:
        found = shutil.which(name)
        if found:
            return found
    pytest.skip(f"no {' or '.join(names)}: tests/editors/install.sh FOLDER installs it")
