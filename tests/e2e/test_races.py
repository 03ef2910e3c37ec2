"""Races through the protocol: the fix, the hover of a barrier, the lens of the kernel."""

from __future__ import annotations

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

RACE = """\
kernel void reverse(global const int *in, global int *out) {
    local int tile[64];
    int l = get_local_id(0);
    tile[l] = in[get_global_id(0)];
    out[get_global_id(0)] = tile[63 - l];
}
"""
BARRIER = "    work_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
DIVERGENT = RACE.replace("    tile[l]", "    if (l < 32) { tile[l]").replace(
    "63 - l];", "31 - l]; }"
)
KINDS = {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}}
LAZY = {
    "textDocument": {
        "codeAction": {
            **KINDS,
            "dataSupport": True,
            "resolveSupport": {"properties": ["edit"]},
        }
    },
}


async def barriers(editor, uri, column):
    """Return the actions in line 4, where the write of the race is, that insert a barrier."""
    while not any(each.code.startswith("race/") for each in await editor.published(uri)):
        pass
    at = types.Position(3, column)
    context = types.CodeActionContext(diagnostics=[], only=["quickfix"])
    params = types.CodeActionParams(types.TextDocumentIdentifier(uri), types.Range(at, at), context)
    found = await editor.client.text_document_code_action_async(params)
    return [each for each in found if each.title.startswith("Insert '")]


async def test_the_missing_barrier(start, uri):
    editor = await start({"textDocument": {"codeAction": KINDS}})
    editor.open(uri, RACE)
    [action] = await barriers(editor, uri, 6)
    assert action.title == "Insert 'work_group_barrier(CLK_LOCAL_MEM_FENCE)'"
    assert action.kind == "quickfix"
    [edit] = action.edit.changes[uri]
    assert edit.range == types.Range(types.Position(4, 4), types.Position(4, 4))
    assert edit.new_text == BARRIER.lstrip() + "    "


async def test_a_barrier_that_not_all_work_items_would_reach(start, uri):
    """Who gets edits at once is offered none; else the reason is told when one is chosen."""
    editor = await start({"textDocument": {"codeAction": KINDS}})
    editor.open(uri, DIVERGENT)
    assert await barriers(editor, uri, 20) == []
    editor = await start(LAZY)
    editor.open(uri, DIVERGENT)
    [action] = await barriers(editor, uri, 20)
    with pytest.raises(JsonRpcException, match="no place"):
        await editor.client.code_action_resolve_async(action)


async def test_hover_and_lens(start, uri):
    editor = await start()
    lines = RACE.splitlines(keepends=True)
    editor.open(uri, "".join([*lines[:4], BARRIER, *lines[4:]]))
    hover = await editor.hover(uri, 4, 8)
    assert "- before it, work-items read in[get_global_id(0)], write tile[" in hover.contents.value
    assert "It orders the accesses to tile." in hover.contents.value
    params = types.CodeLensParams(types.TextDocumentIdentifier(uri))
    [lens] = await editor.client.text_document_code_lens_async(params)
    said = (await editor.client.code_lens_resolve_async(lens)).command.title
    assert "1 barrier \u00b7 no race found in 2 intervals" in said
