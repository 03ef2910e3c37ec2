"""The command `explain`."""

from __future__ import annotations

import json

import pytest

KERNELS = """\
kernel void copy(global const int *in, global int *out) {
    out[get_global_id(0)] = in[get_global_id(0)];
}
kernel void tile(global int *out) {
    local int part[512];
    part[2 * get_local_id(0)] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_local_id(0)] = part[0];
}
"""


@pytest.fixture
def kernel(tmp_path) -> str:
    """Return the name of a file with two kernels."""
    (tmp_path / "two.cl").write_text(KERNELS)
    return "two.cl"


def test_text_is_the_default(run, kernel) -> None:
    result = run("explain", kernel)
    assert (result.status, result.err) == (0, "")
    assert result.out.startswith("two.cl:1:13: a work-item of kernel 'copy', in groups of any size")
    assert "two.cl:4:13: a work-item of kernel 'tile'" in result.out


def test_a_size_decides_about_bank_conflicts(run, kernel) -> None:
    result = run("explain", "--kernel=tile", "--local-size=64", kernel)
    assert result.status == 0
    assert "'copy'" not in result.out
    assert "in groups of 64 work-items" in result.out
    assert "stride 2, 2-way bank conflict" in result.out


def test_json_has_all_kernels(run, kernel) -> None:
    result = run("explain", "--format", "json", kernel)
    data = json.loads(result.out)
    assert [each["name"] for each in data["kernels"]] == ["copy", "tile"]
    assert data["kernels"][1]["barriers"]["words"] == "1"


def test_html_is_one_page(run, kernel) -> None:
    result = run("explain", "--format=html", kernel)
    assert result.status == 0
    assert result.out.startswith("<!doctype html>")


def test_a_kernel_that_is_not_there_is_wrong_usage(run, kernel) -> None:
    result = run("explain", "--kernel=copi", kernel)
    assert result.status == 2
    assert "two.cl defines no kernel 'copi'; is it copy?" in result.err
