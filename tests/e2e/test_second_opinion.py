"""What another compiler says of open documents; a script takes its place."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest
from lsprotocol import types

from opencl_ls.server.uris import uri_of
from tests.e2e.wire import PATIENCE

if os.name == "nt":
    pytest.skip("the scripts are for a shell", allow_module_level=True)

RICH = {
    "textDocument": {
        "publishDiagnostics": {
            "versionSupport": True,
            "codeDescriptionSupport": True,
            "relatedInformation": True,
        }
    }
}
REFRESHING = {
    "textDocument": {"diagnostic": {}},
    "workspace": {"diagnostics": {"refreshSupport": True}},
}
TEXT = "kernel void k(global int *p) {\n    p[0] = 1;\n}\n"
# It says that each word ODD is odd, where the text has it.
ODD = (
    "for n, line in enumerate(text.splitlines(), 1):\n"
    "    if 'ODD' in line:\n"
    "        at = line.index('ODD') + 1\n"
    "        print(f'<stdin>:{n}:{at}: warning: this is odd [-Wodd]', file=sys.stderr)\n"
    "    if 'nope' in line:\n"
    "        at = line.index('nope') + 1\n"
    "        told = f\"<stdin>:{n}:{at}: error: use of undeclared identifier 'nope'\"\n"
    "        print(told, file=sys.stderr)\n"
)
WITH_ODD = TEXT.replace("1;", "1; // ODD")


@pytest.fixture
def compiler(tmp_path):
    """Write a program that takes the place of clang; return its path."""

    def write(body: str = ODD) -> str:
        path = tmp_path / "clang"
        path.write_text(
            f"#!{sys.executable}\nimport os, sys\ntext = sys.stdin.read()\n"
            f"open({str(tmp_path / 'calls')!r}, 'a').write('call\\n')\n{body}\n"
        )
        path.chmod(0o755)
        return str(path)

    return write


def calls(tmp_path: Path) -> int:
    found = tmp_path / "calls"
    return found.read_text().count("call") if found.exists() else 0


def save(editor, uri):
    params = types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri))
    editor.client.text_document_did_save(params)


async def heard(editor, uri, version=None):
    """Return the next diagnostics of a document in which the compiler has a part."""
    while True:
        found = await editor.published(uri, version)
        others = [each for each in found if each.source == "clang"]
        if others:
            return others


async def test_what_it_says_is_marked(start, uri, compiler):
    """It is asked in an idle time, and shown if the text is still the same."""
    editor = await start(RICH, initialization_options={"compiler": compiler()})
    editor.open(uri, WITH_ODD)
    [found] = await heard(editor, uri, 1)
    assert (found.source, found.code, found.severity) == ("clang", "odd", 2)
    assert found.message == "this is odd"
    assert found.range == types.Range(types.Position(1, 17), types.Position(1, 20))
    assert found.code_description is None


async def test_what_is_typed_is_what_is_compiled(start, uri, compiler):
    """An edit takes away what was said of another text, and saving asks at once."""
    editor = await start(RICH, initialization_options={"compiler": compiler()})
    editor.open(uri, WITH_ODD)
    await heard(editor, uri, 1)
    editor.change(uri, 2, ((0, 0), (0, 0), "\n"))
    assert not [each for each in await editor.published(uri, 2) if each.source == "clang"]
    save(editor, uri)
    [found] = await heard(editor, uri, 2)
    assert found.range.start.line == 2


async def test_what_both_say_is_said_once(start, uri, compiler):
    editor = await start(RICH, initialization_options={"compiler": compiler()})
    editor.open(uri, TEXT.replace("1;", "nope; // ODD"))
    while True:
        found = await editor.published(uri, 1)
        if any(each.source == "clang" for each in found):
            break
    assert [each.code for each in found] == ["names/undeclared", "odd"]


async def test_a_client_that_pulls_is_asked_to(start, uri, compiler):
    editor = await start(REFRESHING, initialization_options={"compiler": compiler()})
    editor.open(uri, WITH_ODD)
    first = await editor.pulled(uri)

    async def news():
        while True:
            again = await editor.pulled(uri, first.result_id)
            if again.kind == "full":
                return again

    report = await asyncio.wait_for(news(), PATIENCE)
    assert [each.source for each in report.items] == ["clang"]


async def test_it_is_off_unless_the_editor_says_otherwise(start, compiler, tmp_path):
    """A workspace cannot switch it on, or choose the program."""
    (tmp_path / "opencl-ls.toml").write_text(f'compiler = "{compiler()}"\n')
    folder = types.WorkspaceFolder(uri_of(str(tmp_path)), "w")
    for options in ({}, {"compiler": "off"}):
        editor = await start(RICH, initialization_options=options, workspace_folders=[folder])
        uri = uri_of(str(tmp_path / "k.cl"))
        editor.open(uri, WITH_ODD)
        save(editor, uri)
        await editor.published(uri)
        await editor.hover(uri, 0, 0)
    assert calls(tmp_path) == 0


async def test_settings_can_switch_it_off_again(start, uri, compiler):
    editor = await start(RICH, initialization_options={"compiler": compiler()})
    editor.open(uri, WITH_ODD)
    await heard(editor, uri, 1)
    editor.client.workspace_did_change_configuration(
        types.DidChangeConfigurationParams({"opencl": {"compiler": "off"}})
    )
    assert await editor.published(uri, 1) == []


async def test_an_absent_compiler_is_reported_once(start, uri):
    editor = await start(RICH, initialization_options={"compiler": "/nowhere/clang"})
    editor.open(uri, TEXT)
    for _ in range(2):
        save(editor, uri)
        await editor.hover(uri, 0, 0)
    shown = [each.message for each in editor.client.messages]
    assert shown == ["opencl-ls: opencl.compiler: there is no compiler /nowhere/clang"]


async def test_a_compiler_that_breaks_is_reported_once(start, uri, compiler):
    editor = await start(RICH, initialization_options={"compiler": compiler("sys.exit(9)")})
    for number in range(2):
        document = uri.replace(".cl", f"-{number}.cl")
        editor.open(document, TEXT)
        save(editor, document)
        await editor.published(document)

    async def reported():
        while not editor.client.messages:
            await editor.hover(document, 0, 0)

    await asyncio.wait_for(reported(), PATIENCE)
    shown = [each.message for each in editor.client.messages]
    assert shown == ["opencl-ls: opencl.compiler: clang ended with status 9"]


async def test_a_stale_run_is_ended(start, uri, compiler, tmp_path):
    """One runs at a time; a text that is no more is not worth the wait, nor the session's end."""
    body = f"{ODD}\nif 'SLOW' in text:\n    open({str(tmp_path / 'slow')!r}, 'a').write('x')\n"
    body += "    os.read(os.pipe()[0], 1)\n"
    editor = await start(RICH, initialization_options={"compiler": compiler(body)})
    editor.open(uri, f"// SLOW\n{WITH_ODD}")
    save(editor, uri)

    async def begun(times):
        slow = tmp_path / "slow"
        while not slow.exists() or len(slow.read_text()) < times:
            await editor.hover(uri, 0, 0)

    await asyncio.wait_for(begun(1), PATIENCE)
    editor.change(uri, 2, ((0, 0), (1, 0), ""))
    assert len(await heard(editor, uri, 2)) == 1
    editor.change(uri, 3, ((0, 0), (0, 0), "// SLOW\n"))
    save(editor, uri)
    await asyncio.wait_for(begun(2), PATIENCE)


async def test_an_error_in_a_header_is_shown_on_the_include(start, written, compiler):
    folder = written(main__cl='#include "part.h"\n' + TEXT, part__h="int fine;\n")
    said = f"print({str(folder / 'part.h')!r} + ':1:5: error: that is odd', file=sys.stderr)\n"
    editor = await start(RICH, initialization_options={"compiler": compiler(said)})
    uri = uri_of(str(folder / "main.cl"))
    editor.open(uri, (folder / "main.cl").read_text())
    [found] = await heard(editor, uri)
    assert found.message == "in part.h: that is odd"
    assert found.range.start.line == 0
    assert found.related_information[0].location.uri == uri_of(str(folder / "part.h"))


async def test_a_saved_header_asks_for_who_includes_it(start, written, compiler, tmp_path):
    folder = written(main__cl='#include "part.h"\n' + WITH_ODD, part__h="int fine;\n")
    editor = await start(RICH, initialization_options={"compiler": compiler()})
    main, header = (uri_of(str(folder / name)) for name in ("main.cl", "part.h"))
    editor.open(main, (folder / "main.cl").read_text())
    await heard(editor, main)
    before = calls(tmp_path)
    editor.open(header, "int fine; // ODD\n")
    save(editor, header)

    async def asked():
        while calls(tmp_path) < before + 2:
            await editor.hover(main, 0, 0)

    await asyncio.wait_for(asked(), PATIENCE)
