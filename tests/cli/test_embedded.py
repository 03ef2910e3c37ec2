"""`check` of host programs: the findings in the kernels in their strings, at their own places."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from opencl_ls.cli.options import FORMATS
from opencl_ls.cli.paths import collect

PYTHON = '''\
größe = "é"
SOURCE = """
kernel void f(global int *a) { a[0] = missing; }
"""
cl.Program(context, SOURCE).build()
'''
C = """\
const char *source = "kernel void f(global int *a) { a[0] = 1 }\\n"
                     "kernel void g() { barrier(CLK_LOCAL_MEM_FENCE || CLK_GLOBAL_MEM_FENCE); }";
void build(void) { use(source); }
"""
FIXED = C.replace("1 }", "1; }").replace("||", "|")


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENCL_LS_CACHE", str(tmp_path / ".cache"))
    Path("sub").mkdir()
    Path("a.py").write_text(PYTHON, encoding="utf-8")
    Path("sub/b.c").write_text(C)
    Path("sub/none.py").write_text("# a kernel of the system\n")
    Path("sub/k.cl").write_text("kernel void k() { }\n")


def test_a_folder_has_them_on_request() -> None:
    """Other files of these languages do not count."""
    assert [Path(each).as_posix() for each in collect(["."])] == ["sub/k.cl"]
    found = [Path(each).as_posix() for each in collect(["."], embedded=True)]
    assert found == ["a.py", "sub/b.c", "sub/k.cl"]


def test_a_folder_without_any_is_named(run) -> None:
    Path("empty").mkdir()
    said = (
        "opencl-ls: no OpenCL C files (*.cl, *.ocl) and no host programs with kernels below empty\n"
    )
    assert run("check", "--embedded", "empty").err == said


def test_a_named_file_needs_no_option(run) -> None:
    """The second run takes its findings from the cache."""
    expected = (
        "a.py:3:39: error[names/undeclared] 'missing' is not declared\n"
        "  |\n"
        "3 | kernel void f(global int *a) { a[0] = missing; }\n"
        "  |                                       ^^^^^^^\n"
        "\n"
        "1 error, 0 warnings in 1 file\n"
    )
    for _ in range(2):
        result = run("check", "a.py", "--no-color")
        assert (result.status, result.out) == (1, expected)


def test_every_report_has_the_place(run) -> None:
    for name in FORMATS:
        result = run("check", "a.py", "--format", name, "--no-color")
        assert "names/undeclared" in result.out
        assert "a.py" in result.out
    found = json.loads(run("check", "a.py", "--format", "json").out)["diagnostics"]
    assert [(each["line"], each["col"], each["end_col"]) for each in found] == [(3, 39, 46)]


def test_the_name_of_standard_input_has_the_language(run) -> None:
    result = run("check", "-", "--stdin-filename", "x.py", stdin=PYTHON.encode())
    assert result.out.startswith("x.py:3:39: error")


def test_an_ending_that_opencl_c_has_as_well(run) -> None:
    """A header without such strings is checked as OpenCL C, and Python never is."""
    Path("plain.h").write_text("void f(void) { return 1; }\n")
    Path("plain.py").write_text("def f(): return 1\n")
    assert run("check", "plain.h").status == 1
    assert run("check", "plain.py").out == "0 errors, 0 warnings in 1 file\n"


def test_fixes_are_written_as_the_literal_needs_it(run) -> None:
    result = run("check", "--embedded", "--fix", "--unsafe-fixes", "sub", "-j", "2")
    assert result.status == 0
    assert Path("sub/b.c").read_text() == FIXED


def test_the_programs_of_a_file_are_apart(run) -> None:
    """Two programs may have a kernel of one name, and an included file of their own settings."""
    Path("two.py").write_text(
        'use("""\n#include "h.h"\nkernel void f(global real *a) { a[0] = 1; }""")\n' * 2
    )
    Path("h.h").write_text("typedef float real;\n")
    assert run("check", "two.py").status == 0
    Path("h.h").write_text("typedef float unreal;\nint x = ;\n")
    result = run("check", "two.py", "--format", "concise")
    assert result.out.count("h.h:2:7: error") == 1


@pytest.mark.parametrize("command", ["races", "explain", "requires", "host"])
def test_commands_about_one_file_of_kernels_refuse_a_host_program(run, command: str) -> None:
    result = run(command, "a.py")
    assert result.status == 2
    assert "a.py is a host program, and this takes OpenCL C: opencl-ls check finds" in result.err
