"""Code lenses through the protocol."""

from __future__ import annotations

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

TEXT = """\
float gr\u00f6\u00dfe(float x) { return x; }
kernel void k(global float *out, local float *tile) {
    barrier(CLK_LOCAL_MEM_FENCE);
    out[0] = /* \U0001f389 */ gr\u00f6\u00dfe(tile[0]);
}
"""
SHOWING = {"experimental": {"commands": {"commands": ["opencl-ls.showReferences", 3]}}}


async def lenses(editor, uri):
    params = types.CodeLensParams(types.TextDocumentIdentifier(uri))
    return await editor.client.text_document_code_lens_async(params)


async def test_a_client_that_can_nothing(start, uri):
    """Where the lenses stand comes first; a title without a command is all that it can show."""
    editor = await start()
    assert editor.capabilities.code_lens_provider.resolve_provider
    editor.open(uri, TEXT)

    helper, kernel = await lenses(editor, uri)
    assert helper.command is None and kernel.command is None
    assert helper.range == types.Range(types.Position(0, 6), types.Position(0, 11))
    assert kernel.range == types.Range(types.Position(1, 12), types.Position(1, 13))
    resolved = await editor.client.code_lens_resolve_async(kernel)
    assert resolved.range == kernel.range
    assert resolved.command.command == "" and resolved.command.arguments is None
    assert resolved.command.title == (
        "local memory: tile (set by the host) \u00b7 1 barrier \u00b7 needs CL1.0"
    )
    resolved = await editor.client.code_lens_resolve_async(helper)
    assert (resolved.command.title, resolved.command.command) == ("1 caller", "")


async def test_a_client_that_shows_references(start, uri):
    editor = await start(SHOWING)
    editor.open(uri, TEXT)

    helper, kernel = await lenses(editor, uri)
    resolved = await editor.client.code_lens_resolve_async(helper)
    assert resolved.command.command == "opencl-ls.showReferences"
    where, position, shown = resolved.command.arguments
    assert where == uri
    assert position == {"line": 0, "character": 6}
    place = {"start": {"line": 3, "character": 22}, "end": {"line": 3, "character": 27}}
    assert shown == [{"uri": uri, "range": place}]
    resolved = await editor.client.code_lens_resolve_async(kernel)
    assert resolved.command.command == ""


async def test_a_lens_of_an_older_version(start, uri):
    """It says what is true now, or is refused where its function is gone."""
    editor = await start()
    editor.open(uri, TEXT)
    helper, kernel = await lenses(editor, uri)

    editor.change(uri, 2, ((2, 0), (3, 0), ""))
    resolved = await editor.client.code_lens_resolve_async(kernel)
    assert "barrier" not in resolved.command.title
    editor.change(uri, 3, "kernel void k(void) { }\n")
    with pytest.raises(JsonRpcException) as refused:
        await editor.client.code_lens_resolve_async(helper)
    assert refused.value.code == types.LSPErrorCodes.ContentModified.value


async def test_what_is_no_lens_of_ours(start, uri):
    editor = await start()
    editor.open(uri, TEXT)
    span = types.Range(types.Position(0, 0), types.Position(0, 0))
    for data in (None, "?", {"uri": 1}, {"uri": uri, "name": 1, "number": "x", "kind": None}):
        with pytest.raises(JsonRpcException):
            await editor.client.code_lens_resolve_async(types.CodeLens(span, data=data))


async def test_settings_decide(start, uri):
    editor = await start(initialization_options={"codeLens": {"callers": False, "barriers": False}})
    editor.open(uri, TEXT)
    (kernel,) = await lenses(editor, uri)
    resolved = await editor.client.code_lens_resolve_async(kernel)
    assert resolved.command.title == "local memory: tile (set by the host) \u00b7 needs CL1.0"


async def test_a_document_that_is_not_open(start):
    editor = await start()
    assert await lenses(editor, "file:///w/none.cl") is None
