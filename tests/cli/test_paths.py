"""Folders are searched for kernels: sorted, without hidden ones, and each file once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from opencl_ls.cli.paths import collect, path_within


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in (
        "b.cl",
        "a.cl",
        "UP.CL",
        "x.ocl",
        "cpp.clcpp",
        "h.h",
        "sub/c.cl",
        "sub/deep/d.cl",
        ".hidden/e.cl",
        ".f.cl",
        "g.cl/inside.cl",
    ):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text("")


ALL = ["UP.CL", "a.cl", "b.cl", "g.cl/inside.cl", "sub/c.cl", "sub/deep/d.cl", "x.ocl"]


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        (["."], ALL),
        (["sub"], ["sub/c.cl", "sub/deep/d.cl"]),
        (["b.cl", "a.cl"], ["b.cl", "a.cl"]),
        (["b.cl", "./b.cl", "sub/../b.cl"], ["b.cl"]),
        (["sub", "."], ["sub/c.cl", "sub/deep/d.cl", *(n for n in ALL if "sub" not in n)]),
        (["h.h", "missing.cl", "-"], ["h.h", "missing.cl", "-"]),
        ([".hidden"], [".hidden/e.cl"]),
    ],
)
def test_collect(paths: list[str], expected: list[str]) -> None:
    assert [Path(path).as_posix() for path in collect(paths)] == expected


def test_loops_of_links_end() -> None:
    Path("sub/loop").symlink_to("..")
    Path("sub/self.cl").symlink_to("self.cl")
    Path("sub/link.cl").symlink_to("../a.cl")
    found = list(collect(["sub"]))
    assert found == ["sub/c.cl", "sub/deep/d.cl", "sub/link.cl", "sub/self.cl"]


def test_folders_nested_more_deeply_than_calls(tmp_path: Path) -> None:
    for _ in range(1500):
        Path("d").mkdir()
        os.chdir("d")
    Path("a.cl").write_text("")
    os.chdir(tmp_path)
    found = [path.count("d") for path in collect(["d"])]
    # The clean-up after the tests is recursive at each folder.
    for _ in range(15):
        os.chdir("d/" * 100)
    Path("a.cl").unlink()
    for _ in range(1500):
        os.chdir("..")
        Path("d").rmdir()
    assert found == [1500]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_pipes_and_folders_with_the_ending_are_no_kernels() -> None:
    os.mkfifo("sub/pipe.cl")
    Path("sub/device.cl").symlink_to("/dev/zero")
    Path("sub/folder.cl").symlink_to("deep")
    assert list(collect(["sub"])) == ["sub/c.cl", "sub/deep/d.cl"]


def test_a_named_link_to_a_folder_is_followed() -> None:
    Path("link").symlink_to("sub")
    assert list(collect(["link"])) == ["link/c.cl", "link/deep/d.cl"]


def test_paths_within_a_folder(tmp_path: Path) -> None:
    assert path_within("sub/../a.cl", ".") == "a.cl"
    assert path_within(str(tmp_path / "sub" / "c.cl"), ".") == "sub/c.cl"
    assert path_within("../a.cl", ".") == (tmp_path.parent / "a.cl").as_posix()
    assert path_within("c.cl", "..") == f"{tmp_path.name}/c.cl"
