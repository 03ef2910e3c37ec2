"""What a completion of an include may see of the disk."""

from __future__ import annotations

import os

import pytest

from opencl_ls.server.listing import MOST_ENTRIES, listing_for
from opencl_ls.server.uris import uri_of
from opencl_ls.server.workspace import Workspace
from opencl_ls.text import UTF16


@pytest.fixture
def work(tmp_path):
    """Return a workspace's folder with files in it, below it and outside of it."""
    folder = tmp_path / "work"
    (folder / "src" / "deep").mkdir(parents=True)
    for name in ("src/k.cl", "src/own.h", "src/deep/more.h", "shared.h", ".hidden.h"):
        (folder / name).write_text("")
    (tmp_path / "secret.h").write_text("")
    return folder


def lister(folders, path, include_paths=()):
    """Return the listing for a document at a path, and the workspace."""
    workspace = Workspace(UTF16, lambda message: None, lambda message: None)
    workspace.configuration.change_folders([uri_of(str(each)) for each in folders], [])
    document = workspace.open(uri_of(str(path)), 1, "")
    settings = workspace.settings_of(document)
    target = type(settings.target)(include_paths=tuple(map(str, include_paths)))
    workspace.settings_of = lambda _: type(settings)(target)
    return listing_for(workspace, document), workspace


def test_a_folder_of_the_workspace_is_listed(work) -> None:
    listing, _ = lister([work], work / "src" / "k.cl")
    assert sorted(listing(str(work / "src"))) == [
        ("deep", True),
        ("k.cl", False),
        ("own.h", False),
    ]
    assert sorted(listing(str(work))) == [("shared.h", False), ("src", True)]


def test_nothing_out_of_the_workspace_is_listed(work) -> None:
    listing, _ = lister([work], work / "src" / "k.cl")
    assert list(listing(str(work.parent))) == []
    assert list(listing(str(work / "src" / ".." / ".."))) == []
    assert list(listing("/")) == []
    assert list(listing(f"{work}2")) == []


def test_a_folder_of_the_settings_is_listed(work) -> None:
    outside = work.parent / "sdk"
    (outside / "cl").mkdir(parents=True)
    listing, _ = lister([work], work / "src" / "k.cl", [outside])
    assert list(listing(str(outside))) == [("cl", True)]
    assert list(listing(str(work.parent))) == []


def test_a_document_of_no_workspace_sees_what_it_may_include(work) -> None:
    listing, _ = lister([], work / "src" / "k.cl")
    assert ("secret.h", False) in list(listing(str(work.parent)))


def test_open_documents_count_before_they_are_saved(work) -> None:
    listing, workspace = lister([work], work / "src" / "k.cl")
    for name in ("unsaved.h", "deep/unsaved.h"):
        workspace.open(uri_of(str(work / "src" / name)), 1, "")
    assert sorted(listing(str(work / "src"))) == [
        ("deep", True),
        ("k.cl", False),
        ("own.h", False),
        ("unsaved.h", False),
    ]


def test_what_is_no_folder_holds_nothing(work) -> None:
    listing, _ = lister([work], work / "src" / "k.cl")
    assert list(listing(str(work / "nothing"))) == []
    assert list(listing(str(work / "shared.h"))) == []
    assert list(listing(f"{work}/a\0b")) == []


def test_names_that_no_include_can_hold_are_left_out(work) -> None:
    for name in ('a"b.h', "a>b.h", "a\nb.h", os.fsdecode(b"\xff.h")):
        try:
            (work / "src" / "deep" / name).write_text("")
        except OSError:
            pytest.skip("this file system takes no such names")
    listing, _ = lister([work], work / "src" / "k.cl")
    assert list(listing(str(work / "src" / "deep"))) == [("more.h", False)]


def test_a_folder_of_very_many_files_is_cut(work) -> None:
    for number in range(MOST_ENTRIES + 9):
        (work / "src" / "deep" / f"{number}.h").touch()
    listing, _ = lister([work], work / "src" / "k.cl")
    assert len(list(listing(str(work / "src" / "deep")))) == MOST_ENTRIES
