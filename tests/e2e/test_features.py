"""Hover, outline, folding and semantic tokens through the protocol."""

from __future__ import annotations

import re
from pathlib import Path

from lsprotocol import types

from opencl_ls.docs.importing.page import ImportedPage
from opencl_ls.docs.importing.shelf import DiskShelf
from opencl_ls.server.uris import path_of
from tests.e2e.wire import ENVIRONMENT

TEXT = """\
#define TWICE(x) ((x) * 2)
struct Pair { int left, right; };

/* Doubles
   everything. */
kernel void doubled(global float *data, const int count)
{
    int i = get_global_id(0);
    if (i < count) {
        data[i] = TWICE(data[i]);
    }
}
"""
NESTED = {"textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": True}}}
MARKDOWN = {"textDocument": {"hover": {"contentFormat": ["markdown", "plaintext"]}}}
PLAIN = {"textDocument": {"hover": {"contentFormat": ["plaintext", "markdown"]}}}


async def test_hover_on_a_built_in(start, uri):
    editor = await start(MARKDOWN)
    editor.open(uri, TEXT)

    hover = await editor.hover(uri, 7, 15)
    assert hover.contents.kind is types.MarkupKind.Markdown
    assert "```opencl\nsize_t get_global_id(uint" in hover.contents.value
    assert hover.range == types.Range(types.Position(7, 12), types.Position(7, 25))


async def test_hover_on_a_built_in_whose_page_is_not_ascii(start, uri):
    editor = await start(MARKDOWN)
    editor.open(uri, "float f(float x) { return log2(x); }\n")

    hover = await editor.hover(uri, 0, 28)
    assert "\u221e" in hover.contents.value


async def test_hover_shows_a_page_that_is_imported_meanwhile(start, uri):
    editor = await start(MARKDOWN)
    editor.open(uri, TEXT)
    before = (await editor.hover(uri, 7, 15)).contents.value
    shelf = DiskShelf()
    page = ImportedPage("get_global_id", ("get_global_id",), "plain text", notice="\u00a9 Tiles.")
    shelf.add([page], "get_global_id.txt")
    try:
        after = (await editor.hover(uri, 7, 15)).contents.value
    finally:
        shelf.forget([found.file for found in shelf.about("get_global_id")])
    mine = "\n\n**From your copy** of `get_global_id` (plain text).\n\n\u00a9 Tiles."
    assert mine in after
    assert mine not in before


async def test_hover_on_a_parameter_tells_type_and_address_space(start, uri):
    editor = await start(PLAIN)
    editor.open(uri, TEXT)

    hover = await editor.hover(uri, 9, 10)
    assert hover.contents.kind is types.MarkupKind.PlainText
    assert "global float *" in hover.contents.value
    assert "```" not in hover.contents.value


async def test_hover_on_a_macro_tells_definition_and_expansion(start, uri):
    editor = await start(MARKDOWN)
    editor.open(uri, TEXT)

    value = (await editor.hover(uri, 9, 20)).contents.value
    assert "#define TWICE(x) ((x) * 2)" in value
    assert "Expands to" in value


async def test_no_hover_in_a_comment_or_beside_the_text(start, uri):
    editor = await start(MARKDOWN)
    editor.open(uri, "// max\n\n")

    assert await editor.hover(uri, 0, 4) is None
    assert await editor.hover(uri, 1, 0) is None
    assert await editor.hover(uri, 99, 99) is None


async def test_the_outline_is_a_tree_with_kernels_marked(start, uri):
    editor = await start(NESTED)
    editor.open(uri, TEXT)

    macro, pair, kernel = await editor.symbols(uri)
    assert (macro.name, macro.detail) == ("TWICE", "(x)")
    assert (pair.name, pair.kind) == ("Pair", types.SymbolKind.Struct)
    assert [child.name for child in pair.children] == ["left", "right"]
    assert (kernel.name, kernel.detail) == (
        "doubled",
        "kernel (global float *data, const int count)",
    )
    assert kernel.range.start.line == 5
    assert kernel.range.end == types.Position(11, 1)


async def test_the_outline_is_flat_for_simple_clients(start, uri):
    editor = await start()
    editor.open(uri, TEXT)

    found = {each.name: each.container_name for each in await editor.symbols(uri)}
    assert found == {
        "TWICE": None,
        "Pair": None,
        "left": "Pair",
        "right": "Pair",
        "doubled": "kernel",
    }


async def test_folding_by_character(start, uri):
    editor = await start()
    editor.open(uri, TEXT)

    spans = [(fold.start_line, fold.end_line, fold.kind) for fold in await editor.folds(uri)]
    assert spans == [(3, 4, types.FoldingRangeKind.Comment), (6, 11, None), (8, 10, None)]


async def test_folding_by_line_keeps_the_closing_brace_in_sight(start, uri):
    editor = await start(
        {"textDocument": {"foldingRange": {"lineFoldingOnly": True, "rangeLimit": 2}}}
    )
    editor.open(uri, TEXT)

    spans = [(fold.start_line, fold.end_line) for fold in await editor.folds(uri)]
    assert spans == [(3, 4), (6, 10)] or spans == [(6, 10), (8, 9)]


async def test_semantic_tokens(start, uri):
    editor = await start()
    editor.open(uri, TEXT)

    found = editor.named_tokens((await editor.tokens(uri)).data, TEXT)
    assert ("TWICE", "macro", ["definition"]) in found
    assert ("TWICE", "macro", []) in found
    assert ("doubled", "function", ["definition", "kernel", "globalScope"]) in found
    assert ("count", "parameter", ["readonly", "functionScope", "private"]) in found
    assert ("get_global_id", "function", ["defaultLibrary"]) in found
    assert ("Pair", "struct", ["definition"]) in found
    assert ("global", "modifier", []) in found
    # A comment of two lines is two tokens.
    assert [text for text, kind, _ in found if kind == "comment"] == [
        "/* Doubles",
        "   everything. */",
    ]


async def test_deltas_lead_from_each_answer_to_the_next(start, uri):
    editor = await start()
    editor.open(uri, TEXT)
    first = await editor.tokens(uri)
    data = list(first.data)
    previous = first.result_id

    edits = [
        ((7, 4), (7, 4), "int more = 1; "),
        ((0, 0), (1, 0), ""),
        ((2, 0), (4, 0), ""),
        ((0, 0), (0, 0), "\n\n/* new */ int g;\n"),
    ]
    for version, edit in enumerate(edits, 2):
        editor.change(uri, version, edit)
        while True:
            # What depends on the work-item is found out in idle times.  An answer between two
            # equal ones is made of the same state: a later state never goes back.
            before = await _all_in_range(editor, uri)
            answer = await editor.client.text_document_semantic_tokens_full_delta_async(
                types.SemanticTokensDeltaParams(types.TextDocumentIdentifier(uri), previous)
            )
            for each in sorted(answer.edits, key=lambda one: -one.start):
                data[each.start : each.start + each.delete_count] = each.data or []
            previous = answer.result_id
            if await _all_in_range(editor, uri) == before:
                break
        assert data == before


async def _all_in_range(editor, uri):
    """Return a file's tokens by a request that is no base of a later delta."""
    everywhere = types.Range(types.Position(0, 0), types.Position(1000, 0))
    answer = await editor.client.text_document_semantic_tokens_range_async(
        types.SemanticTokensRangeParams(types.TextDocumentIdentifier(uri), everywhere)
    )
    return list(answer.data)


async def test_a_comment_ends_before_the_line_ending(start, uri):
    """A lone comment's is the last character of its item, a carriage return or both."""
    text = "// one\r\n\r\nint a; // three\r\n// four\r\n/* five\r\nsix */\r\n"
    editor = await start()
    editor.open(uri, text)

    found = editor.named_tokens((await editor.tokens(uri)).data, text)
    comments = [name for name, kind, *_ in found if kind == "comment"]
    assert comments == ["// one", "// three", "// four", "/* five", "six */"]


async def test_tokens_of_a_range_are_among_all_tokens(start, uri):
    editor = await start()
    editor.open(uri, TEXT)

    answer = await editor.client.text_document_semantic_tokens_range_async(
        types.SemanticTokensRangeParams(
            types.TextDocumentIdentifier(uri),
            types.Range(types.Position(6, 0), types.Position(7, 0)),
        )
    )
    every = editor.named_tokens((await editor.tokens(uri)).data, TEXT)
    some = editor.named_tokens(answer.data, TEXT)
    assert ("doubled", "function", ["definition", "kernel", "globalScope"]) in some
    assert len(some) < len(every)
    assert all(token in every for token in some)


def content(path):
    return path.read_text("utf-8") if path.is_file() else ""


async def test_links_of_a_hover_lead_where_the_client_can_go(start, uri, monkeypatch, tmp_path):
    monkeypatch.setitem(ENVIRONMENT, "OPENCL_LS_CACHE", str(tmp_path / "cache"))
    commands = {**MARKDOWN, "experimental": {"openclCommandLinks": True}}
    # Not the server of another test, which has no cache.
    files = {**MARKDOWN, "experimental": {"openclCommandLinks": False}}
    places = []
    for capabilities in (commands, files):
        editor = await start(capabilities)
        editor.open(uri, TEXT)
        text = (await editor.hover(uri, 7, 15)).contents.value
        name, place = re.search(r"\*\*See also\*\* \[`(\w+)`\]\((\S+)\)", text).groups()
        places.append(place)
        assert "](opencl-ls:" not in text
    assert places[0] == f"command:opencl.openDocumentation?%5B%22{name}%22%5D"
    page = Path(path_of(places[1]))
    assert page.parent == tmp_path / "cache" / "reference"
    # It is written when the server has nothing else to do, which the next answer waits for.
    while not (text := content(page)):
        await editor.hover(uri, 7, 15)
    assert f"<h1>{name}</h1>" in text


async def test_a_client_without_links_reads_words(start, uri):
    editor = await start(PLAIN)
    editor.open(uri, TEXT)
    text = (await editor.hover(uri, 7, 15)).contents.value
    assert re.search(r"See also \w+, \w+", text)
    assert "](" not in text
