"""What no part of the program does, so that a stranger's kernel can make it do nothing."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "opencl_ls"
# What runs programs, loads code from data, or speaks to a network.
FORBIDDEN = {
    *("subprocess", "pty", "pickle", "marshal", "shelve", "ctypes", "runpy", "code"),
    *("urllib.request", "http", "http.client", "ftplib", "smtplib", "requests"),
}
CALLS = {"eval", "exec", "compile", "__import__"}
# Only the server opens a socket; only the command line forks, to check on several processors.
ONLY_IN = {"socket": "server", "multiprocessing": "cli", "concurrent.futures": "cli"}


@pytest.mark.parametrize(
    "file", sorted(PACKAGE.rglob("*.py")), ids=lambda file: file.relative_to(PACKAGE).as_posix()
)
def test_nothing_runs_a_program_or_loads_code(file: Path) -> None:
    """No module imports what could; docs/security.md leans on that."""
    wrong = []
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in CALLS:
                wrong.append(f"{node.lineno}: calls {node.func.id}")
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id == "os" and node.attr in {"system", "popen"}:
                wrong.append(f"{node.lineno}: calls os.{node.attr}")
            if node.value.id == "os" and node.attr.startswith(("exec", "spawn")):
                wrong.append(f"{node.lineno}: calls os.{node.attr}")
        folder = file.relative_to(PACKAGE).parts[0]
        for name in names:
            only = next((own for root, own in ONLY_IN.items() if name.startswith(root)), folder)
            if name in FORBIDDEN or only != folder:
                wrong.append(f"{node.lineno}: imports {name}")
    assert not wrong, wrong
