"""The command `requires`."""

from __future__ import annotations

import json

import pytest

KERNELS = """\
int total(int x) { return sub_group_reduce_add(x); }
kernel void sums(global int *out) {
    out[0] = total(out[0]);
    out[1] = popcount(out[1]);
}
kernel void small(global char *out) { out[0] = 1; }
"""

SUMS = """\
k.cl:2:13: kernel 'sums' needs CL2.0 with cl_khr_subgroups
  not CL1.2: calls 'total' (line 3), which uses 'sub_group_reduce_add' (line 1)
  cl_khr_subgroups: calls 'total' (line 3), which uses 'sub_group_reduce_add' (line 1)
  CL3.0 with __opencl_c_subgroups
    __opencl_c_subgroups: calls 'total' (line 3), which uses 'sub_group_reduce_add' (line 1)
"""

ALL = f"""\
k.cl needs CL2.0 with cl_khr_subgroups
  not CL1.2: uses 'sub_group_reduce_add' (line 1)
  cl_khr_subgroups: uses 'sub_group_reduce_add' (line 1)
  CL3.0 with __opencl_c_subgroups
    __opencl_c_subgroups: uses 'sub_group_reduce_add' (line 1)
{SUMS}\
k.cl:6:13: kernel 'small' needs CL1.0 with cl_khr_byte_addressable_store, or CL1.1
  cl_khr_byte_addressable_store: uses a store to a 'char' (line 6)
"""


@pytest.fixture
def kernels(tmp_path) -> str:
    """Return the name of a file with two kernels."""
    (tmp_path / "k.cl").write_text(KERNELS)
    return "k.cl"


def test_the_file_and_its_kernels(run, kernels) -> None:
    result = run("requires", kernels)
    assert (result.status, result.err) == (0, "")
    assert result.out == ALL


def test_one_kernel(run, kernels) -> None:
    result = run("requires", kernels, "--kernel", "sums")
    assert (result.status, result.out) == (0, SUMS)


def test_one_version(run, kernels) -> None:
    """The command line's version is the only one that is tried."""
    result = run("requires", kernels, "--kernel", "sums", "--std", "CL1.2")
    assert result.status == 1
    assert result.out == (
        "k.cl:2:13: kernel 'sums' does not work under CL1.2\n"
        "  not CL1.2: calls 'total' (line 3), which uses 'sub_group_reduce_add' (line 1)\n"
    )


def test_a_file_of_settings_names_no_version(run, kernels, tmp_path) -> None:
    (tmp_path / "opencl-ls.toml").write_text('std = "CL3.0"\n')
    assert run("requires", kernels).out == ALL


def test_build_options(run, tmp_path) -> None:
    (tmp_path / "k.cl").write_text("kernel void k(global REAL *out) { out[0] = 1; }\n")
    result = run("requires", "k.cl", "-DREAL=double")
    assert result.out.startswith("k.cl needs CL1.0 with cl_khr_fp64\n")


def test_errors_of_every_version(run, tmp_path) -> None:
    """They do not count, and are named; what cannot be parsed may need more."""
    (tmp_path / "k.cl").write_text(
        "kernel void k(global int *o) { *o = absent; }\nkernel void l(void) { int i = (; }\n"
    )
    result = run("requires", "k.cl")
    assert (result.status, result.err) == (0, "")
    assert result.out == (
        "k.cl has errors under every version, the first at 1:37: 'absent' is not declared\n"
        "k.cl needs at least CL1.0\n"
        "k.cl:1:13: kernel 'k' needs CL1.0\n"
        "k.cl:2:13: kernel 'l' needs at least CL1.0\n"
    )


def test_json(run, kernels) -> None:
    result = run("requires", kernels, "--format", "json")
    assert result.status == 0
    report = json.loads(result.out)
    assert (report["version"], report["errors"]) == (1, [])
    assert report["file"]["lowest"] == "CL2.0"
    sums, small = report["kernels"]
    assert (sums["name"], sums["file"], sums["line"], sums["col"]) == ("sums", "k.cl", 2, 13)
    assert [each["works"] for each in sums["versions"]] == [False, False, False, True, True]
    failure = sums["versions"][2]["failures"][0]
    assert (failure["line"], failure["message"]) == (1, "'sub_group_reduce_add'")
    (reason,) = sums["versions"][3]["reasons"]
    assert reason["needs"] == ["cl_khr_subgroups"]
    assert [(step["name"], step["calls"], step["line"]) for step in reason["through"]] == [
        ("total", True, 3)
    ]
    assert sums["versions"][4]["features"] == ["__opencl_c_subgroups"]
    assert small["versions"][0]["extensions"] == ["cl_khr_byte_addressable_store"]


def test_names_beyond_ascii(run, tmp_path) -> None:
    (tmp_path / "größe€.cl").write_text(
        "int größe(int x) { return popcount(x); }\n"
        "kernel void k(global int *o) { o[0] = größe(0); }\n"
    )
    assert run("requires", "größe€.cl").out == (
        "größe€.cl needs CL1.2\n"
        "  not CL1.1: uses 'popcount' (line 1)\n"
        "größe€.cl:2:13: kernel 'k' needs CL1.2\n"
        "  not CL1.1: calls 'größe' (line 2), which uses 'popcount' (line 1)\n"
    )


def test_standard_input(run) -> None:
    result = run("requires", "-", stdin=KERNELS.encode())
    assert result.out == ALL.replace("k.cl", "kernel.cl")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "no file is given"),
        (("k.cl", "more.cl"), "one file at a time"),
        (("k.cl", "--kernel", "sum"), "defines no kernel 'sum'; is it sums?"),
        (("absent.cl",), "absent.cl"),
    ],
)
def test_wrong_usage(run, kernels, arguments, words) -> None:
    result = run("requires", *arguments)
    assert (result.status, result.out) == (2, "")
    assert words in result.err
