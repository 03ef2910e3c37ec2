"""The command `races`."""

from __future__ import annotations

import json

import pytest

KERNELS = """\
kernel void reverse(global const int *in, global int *out) {
    local int tile[64];
    int l = get_local_id(0);
    tile[l] = in[get_global_id(0)];
    out[get_global_id(0)] = tile[63 - l];
}
kernel void copy(global const int *in, global int *out) {
    local int tile[64];
    int l = get_local_id(0);
    tile[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 32) out[get_global_id(0)] = tile[63 - l];
}
"""

REVERSE = """\
two.cl:1:13: kernel 'reverse', in groups of 64 work-items
  interval 1: from the start to the end
    4:15  reads   in[get_global_id(0)]
    4:5   writes  tile[get_local_id(0)]
    5:29  reads   tile[63 - get_local_id(0)]
    5:5   writes  out[get_global_id(0)]
    race: in groups of 64 work-items, work-item 31 writes 'tile[31]' and work-item 32 reads it, \
with no barrier between (4:5 and 5:29)
  work-items of different groups:
    no race
"""

COPY = """\
two.cl:7:13: kernel 'copy', in groups of 64 work-items
  interval 1: from the start to line 11
    10:15  reads   in[get_global_id(0)]
    10:5   writes  tile[get_local_id(0)]
    no race
  interval 2: from line 11 to the end
    12:41  reads   tile[63 - get_local_id(0)], if get_local_id(0) < 32
    12:17  writes  out[get_global_id(0)], if get_local_id(0) < 32
    no race
  work-items of different groups:
    no race
"""


@pytest.fixture
def kernel(tmp_path) -> str:
    """Return the name of a file with a race and without one."""
    (tmp_path / "two.cl").write_text(KERNELS)
    return "two.cl"


def test_a_race_has_a_witness(run, kernel) -> None:
    result = run("races", kernel, "--kernel", "reverse")
    assert (result.status, result.err) == (1, "")
    assert result.out == REVERSE


def test_without_a_race_the_status_is_0(run, kernel) -> None:
    result = run("races", "--kernel=copy", kernel)
    assert (result.status, result.err) == (0, "")
    assert result.out == COPY


def test_all_kernels(run, kernel) -> None:
    result = run("races", kernel)
    assert (result.status, result.out) == (1, f"{REVERSE}\n{COPY}")


def test_the_size_of_a_group_decides(run, kernel) -> None:
    """In a group of one work-item there is no other."""
    result = run("races", kernel, "--kernel", "reverse", "--local-size", "1")
    assert result.status == 0
    assert "in groups of 1 work-item\n" in result.out


def test_json(run, kernel) -> None:
    result = run("races", kernel, "--format", "json")
    assert result.status == 1
    report = json.loads(result.out)
    assert report["version"] == 1
    reverse, copy = report["kernels"]
    assert [each["verdict"] for each in reverse["intervals"]] == ["race"]
    assert [each["verdict"] for each in copy["intervals"]] == ["no race", "no race"]
    race = reverse["intervals"][0]["races"][0]
    assert (race["object"], race["space"], race["needs"]) == ("tile", "local", [])
    assert race["witness"] == {
        "local_size": [64, 1, 1],
        "num_groups": [1, 1, 1],
        "first": {"local_id": [31, 0, 0], "group_id": [0, 0, 0]},
        "second": {"local_id": [32, 0, 0], "group_id": [0, 0, 0]},
        "element": "tile[31]",
        "values": {},
    }
    assert race["first"]["line"] == 4
    assert reverse["between_groups"]["verdict"] == "no race"
    assert copy["intervals"][1]["start"]["line"] == 11
    assert copy["intervals"][1]["accesses"][0]["guard"] == "get_local_id(0) < 32"


def test_names_beyond_ascii(run, tmp_path) -> None:
    (tmp_path / "größe€.h").write_text("void größe(global int *a) { a[0] = get_local_id(0); }\n")
    (tmp_path / "€.cl").write_text(
        '#include "größe€.h"\nkernel void k(global int *a) { größe(a); }\n'
    )
    result = run("races", "€.cl")
    assert result.out.startswith("€.cl:2:13: kernel 'k', ")
    assert "größe€.h:1:29  writes" in result.out


def test_standard_input(run) -> None:
    assert run("races", "-", stdin=KERNELS.encode()).status == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "no file is given"),
        (("two.cl", "more.cl"), "one file at a time"),
        (("two.cl", "--kernel", "revers"), "defines no kernel 'revers'; is it reverse?"),
        (("two.cl", "--local-size", "0"), "'0' is no size"),
        (("two.cl", "--local-size", "1,2,3,4"), "'1,2,3,4' is no size"),
        (("two.cl", "--num-groups", "x"), "'x' is no size"),
        (("absent.cl",), "absent.cl"),
    ],
)
def test_wrong_usage(run, kernel, arguments, words) -> None:
    result = run("races", *arguments)
    assert (result.status, result.out) == (2, "")
    assert words in result.err


def test_what_is_not_followed_is_told(run, tmp_path) -> None:
    (tmp_path / "one.cl").write_text(
        "kernel void k(global int *a, int n) {\n  if (a[get_global_id(0)])\n    a[n] = 1;\n}\n"
    )
    result = run("races", "one.cl")
    assert "    not decided: " in result.out


def test_groups_race_where_there_are_several(run, tmp_path) -> None:
    (tmp_path / "one.cl").write_text(
        "kernel void k(global int *a) {\n"
        "  a[get_group_id(0) + get_local_id(0)] = get_local_id(0);\n}\n"
    )
    assert run("races", "one.cl", "--num-groups", "1").status == 0
    result = run("races", "one.cl", "--num-groups", "2", "--local-size", "8")
    assert result.status == 1
    assert "and nothing orders work-items of different groups (2:" in result.out


def test_a_kernel_without_ids_is_for_one_work_item(run, tmp_path) -> None:
    (tmp_path / "one.cl").write_text("kernel void k(global int *a) { a[0] = 1; }\n")
    result = run("races", "one.cl")
    assert result.status == 0
    assert "    not decided: it asks for no id, as a kernel for one work-item" in result.out
