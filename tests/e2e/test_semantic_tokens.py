"""Tokens with meaning, and code that is left out, through the protocol."""

from __future__ import annotations

import json

from lsprotocol import types

from tests.support.conversation import Connected, talk

TEXT = """\
#define TILE 4
kernel void k(global int *a, int n) { /* \u00e9\U0001f600 */ local int tile[TILE]; a[0] = tile[n]; }
#ifdef HOST
int host; // of the host
#endif
"""
CHANGED = TEXT.replace("#ifdef", "#ifndef")
URI = "file:///w/regions.cl"
REGIONS = "textDocument/inactiveRegions"
ABLE = {
    "textDocument": {
        "semanticTokens": {
            "requests": {"full": {"delta": True}, "range": True},
            "tokenTypes": ["variable", "comment"],
            "tokenModifiers": ["readonly"],
            "formats": ["relative"],
            "overlappingTokenSupport": True,
            "multilineTokenSupport": True,
            "augmentsSyntaxTokens": True,
        },
        "inactiveRegionsCapabilities": {"inactiveRegions": True},
    },
    "workspace": {"semanticTokens": {"refreshSupport": True}},
}


def _lines(text: str) -> list[bytes]:
    return [line.encode("utf-16-le") for line in text.split("\n")]


def _named(data, legend, text):
    """Return tokens as (text, type, modifiers), columns counted in UTF-16."""
    lines, found = _lines(text), []
    line = column = 0
    for at in range(0, len(data), 5):
        down, right, length, kind, bits = data[at : at + 5]
        line, column = line + down, right if down else column + right
        word = lines[line][2 * column : 2 * (column + length)].decode("utf-16-le")
        names = [each for n, each in enumerate(legend.token_modifiers) if bits >> n & 1]
        found.append((word, legend.token_types[kind], names))
    return found


async def test_tokens_have_meaning_after_letters_of_any_script(start, uri):
    editor = await start()
    editor.open(uri, TEXT)

    legend = editor.capabilities.semantic_tokens_provider.legend
    found = _named((await editor.tokens(uri)).data, legend, TEXT)
    assert ("k", "function", ["definition", "kernel", "globalScope"]) in found
    assert ("a", "parameter", ["functionScope", "global"]) in found
    assert ("tile", "variable", ["functionScope", "local"]) in found
    assert ("TILE", "macro", []) in found
    assert ("int host; // of the host", "comment", ["inactive"]) in found
    assert [word for word, *_ in found[-2:]] == ["int host; // of the host", "#endif"]


async def test_the_lines_of_a_text_with_carriage_returns_are_greyed(start, uri):
    editor = await start()
    text = TEXT.replace("\n", "\r\n")
    editor.open(uri, text)

    legend = editor.capabilities.semantic_tokens_provider.legend
    found = _named((await editor.tokens(uri)).data, legend, text.replace("\r", ""))
    assert ("int host; // of the host", "comment", ["inactive"]) in found


async def test_a_range_holds_what_all_tokens_hold_there(start, uri):
    editor = await start(ABLE)
    editor.open(uri, TEXT)

    whole = (await editor.tokens(uri)).data
    span = types.Range(types.Position(0, 0), types.Position(99, 0))
    identifier = types.TextDocumentIdentifier(uri)
    params = types.SemanticTokensRangeParams(identifier, span)
    assert (await editor.client.text_document_semantic_tokens_range_async(params)).data == whole


def test_the_server_says_that_it_tells_of_left_out_code_to_whom_wants_to_hear_it():
    wanting = Connected(ABLE).greeting["capabilities"]
    assert wanting["inactiveRegionsProvider"] is True
    plain = Connected().greeting["capabilities"]
    assert "inactiveRegionsProvider" not in plain
    assert wanting["semanticTokensProvider"] == plain["semanticTokensProvider"]
    for odd in (True, None, [], {"inactiveRegions": "yes"}, {"inactiveRegions": False}):
        offered = {"textDocument": {"inactiveRegionsCapabilities": odd}}
        assert "inactiveRegionsProvider" not in Connected(offered).greeting["capabilities"]


def _told(client: Connected) -> list[tuple[int, list[list[int]]]]:
    """Return the inactive regions that a client got: versions, and lines and columns."""
    client.rest()
    found = []
    for message in client.take(REGIONS):
        params = message["params"]
        assert params["textDocument"]["uri"] == URI
        regions = [[*each["start"].values(), *each["end"].values()] for each in params["regions"]]
        found.append((params["textDocument"]["version"], regions))
    return found


def test_regions_are_reported_when_they_change_and_then_alone():
    client = Connected(ABLE)
    client.open(URI, TEXT)
    assert _told(client) == [(1, [[3, 0, 3, 24]])]

    start = {"line": 1, "character": 0}
    client.change(URI, 2, {"range": {"start": start, "end": start}, "text": "int b; "})
    assert _told(client) == []

    client.change(URI, 3, {"text": CHANGED})
    assert _told(client) == [(3, [])]
    client.change(URI, 4, {"text": "#if 0\n\u00e9\U0001f600\n#else\nint a;\r\n\r\n#endif\n"})
    assert _told(client) == [(4, [[1, 0, 1, 3]])]

    client.notify("textDocument/didClose", {"textDocument": {"uri": URI}})
    client.open(URI, CHANGED, 1)
    assert _told(client) == [(1, [])]


def test_settings_and_headers_change_regions():
    client = Connected(ABLE)
    client.open(URI, '#include "own.h"\n' + TEXT)
    assert _told(client) == [(1, [[4, 0, 4, 24]])]
    settings = {"settings": {"opencl": {"defines": ["HOST=1"]}}}
    client.notify("workspace/didChangeConfiguration", settings)
    assert _told(client) == [(1, [])]
    client.notify("workspace/didChangeConfiguration", {"settings": {"opencl": {}}})
    assert _told(client) == [(1, [[4, 0, 4, 24]])]

    header = "file:///w/own.h"
    client.open(header, "#define HOST\n")
    client.rest()
    messages = client.take(REGIONS)
    assert {each["params"]["textDocument"]["uri"] for each in messages} == {URI, header}
    assert all(each["params"]["regions"] == [] for each in messages)


def test_a_client_that_can_nothing_hears_nothing_that_it_does_not_know():
    hello = {"id": 1, "method": "initialize", "params": {"capabilities": {}}}
    item = {"uri": URI, "languageId": "opencl", "version": 1, "text": TEXT}
    asked = {"textDocument": {"uri": URI}}
    said = talk(
        hello,
        {"method": "textDocument/didOpen", "params": {"textDocument": item}},
        {"id": 2, "method": "textDocument/semanticTokens/full", "params": asked},
        {"id": 3, "method": "shutdown"},
        {"method": "exit"},
    )
    assert said.status == 0
    assert len(said.result(2)["data"]) % 5 == 0
    methods = {each["method"] for each in said.said if "method" in each}
    assert methods <= {"textDocument/publishDiagnostics"}
    assert json.dumps(said.result(1)).count("inactiveRegions") == 0
