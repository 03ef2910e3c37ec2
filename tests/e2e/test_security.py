"""What a document can make the server read."""

from __future__ import annotations

import posixpath

import pytest
from lsprotocol import types

from opencl_ls.server.guard import GuardedFiles
from opencl_ls.server.transport import EndOfInput, Inbox, read_frames
from opencl_ls.server.uris import uri_of
from tests.e2e.wire import PUSH

# Words that no folder of the test bears, for a message tells where it looked.
TOLD = "what only the file tells"
SECRET = f"#error {TOLD}\n"


class Everything:
    """A disk on which every name leads to a file."""

    def resolve(self, name, quoted, includer, paths):
        return posixpath.normpath(posixpath.join(posixpath.dirname(includer), name))

    def read(self, path):
        return f"read {path}"


@pytest.mark.parametrize(
    ("includer", "name", "found"),
    [
        ("/w/src/k.cl", "k.h", "/w/src/k.h"),
        ("/w/src/k.cl", "../inc/k.h", "/w/inc/k.h"),
        ("/w/src/k.cl", "/w/inc/k.h", "/w/inc/k.h"),
        ("/w/src/k.cl", "../../other/k.h", None),
        ("/w/src/k.cl", "/etc/passwd", None),
        ("/w/src/k.cl", "/wider/k.h", None),
        ("/w/src/k.cl", "/sdk/include/k.h", "/sdk/include/k.h"),
        ("/sdk/include/k.h", "more.h", "/sdk/include/more.h"),
        ("/elsewhere/k.cl", "../k.h", "/k.h"),
        ("/elsewhere/k.cl", "/etc/passwd", None),
        ("<command line>", "/opt/forced.h", "/opt/forced.h"),
    ],
)
def test_includes_stay_inside(includer, name, found) -> None:
    files = GuardedFiles(Everything(), lambda: ("/w",))
    assert files.resolve(name, True, includer, ("/sdk/include",)) == found


@pytest.fixture
def work(tmp_path):
    """Return a workspace's folder with a file outside of it."""
    (tmp_path / "secret.h").write_text(SECRET)
    folder = tmp_path / "work"
    folder.mkdir()
    return folder


@pytest.mark.parametrize("name", ["../secret.h", "{outside}/secret.h"])
async def test_an_include_out_of_the_workspace_is_not_read(start, work, name) -> None:
    uri = uri_of(str(work / "k.cl"))
    editor = await start(PUSH, workspace_folders=[types.WorkspaceFolder(uri_of(str(work)), "w")])
    editor.open(uri, f'#include "{name.format(outside=work.parent)}"\n')
    [found] = await editor.published(uri)
    assert "is not found" in found.message
    assert TOLD not in found.message


async def test_an_open_document_out_of_the_workspace_is_not_read(start, work) -> None:
    """Nor is it found, whether the disk has it or not."""
    uri = uri_of(str(work / "k.cl"))
    editor = await start(PUSH, workspace_folders=[types.WorkspaceFolder(uri_of(str(work)), "w")])
    for name in ("secret.h", "unsaved.h"):
        editor.open(uri_of(str(work.parent / name)), SECRET)
    editor.open(uri, '#include "../secret.h"\n#include "../unsaved.h"\n')
    found = await editor.published(uri)
    assert ["is not found" in each.message for each in found] == [True, True]
    # Inside of it, one that is open is found.
    editor.open(uri_of(str(work / "part.h")), SECRET)
    editor.change(uri, 2, '#include "part.h"\n')
    [found] = await editor.published(uri, 2)
    assert TOLD in found.message


async def test_a_configured_folder_is_read(start, work) -> None:
    uri = uri_of(str(work / "k.cl"))
    editor = await start(
        PUSH,
        workspace_folders=[types.WorkspaceFolder(uri_of(str(work)), "w")],
        initialization_options={"includePaths": [str(work.parent)]},
    )
    editor.open(uri, '#include "secret.h"\n')
    [found] = await editor.published(uri)
    assert TOLD in found.message


@pytest.mark.parametrize(("length", "left"), [(100_000_000, []), (1_000_000_000_000_000, [b""])])
def test_an_announced_length_takes_no_memory(length, left) -> None:
    """Only bytes that arrive are kept; the end of the input ends a message that never came."""
    chunks = [b"Content-Length: %d\r\n\r\n{" % length, b""]
    inbox = Inbox()
    read_frames(lambda: chunks.pop(0), inbox)
    end = inbox.take(0)
    assert isinstance(end, EndOfInput)
    # Of a message that is too long not even the rest is awaited.
    assert chunks == left
    assert ("limit" in end.reason) is bool(left)
