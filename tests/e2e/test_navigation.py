"""Definitions, declarations, types, calls, links and selections through the protocol."""

from __future__ import annotations

import asyncio

from lsprotocol import types
from pygls.uris import to_fs_path

from opencl_ls.server.uris import uri_of
from tests.e2e.wire import ENVIRONMENT, PATIENCE, PUSH

LINKS = {"linkSupport": True}
EVERYTHING = {
    "textDocument": {
        "definition": LINKS,
        "declaration": LINKS,
        "typeDefinition": LINKS,
        "implementation": LINKS,
        "documentLink": {"tooltipSupport": True},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
    },
    "workspace": {"textDocumentContent": {}},
}
TEXT = """\
int twice(int n);
int twice(int n) { return 2 * n; }
kernel void k(global int *p) { /* ≤ 🙂 */ p[0] = twice(clamp(1, 2, 3)); }
"""
CALL, BUILTIN = (2, 52), (2, 59)


def at(line, column, end=None):
    """Return the range of a word in a line, or from one place to another."""
    last = end if isinstance(end, tuple) else (line, column if end is None else end)
    return types.Range(types.Position(line, column), types.Position(*last))


def asked(kind, uri, place):
    return kind(types.TextDocumentIdentifier(uri), types.Position(*place))


async def definition(editor, uri, place):
    return await editor.client.text_document_definition_async(
        asked(types.DefinitionParams, uri, place)
    )


async def test_links_for_clients_that_can_show_them(start, uri):
    editor = await start(EVERYTHING)
    editor.open(uri, TEXT)

    [link] = await definition(editor, uri, CALL)
    assert link == types.LocationLink(uri, at(1, 0, 34), at(1, 4, 9), at(2, 49, 54))
    [declared] = await editor.client.text_document_declaration_async(
        asked(types.DeclarationParams, uri, CALL)
    )
    assert declared == types.LocationLink(uri, at(0, 0, 17), at(0, 4, 9), at(2, 49, 54))
    [body] = await editor.client.text_document_implementation_async(
        asked(types.ImplementationParams, uri, CALL)
    )
    assert body == link
    [kind] = await editor.client.text_document_type_definition_async(
        asked(types.TypeDefinitionParams, uri, CALL)
    )
    assert kind.target_uri == "opencl-ls:///builtins/int.md"


async def test_locations_for_clients_that_know_no_links(start, uri):
    editor = await start()
    editor.open(uri, TEXT)

    assert await definition(editor, uri, CALL) == [types.Location(uri, at(1, 4, 9))]
    [declared] = await editor.client.text_document_declaration_async(
        asked(types.DeclarationParams, uri, CALL)
    )
    assert declared == types.Location(uri, at(0, 4, 9))
    # Where there may be no file and no other document, a built-in name leads nowhere.
    assert ENVIRONMENT["OPENCL_LS_CACHE"] == ""
    assert await definition(editor, uri, BUILTIN) is None
    assert await definition(editor, uri, (99, 0)) is None
    assert await definition(editor, "file:///nowhere.cl", (0, 0)) is None
    assert editor.capabilities.workspace.text_document_content is None


async def test_lines_that_end_in_two_characters(start, uri):
    editor = await start()
    editor.open(uri, TEXT.replace("\n", "\r\n"))

    assert await definition(editor, uri, CALL) == [types.Location(uri, at(1, 4, 9))]


async def test_pages_are_content_of_the_server(start, uri):
    editor = await start(EVERYTHING)
    editor.open(uri, TEXT)
    assert editor.capabilities.workspace.text_document_content.schemes == ("opencl-ls",)

    [link] = await definition(editor, uri, BUILTIN)
    assert link.target_uri == "opencl-ls:///builtins/clamp.md"
    content = await editor.client.workspace_text_document_content_async(
        types.TextDocumentContentParams(link.target_uri)
    )
    assert content.text.startswith("# clamp\n\n```opencl\ngentypen clamp(gentypen x")
    for unknown in ("opencl-ls:///builtins/nothing.md", "opencl-ls:///other", "file:///a.md"):
        content = await editor.client.workspace_text_document_content_async(
            types.TextDocumentContentParams(unknown)
        )
        assert content.text == ""


async def test_pages_are_files_that_cannot_be_written(start, tmp_path, monkeypatch, uri):
    monkeypatch.setitem(ENVIRONMENT, "OPENCL_LS_CACHE", str(tmp_path / "größe"))
    editor = await start(fresh=True)
    editor.open(uri, TEXT)

    [location] = await definition(editor, uri, BUILTIN)
    page = tmp_path / "größe" / "builtins" / "clamp.md"
    assert location == types.Location(uri_of(str(page)), at(0, 0))
    assert page.read_text("utf-8").startswith("# clamp\n\n```opencl\ngentypen clamp(gentypen x")
    assert not page.stat().st_mode & 0o222
    known = page.stat()
    assert await definition(editor, uri, BUILTIN) == [location]
    assert page.stat().st_ino == known.st_ino
    # A changed page is written again.
    page.chmod(0o600)
    page.write_text("other")
    assert await definition(editor, uri, BUILTIN) == [location]
    assert page.read_text("utf-8").startswith("# clamp")
    assert [each.name for each in page.parent.iterdir()] == ["clamp.md"]


async def until(answer, is_there):
    """Ask until an answer is there: files of the workspace are read in idle times."""
    async with asyncio.timeout(PATIENCE):
        while not is_there(found := await answer()):
            pass
        return found


async def test_definitions_in_other_files_of_the_workspace(start, written):
    folder = written(
        impl__cl="\n\nint twice(int n) { return 2 * n; }\nint only_declared(int n);\n",
        other__cl="int twice(int n);\nkernel void twice_as_much(global int *p) { }\n",
        größe__h="int in_header(void) { return 1; }\n",
    )
    uri = uri_of(str(folder / "open.cl"))
    editor = await start(PUSH, workspace_folders=[types.WorkspaceFolder(uri_of(str(folder)), "w")])
    editor.open(
        uri,
        '#include "größe.h"\nint twice(int n);\nint only_declared(int n);\n'
        "kernel void k(global int *p) {\n"
        "  p[0] = twice(1) + only_declared(2) + in_header(); twice_as_much(p); }\n",
    )
    impl, other = uri_of(str(folder / "impl.cl")), uri_of(str(folder / "other.cl"))

    async def twice():
        return await definition(editor, uri, (4, 10))

    found = await until(twice, lambda found: found and found[0].uri != uri)
    assert found == [types.Location(impl, at(2, 4, 9))]
    # A prototype elsewhere is no definition.
    assert await definition(editor, uri, (4, 22)) == [types.Location(uri, at(2, 4, 17))]
    header = types.Location(uri_of(str(folder / "größe.h")), at(0, 4, 13))
    assert await definition(editor, uri, (4, 42)) == [header]

    async def undeclared():
        return await definition(editor, uri, (4, 56))

    found = await until(undeclared, bool)
    assert found == [types.Location(other, at(1, 12, 25))]


async def test_names_in_a_header_that_is_open_itself(start, written):
    folder = written(
        types__h="typedef struct { float4 at; } cell;\n",
        util__h="static float size(cell c) { return length(c.at); }\nfloat both(cell c);\n",
        main__cl='#include "types.h"\n#include "util.h"\n'
        "float both(cell c) { return size(c) + size(c); }\n",
    )
    header, main = uri_of(str(folder / "util.h")), uri_of(str(folder / "main.cl"))
    editor = await start(PUSH, workspace_folders=[types.WorkspaceFolder(uri_of(str(folder)), "w")])
    editor.open(header, (folder / "util.h").read_text())

    async def cell():
        return await definition(editor, header, (0, 20))

    # The header alone does not declare the type: another file of the workspace does.
    found = await until(cell, bool)
    assert found == [types.Location(uri_of(str(folder / "types.h")), at(0, 30, 34))]
    assert await definition(editor, header, (0, 42)) == [types.Location(header, at(0, 23, 24))]

    async def both():
        return await definition(editor, header, (1, 8))

    found = await until(both, lambda found: found and found[0].uri == main)
    assert found == [types.Location(main, at(2, 6, 10))]


async def test_the_nearest_definitions_come_first(start, written):
    folder = written(z__cl="int same(void) { return 1; }\n")
    for name in ("a/a.cl", "b/c/d.cl", "b/e.cl"):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("int same(void) { return 1; }\n")
    uri = uri_of(str(folder / "b" / "open.cl"))
    editor = await start(PUSH, workspace_folders=[types.WorkspaceFolder(uri_of(str(folder)), "w")])
    editor.open(uri, "int f(void) { return same(); }\n")

    async def same():
        return await definition(editor, uri, (0, 22))

    found = await until(same, lambda found: found and len(found) == 4)
    names = [each.uri.removeprefix(uri_of(str(folder)) + "/") for each in found]
    assert names == ["b/e.cl", "b/c/d.cl", "z.cl", "a/a.cl"]


async def test_document_links(start, written):
    folder = written(größe__h="", a__cl="")
    uri = uri_of(str(folder / "a.cl"))
    text = (
        '#include "größe.h"\n#include "missing.h"\nint a; // opencl-ls: allow(barrier/divergent)\n'
    )
    more = {"workspace_folders": [types.WorkspaceFolder(uri_of(str(folder)), "w")]}
    for client, tooltips in ((EVERYTHING, True), ({}, False)):
        editor = await start(client, **more)
        editor.open(uri, text)
        file, rule = await editor.client.text_document_document_link_async(
            types.DocumentLinkParams(types.TextDocumentIdentifier(uri))
        )
        assert (file.range, file.target) == (at(0, 10, 17), uri_of(str(folder / "größe.h")))
        assert file.tooltip == (to_fs_path(file.target) if tooltips else None)
        assert rule.range == at(2, 27, 44)
        assert rule.target.endswith("barrier/divergent.md")
        assert bool(rule.tooltip) is tooltips


async def test_selection_ranges(start, uri):
    editor = await start()
    editor.open(uri, TEXT)
    places = [types.Position(2, 58), types.Position(99, 0)]
    first, beside = await editor.client.text_document_selection_range_async(
        types.SelectionRangeParams(types.TextDocumentIdentifier(uri), places)
    )
    found = []
    while first is not None:
        found.append(first.range)
        first = first.parent
    assert found[:5] == [
        at(2, 55, 60),
        at(2, 55, 69),
        at(2, 54, 70),
        at(2, 49, 70),
        at(2, 42, 70),
    ]
    assert found[-1] == at(0, 0, (3, 0))
    assert (beside.range, beside.parent) == (at(0, 0, (3, 0)), None)


async def test_call_hierarchy(start, uri):
    # All documents of a session are looked at.
    editor = await start(fresh=True)
    editor.open(uri, TEXT)

    [item] = await editor.client.text_document_prepare_call_hierarchy_async(
        asked(types.CallHierarchyPrepareParams, uri, CALL)
    )
    assert (item.name, item.kind, item.detail) == ("twice", types.SymbolKind.Function, None)
    assert (item.uri, item.range, item.selection_range) == (uri, at(1, 0, 34), at(1, 4, 9))
    [call] = await editor.client.call_hierarchy_incoming_calls_async(
        types.CallHierarchyIncomingCallsParams(item)
    )
    assert (call.from_.name, call.from_.detail) == ("k", "kernel")
    assert list(call.from_ranges) == [at(2, 49, 54)]
    [call] = await editor.client.call_hierarchy_outgoing_calls_async(
        types.CallHierarchyOutgoingCallsParams(call.from_)
    )
    assert (call.to.name, call.to.selection_range) == ("twice", at(1, 4, 9))
    assert list(call.from_ranges) == [at(2, 49, 54)]
    item.data = {"unit": 3}
    assert not await editor.client.call_hierarchy_incoming_calls_async(
        types.CallHierarchyIncomingCallsParams(item)
    )
    assert not await editor.client.text_document_prepare_call_hierarchy_async(
        asked(types.CallHierarchyPrepareParams, uri, (3, 0))
    )


async def test_calls_in_other_files_of_the_workspace(start, written):
    folder = written(
        util__h="int leaf(int n);\nstatic int own(int n) { return leaf(n); }\n",
        closed__cl='#include "util.h"\nkernel void closed(global int *p) { p[0] = leaf(1); }\n',
        impl__cl="int leaf(int n) { return n; }\nint deeper(void) { return leaf(0); }\n",
        same__cl="static int leaf(int n) { return -n; }\nint not_this(void) { return leaf(1); }\n",
    )
    uri = uri_of(str(folder / "open.cl"))
    editor = await start(PUSH, workspace_folders=[types.WorkspaceFolder(uri_of(str(folder)), "w")])
    editor.open(
        uri,
        '#include "util.h"\nkernel void open(queue_t q, global int *p) { ^{ p[0] = leaf(1); }; }\n',
    )

    async def callers():
        [item] = await editor.client.text_document_prepare_call_hierarchy_async(
            asked(types.CallHierarchyPrepareParams, uri, (1, 57))
        )
        assert item.uri == uri_of(str(folder / "util.h"))
        calls = await editor.client.call_hierarchy_incoming_calls_async(
            types.CallHierarchyIncomingCallsParams(item)
        )
        return {call.from_.name: call for call in calls}

    found = await until(callers, lambda found: "deeper" in found and "closed" in found)
    assert sorted(found) == ["closed", "deeper", "open", "own"]
    assert found["open"].from_.detail == "kernel, in a block"
    assert found["own"].from_.uri == uri_of(str(folder / "util.h"))
    assert list(found["closed"].from_ranges) == [at(1, 43, 47)]

    [call] = await editor.client.call_hierarchy_outgoing_calls_async(
        types.CallHierarchyOutgoingCallsParams(found["open"].from_)
    )
    assert (call.to.name, call.to.uri) == ("leaf", uri_of(str(folder / "impl.cl")))
    assert call.to.range == at(0, 0, 29)


async def test_sections_of_the_outline(start, uri):
    text = "// MARK: Größe\nint a;\nkernel void k(void) { }\n"
    editor = await start(EVERYTHING)
    editor.open(uri, text)
    [section] = await editor.symbols(uri)
    assert (section.name, section.kind) == ("Größe", types.SymbolKind.Namespace)
    assert (section.range, section.selection_range) == (at(0, 0, (3, 0)), at(0, 9, 14))
    assert [child.name for child in section.children] == ["a", "k"]

    editor = await start()
    editor.open(uri, text)
    found = [(each.name, each.kind) for each in await editor.symbols(uri)]
    assert found[0] == ("Größe", types.SymbolKind.Namespace)
    assert [name for name, _ in found] == ["Größe", "a", "k"]
