"""Refactorings through the protocol: edits at once or when one is chosen, kinds, reasons."""

from __future__ import annotations

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

TEXT = (
    "/* größe \U0001d11e */ kernel void k(global float *p, int n) { p[0] = n * 2 + 1; }\r\n"
    "kernel void l(global float *p, int n) { if (n && p[n] > 1) p[0] = 1; }\r\n"
)
LITERALS = {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["refactor"]}}}
PLAIN = {"textDocument": {"codeAction": LITERALS}}
LAZY = {
    "workspace": {"workspaceEdit": {"documentChanges": True}},
    "textDocument": {
        "codeAction": {
            **LITERALS,
            "disabledSupport": True,
            "dataSupport": True,
            "resolveSupport": {"properties": ["edit"]},
        }
    },
}


def place(words, length=0):
    """Return the range of some words of the text, in UTF-16."""
    line = next(n for n, each in enumerate(TEXT.split("\r\n")) if words in each)
    before = TEXT.split("\r\n")[line].partition(words)[0]
    column = len(before.encode("utf-16-le")) // 2
    end = types.Position(line, column + (length or len(words)))
    return types.Range(types.Position(line, column), end)


async def asked(editor, uri, span, only=None, trigger=types.CodeActionTriggerKind.Invoked):
    context = types.CodeActionContext(diagnostics=[], only=only, trigger_kind=trigger)
    params = types.CodeActionParams(types.TextDocumentIdentifier(uri), span, context)
    return await editor.client.text_document_code_action_async(params)


async def test_edits_come_at_once_without_resolving(start, uri):
    editor = await start(PLAIN)
    provider = editor.capabilities.code_action_provider
    assert not provider.resolve_provider
    assert set(provider.code_action_kinds) >= {"refactor.extract", "refactor.inline"}
    editor.open(uri, TEXT)
    span = place("n * 2")
    found = await asked(editor, uri, span, only=["refactor.extract"])
    assert {each.kind for each in found} == {"refactor.extract"}
    action = next(each for each in found if each.title.startswith("Extract variable"))
    declared, named = action.edit.changes[uri]
    assert declared.new_text == "int value = n * 2; "
    assert declared.range.start == place("p[0] = n").start
    assert (named.range, named.new_text) == (span, "value")
    assert not await asked(editor, uri, span, only=["refactor.inline", "source"])


async def test_edits_come_when_an_action_is_chosen(start, uri):
    editor = await start(LAZY)
    assert editor.capabilities.code_action_provider.resolve_provider
    editor.open(uri, TEXT, version=4)
    found = await asked(editor, uri, place("n * 2"), only=["refactor"])
    action = next(each for each in found if each.title.startswith("Extract variable"))
    assert action.edit is None
    chosen = await editor.client.code_action_resolve_async(action)
    [change] = chosen.edit.document_changes
    assert (change.text_document.uri, change.text_document.version) == (uri, 4)
    assert [each.new_text for each in change.edits] == ["int value = n * 2; ", "value"]
    editor.change(uri, 5, ((1, 0), (1, 0), " "))
    with pytest.raises(JsonRpcException, match="another one"):
        await editor.client.code_action_resolve_async(action)


async def test_reasons_are_for_those_who_ask(start, uri):
    editor = await start(LAZY)
    editor.open(uri, TEXT)
    span = place("p[n] > 1")
    found = await asked(editor, uri, span, only=["refactor.extract"])
    [reason] = [each.disabled.reason for each in found if each.title == "Extract variable"]
    assert reason.startswith("It is only sometimes computed")
    automatic = types.CodeActionTriggerKind.Automatic
    found = await asked(editor, uri, span, only=["refactor.extract"], trigger=automatic)
    assert [each.title for each in found] == ["Extract function 'l_part'"]
    plain = await start(PLAIN)
    plain.open(uri, TEXT)
    assert all(each.disabled is None for each in await asked(plain, uri, span))


MACRO = "kernel void k(global int *p) { p[0] = TILE; }\n"
DEFINE = "Define 'TILE' as 1 in opencl-ls.toml"


async def test_a_configuration_file_is_created(start, written):
    creating = {"workspaceEdit": {"documentChanges": True, "resourceOperations": ["create"]}}
    folder = written(a__cl=MACRO)
    root, uri = folder.as_uri(), (folder / "a.cl").as_uri()
    for able in (True, False):
        workspace = creating if able else {"workspaceEdit": {"documentChanges": True}}
        editor = await start({**PLAIN, "workspace": workspace}, fresh=True, root_uri=root)
        editor.open(uri, MACRO)
        whole = types.Range(types.Position(0, 0), types.Position(1, 0))
        found = await asked(editor, uri, whole, only=["quickfix"])
        chosen = [each for each in found if each.title == DEFINE]
        assert bool(chosen) is able
        for each in chosen:
            created, change = each.edit.document_changes
            assert created.uri == change.text_document.uri == f"{root}/opencl-ls.toml"
            assert change.edits[0].new_text == 'defines = ["TILE=1"]\n'


async def test_a_configuration_file_is_edited(start, written):
    folder = written(a__cl=MACRO)
    (folder / "opencl-ls.toml").write_text("# größe \U0001d11e\nstd = 'CL1.2'\n", "utf-8")
    uri, toml = (folder / "a.cl").as_uri(), (folder / "opencl-ls.toml").as_uri()
    editor = await start(PLAIN, fresh=True, root_uri=folder.as_uri())
    editor.open(uri, MACRO)
    whole = types.Range(types.Position(0, 0), types.Position(1, 0))
    found = await asked(editor, uri, whole, only=["quickfix"])
    [chosen] = [each for each in found if each.title == DEFINE]
    [edit] = chosen.edit.changes[toml]
    assert edit.range.start == types.Position(2, 0)
    assert edit.new_text == 'defines = ["TILE=1"]\n'


HEADER = "typedef struct { size_t count; } S;\n"
INCLUDING = '#include "s.h"\nkernel void k(S s, global int *p) { p[0] = s.count; }\n'


async def test_files_outside_of_the_workspace_are_not_edited(start, written):
    folder = written(s__h=HEADER, a__cl=INCLUDING)
    other = folder / "other"
    other.mkdir()
    uri = (folder / "a.cl").as_uri()
    titles = []
    for root in (folder, other):
        editor = await start(PLAIN, fresh=True, root_uri=root.as_uri())
        editor.open(uri, INCLUDING)
        whole = types.Range(types.Position(0, 0), types.Position(2, 0))
        found = await asked(editor, uri, whole, only=["quickfix"])
        edited = {file for each in found for file in each.edit.changes}
        titles.append(sorted(each.title for each in found))
        assert ((folder / "s.h").as_uri() in edited) is (root == folder)
    assert len(titles[0]) > len(titles[1])
