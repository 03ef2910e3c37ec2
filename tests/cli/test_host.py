"""The command `host`."""

from __future__ import annotations

import pytest

KERNELS = """\
kernel void first(global float *out) { out[0] = WIDTH; }
kernel void second(int n) { }
"""


@pytest.fixture
def kernel(run, tmp_path):
    """Return the name of a file with two kernels."""
    (tmp_path / "two.cl").write_text(KERNELS)
    return "two.cl"


def test_all_kernels_of_a_file(run, kernel) -> None:
    result = run("host", kernel)
    assert (result.status, result.err) == (0, "")
    assert result.out.startswith("// The host's side of two.cl, written by opencl-ls.")
    assert "enqueue_first(" in result.out
    assert "enqueue_second(" in result.out


@pytest.mark.parametrize(
    ("style", "begin", "language"),
    [
        ("c", "static inline cl_int enqueue_second(", "#include <CL/cl.h>"),
        ("cpp", "inline cl::Event enqueue_second(", "#include <CL/opencl.hpp>"),
        ("pyopencl", "def enqueue_second(", "import pyopencl as cl"),
    ],
)
def test_one_kernel_in_a_style(run, kernel, style, begin, language) -> None:
    result = run("host", kernel, "--kernel", "second", f"--style={style}")
    assert result.status == 0
    assert begin in result.out and language in result.out
    assert "enqueue_first" not in result.out


def test_settings_become_build_options(run, kernel, tmp_path) -> None:
    """Those of the nearest configuration file count, and those of the command line."""
    (tmp_path / "opencl-ls.toml").write_text('std = "CL1.2"\ndefines = ["WIDTH=4"]\n')
    result = run("host", kernel, "--style", "pyopencl", "-DDEPTH=2", "-cl-finite-math-only")
    options = result.out.partition("OPTIONS = [\n")[2].partition("]")[0].split(",\n")
    assert [each.strip() for each in options] == [
        '"-cl-std=CL1.2"',
        '"-cl-finite-math-only"',
        '"-D WIDTH=4"',
        '"-D DEPTH=2"',
        "",
    ]
    assert '"-cl-std=CL1.1"' in run("host", "--std=CL1.1", "--", kernel).out


def test_standard_input(run) -> None:
    result = run("host", "-", stdin=KERNELS.encode())
    assert result.status == 0
    assert "build_kernel(" in result.out


def test_an_include_is_read(run, tmp_path) -> None:
    (tmp_path / "cell.h").write_text("typedef struct { int a; } Cell;\n")
    (tmp_path / "k.cl").write_text('#include "cell.h"\nkernel void k(Cell cell) { }\n')
    assert "typedef struct Cell {\n    cl_int a;\n} Cell;" in run("host", "k.cl").out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "no file is given; see opencl-ls host --help"),
        (["a.cl", "b.cl"], "one file at a time; see opencl-ls host --help"),
        (["none.cl"], "none.cl: No such file or directory"),
        (["two.cl", "--style", "rust"], "invalid choice: 'rust'"),
        (["two.cl", "--kernel", "secnd"], "two.cl defines no kernel 'secnd'; is it second?"),
        (["two.cl", "--kernel", "x"], "two.cl defines no kernel 'x'; is it first or second?"),
        (["empty.cl"], "empty.cl defines no kernel"),
        (["empty.cl", "--kernel", "x"], "empty.cl defines no kernel 'x', and no other one"),
    ],
)
def test_what_cannot_be_done(run, kernel, tmp_path, arguments, message) -> None:
    (tmp_path / "empty.cl").write_text("void helper(void) { }\n")
    result = run("host", *arguments)
    assert (result.status, result.out) == (2, "")
    assert message in result.err
    assert result.err.count("\n") == 1


def test_a_wrong_setting_is_reported_and_the_code_printed(run, kernel, tmp_path) -> None:
    (tmp_path / "opencl-ls.toml").write_text('std = "CL9"\n')
    result = run("host", kernel)
    assert result.status == 2
    assert "CL9" in result.err
    assert "enqueue_first(" in result.out


# --- check --host --------------------------------------------------------------------------------

SCALE = "kernel void scale(global float *out, float factor) { out[0] *= factor; }\n"
HOST = """\
void run(cl_program program, double factor) {
    cl_kernel kernel = clCreateKernel(program, "scale", NULL);
    clSetKernelArg(kernel, 1, sizeof(factor), &factor);
    clSetKernelArg(kernel, 2, sizeof(factor), &factor); // opencl-ls: allow(host/argument-index)
}
"""


@pytest.fixture
def program(tmp_path):
    """Write a kernel and a host program with a mistake."""
    (tmp_path / "scale.cl").write_text(SCALE)
    (tmp_path / "host.c").write_text(HOST)


def test_a_host_program_is_compared(run, program) -> None:
    """The finding is in the host program, and points at the parameter; a comment silences one."""
    result = run("check", "--host", "host.c", "scale.cl", "--no-cache", "--format=concise")
    assert result.status == 1
    assert result.out.startswith("host.c:3:31: error[host/argument-size]")
    assert "argument-index" not in result.out
    text = run("check", "--host", "host.c", "scale.cl").out
    assert "clSetKernelArg(kernel, 1, sizeof(factor), &factor);" in text
    assert "scale.cl:1:38: note: the parameter" in text


def test_settings_hold_for_rules_of_hosts(run, program) -> None:
    result = run("check", "--host", "host.c", "scale.cl", "--severity", "host=hint")
    assert result.status == 0 and "hint[host/argument-size]" in result.out
    assert run("check", "--host=host.c", "scale.cl", "--ignore", "host").out.startswith("0 errors")


@pytest.mark.parametrize(
    ("other", "status"),
    [
        ("kernel void scale(global float *out, double factor) { }\n", 0),
        ("kernel void other(global float *out, double factor) { }\n", 1),
    ],
)
def test_a_kernel_of_two_files_is_not_compared(run, program, tmp_path, other, status) -> None:
    """The host may mean the one or the other."""
    (tmp_path / "other.cl").write_text(other)
    assert run("check", "--host", "host.c", "scale.cl", "other.cl").status == status


def test_a_host_that_names_another_file_is_not_compared(run, program, tmp_path) -> None:
    (tmp_path / "host.c").write_text(f'const char *file = "kernels/other.cl";\n{HOST}')
    assert run("check", "--host", "host.c", "scale.cl").status == 0


@pytest.mark.parametrize(
    ("name", "words"),
    [("missing.c", "No such file"), ("host.rs", "in C, C++ or Python is wanted")],
)
def test_a_host_that_cannot_be_compared(run, program, name, words) -> None:
    result = run("check", "--host", name, "scale.cl")
    assert result.status == 2
    assert f"--host {name}: " in result.err and words in result.err
