"""`config --detect`: what is found in a folder, what is written, and what is left alone."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

KERNEL = "kernel void k(global REAL *a) { for (int i = 0; i < TILE; i++) a[i] = (REAL)rows; }\n"
HOST = """\
#include <CL/cl.h>
#define SIZE 16
void build(void) {
    char options[99];
    sprintf(options, "-DREAL=float -DTILE=%d -Drows=%d -I inc -DUNUSED=1", SIZE, rows);
    run("add.cl", options);
}
"""
WRITTEN = """\
# from src/host.c:5
[configurations.add]
defines = ["REAL=float", "TILE=16"]
host-defines = ["rows"]
include-paths = ["inc"]
# rows = <host: rows>
"""
PATTERNS = '[per-file-configurations]\n"src/add.cl" = "add"\n'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in {"src/host.c": HOST, "src/add.cl": KERNEL, "inc/add.h": ""}.items():
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text)


def test_what_is_found_is_shown(run) -> None:
    """The lines, where they are from, and how many names they settle; nothing is written."""
    result = run("config", "--detect", ".")
    assert (result.status, result.err) == (0, "")
    assert result.out == (
        f"{WRITTEN}# the host names the kernel's file with these options\n"
        "# src/add.cl: settles 3 of 3 undefined names\n\n"
        f"{PATTERNS}\n# undefined names in these kernels: 3 now, 0 with these lines\n"
    )
    assert tomllib.loads(result.out)
    assert not Path("opencl-ls.toml").exists()


def test_it_is_written_and_settles_the_names(run) -> None:
    """A new file has the lines; then there is nothing more to find, and nothing to report."""
    assert run("config", "--detect", "--write").status == 0
    assert Path("opencl-ls.toml").read_text() == f"{WRITTEN}\n{PATTERNS}"
    assert run("check", "src/add.cl").status == 0
    again = run("config", "--detect", "--write")
    assert "already; it is not changed" in again.err
    assert Path("opencl-ls.toml").read_text() == f"{WRITTEN}\n{PATTERNS}"


@pytest.mark.parametrize(
    ("name", "table"), [("opencl-ls.toml", ""), ("pyproject.toml", "tool.opencl-ls")]
)
def test_what_is_there_stays(run, name: str, table: str) -> None:
    """A file in use gets tables at its end, with its own comments and lines as they were."""
    header = f"[{table}]\n" if table else ""
    before = f'# mine\n{header}std = "CL1.2"  # old\n'
    Path(name).write_text(before)
    assert run("config", "--detect", "--write").status == 0
    after = Path(name).read_text()
    assert after.startswith(before)
    data = tomllib.loads(after)
    for key in filter(None, table.split(".")):
        data = data[key]
    assert data["configurations"]["add"]["host-defines"] == ["rows"]
    assert data["per-file-configurations"] == {"src/add.cl": "add"}


def test_flags_are_not_replaced(run) -> None:
    """A file of flags has no tables, and a new file beside it would replace it."""
    Path("compile_flags.txt").write_text("-DX\n")
    result = run("config", "--detect", "--write")
    assert result.status == 2
    assert "compile_flags.txt has the settings here" in result.err
    assert not Path("opencl-ls.toml").exists()


def test_as_json(run) -> None:
    """Each option has its value or the host's expression, its file and its line."""
    data = json.loads(run("config", "--detect", "--format", "json").out)
    (found,) = data["configurations"]
    assert found["kernels"] == [
        {"file": "src/add.cl", "before": ["REAL", "TILE", "rows"], "after": []}
    ]
    assert found["options"][1:3] == [
        {"option": "-D TILE", "value": "16", "host": "SIZE", "file": "src/host.c", "line": 5},
        {"option": "-D rows", "value": None, "host": "rows", "file": "src/host.c", "line": 5},
    ]


def test_nothing_is_found(run) -> None:
    """A folder without host programs has no options, and a file is no folder."""
    Path("src/host.c").unlink()
    assert run("config", "--detect").out == "no build options for a kernel were found\n"
    assert run("config", "--detect", "src/add.cl").status == 2
    assert run("config", "--write").status == 2


def test_names_of_files_and_texts_are_data(run) -> None:
    """A line's end in a file's name begins no line of the configuration; texts are Unicode."""
    Path("src/host.c").rename('src/host\n[x]\ny = "1.c')
    Path("src/other.c").write_text(
        HOST.replace("rows, r", "ä(1), r").replace("-DREAL", "-DE=ä -DREAL")
    )
    Path("src/add.cl").write_text(f"{KERNEL}int e = E;\n")
    assert run("config", "--detect", "--write").status == 0
    data = tomllib.loads(Path("opencl-ls.toml").read_text("utf-8"))
    assert data.keys() == {"configurations", "per-file-configurations"}
