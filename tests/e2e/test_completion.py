"""Completion through the protocol, for clients that can all of it, and for those that cannot."""

from __future__ import annotations

import pytest
from lsprotocol import types

TEXT = """\
/* Doubles it. */
float doubled(float value) { return value * 2; }
struct Pair { int left; float4 right; };
kernel void k(global struct Pair *pairs, float4 v) {
    // größe
    float own = 1;
    /* ü */ own =
}
"""
ALL = {
    "textDocument": {
        "completion": {
            "completionItem": {
                "snippetSupport": True,
                "documentationFormat": ["markdown", "plaintext"],
                "deprecatedSupport": True,
                "tagSupport": {"valueSet": [1]},
                "insertReplaceSupport": True,
                "labelDetailsSupport": True,
                "commitCharactersSupport": True,
                "preselectSupport": True,
                "resolveSupport": {"properties": ["documentation"]},
                "insertTextModeSupport": {"valueSet": [1, 2]},
            },
            "completionList": {"itemDefaults": ["editRange", "data"]},
        }
    }
}


async def completed(editor, uri, line, character, trigger=None):
    """Return the list at a place; with a `trigger`, as if it opened after that character."""
    context = types.CompletionContext(types.CompletionTriggerKind.Invoked)
    if trigger is not None:
        kind = types.CompletionTriggerKind.TriggerCharacter
        context = types.CompletionContext(kind, trigger)
    return await editor.client.text_document_completion_async(
        types.CompletionParams(
            types.TextDocumentIdentifier(uri), types.Position(line, character), context
        )
    )


def named(answer, label):
    """Return the item with a label, of which there is one."""
    (found,) = [each for each in answer.items if each.label == label]
    return found


def span(line, start, end):
    return types.Range(types.Position(line, start), types.Position(line, end))


async def test_a_client_that_can_all(start, uri):
    editor = await start(ALL)
    editor.open(uri, TEXT)
    editor.change(uri, 2, ((6, 17), (6, 17), " clxyz(own);"))

    answer = await completed(editor, uri, 6, 20)
    assert answer.item_defaults.edit_range == types.EditRangeWithInsertReplace(
        span(6, 18, 20), span(6, 18, 23)
    )
    clamp = named(answer, "clamp")
    assert clamp.kind == types.CompletionItemKind.Function
    assert clamp.detail == "gentypen clamp(gentypen x, gentypen minval, gentypen maxval)"
    assert clamp.label_details.detail == "(x, minval, maxval)"
    assert clamp.label_details.description == "gentypen"
    # It is called already: nothing but the name is written, and `(` ends the choice.
    assert (clamp.text_edit, clamp.text_edit_text, clamp.insert_text_format) == (None, None, None)
    assert list(clamp.commit_characters) == ["("]

    resolved = await editor.client.completion_item_resolve_async(clamp)
    assert resolved.documentation.kind is types.MarkupKind.Markdown
    assert "```opencl\ngentypen clamp(" in resolved.documentation.value


async def test_arguments_are_placeholders(start, uri):
    editor = await start(ALL)
    editor.open(uri, TEXT)
    editor.change(uri, 2, ((6, 17), (6, 17), " doub"))

    doubled = named(await completed(editor, uri, 6, 22), "doubled")
    assert doubled.text_edit_text == "doubled(${1:value})"
    assert doubled.insert_text_format is types.InsertTextFormat.Snippet
    resolved = await editor.client.completion_item_resolve_async(doubled)
    assert "Doubles it." in resolved.documentation.value


async def test_the_columns_count_as_the_client_does(start, uri):
    editor = await start({**ALL, "general": {"positionEncodings": ["utf-16"]}}, fresh=True)
    editor.open(uri, "void f(int größe) { /* 😀 */ größe = grö\n}\n")

    answer = await completed(editor, uri, 0, 40)
    assert answer.item_defaults.edit_range.insert == span(0, 37, 40)
    assert named(answer, "größe").label_details.description == "int größe"


async def test_what_is_deprecated_or_lacking_is_marked(start, uri):
    editor = await start(ALL, initialization_options={"std": "CL2.0"})
    editor.open(uri, "void f(void) { mem_fen }\n")

    old = named(await completed(editor, uri, 0, 22), "mem_fence")
    assert list(old.tags) == [types.CompletionItemTag.Deprecated]
    assert old.deprecated is None
    editor = await start(ALL, initialization_options={"std": "CL1.2"})
    editor.open(uri, "void f(void) { work_group_bar }\n")
    new = named(await completed(editor, uri, 0, 29), "work_group_barrier")
    assert new.label_details.description == "needs CL2.0"
    assert new.detail.startswith("(needs CL2.0) void")


async def test_values_are_chosen_first(start, uri):
    editor = await start(ALL)
    editor.open(uri, "void f(void) { barrier() }\n")

    answer = await completed(editor, uri, 0, 23)
    first = min(answer.items, key=lambda item: item.sort_text)
    assert (first.label, first.preselect) == ("CLK_LOCAL_MEM_FENCE", True)
    assert sum(bool(item.preselect) for item in answer.items) == 1


async def test_the_right_operator_is_put_before_a_member(start, uri):
    editor = await start(ALL)
    editor.open(uri, TEXT)
    editor.change(uri, 2, ((6, 17), (6, 17), " pairs."))

    answer = await completed(editor, uri, 6, 24, ".")
    left = named(answer, "left")
    assert list(left.additional_text_edits) == [types.TextEdit(span(6, 23, 24), "->")]
    assert [item.label for item in answer.items] == ["left", "right"]


async def test_a_client_that_can_nothing(start, uri):
    editor = await start()
    editor.open(uri, TEXT)
    editor.change(uri, 2, ((6, 17), (6, 17), " doub_rest"))

    answer = await completed(editor, uri, 6, 22)
    assert answer.item_defaults is None
    doubled = named(answer, "doubled")
    assert doubled.text_edit == types.TextEdit(span(6, 18, 22), "doubled")
    for item in answer.items:
        assert (item.label_details, item.tags, item.commit_characters) == (None, None, None)
        assert (item.insert_text_format, item.preselect, item.deprecated) == (None, None, None)
    resolved = await editor.client.completion_item_resolve_async(doubled)
    assert resolved.documentation == "float doubled(float value)\n\nDoubles it."


async def test_an_item_of_no_document_resolves_to_itself(start, uri):
    editor = await start()
    for data in (None, {"uri": "file:///w/none.cl", "reference": "clamp"}, [1], {"uri": 3}):
        item = types.CompletionItem("clamp", data=data)
        resolved = await editor.client.completion_item_resolve_async(item)
        assert resolved.documentation is None


@pytest.mark.parametrize(
    ("text", "trigger", "opens"),
    [
        ("void f(float4 v) { v. }", ".", True),
        ("float x = 1. ;", ".", False),
        ("/* a. */", ".", False),
        ("int a = 2 > ;", ">", False),
        ("void f(int n) { n = n < ; }", "<", False),
        ("void f(int n) { n = n / ; }", "/", False),
        ("void f(int n) { n = ; }", " ", False),
        ("void f(int n) { l: goto ; }", " ", True),
    ],
)
async def test_a_list_opens_where_a_character_means_it(start, uri, text, trigger, opens):
    editor = await start(ALL)
    editor.open(uri, text)

    answer = await completed(editor, uri, 0, text.rindex(trigger, 0, -2) + 1, trigger)
    assert (answer is not None) is opens


async def test_line_endings_of_two_characters(start, uri):
    editor = await start()
    editor.open(uri, TEXT.replace("\n", "\r\n"))
    editor.change(uri, 2, ((6, 17), (6, 17), " v."))

    answer = await completed(editor, uri, 6, 20)
    assert named(answer, "xyz").text_edit == types.TextEdit(span(6, 20, 20), "xyz")
    assert answer.is_incomplete


async def test_nothing_in_comments_or_without_a_document(start, uri):
    editor = await start(ALL)
    editor.open(uri, TEXT)

    assert await completed(editor, uri, 0, 6) is None
    assert await completed(editor, "file:///w/none.cl", 0, 0) is None


async def test_files_to_include(start, written):
    folder = written(main__cl='#include "sha\n', shared__h="int a;\n")
    uri = (folder / "main.cl").as_uri()
    workspaces = [types.WorkspaceFolder(folder.as_uri(), "w")]
    editor = await start(ALL, workspace_folders=workspaces)
    editor.open(uri, '#include "sha\n')

    answer = await completed(editor, uri, 0, 13)
    shared = named(answer, "shared.h")
    assert shared.kind == types.CompletionItemKind.File
    assert shared.text_edit_text == 'shared.h"'


async def test_texts_about_attributes(start, uri):
    editor = await start(ALL)
    editor.open(uri, "kernel __attribute__((reqd)) void k(void) { }\n")

    wanted = named(await completed(editor, uri, 0, 26), "reqd_work_group_size")
    resolved = await editor.client.completion_item_resolve_async(wanted)
    assert "__attribute__((reqd_work_group_size(" in resolved.documentation.value
