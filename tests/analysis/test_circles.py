"""An edit leaves no garbage that only the garbage collector could find.

A circle would keep the texts and tables of each key until the collector comes by, and make it work
during typing.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from opencl_ls.analysis.host import Host
from opencl_ls.preprocess import MemorySources
from opencl_ls.settings.model import Settings

_KERNELS = """#include "point.h"
#define SIZE(n) ((n) * sizeof(struct point))
static float part(float x) { return get_local_id(0) > x ? x : SIZE(2); }
kernel void one(global float *out, local float *room, constant char *unused) {
    enum { LAST = 1 << 4 };
    float sums[LAST] = { [LAST - 1] = 2 };
    size_t i = get_global_id(0);
    if (part(i) > 2) return;
    switch (LAST) { case 1: out[i] = missing; default: break; }
    room[i] = out[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 4; ++k) out[i] += room[k] + sums[k];
}
kernel void two(global struct point *p) { barrier(0); p->x = (int)undeclared / 0; }
"""
_HEADER = "struct point { int x, y; };\n#ifdef NEVER\nint never;\n#endif\n"


@pytest.fixture
def by_hand() -> Iterator[None]:
    """Let nothing be collected but by the test."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("by_hand")
@pytest.mark.parametrize("text", [" int x;", " (", " #define"])
def test_a_key_leaves_no_circle(text: str) -> None:
    host = Host(MemorySources({"k.cl": _KERNELS, "point.h": _HEADER}))
    host.open("k.cl", _KERNELS, Settings())
    at = _KERNELS.index("switch")
    for turn in range(4):
        if turn == 2:
            # What is loaded on first use has been loaded.
            gc.collect()
        host.edit("k.cl", at, at, text)
        assert host.analysis("k.cl").findings
        host.edit("k.cl", at, at + len(text), "")
        assert host.analysis("k.cl").findings
    assert gc.collect() == 0
