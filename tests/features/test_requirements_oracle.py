"""Small kernels of which clang-19 accepts the lowest version and no lower one.

`tests.support.requires_oracle` does the same with real kernels, and `docs/requires.md` has the
reasons for the differences there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.requires_oracle import CLANG, differences, requirements_of

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(CLANG is None, reason="clang-19 is not installed")

KERNELS = {
    "kernel void k(global int *o) { o[0] = 1; }": "CL1.0",
    "kernel void k(global int *o) { o[0] = popcount(o[0]); }": "CL1.2",
    "kernel void k(global double *o) { o[0] = 1; }": "CL1.0 with cl_khr_fp64",
    "kernel void k(global int *o) { o[0] = work_group_reduce_add(1); }": "CL2.0",
    "kernel void k(read_write image2d_t i) { write_imagef(i, (int2)(0), 1); }": "CL2.0",
    "kernel void k(write_only image3d_t i) { write_imagef(i, (int4)(0), 1); }": (
        "CL1.0 with cl_khr_3d_image_writes"
    ),
    "global int g; kernel void k(global int *o) { o[0] = g; }": "CL2.0",
    "kernel void k(global int *o) { int *p = o; *p = 1; }": "CL2.0",
    "kernel void k(global atomic_int *o) { atomic_store(o, 1); }": "CL2.0",
    "kernel void k(queue_t q) { enqueue_kernel(q, 0, ndrange_1D(1), ^{ }); }": "CL2.0",
    "kernel void k(read_only pipe int p, global int *o) { read_pipe(p, o); }": "CL2.0",
    "kernel void k(global int *o) { o[0] = sub_group_all(1); }": "CL2.0 with cl_khr_subgroups",
}
"""Kernels, and their lowest version with what it needs."""


@pytest.mark.parametrize("text", KERNELS)
def test_the_lowest_version(text: str, tmp_path: Path) -> None:
    path = tmp_path / "k.cl"
    path.write_text(text + "\n")
    lowest = requirements_of(str(path), []).whole.lowest
    assert lowest is not None
    assert lowest.words == KERNELS[text]
    assert list(differences(str(path), [])) == []
