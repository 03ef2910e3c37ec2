"""Inlay hints through the protocol."""

from __future__ import annotations

import asyncio

from lsprotocol import types

from tests.e2e.wire import PATIENCE

TEXT = """\
float mixed(float value, float weight);
kernel void k(global float *gr\u00f6\u00dfe, int i) {
    /* \U0001f389 */ gr\u00f6\u00dfe[0] = mixed(1.0f, 2.0f);
    gr\u00f6\u00dfe[1] = i;
}
"""
RESOLVING = {
    "textDocument": {"inlayHint": {"resolveSupport": {"properties": ["tooltip", "textEdits"]}}}
}
REFRESHED = {
    "workspace": {
        "configuration": True,
        "inlayHint": {"refreshSupport": True},
        "codeLens": {"refreshSupport": True},
    }
}


OFF = {"opencl": {"inlayHints": {"implicitConversions": "off"}}}


async def hints(editor, uri, first=0, last=100):
    params = types.InlayHintParams(
        types.TextDocumentIdentifier(uri),
        types.Range(types.Position(first, 0), types.Position(last, 0)),
    )
    return await editor.client.text_document_inlay_hint_async(params)


def placed(found):
    return [(each.position.line, each.position.character, each.label) for each in found]


async def test_a_client_that_can_nothing(start, uri):
    """It gets all at once, in plain text, with places in UTF-16."""
    editor = await start()
    assert editor.capabilities.inlay_hint_provider.resolve_provider
    editor.open(uri, TEXT)

    found = await hints(editor, uri)
    assert placed(found) == [(2, 30, "value:"), (2, 36, "weight:"), (3, 15, "(float)")]
    value, _, conversion = found
    assert value.kind is types.InlayHintKind.Parameter
    assert value.padding_right and not value.padding_left
    assert value.tooltip == "'value', of type 'float': parameter 1 of 'mixed'"
    assert value.text_edits is None and value.data is None
    assert conversion.kind is types.InlayHintKind.Type
    place = types.Position(3, 15)
    assert list(conversion.text_edits) == [types.TextEdit(types.Range(place, place), "(float)")]


async def test_a_client_that_asks_later(start, uri):
    editor = await start(RESOLVING)
    editor.open(uri, TEXT)

    value, _, conversion = await hints(editor, uri)
    assert value.tooltip is None and conversion.text_edits is None
    resolved = await editor.client.inlay_hint_resolve_async(conversion)
    assert resolved.tooltip.startswith("'int' becomes 'float': ")
    assert [each.new_text for each in resolved.text_edits] == ["(float)"]
    resolved = await editor.client.inlay_hint_resolve_async(value)
    assert resolved.tooltip == "'value', of type 'float': parameter 1 of 'mixed'"
    assert resolved.text_edits is None

    # What was made for another text is given back as it is.
    editor.change(uri, 2, ((0, 0), (0, 0), "\n"))
    stale = await editor.client.inlay_hint_resolve_async(value)
    assert stale.tooltip is None
    # So is what no server sent.
    foreign = types.InlayHint(types.Position(0, 0), "x", data={"uri": 1, "version": []})
    assert (await editor.client.inlay_hint_resolve_async(foreign)).tooltip is None
    plain = types.InlayHint(types.Position(0, 0), "x", data="?")
    assert (await editor.client.inlay_hint_resolve_async(plain)).tooltip is None


async def test_only_what_is_asked_for(start, uri):
    editor = await start()
    editor.open(uri, TEXT)
    assert placed(await hints(editor, uri, 3, 4)) == [(3, 15, "(float)")]
    assert placed(await hints(editor, uri, 0, 1)) == []
    assert placed(await hints(editor, uri, 4, 2)) == []


async def test_an_edit_moves_hints(start, uri):
    editor = await start()
    editor.open(uri, TEXT)
    before = placed(await hints(editor, uri))
    editor.change(uri, 2, ((0, 0), (0, 0), "// above\n"))
    assert placed(await hints(editor, uri)) == [(line + 1, at, label) for line, at, label in before]


async def test_lines_that_end_with_carriage_returns(start, uri):
    editor = await start()
    editor.open(uri, TEXT.replace("\n", "\r\n"))
    found = placed(await hints(editor, uri))
    assert found == [(2, 30, "value:"), (2, 36, "weight:"), (3, 15, "(float)")]


async def test_a_document_that_is_not_open(start):
    editor = await start()
    assert await hints(editor, "file:///w/none.cl") is None


async def test_settings_decide_and_are_followed(start, uri):
    options = {"inlayHints": {"parameterNames": False, "implicitConversion": "all"}}
    editor = await start(initialization_options=options)
    editor.open(uri, TEXT)
    assert placed(await hints(editor, uri)) == [(3, 15, "(float)")]
    assert 'unknown setting "implicitConversion"; did you mean implicit-conversions?' in "".join(
        each.message for each in editor.client.messages
    )


async def test_new_settings_refresh_hints_and_lenses(start, uri):
    editor = await start(REFRESHED, configuration=OFF)
    asked = {name: asyncio.Event() for name in ("hints", "lenses")}
    features = editor.client.protocol.fm.features
    features[types.WORKSPACE_INLAY_HINT_REFRESH] = lambda *_: asked["hints"].set()
    features[types.WORKSPACE_CODE_LENS_REFRESH] = lambda *_: asked["lenses"].set()
    editor.open(uri, TEXT)
    for event in asked.values():
        await asyncio.wait_for(event.wait(), PATIENCE)
        event.clear()
    assert [label for *_, label in placed(await hints(editor, uri))] == ["value:", "weight:"]

    news = {"inlayHints": {"parameterNames": False}}
    editor.client.set_configuration(news, section="opencl")
    editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
    for event in asked.values():
        await asyncio.wait_for(event.wait(), PATIENCE)
    assert [label for *_, label in placed(await hints(editor, uri))] == ["(float)"]
