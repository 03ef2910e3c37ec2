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
    found = [Path(each).as_posix() for each in collect(["."], lambda _: True)]
    assert found == ["a.py", "sub/b.c", "sub/k.cl"]


def test_a_settings_file_asks_for_them_in_its_folder(run) -> None:
    """A file further down decides for its own folder."""
    Path("opencl-ls.toml").write_text("[check]\nhost-programs = true\n")
    Path("sub/opencl-ls.toml").write_text("")
    result = run("check", ".", "--format", "concise")
    assert "a.py:3:39" in result.out and "in 2 files" in result.out
    Path("sub/opencl-ls.toml").unlink()
    assert "in 3 files" in run("check", ".").out
    assert "host-programs = true" in run("config", "sub/b.c").out


def test_a_matrix_has_them_as_well(run) -> None:
    result = run("check", ".", "--embedded", "--matrix", "--std", "CL1.2", "--device", "full")
    assert "(2 of 3 files):\n  a.py:3:39: 'missing' is not declared" in result.out


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


# --- commands about one file ---------------------------------------------------------------------

RACE = "local int t[64]; t[get_local_id(0)] = 1; a[0] = t[63 - get_local_id(0)];"
TWO = f"""\
const char *first = "kernel void f(global int *a) {{\\n"
                    "  {RACE}\\n"
                    "}}\\n";
const char *second = "kernel void f(global char *a) {{ a[0] = 1; }}\\n"
                     "kernel void g(global %s *a) {{ a[0] = 1; }}\\n"
                     "kernel void h(global double *a, int n) {{ a[0] = n; }}";
void build(void) {{ use(first); sprintf(text, second, type); }}
"""
LEFT_OUT = "opencl-ls: two.c:5: kernel 'g' is left out: the host changes its text\n"


@pytest.fixture
def two(tmp_path: Path) -> str:
    """Return the name of a host with two programs, of which the host changes a kernel."""
    (tmp_path / "two.c").write_text(TWO)
    return "two.c"


def test_races_of_each_program(run, two: str) -> None:
    result = run("races", two)
    assert (result.status, result.err) == (1, LEFT_OUT)
    heads = [line for line in result.out.splitlines() if not line.startswith(" ") and line]
    assert [line.partition(",")[0] for line in heads] == [
        "two.c:1:34: kernel 'f'",
        "two.c:4:35: kernel 'f'",
        "two.c:6:35: kernel 'h'",
    ]
    assert "race: in groups of" in result.out and "(2:41 and 2:72)" in result.out
    found = json.loads(run("races", two, "--format", "json", "--kernel", "f").out)["kernels"]
    assert [(each["name"], each["line"]) for each in found] == [("f", 1), ("f", 4)]


def test_explanations_of_each_program(run, two: str) -> None:
    text = run("explain", two).out
    assert "two.c:1:34: a work-item of kernel 'f'" in text
    assert "two.c:6:35: a work-item of kernel 'h'" in text and "'g'" not in text
    found = json.loads(run("explain", two, "--format", "json", "--kernel", "h").out)["kernels"]
    assert [each["place"]["line"] for each in found] == [6]
    page = run("explain", two, "--format", "html").out
    assert page.count("<section id=") == 3
    assert '<tr id="kernel-f-33-2"><th scope="row">2</th>' in page


def test_requirements_of_each_program(run, two: str) -> None:
    """A program that the host changes has no line of its own."""
    result = run("requires", two)
    assert (result.status, result.err) == (0, LEFT_OUT)
    assert result.out == (
        "two.c:1:22: the program needs CL1.0\n"
        "two.c:1:34: kernel 'f' needs CL1.0\n"
        "two.c:4:35: kernel 'f' needs CL1.0 with cl_khr_byte_addressable_store, or CL1.1\n"
        "  cl_khr_byte_addressable_store: uses a store to a 'char' (line 4)\n"
        "two.c:6:35: kernel 'h' needs CL1.0 with cl_khr_fp64\n"
        "  cl_khr_fp64: uses 'double' (line 6)\n"
    )
    found = json.loads(run("requires", two, "--format", "json").out)
    assert [each["line"] for each in found["programs"]] == [1]
    assert [(each["name"], each["line"]) for each in found["kernels"]] == [
        ("f", 1),
        ("f", 4),
        ("h", 6),
    ]
    missing = run("requires", two, "--kernel", "x")
    assert missing.err == "opencl-ls: two.c defines no kernel 'x'; is it f or g or h?\n"


def test_host_code_of_each_program(run, two: str) -> None:
    result = run("host", two, "--style", "cpp")
    assert (result.status, result.err) == (0, LEFT_OUT)
    assert "build_two(" in result.out and "build_two_2(" in result.out
    assert result.out.count("enqueue_f(") == 2 and "enqueue_g(" not in result.out
    assert "the rest of the program" not in result.out
    one = run("host", two, "--kernel", "h").out
    assert "enqueue_h(" in one and "enqueue_f(" not in one


def test_a_kernel_without_a_known_text_is_refused(run, two: str) -> None:
    for command in ("races", "requires"):
        result = run(command, two, "--kernel", "g")
        assert result.status == 2
        assert result.err.endswith("two.c defines no kernel 'g' whose text is known\n")
    Path("one.py").write_text('use(f"kernel void f(global {kind} *a) {{ a[0] = 1; }}")')
    for command in ("explain", "requires"):
        assert run(command, "one.py").err == (
            "opencl-ls: one.py:1: kernel 'f' is left out: the host changes its text\n"
            "opencl-ls: one.py defines no kernel whose text is known\n"
        )


@pytest.mark.parametrize("command", ["races", "explain", "requires", "host"])
def test_a_host_program_without_kernels_is_refused(run, command: str) -> None:
    result = run(command, "sub/none.py")
    assert result.status == 2
    assert "none.py has no string with a kernel of OpenCL C" in result.err
