"""Names of files that are not open."""

from __future__ import annotations

import asyncio

from lsprotocol import types

from opencl_ls.server.uris import uri_of
from tests.e2e.wire import PATIENCE, PUSH


async def symbols(editor, query):
    return await editor.client.workspace_symbol_async(types.WorkspaceSymbolParams(query))


async def found(editor, query, name):
    """Ask, as an editor does at each key, until a name is there."""
    async with asyncio.timeout(PATIENCE):
        while True:
            answer = await symbols(editor, query)
            if any(each.name == name for each in answer):
                return answer


async def test_names_of_the_workspace(start, written) -> None:
    folder = written(
        blur__cl='#include "util.h"\n\n\tkernel void blur_rows(global int *p) {}\n',
        util__h="float blur_weight(int x);\n",
        open__cl="int on_disk;\n",
    )
    uri = uri_of(str(folder / "open.cl"))
    editor = await start(PUSH, workspace_folders=[types.WorkspaceFolder(uri_of(str(folder)), "w")])
    assert editor.capabilities.workspace_symbol_provider
    editor.open(uri, "int blurred_here;\n")
    assert [each.name for each in await symbols(editor, "here")] == ["blurred_here"]
    await found(editor, "weight", "blur_weight")
    kernel, *rest = await found(editor, "BLUR", "blur_rows")
    assert kernel.name == "blur_rows"
    assert kernel.kind is types.SymbolKind.Function
    assert kernel.container_name == "kernel"
    assert kernel.location.uri == uri_of(str(folder / "blur.cl"))
    assert kernel.location.range == types.Range(types.Position(2, 13), types.Position(2, 22))
    assert [each.name for each in rest] == ["blur_weight", "blurred_here"]
    assert not await symbols(editor, "disk")


async def test_files_that_change_on_disk(start, written) -> None:
    folder = written(a__cl="int before;\n")
    editor = await start(PUSH, workspace_folders=[types.WorkspaceFolder(uri_of(str(folder)), "w")])
    await found(editor, "before", "before")
    (folder / "a.cl").write_text("int after;\n")
    change = types.FileEvent(uri_of(str(folder / "a.cl")), types.FileChangeType.Changed)
    editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([change]))
    await found(editor, "after", "after")
    assert not await symbols(editor, "before")
