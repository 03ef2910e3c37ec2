"""The files of the disk, as includes ask for them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from opencl_ls.disk import DiskFiles
from opencl_ls.text import byte_text


def test_a_quoted_name_is_looked_for_beside_its_includer_first(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.h").write_text(folder)
    files, includer = DiskFiles(), str(tmp_path / "a" / "main.cl")
    paths = [str(tmp_path / "b")]
    assert files.resolve("x.h", True, includer, paths) == str(tmp_path / "a" / "x.h")
    assert files.resolve("x.h", False, includer, paths) == str(tmp_path / "b" / "x.h")
    assert files.resolve("../b/x.h", True, includer, []) == str(tmp_path / "b" / "x.h")
    assert files.resolve("y.h", True, includer, paths) is None


def test_a_name_that_is_not_ascii_or_no_name(tmp_path: Path) -> None:
    (tmp_path / "ü.h").write_text("int a;")
    files = DiskFiles()
    found = files.resolve(byte_text("ü.h"), False, "", [str(tmp_path)])
    assert found is not None
    assert files.read(found) == "int a;"
    assert files.resolve("a\0b", False, "", [str(tmp_path)]) is None


@pytest.mark.parametrize(("watching", "expected"), [(False, "one"), (True, "three")])
def test_reading_again(tmp_path: Path, watching: bool, expected: str) -> None:
    path = tmp_path / "x.h"
    path.write_text("one")
    files = DiskFiles(watching=watching)
    assert files.read(str(path)) == "one"
    path.write_text("three")
    assert files.read(str(path)) == expected


def test_what_is_no_file_has_no_text(tmp_path: Path) -> None:
    files = DiskFiles()
    assert files.read(str(tmp_path)) is None
    assert files.read(str(tmp_path / "gone")) is None
    assert files.read("a\0b") is None
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        assert files.read(str(tmp_path / "pipe")) is None
    with (tmp_path / "large").open("wb") as large:
        large.truncate(20 << 20)
    assert files.read(str(tmp_path / "large")) is None
