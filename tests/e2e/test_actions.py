"""Quick fixes through the protocol: their places, their versions, and who gets them."""

from __future__ import annotations

from lsprotocol import types

TEXT = "/* größe \U0001d11e */ static kernel void k(global int *p) { p[0] = NULL; }\n"
LITERALS = {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}}
ABLE = {"textDocument": {"codeAction": LITERALS, "publishDiagnostics": {"versionSupport": True}}}
VERSIONED = {**ABLE, "workspace": {"workspaceEdit": {"documentChanges": True}}}
START = TEXT.encode("utf-16-le").index("static".encode("utf-16-le")) // 2
WHOLE = types.Range(types.Position(0, 0), types.Position(1, 0))


async def asked(editor, uri, only=None, diagnostics=()):
    return await editor.client.text_document_code_action_async(
        types.CodeActionParams(
            types.TextDocumentIdentifier(uri),
            WHOLE,
            types.CodeActionContext(diagnostics=list(diagnostics), only=only),
        )
    )


async def test_a_fix_is_an_edit_of_the_version_that_is_meant(start, uri):
    editor = await start(VERSIONED)
    assert editor.capabilities.code_action_provider.code_action_kinds == (
        "quickfix",
        "refactor.extract",
        "refactor.inline",
        "refactor.rewrite",
        "source.fixAll.opencl-ls",
    )
    editor.open(uri, TEXT, version=3)
    reported = await editor.published(uri, 3)
    found = await asked(editor, uri, diagnostics=reported)
    [fix] = [each for each in found if each.title == "Remove 'static'"]
    assert fix.kind == "quickfix"
    assert fix.is_preferred
    assert [each.code for each in fix.diagnostics] == ["kernel/static"]
    [change] = fix.edit.document_changes
    assert (change.text_document.uri, change.text_document.version) == (uri, 3)
    [edit] = change.edits
    assert edit.new_text == ""
    assert edit.range.start == types.Position(0, START)
    assert edit.range.end == types.Position(0, START + len("static "))


async def test_simple_clients_get_plain_changes(start, uri):
    editor = await start(ABLE)
    editor.open(uri, TEXT)
    await editor.published(uri)
    found = await asked(editor, uri)
    [fix] = [each for each in found if each.title == "Remove 'static'"]
    assert not fix.diagnostics
    assert [edit.new_text for edit in fix.edit.changes[uri]] == [""]


async def test_all_safe_fixes_are_for_those_who_ask_for_them(start, uri):
    editor = await start(ABLE)
    editor.open(uri, TEXT)
    await editor.published(uri)
    assert {each.kind for each in await asked(editor, uri)} == {"quickfix"}
    assert {each.kind for each in await asked(editor, uri, only=["quickfix"])} == {"quickfix"}
    for kind in ("source", "source.fixAll", "source.fixAll.opencl-ls"):
        [every] = await asked(editor, uri, only=[kind])
        assert every.kind == "source.fixAll.opencl-ls"
        assert every.edit.changes[uri]
    assert not await asked(editor, uri, only=["source.fixAll.another", "refactor", "quickfi"])


async def test_clients_that_know_no_literals_get_nothing(start, uri):
    editor = await start({"textDocument": {"publishDiagnostics": {}}})
    editor.open(uri, TEXT)
    await editor.published(uri)
    assert await asked(editor, uri) is None
