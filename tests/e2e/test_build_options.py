"""Build options of host programs in an editor: offered once, written by it, asked for."""

from __future__ import annotations

import asyncio

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tests.e2e.test_configurations import asked
from tests.e2e.wire import PATIENCE

CLIENT = {
    "textDocument": {
        "publishDiagnostics": {},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}},
    },
    "window": {"showMessage": {"messageActionItem": {}}},
    "workspace": {
        "applyEdit": True,
        "workspaceEdit": {"documentChanges": True, "resourceOperations": ["create"]},
    },
}
HOST = '#include <CL/cl.h>\nstatic const char *options = "-D TILE=16";\nrun("a.cl", options);\n'
TEXT = "kernel void k(global int *p) { p[0] = TILE; }\n"
LINES = ["# from host.c:2", "[configurations.a]", 'defines = ["TILE=16"]']


@pytest.fixture
def kernel(tmp_path):
    """Return the URI of a kernel beside its host program."""
    (tmp_path / "host.c").write_text(HOST)
    return (tmp_path / "a.cl").as_uri()


async def fixes(editor, uri):
    """Return the quick fixes at the name that nothing declares."""
    place = types.Position(0, TEXT.index("TILE"))
    params = types.CodeActionParams(
        types.TextDocumentIdentifier(uri), types.Range(place, place), types.CodeActionContext([])
    )
    return await editor.client.text_document_code_action_async(params)


class User:
    """Answers questions, and takes the edits of the server."""

    def __init__(self, editor, answer):
        self.questions, self.edits, self.asked = [], [], asyncio.Event()
        self.edited = asyncio.Event()
        features = editor.client.protocol.fm.features

        def question(params):
            self.questions.append(params)
            self.asked.set()
            return answer and types.MessageActionItem(answer)

        def edit(params):
            self.edits.append(params.edit)
            self.edited.set()
            return types.ApplyWorkspaceEditResult(applied=True)

        features[types.WINDOW_SHOW_MESSAGE_REQUEST] = question
        features[types.WORKSPACE_APPLY_EDIT] = edit


async def test_it_is_offered_once_and_written(start, kernel, tmp_path):
    editor = await start(CLIENT, fresh=True, root_uri=tmp_path.as_uri())
    user = User(editor, "Add to the configuration")
    editor.open(kernel, TEXT)
    await asyncio.wait_for(user.edited.wait(), PATIENCE)
    (question,) = user.questions
    assert "host.c:2 defines 1 undefined name of a.cl" in question.message
    created, changed = user.edits[0].document_changes
    assert created.uri == changed.text_document.uri == (tmp_path / "opencl-ls.toml").as_uri()
    text = "\n".join((*LINES, "", "[per-file-configurations]", '"a.cl" = "a"', ""))
    assert [each.new_text for each in changed.edits] == [text]
    other = (tmp_path / "b.cl").as_uri()
    editor.open(other, TEXT)
    assert await editor.published(other)
    assert (await asked(editor, "detectConfiguration", {"uri": kernel}))["name"] == "a"
    assert len(user.questions) == 1


async def test_it_is_not_offered_against_the_settings(start, kernel, tmp_path):
    options = {"detectBuildOptions": False}
    editor = await start(
        CLIENT, fresh=True, root_uri=tmp_path.as_uri(), initialization_options=options
    )
    user = User(editor, None)
    editor.open(kernel, TEXT)
    assert await editor.published(kernel)
    found = await asked(editor, "detectConfiguration", {"uri": kernel, "write": True})
    assert found == {
        "name": "a",
        "lines": LINES,
        "sources": ["host.c:2"],
        "file": (tmp_path / "opencl-ls.toml").as_uri(),
    }
    await asyncio.wait_for(user.edited.wait(), PATIENCE)
    assert not user.questions
    action = (await fixes(editor, kernel))[-1]
    assert action.title == "Find the build options of the host"
    # The client's library takes an action that has a command for the command itself.
    assert "'opencl-ls.detectConfiguration'" in str(action.command)
    assert str([{"uri": kernel, "write": True}]) in str(action.command)
    with pytest.raises(JsonRpcException, match="not open"):
        await asked(editor, "detectConfiguration", {"uri": "file:///none.cl"})
