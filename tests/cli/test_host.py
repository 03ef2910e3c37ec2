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
