"""The store on disk gives what was put there, or nothing."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from opencl_ls.disk_store import DiskStore


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_a_value_is_found_by_its_key_and_build(tmp_path: Path) -> None:
    """Another build has other values."""
    DiskStore(tmp_path, "1").put(b"key", b"value")
    assert DiskStore(tmp_path, "1").get(b"key") == b"value"
    assert DiskStore(tmp_path, "1").get(b"other") is None
    assert DiskStore(tmp_path, "2").get(b"key") is None


@pytest.mark.parametrize("length", range(16 + 5))
def test_a_file_that_was_cut_counts_as_missing(tmp_path: Path, length: int) -> None:
    """As after a crash of the machine, which may leave any part of a file."""
    store = DiskStore(tmp_path, "1")
    store.put(b"key", b"value")
    (file,) = files(tmp_path)
    file.write_bytes(file.read_bytes()[:length])
    assert store.get(b"key") is None


def test_a_file_in_the_place_of_another_counts_as_missing(tmp_path: Path) -> None:
    """The digest is of the key as well."""
    store = DiskStore(tmp_path, "1")
    store.put(b"one", b"1")
    (one,) = files(tmp_path)
    store.put(b"two", b"2")
    (two,) = set(files(tmp_path)) - {one}
    two.replace(one)
    assert store.get(b"one") is None


def test_a_full_disk_leaves_the_old_value_and_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A value that does not fit is not kept."""
    store = DiskStore(tmp_path, "1")
    store.put(b"key", b"old")

    def full(handle: int, mode: str) -> object:
        os.close(handle)
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fdopen", full)
    store.put(b"key", b"new")
    monkeypatch.undo()
    assert store.get(b"key") == b"old"
    assert len(files(tmp_path)) == 1


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    """There is a file of its name."""
    (tmp_path / "file").write_bytes(b"")
    store = DiskStore(tmp_path / "file", "1")
    store.put(b"key", b"value")
    assert store.get(b"key") is None
