"""No part of the program does what an untrusted kernel could misuse."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "opencl_ls"
# What runs programs, loads code from data, or speaks to a network.
FORBIDDEN = {
    *("subprocess", "pty", "pickle", "marshal", "shelve", "ctypes", "runpy", "code"),
    *("urllib.request", "http", "http.client", "ftplib", "smtplib", "requests"),
}
# The one module that runs a program, where a user asks for one; docs/security.md says which.  The
# second is such a program itself, and nothing imports it.  The third forks the server.
RUNS = {
    ("compilers/running.py", "subprocess"),
    ("compilers/icd.py", "ctypes"),
    ("server/workers.py", "calls os.fork"),
}
CALLS = {"eval", "exec", "compile", "__import__"}
# A class that runs nothing: its module has pools of processes beside it.
HARMLESS = {"concurrent.futures.Future"}
# Only the server opens a socket; only the command line may start processes that are not forked.
ONLY_IN = {"socket": "server", "multiprocessing": "cli", "concurrent.futures": "cli"}


def dangers(path: str, source: str) -> list[str]:
    """Return what a file does that none may; it has its path below the package."""
    folder = path.split("/", maxsplit=1)[0]
    return [
        f"{path}:{line}: {words}"
        for node in ast.walk(ast.parse(source))
        for line, words in _dangers(node, folder)
        if (path, words.removeprefix("imports ")) not in RUNS
    ]


def _dangers(node: ast.AST, folder: str) -> Iterator[tuple[int, str]]:
    names: list[str] = []
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom) and node.module:
        full = [f"{node.module}.{alias.name}" for alias in node.names]
        names = [] if HARMLESS.issuperset(full) else [node.module, *full]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id in CALLS:
            yield node.lineno, f"calls {node.func.id}"
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        is_run = node.attr in {"system", "popen", "fork"} or node.attr.startswith(("exec", "spawn"))
        if node.value.id == "os" and is_run:
            yield node.lineno, f"calls os.{node.attr}"
    for name in names:
        only = next((own for root, own in ONLY_IN.items() if name.startswith(root)), folder)
        if name in FORBIDDEN or only != folder:
            yield node.lineno, f"imports {name}"


def test_nothing_runs_a_program_or_loads_code() -> None:
    """No module imports what could; docs/security.md leans on that."""
    files = sorted(PACKAGE.rglob("*.py"))
    assert len(files) > 700
    wrong = [
        danger
        for file in files
        for danger in dangers(file.relative_to(PACKAGE).as_posix(), file.read_text("utf-8"))
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("path", "source", "danger"),
    [
        ("text.py", "import subprocess", "imports subprocess"),
        ("server/x.py", "def f():\n    from urllib import request", "imports urllib.request"),
        ("server/x.py", "from http.client import HTTPConnection", "imports http.client"),
        ("cli/x.py", "eval('1')", "calls eval"),
        ("cli/x.py", "import os\nos.system('ls')", "calls os.system"),
        ("cli/x.py", "import os\nos.execv('ls', [])", "calls os.execv"),
        ("cli/x.py", "import os\nrun = os.spawnl", "calls os.spawnl"),
        ("server/x.py", "import os\nos.fork()", "calls os.fork"),
        ("cli/x.py", "import socket", "imports socket"),
        ("server/x.py", "import multiprocessing.pool", "imports multiprocessing.pool"),
        ("server/x.py", "from concurrent import futures", "imports concurrent.futures"),
        ("server/x.py", "from concurrent.futures import *", "imports concurrent.futures.*"),
    ],
)
def test_a_danger_is_found(path: str, source: str, danger: str) -> None:
    """Each check fails for a source that breaks it."""
    assert any(danger in found for found in dangers(path, source))


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("server/x.py", "import socket"),
        ("compilers/running.py", "import subprocess"),
        ("cli/x.py", "from concurrent.futures import ProcessPoolExecutor"),
        ("cli/x.py", "import os, re\nos.stat('x')\nre.compile('x')"),
    ],
)
def test_what_is_harmless_is_no_danger(path: str, source: str) -> None:
    """The checks let through what is allowed."""
    assert dangers(path, source) == []
