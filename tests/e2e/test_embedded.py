"""OpenCL C in the strings of host programs: off by default, and at the places of the host."""

from __future__ import annotations

import pytest
import pytest_asyncio
from lsprotocol import types

PYTHON = '''\
größe = "é"; first = """
kernel void f(global int *a) { a[0] = get_gl; }
"""
second = ("kernel void f(global int *a) { "
          "barrier(CLK_LOCAL_MEM_FENCE || CLK_GLOBAL_MEM_FENCE); }")
use(first); use(second)
'''
CAPABILITIES = {
    "textDocument": {
        "publishDiagnostics": {"versionSupport": True},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}},
        "hover": {"contentFormat": ["plaintext"]},
    }
}
ON = {"embedded": True}


@pytest.fixture
def uri(uri):
    return uri.replace(".cl", ".py")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def editor(start):
    return await start(CAPABILITIES, initialization_options=ON)


def codes(diagnostics):
    return [each.code for each in diagnostics]


async def completed(editor, uri, line, character):
    found = await editor.client.text_document_completion_async(
        types.CompletionParams(types.TextDocumentIdentifier(uri), types.Position(line, character))
    )
    return [] if found is None else [each.label for each in found.items]


async def test_diagnostics_are_in_the_host(editor, uri):
    """The second program has a kernel of the same name, and a change between moves it."""
    editor.open(uri, PYTHON, language="python")
    found = await editor.published(uri, 1)
    assert codes(found) == ["names/undeclared", "barrier/logical-flags"]
    assert found[0].range == types.Range(types.Position(1, 38), types.Position(1, 44))
    assert found[1].range.start == types.Position(4, 39)
    editor.change(uri, 2, ((2, 3), (2, 3), "\n\n"))
    found = await editor.published(uri, 2)
    assert found[1].range.start == types.Position(6, 39)
    editor.change(uri, 3, ((1, 38), (1, 44), "1"))
    assert codes(await editor.published(uri, 3)) == ["barrier/logical-flags"]
    editor.close(uri)
    assert await editor.published(uri) == []


async def test_questions_inside_of_a_string(editor, uri):
    editor.open(uri, PYTHON, language="python")
    hover = await editor.hover(uri, 4, 12)
    assert "barrier" in hover.contents.value
    assert hover.range.start == types.Position(4, 11)
    assert await editor.hover(uri, 0, 3) is None
    assert "get_global_id" in await completed(editor, uri, 1, 44)
    assert await completed(editor, uri, 0, 3) == []
    [found] = await editor.client.text_document_definition_async(
        types.DefinitionParams(types.TextDocumentIdentifier(uri), types.Position(1, 31))
    )
    assert found.range.start == types.Position(1, 26)


async def test_a_fix_is_written_into_the_string(editor, uri):
    editor.open(uri, PYTHON, language="python")
    actions = await editor.client.text_document_code_action_async(
        types.CodeActionParams(
            types.TextDocumentIdentifier(uri),
            types.Range(types.Position(4, 39), types.Position(4, 39)),
            types.CodeActionContext([]),
        )
    )
    [edit] = actions[0].edit.changes[uri]
    assert edit.new_text == "|"
    assert edit.range == types.Range(types.Position(4, 39), types.Position(4, 41))


async def test_it_is_off_until_a_setting_wants_it(start, uri):
    """A client may have attached to all its documents of a language."""
    editor = await start(CAPABILITIES, fresh=True)
    editor.open(uri, PYTHON, language="python")
    assert await editor.hover(uri, 4, 12) is None
    assert await editor.symbols(uri) is None
    assert uri not in editor.pushed
    for settings, count in (({"opencl": ON}, 2), ({"opencl": {}}, 0)):
        editor.client.workspace_did_change_configuration(
            types.DidChangeConfigurationParams(settings)
        )
        assert len(await editor.published(uri)) == count


async def test_a_fix_is_where_the_program_has_moved(editor, uri):
    editor.open(uri, PYTHON, language="python")
    await editor.published(uri, 1)
    editor.change(uri, 2, ((2, 3), (2, 3), "\n\n"))
    await editor.published(uri, 2)
    actions = await editor.client.text_document_code_action_async(
        types.CodeActionParams(
            types.TextDocumentIdentifier(uri),
            types.Range(types.Position(6, 39), types.Position(6, 39)),
            types.CodeActionContext([]),
        )
    )
    [edit] = actions[0].edit.changes[uri]
    assert edit.range == types.Range(types.Position(6, 39), types.Position(6, 41))
