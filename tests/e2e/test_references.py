"""References, highlights and renames through the protocol, across the files of a workspace."""

from __future__ import annotations

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

HEADER = "typedef struct { int count; } state;\nint shared(int a);\n"
FIRST = '#include "h.h"\nint first(state s) { return shared(s.count); }\n'
SECOND = '#include "h.h"\nint second(state s) { s.count = 1; return s.count; }\n'
LIBRARY = "int shared(int a) { return a; }\nstatic int count(int count) { return count; }\n"
APART = "typedef struct { int count; } state;\nint other(state s) { return s.count; }\n"
VERSIONED = {
    "textDocument": {"rename": {"prepareSupport": True}},
    "workspace": {"workspaceEdit": {"documentChanges": True}},
}


@pytest.fixture
def folder(tmp_path):
    """A workspace: a header, two kernels that include it, and two files that do not."""
    for name, text in (
        ("h.h", HEADER), ("first.cl", FIRST), ("second.cl", SECOND), ("library.cl", LIBRARY),
        ("apart.cl", APART),
    ):  # fmt: skip
        (tmp_path / name).write_text(text)
    return tmp_path


async def started(start, folder, capabilities=None):
    root = types.WorkspaceFolder(folder.as_uri(), "w")
    editor = await start(capabilities, fresh=True, workspace_folders=[root])
    uri = (folder / "first.cl").as_uri()
    editor.open(uri, FIRST)
    return editor, types.TextDocumentIdentifier(uri)


def shown(locations):
    return sorted(
        (each.uri.rpartition("/")[2], each.range.start.line, each.range.start.character)
        for each in locations
    )


async def references(editor, document, line, character, declarations=True):
    params = types.ReferenceParams(
        types.ReferenceContext(declarations), document, types.Position(line, character)
    )
    return shown(await editor.client.text_document_references_async(params))


async def test_references_to_a_member_in_files_that_share_a_header(start, folder):
    editor, document = await started(start, folder)
    assert await references(editor, document, 1, 38) == [
        ("first.cl", 1, 37),
        ("h.h", 0, 21),
        ("second.cl", 1, 24),
        ("second.cl", 1, 44),
    ]
    assert await references(editor, document, 1, 38, declarations=False) == [
        ("first.cl", 1, 37),
        ("second.cl", 1, 24),
        ("second.cl", 1, 44),
    ]


async def test_references_to_a_function_that_another_program_defines(start, folder):
    editor, document = await started(start, folder)
    assert await references(editor, document, 1, 30) == [
        ("first.cl", 1, 28),
        ("h.h", 1, 4),
        ("library.cl", 0, 4),
    ]


async def test_highlights_tell_reads_from_writes(start, folder):
    editor, _ = await started(start, folder)
    uri = (folder / "second.cl").as_uri()
    editor.open(uri, SECOND)
    found = await editor.client.text_document_document_highlight_async(
        types.DocumentHighlightParams(types.TextDocumentIdentifier(uri), types.Position(1, 25))
    )
    kinds = types.DocumentHighlightKind
    assert [(each.range.start.character, each.kind) for each in found] == [
        (24, kinds.Write),
        (44, kinds.Read),
    ]


async def rename(editor, document, line, character, name):
    return await editor.client.text_document_rename_async(
        types.RenameParams(document, types.Position(line, character), name)
    )


async def test_a_rename_edits_all_files_that_share_the_name(start, folder):
    editor, document = await started(start, folder, VERSIONED)
    prepared = await editor.client.text_document_prepare_rename_async(
        types.PrepareRenameParams(document, types.Position(1, 38))
    )
    assert prepared.placeholder == "count"
    assert prepared.range == types.Range(types.Position(1, 37), types.Position(1, 42))
    edit = await rename(editor, document, 1, 38, "number")
    changes = {
        each.text_document.uri.rpartition("/")[2]: (
            each.text_document.version,
            [(one.range.start.line, one.range.start.character, one.new_text) for one in each.edits],
        )
        for each in edit.document_changes
    }
    assert changes == {
        "first.cl": (1, [(1, 37, "number")]),
        "h.h": (None, [(0, 21, "number")]),
        "second.cl": (None, [(1, 24, "number"), (1, 44, "number")]),
    }


async def test_a_simple_client_gets_plain_changes(start, folder):
    editor, document = await started(start, folder)
    assert not getattr(editor.capabilities.rename_provider, "prepare_provider", False)
    edit = await rename(editor, document, 1, 30, "common")
    assert edit.document_changes is None
    assert sorted(uri.rpartition("/")[2] for uri in edit.changes) == [
        "first.cl",
        "h.h",
        "library.cl",
    ]


async def test_a_refused_rename_says_why(start, folder):
    editor, document = await started(start, folder, VERSIONED)
    with pytest.raises(JsonRpcException, match="'second' in line 2 of"):
        # The file that defines a function of that name would have two of them.
        await rename(editor, document, 1, 30, "second")
    with pytest.raises(JsonRpcException, match="is a keyword") as refused:
        await editor.client.text_document_prepare_rename_async(
            types.PrepareRenameParams(document, types.Position(1, 22))
        )
    assert refused.value.code == types.LSPErrorCodes.RequestFailed


# The client makes up the token, of which pytest-lsp knows nothing.
@pytest.mark.filterwarnings("ignore:Unknown progress token")
async def test_work_of_a_request_shows_its_progress(start, tmp_path):
    for number in range(60):
        (tmp_path / f"{number}.cl").write_text(f"int shared(int a);\nint f{number}(void);\n")
    (tmp_path / "first.cl").write_text("int shared(int a) { return a; }\n")
    root = types.WorkspaceFolder(tmp_path.as_uri(), "w")
    shows = {"window": {"workDoneProgress": True}}
    editor = await start(shows, fresh=True, workspace_folders=[root])
    uri = (tmp_path / "first.cl").as_uri()
    editor.open(uri, "int shared(int a) { return a; }\n")
    params = types.ReferenceParams(
        types.ReferenceContext(True), types.TextDocumentIdentifier(uri), types.Position(0, 5),
        work_done_token="search",
    )  # fmt: skip
    assert len(await editor.client.text_document_references_async(params)) == 61
    reports_by_token = editor.client.progress_reports
    titles = {token: reports[0].title for token, reports in reports_by_token.items()}
    assert sorted(titles.values()) == ["Indexing", "References to shared"]
    for reports in reports_by_token.values():
        assert [each.kind for each in (reports[0], reports[-1])] == ["begin", "end"]
