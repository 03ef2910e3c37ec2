"""One client that has every capability and one that has none: the capabilities and answers of each.

The same document, place and request; what an answer looks like is up to the client.
"""

from __future__ import annotations

import pytest_asyncio
from lsprotocol import types

from tests.fuzz.requests import ALL

TEXT = """\
#define TWICE(x) ((x) * 2)
struct Pair { int left, right; };
/* Adds up. */
int added(struct Pair pair) { return pair.left + pair.right; }
#if 0
int never;
#endif
kernel void k(global int *out, struct Pair pair) {
    int sum = TWICE(added(pair));
    out[get_global_id(0)] = clamp(sum, 0, 9);
    float half_of = sum / 2;
}
"""
EVERYTHING = {
    **ALL,
    "workspace": {
        **ALL["workspace"],
        "configuration": True,
        "didChangeConfiguration": {"dynamicRegistration": True},
        "didChangeWatchedFiles": {"dynamicRegistration": True},
        "textDocumentContent": {},
    },
    "textDocument": {
        **ALL["textDocument"],
        "diagnostic": {"relatedDocumentSupport": True},
        "formatting": {"dynamicRegistration": True},
        "foldingRange": {"lineFoldingOnly": True},
        "documentLink": {"tooltipSupport": True},
        "hover": {"contentFormat": ["markdown"]},
    },
}


def capable(answer_of_all, answer_of_none):
    """Return both answers by the word that a test is parametrized with."""
    return {"all": answer_of_all, "none": answer_of_none}


@pytest_asyncio.fixture(params=["all", "none"], loop_scope="module")
async def editor(request, start, uri):
    found = await start({"all": EVERYTHING, "none": {}}[request.param])
    found.open(uri, TEXT)
    found.kind, found.document = request.param, types.TextDocumentIdentifier(uri)
    return found


def at(line, character):
    return types.Position(line, character)


def between(first, last):
    return types.Range(at(*first), at(*last))


async def test_what_is_announced(editor):
    announced = editor.capabilities
    assert announced.completion_provider.resolve_provider
    assert bool(announced.diagnostic_provider) is (editor.kind == "all")
    # What is registered dynamically is not announced as well.
    assert bool(announced.document_formatting_provider) is (editor.kind == "none")
    prepares = getattr(announced.rename_provider, "prepare_provider", None)
    assert bool(prepares) is (editor.kind == "all")
    has_pages = announced.workspace.text_document_content is not None
    assert has_pages is (editor.kind == "all")
    for provider in (
        *("hover_provider", "signature_help_provider", "definition_provider"),
        *("declaration_provider", "type_definition_provider", "implementation_provider"),
        *("references_provider", "document_highlight_provider", "document_symbol_provider"),
        *("workspace_symbol_provider", "call_hierarchy_provider", "semantic_tokens_provider"),
        *("inlay_hint_provider", "folding_range_provider", "selection_range_provider"),
        *("document_link_provider", "code_action_provider", "code_lens_provider"),
        *("rename_provider", "execute_command_provider"),
    ):
        assert getattr(announced, provider), provider


async def test_completion(editor):
    params = types.CompletionParams(editor.document, at(9, 32))
    answer = await editor.client.text_document_completion_async(params)
    [clamp] = [item for item in answer.items if item.label == "clamp"]
    is_simple = editor.kind == "none"
    assert (answer.item_defaults is None) is is_simple
    assert (clamp.label_details is None) is is_simple
    assert clamp.insert_text_format in (None, types.InsertTextFormat.PlainText)
    resolved = await editor.client.completion_item_resolve_async(clamp)
    assert isinstance(resolved.documentation, str) is is_simple


async def test_snippets(editor):
    editor.change(editor.document.uri, 2, ((10, 20), (10, 27), "adde"))
    params = types.CompletionParams(editor.document, at(10, 24))
    answer = await editor.client.text_document_completion_async(params)
    [added] = [item for item in answer.items if item.label == "added"]
    written = added.text_edit_text or added.text_edit.new_text
    assert written == capable("added(${1:pair})", "added")[editor.kind]


async def test_signatures(editor):
    params = types.SignatureHelpParams(editor.document, at(9, 35))
    help_ = await editor.client.text_document_signature_help_async(params)
    first = help_.signatures[0].parameters[0]
    assert isinstance(first.label, str) is (editor.kind == "none")
    text = help_.signatures[0].documentation
    assert isinstance(text, str) is (editor.kind == "none")


async def test_hover_and_definition(editor):
    hover = await editor.hover(editor.document.uri, 9, 30)
    markup = capable(types.MarkupKind.Markdown, types.MarkupKind.PlainText)
    assert hover.contents.kind is markup[editor.kind]
    params = types.DefinitionParams(editor.document, at(8, 22))
    found = await editor.client.text_document_definition_async(params)
    first = found[0] if isinstance(found, list | tuple) else found
    form = capable(types.LocationLink, types.Location)[editor.kind]
    assert isinstance(first, form)


async def test_symbols(editor):
    found = await editor.symbols(editor.document.uri)
    form = capable(types.DocumentSymbol, types.SymbolInformation)[editor.kind]
    assert all(isinstance(each, form) for each in found)


async def test_actions(editor):
    context = types.CodeActionContext([], trigger_kind=types.CodeActionTriggerKind.Invoked)
    params = types.CodeActionParams(editor.document, between((9, 28), (9, 44)), context)
    found = await editor.client.text_document_code_action_async(params)
    if editor.kind == "none":
        # Without literals an answer would be commands, of which there are none.
        assert not found
        return
    [extract] = [each for each in found if each.title.startswith("Extract variable")][:1]
    assert extract.edit is None
    resolved = await editor.client.code_action_resolve_async(extract)
    assert resolved.edit.document_changes[0].text_document.version == 1


async def test_hints(editor):
    params = types.InlayHintParams(editor.document, between((0, 0), (12, 0)))
    found = await editor.client.text_document_inlay_hint_async(params)
    assert found
    # Who cannot ask later gets it at once.
    assert any(each.data for each in found) is (editor.kind == "all")
    assert any(each.tooltip for each in found) is (editor.kind == "none")


async def test_renames(editor):
    params = types.RenameParams(editor.document, at(8, 9), "total")
    edit = await editor.client.text_document_rename_async(params)
    assert (edit.document_changes is None) is (editor.kind == "none")
    assert (edit.changes is None) is (editor.kind == "all")


async def test_folds(editor):
    found = await editor.folds(editor.document.uri)
    assert all(fold.start_character is None for fold in found) is (editor.kind == "all")


async def test_diagnostics(editor):
    if editor.kind == "none":
        assert await editor.published(editor.document.uri) is not None
        return
    report = await editor.pulled(editor.document.uri)
    assert report.kind == "full"
    assert not editor.pushed.get(editor.document.uri)
