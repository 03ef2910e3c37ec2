"""What kernels take as data (see `tests.support.marked`): the page, and the values."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from opencl_ls.analysis.host import check
from opencl_ls.features.host_code import kernel_resources
from opencl_ls.settings.options import from_build_options
from tests.support.cases import MemoryFiles
from tests.support.marked import Case, analysed, cases

PAGE = Path(__file__).with_name("kernel_resources.md")
TEXT = """\
void helper(void) { local int own[2]; barrier(CLK_LOCAL_MEM_FENCE); }
kernel void k(global const float4 *in, local int *tile, double d) { char kept[3]; helper(); }
kernel __attribute__((work_group_size_hint(8, 8, 1))) void none(void) { }
"""


def shown(case: Case) -> list[str]:
    """Return the lines of the page; fences would end the block that they are in."""
    analysis, _, _ = analysed(case)
    found = kernel_resources(analysis)
    if found is None:
        return ["nothing"]
    return [f"> {line}".rstrip() for line in found.markdown.splitlines()]


@pytest.mark.parametrize("case", cases([PAGE]), ids=lambda case: case.name)
def test_page(case: Case) -> None:
    """The page is exactly what the case shows."""
    assert shown(case) == list(case.lines)


def test_values() -> None:
    """They are plain JSON, and say what the page says."""
    settings, _ = from_build_options("-cl-std=CL1.2")
    found = kernel_resources(check("a.cl", MemoryFiles({"a.cl": TEXT}), settings))
    assert found is not None
    assert found.title == "kernels of a.cl"
    first, second = found.kernels
    assert (first.name, second.name) == ("k", "none")
    assert TEXT[slice(*first.place)].startswith("kernel void k(")
    assert TEXT[slice(*second.place)].endswith("none(void) { }")
    assert json.loads(json.dumps(first.details)) == {
        "arguments": [
            {
                "name": "in",
                "type": "__global const float4 *",
                "kind": "buffer",
                "hostType": "cl_mem",
                "bytes": None,
                "elementBytes": 16,
                "note": "only read",
            },
            {
                "name": "tile",
                "type": "__local int *",
                "kind": "local",
                "hostType": "",
                "bytes": None,
                "elementBytes": 4,
                "note": "",
            },
            {
                "name": "d",
                "type": "double",
                "kind": "value",
                "hostType": "cl_double",
                "bytes": 8,
                "elementBytes": None,
                "note": "",
            },
        ],
        "localMemory": {
            "bytes": 8,
            "variables": [
                {
                    "name": "own",
                    "declaration": "__local int own[2]",
                    "bytes": 8,
                    "function": "helper",
                }
            ],
            "arguments": ["tile"],
        },
        "privateArrays": {
            "bytes": 3,
            "variables": [
                {"name": "kept", "declaration": "char kept[3]", "bytes": 3, "function": "k"}
            ],
        },
        "barriers": 1,
        "subGroupBarriers": 0,
        "workGroupSize": None,
        "dimensions": 1,
        "attributes": [],
        "needs": [{"version": "CL1.0", "extensions": ["cl_khr_fp64"], "features": []}],
    }
    assert second.details["workGroupSize"] == {"size": (8, 8, 1), "isHint": True}
    assert second.details["dimensions"] == 2
