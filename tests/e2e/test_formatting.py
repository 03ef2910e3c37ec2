"""Formatting by clang-format; where the server is the question, a script takes its place."""

from __future__ import annotations

import asyncio
import os
import stat
import sys
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from opencl_ls.server import clang_format
from tests.e2e.wire import PATIENCE, PUSH, Wire, notification, opening, request

if os.name == "nt":
    pytest.skip("the scripts are for a shell", allow_module_level=True)

OPTIONS = types.FormattingOptions(tab_size=2, insert_spaces=True)
TEXT = "kernel void k(void) { int   a; }\n"
REGISTERING = {
    **PUSH,
    "textDocument": {
        "formatting": {"dynamicRegistration": True},
        "rangeFormatting": {"dynamicRegistration": True, "rangesSupport": True},
        "onTypeFormatting": {"dynamicRegistration": True},
    },
}
ONE_EDIT = (
    "<?xml version='1.0'?>\n<replacements xml:space='preserve' incomplete_format='false'>\n"
    "<replacement offset='25' length='3'> </replacement>\n</replacements>"
)


@pytest.fixture
def script(tmp_path):
    """Write a program that takes the place of clang-format; return its path."""

    def write(body, name="clang-format"):
        path = tmp_path / name
        head = f"#!{sys.executable}\nimport os, signal, sys\ntext = sys.stdin.read()\n"
        path.write_text(
            f"{head}open({str(tmp_path / 'called')!r}, 'w').write(repr((sys.argv[1:], text)))\n"
            f"{body}\n"
        )
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return str(path)

    return write


def options_for(path):
    return {"formatting": {"path": str(path)}}


async def formatted(editor, uri):
    params = types.DocumentFormattingParams(types.TextDocumentIdentifier(uri), OPTIONS)
    return await asyncio.wait_for(editor.client.text_document_formatting_async(params), PATIENCE)


async def test_a_client_that_can_nothing(start, uri, script, tmp_path):
    """It gets the capability of formatting at once."""
    program = script(f"print({ONE_EDIT!r})")
    editor = await start({}, initialization_options=options_for(program))
    assert editor.capabilities.document_formatting_provider
    assert editor.capabilities.document_range_formatting_provider
    triggers = editor.capabilities.document_on_type_formatting_provider
    assert [triggers.first_trigger_character, *triggers.more_trigger_character] == ["}", ";", "\n"]
    editor.open(uri, TEXT)
    [edit] = await formatted(editor, uri)
    assert edit == types.TextEdit(types.Range(types.Position(0, 26), types.Position(0, 28)), "")
    arguments, text = eval((tmp_path / "called").read_text())
    assert text == TEXT
    assert f"--assume-filename={uri.removeprefix('file://')}" in arguments
    assert "IndentWidth: 2" in arguments[0]
    assert "UseTab: Never" in arguments[0]


async def test_a_client_that_can_everything(start, uri, script):
    """It gets the registration when there is a program."""
    program = script(f"print({ONE_EDIT!r})")
    editor = await start(REGISTERING, initialization_options=options_for(program))
    assert editor.capabilities.document_formatting_provider is None
    editor.open(uri, TEXT)
    await editor.published(uri)
    assert len(await formatted(editor, uri)) == 1


@pytest.mark.parametrize("there", [True, False])
def test_what_is_registered(wire, script, there):
    program = script(f"print({ONE_EDIT!r})") if there else "/nowhere/clang-format"
    client: Wire = wire(REGISTERING, initializationOptions=options_for(program))
    client.send(*client.hello)
    capabilities = client.answer(0)["result"]["capabilities"]
    assert not [name for name in capabilities if "ormatting" in name]
    client.send(opening(TEXT), request(1, "textDocument/hover", None))
    client.answer(1)
    asked = [
        each["method"]
        for message in client.received
        if message.get("method") == "client/registerCapability"
        for each in message["params"]["registrations"]
    ]
    wanted = ["formatting", "rangeFormatting", "onTypeFormatting"] if there else []
    assert asked == [f"textDocument/{name}" for name in wanted]
    assert client.finish() == 0


async def test_ranges(start, uri, script, tmp_path):
    program = script(f"print({ONE_EDIT!r})")
    editor = await start({}, initialization_options=options_for(program))
    text = "int  a;\n/* ä */ int  b;\nint  c;\n"
    editor.open(uri, text)
    identifier = types.TextDocumentIdentifier(uri)

    def lines(first, last):
        return types.Range(types.Position(first, 0), types.Position(last, 0))

    await editor.client.text_document_range_formatting_async(
        types.DocumentRangeFormattingParams(identifier, lines(1, 2), OPTIONS)
    )
    arguments, _ = eval((tmp_path / "called").read_text())
    assert arguments[-2:] == ["--offset=8", "--length=16"]
    await editor.client.text_document_ranges_formatting_async(
        types.DocumentRangesFormattingParams(identifier, [lines(0, 1), lines(2, 3)], OPTIONS)
    )
    arguments, _ = eval((tmp_path / "called").read_text())
    assert arguments[-4:] == ["--offset=0", "--length=7", "--offset=25", "--length=7"]


async def test_what_was_typed(start, uri, script, tmp_path):
    """Edits after the cursor are not made."""
    edits = ONE_EDIT.replace(
        "</replacements>", "<replacement offset='30' length='1'>&#10;</replacement></replacements>"
    )
    editor = await start({}, initialization_options=options_for(script(f"print({edits!r})")))
    editor.open(uri, TEXT)
    params = types.DocumentOnTypeFormattingParams(
        types.TextDocumentIdentifier(uri), types.Position(0, 30), ";", OPTIONS
    )
    [edit] = await editor.client.text_document_on_type_formatting_async(params)
    assert edit.range.start.character == 26
    arguments, _ = eval((tmp_path / "called").read_text())
    assert arguments[-2:] == ["--offset=22", "--length=8"]
    params.ch = "}"
    assert await editor.client.text_document_on_type_formatting_async(params) is None


async def test_there_is_none(start, uri):
    editor = await start({}, initialization_options=options_for("/nowhere/clang-format"))
    editor.open(uri, TEXT)
    for _ in range(2):
        with pytest.raises(JsonRpcException, match="no program /nowhere/clang-format"):
            await formatted(editor, uri)
    shown = [each.message for each in editor.client.messages]
    assert shown == ["opencl-ls: opencl.formatting.path: there is no program /nowhere/clang-format"]


async def test_a_project_names_no_program(start, written, script):
    """A file that comes with a project must not choose what runs."""
    program = script("raise SystemExit('run')", "evil")
    folder = written(a__cl=TEXT)
    (folder / "opencl-ls.toml").write_text(f'[formatting]\npath = "{program}"\n')
    editor = await start({}, root_uri=folder.as_uri(), initialization_options=options_for("/no/x"))
    uri = (folder / "a.cl").as_uri()
    editor.open(uri, TEXT)
    with pytest.raises(JsonRpcException, match="no program /no/x"):
        await formatted(editor, uri)
    assert not (folder / "called").exists()


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("sys.exit('x/.clang-format:2:1: error: unknown key')", "clang-format: x/.clang-format:2"),
        ("print('int a;')", "does not answer as clang-format does"),
        ("sys.exit(3)", "exit status 3"),
    ],
)
async def test_the_program_fails(start, uri, script, body, words):
    editor = await start({}, initialization_options=options_for(script(body)))
    editor.open(uri, TEXT)
    with pytest.raises(JsonRpcException, match=words):
        await formatted(editor, uri)


async def test_a_style_for_c_alone(start, uri, script):
    """Newer versions take such a file for a name that ends in `.c`, and for no `.cl`."""
    body = (
        "if not sys.argv[-1].endswith('.c'):\n"
        "    sys.exit('Configuration file(s) do(es) not support C++: /w/.clang-format')\n"
        f"print({ONE_EDIT!r})"
    )
    editor = await start({}, initialization_options=options_for(script(body)))
    editor.open(uri, TEXT)
    assert len(await formatted(editor, uri)) == 1


def formatting(identifier, uri="file:///w/a.cl"):
    options = {"tabSize": 4, "insertSpaces": True}
    params = {"textDocument": {"uri": uri}, "options": options}
    return request(identifier, "textDocument/formatting", params)


@pytest.fixture
def pipe(tmp_path):
    """Return a pipe at which a program waits until the test writes into it."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    return path


def test_the_text_changes_meanwhile(wire, script, pipe):
    program = script(f"open({str(pipe)!r}).read()\nprint({ONE_EDIT!r})")
    client: Wire = wire(PUSH, initializationOptions=options_for(program))
    client.send(*client.hello, opening(TEXT), formatting(1))
    change = {
        "textDocument": {"uri": "file:///w/a.cl", "version": 2},
        "contentChanges": [{"text": "int b;\n"}],
    }
    client.send(notification("textDocument/didChange", change))
    assert client.diagnostics(2) == []
    pipe.write_text("go")
    assert client.answer(1)["error"]["code"] == types.LSPErrorCodes.ContentModified
    assert client.finish() == 0


def test_it_is_cancelled_and_the_program_ended(wire, script, pipe):
    """The program opens a pipe that it never reads from, and its end is seen by its closing."""
    program = script(f"out = open({str(pipe)!r}, 'w')\nsignal.pause()")
    client: Wire = wire(PUSH, initializationOptions=options_for(program))
    client.send(*client.hello, opening(TEXT), formatting(1))
    with pipe.open() as opened:
        client.send(notification("$/cancelRequest", {"id": 1}))
        assert client.answer(1)["error"]["code"] == types.LSPErrorCodes.RequestCancelled
        assert opened.read() == ""
    assert client.finish() == 0


def test_the_session_ends_meanwhile(wire, script, pipe):
    program = script(f"out = open({str(pipe)!r}, 'w')\nsignal.pause()")
    client: Wire = wire(PUSH, initializationOptions=options_for(program))
    client.send(*client.hello, opening(TEXT), formatting(1))
    with pipe.open() as opened:
        client.send(request(2, "shutdown"))
        assert client.answer(1)["error"]["code"] == types.LSPErrorCodes.RequestCancelled
        assert opened.read() == ""
    client.send(notification("exit"))
    assert client.process.wait(PATIENCE) == 0


async def test_the_real_one(start, written):
    if clang_format.find("") is None:
        pytest.skip("clang-format is not installed")
    folder = written(a__cl=TEXT)
    (folder / ".clang-format").write_text("Language: Cpp\nIndentWidth: 7\n")
    editor = await start({}, root_uri=folder.as_uri(), initialization_options={})
    uri = (folder / "a.cl").as_uri()
    text = "kernel void f(global  int*a){\na[0]=(int2)(1,2).x;\na[1]=2;}\n"
    editor.open(uri, text)
    for edit in reversed(await formatted(editor, uri)):
        text = edited(text, edit)
    assert text == (
        "kernel void f(global int *a) {\n       a[0] = (int2)(1, 2).x;\n       a[1] = 2;\n}\n"
    )


def edited(text, edit):
    lines = text.splitlines(keepends=True)

    def offset(position):
        return sum(map(len, lines[: position.line])) + position.character

    return text[: offset(edit.range.start)] + edit.new_text + text[offset(edit.range.end) :]


@pytest.mark.parametrize(
    ("configured", "folders", "found"),
    [
        ("", ["one", "two"], "two/clang-format"),
        ("other", ["one", "two"], "one/other"),
        ("missing", ["one", "two"], None),
        ("one/other", ["one"], None),
        ("/w/absent", ["one"], None),
    ],
)
def test_where_it_is_looked_for(tmp_path, monkeypatch, configured, folders, found):
    monkeypatch.setattr(clang_format, "_packaged", lambda: None)
    monkeypatch.chdir(tmp_path)
    for name in ("one/other", "two/clang-format", "two/clang-format-99", "here/clang-format"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("")
        path.chmod(0o700)
    paths = ["here", *(str(tmp_path / folder) for folder in folders)]
    assert clang_format.find(configured, paths) == (found and str(tmp_path / found))


def test_a_version_in_the_name(tmp_path, monkeypatch):
    monkeypatch.setattr(clang_format, "_packaged", lambda: None)
    for number in (14, 19):
        path = tmp_path / f"clang-format-{number}"
        path.write_text("")
        path.chmod(0o700)
    assert clang_format.find("", [str(tmp_path)]) == str(tmp_path / "clang-format-19")


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("/w/a.cl", ("/w/a.cl", "/w/a.c")),
        ("/w/a.h", ("/w/a.h.cl", "/w/a.h.c")),
        ("", ("kernel.cl", "kernel.c")),
    ],
)
def test_the_names_that_it_gets(path, names):
    assert clang_format.assumed_names(path) == names


def test_the_style_of_an_editor():
    assert "IndentWidth: 16" in clang_format.Style(10**9, True).text()
    assert "UseTab: ForIndentation" in clang_format.Style(8, True).text()


def test_absence_is_reported():
    assert "pip install 'opencl-ls[format]'" in clang_format.absence("")
    assert Path(clang_format.__file__).is_file()
