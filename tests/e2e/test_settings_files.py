"""What is wrong with configuration files, shown in them, for clients that pull and for others."""

from __future__ import annotations

import pytest
from lsprotocol import types

from tests.e2e.test_configuration import changed, saved
from tests.e2e.wire import PUSH

TEXT = "kernel void k(void) {}\n"
PULL = {
    "textDocument": {"diagnostic": {}},
    "workspace": {
        "diagnostics": {"refreshSupport": True},
        "didChangeWatchedFiles": {"dynamicRegistration": True},
    },
}
WATCHING = {**PUSH, "workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}


def shown(diagnostics, text):
    """Return diagnostics as (marked text, message, severity), for columns in UTF-16."""
    lines = [line.encode("utf-16-le") for line in text.split("\n")]
    return [
        (
            lines[each.range.start.line][
                2 * each.range.start.character : 2 * each.range.end.character
            ].decode("utf-16-le"),
            each.message.partition(";")[0],
            int(each.severity),
        )
        for each in diagnostics
    ]


@pytest.mark.parametrize("capabilities", [WATCHING, PULL], ids=["push", "pull"])
async def test_a_file_that_is_not_open(start, written, capabilities):
    """It is pushed to each client, and removed when the file is fixed or deleted."""
    folder = written(a__cl=TEXT)
    config, uri = folder / "opencl-ls.toml", (folder / "a.cl").as_uri()
    text = 'define = ["A"]\n[severity]\n"ä😀" = "loud" # why\n'
    config.write_text(text, "utf-8")
    editor = await start(capabilities, fresh=True)
    editor.open(uri, TEXT)
    assert shown(await editor.published(config.as_uri()), text) == [
        ("define", 'unknown setting "define"', 2),
        ('"loud"', 'ä😀 should be one of error, warning, info, hint, off, not "loud"', 1),
    ]
    config.write_text("")
    changed(editor, config)
    assert await editor.published(config.as_uri()) == []

    config.write_text("std = \n")
    changed(editor, config)
    [broken] = await editor.published(config.as_uri())
    assert broken.message == "not TOML: invalid value"
    assert broken.range.start == types.Position(0, 6)

    config.unlink()
    changed(editor, config, types.FileChangeType.Deleted)
    assert await editor.published(config.as_uri()) == []


async def test_a_client_that_watches_nothing(start, written):
    folder = written(a__cl=TEXT)
    config, uri = folder / "opencl-ls.toml", (folder / "a.cl").as_uri()
    config.write_text("device = 'gpu'\n")
    editor = await start(PUSH, fresh=True)
    editor.open(uri, TEXT)
    assert len(await editor.published(config.as_uri())) == 1
    config.write_text("device = 'full'\n# fixed\n")
    saved(editor, folder / "a.cl")
    assert await editor.published(config.as_uri()) == []


async def test_rules_and_configurations_that_there_are_not(start, written):
    folder = written(a__cl=TEXT)
    config = folder / "pyproject.toml"
    text = (
        '[project]\nname = "x"\n[tool.opencl-ls]\nconfiguration = "fats"\n'
        'ignore = ["names", "barrierr"]\n[tool.opencl-ls.configurations.fast]\n'
        '[tool.opencl-ls.per-file-configurations]\n"x.cl" = "fast"\n"y.cl" = "slow"\n'
    )
    config.write_text(text)
    editor = await start(PUSH, fresh=True)
    editor.open((folder / "a.cl").as_uri(), TEXT)
    assert shown(await editor.published(config.as_uri()), text) == [
        ('"fats"', 'there is no configuration "fats"', 1),
        ('"barrierr"', 'there is no rule "barrierr"', 2),
        ('"slow"', 'there is no configuration "slow"', 1),
    ]


async def test_flags_line_by_line(start, written):
    folder = written(a__cl=TEXT, compile_flags__txt="-cl-std=CL1.2\n  -D 1\n")
    editor = await start(PUSH, fresh=True)
    editor.open((folder / "a.cl").as_uri(), TEXT)
    config = folder / "compile_flags.txt"
    [(marked, message, _)] = shown(await editor.published(config.as_uri()), config.read_text())
    assert (marked, message) == ("-D 1", '"-D 1" defines no macro')


@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["LF", "CRLF"])
async def test_a_file_that_is_open_and_pulled(start, written, end):
    """It is no kernel, has its own diagnostics, and is not shown twice."""
    folder = written(a__cl=TEXT)
    config = folder / "opencl-ls.toml"
    text = 'define = ["A"]\n'.replace("\n", end)
    config.write_bytes(text.encode())
    editor = await start(PULL, fresh=True)
    editor.open((folder / "a.cl").as_uri(), TEXT)
    await editor.pulled((folder / "a.cl").as_uri())
    assert len(await editor.published(config.as_uri())) == 1
    editor.open(config.as_uri(), text)
    assert await editor.published(config.as_uri()) == []
    assert shown((await editor.pulled(config.as_uri())).items, text) == [
        ("define", 'unknown setting "define"', 2)
    ]
    text = f"{end}defines = [{end}'1',{end}]{end}"
    editor.change(config.as_uri(), 2, text)
    [(marked, message, _)] = shown((await editor.pulled(config.as_uri())).items, text)
    assert (marked, message) == ("'1'", 'defines: "1" defines no macro')
    assert await editor.symbols(config.as_uri()) in (None, [])
    assert await editor.hover(config.as_uri(), 0, 1) is None
    editor.close(config.as_uri())
    assert len(await editor.published(config.as_uri())) == 1


async def test_a_file_that_is_open_and_pushed(start, written):
    folder = written(a__cl=TEXT)
    config = folder / "opencl-ls.toml"
    editor = await start(PUSH, fresh=True)
    editor.open(config.as_uri(), "std = ", 1)
    [broken] = await editor.published(config.as_uri(), 1)
    assert broken.message == "not TOML: invalid value"
    editor.change(config.as_uri(), 2, "std = 'CL1.2'\n")
    assert await editor.published(config.as_uri(), 2) == []
    editor.change(config.as_uri(), 3, "")
    editor.change(config.as_uri(), 4, ((0, 0), (0, 0), "x = 1"))
    assert len(await editor.published(config.as_uri(), 4)) == 1


COMPLETE = {
    "textDocument": {
        "completion": {"completionItem": {"documentationFormat": ["markdown", "plaintext"]}},
        "hover": {"contentFormat": ["markdown"]},
    }
}


@pytest.mark.parametrize("capabilities", [COMPLETE, {}], ids=["everything", "nothing"])
async def test_completion_and_hover(start, tmp_path, capabilities):
    """Columns are those of the client, with characters of four bytes before them."""
    uri = (tmp_path / "opencl-ls.toml").as_uri()
    editor = await start(capabilities)
    editor.open(uri, 'severity = { "😀" = "off", "barrier/divergent" = "o" }\r\nstd = "CL1.2"\r\n')
    document = types.TextDocumentIdentifier(uri)
    where = types.Position(0, 51)
    params = types.CompletionParams(document, where)
    answer = await editor.client.text_document_completion_async(params)
    assert [item.label for item in answer.items] == ["error", "warning", "info", "hint", "off"]
    item = answer.items[-1]
    word = types.Range(types.Position(0, 49), types.Position(0, 52))
    assert item.text_edit == types.TextEdit(word, '"off"')
    assert item.filter_text == '"off'

    params = types.HoverParams(document, types.Position(0, 30))
    hover = await editor.client.text_document_hover_async(params)
    quoted = "`barrier/divergent`" if capabilities else "barrier/divergent"
    assert hover.contents.value.startswith(quoted + "\n\nA barrier")
    assert (hover.range.start.character, hover.range.end.character) == (27, 46)
