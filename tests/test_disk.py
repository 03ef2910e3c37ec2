"""The files of the disk, as includes ask for them."""

from __future__ import annotations

import ntpath
import os
import stat
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import pytest

from opencl_ls import disk
from opencl_ls.analysis.host import Host
from opencl_ls.disk import DiskFiles, read_file
from opencl_ls.settings.disk import DiskReader
from opencl_ls.settings.model import DEFAULT
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


def test_an_open_document_is_found_where_its_file_would_be(tmp_path: Path) -> None:
    (tmp_path / "x.h").write_text("on the disk")
    opened = f"{tmp_path}/a/x.h"
    files = DiskFiles(is_open=lambda path: path == opened)
    includer, paths = str(tmp_path / "a" / "main.cl"), [str(tmp_path)]
    assert files.resolve("x.h", True, includer, paths) == opened
    assert files.resolve("x.h", False, includer, paths) == str(tmp_path / "x.h")
    assert files.read(opened) is None


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


def test_links_in_a_circle_and_folders_are_no_files(tmp_path: Path) -> None:
    """So are pipes and devices: none of them is found, whatever it is called."""
    (tmp_path / "loop.h").symlink_to("loop.h")
    (tmp_path / "one.h").symlink_to("two.h")
    (tmp_path / "two.h").symlink_to("one.h")
    (tmp_path / "folder.h").mkdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.h")
    files = DiskFiles()
    for name in ("loop.h", "one.h", "folder.h", "pipe.h", "/dev/zero", "/dev/tty", ".", "", "x\0"):
        assert files.resolve(name, True, str(tmp_path / "a.cl"), []) is None


def test_a_file_that_vanishes_after_it_was_found(tmp_path: Path) -> None:
    """Or that may not be read: it has no text, and nothing is raised."""
    path = tmp_path / "x.h"
    path.write_text("int a;")
    found = DiskFiles().resolve("x.h", True, str(tmp_path / "a.cl"), [])
    assert found == str(path)

    with patch("os.open", side_effect=PermissionError(13, "Permission denied")):
        assert DiskFiles().read(found) is None
    path.unlink()
    assert DiskFiles().read(found) is None


@pytest.mark.parametrize("watching", [False, True])
def test_an_include_that_cannot_be_read_is_named(tmp_path: Path, watching: bool) -> None:
    """It was found, so it is not searched again."""
    with (tmp_path / "large.h").open("wb") as large:
        large.truncate(20 << 20)
    host = Host(DiskFiles(watching=watching))
    path = str(tmp_path / "a.cl")
    host.open(path, '#include "large.h"\nint a;\n', DEFAULT)
    [found] = host.analysis(path).findings
    assert found.code == "preprocessor/missing-include"
    assert "cannot be read" in found.message


def test_names_have_forward_slashes_on_every_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else an open document would not go before its own file."""
    monkeypatch.setattr(disk, "os", SimpleNamespace(path=ntpath, sep="\\"))
    files = DiskFiles()
    monkeypatch.setattr(files, "_is_file", lambda path: path == "c:\\w\\inc\\a.h")
    assert files.resolve("inc/a.h", True, "c:/w/a.cl", []) == "c:/w/inc/a.h"
    assert files.resolve("a.h", False, "c:/w/a.cl", ["c:\\w\\inc"]) == "c:/w/inc/a.h"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_what_never_ends_is_not_waited_for(tmp_path: Path) -> None:
    """Nor is it where it takes the place of a file between the look at it and its opening."""
    pipe, file = tmp_path / "pipe", tmp_path / "file"
    os.mkfifo(pipe)
    file.write_text("int a;")
    assert read_file(str(file)) == b"int a;"
    assert read_file(str(pipe)) is None
    assert read_file("/dev/zero") is None
    status = file.stat()
    with patch("os.stat", lambda _: status):
        assert read_file(str(pipe)) is None
        assert read_file("/dev/zero") is None


def test_a_file_that_grows_is_read_up_to_the_limit(tmp_path: Path) -> None:
    """Files of the kernel say that they are empty, and others may grow while they are read."""
    path = tmp_path / "x.h"
    path.write_bytes(b"x" * 5000)
    assert read_file(str(path), 5000) == b"x" * 5000
    assert read_file(str(path), 4999) is None
    status = list(path.stat())
    status[stat.ST_SIZE] = 0
    with patch("os.fstat", lambda _: os.stat_result(status)):
        assert read_file(str(path), 5000) == b"x" * 5000
        assert read_file(str(path), 4999) is None
    with patch("os.read", side_effect=BlockingIOError):
        assert DiskFiles().read(str(path)) is None


@pytest.mark.parametrize(
    "name", ["/proc/kmsg", "/proc/self/mem", "/proc/self/pagemap", "/dev/kmsg"]
)
def test_files_of_the_kernel_end(name: str) -> None:
    """Some of them call themselves ordinary, and are empty, endless or wait."""
    files = DiskFiles()
    for provider in (files, DiskFiles(watching=True)):
        assert len(provider.read(name) or "") <= disk.SIZE_LIMIT
    assert len(DiskReader().read(name) or "") <= disk.SIZE_LIMIT
