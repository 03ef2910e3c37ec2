"""Settings from the client and from files."""

from __future__ import annotations

import pytest
from lsprotocol import types

from tests.e2e.wire import PUSH, Wire, opening

URI = "file:///w/a.cl"
# Wrong under the macro alone, so that settings can be seen at work.
TEXT = "#ifdef WRONG\n#error bad\n#endif\nkernel void k(void) {}\n"
ASKED = {**PUSH, "workspace": {"configuration": True}}
WATCHED = {**PUSH, "workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}


async def test_initialization_options(start, uri):
    editor = await start(PUSH, initialization_options={"defines": ["WRONG"]})
    editor.open(uri, TEXT)

    assert len(await editor.published(uri)) == 1


async def test_settings_are_asked_for_and_asked_again(start, uri):
    editor = await start(ASKED, configuration={"opencl": {"defines": ["WRONG"]}})
    editor.open(uri, TEXT)
    assert len(await editor.published(uri, 1)) == 1

    editor.client.set_configuration({"defines": []}, section="opencl")
    editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
    assert await editor.published(uri, 1) == []


async def test_the_older_extensions_options_hold_where_ours_are_silent(start, uri):
    legacy = {"OpenCL": {"server": {"buildOptions": ["-DWRONG"]}}}
    editor = await start(ASKED, configuration=legacy)
    editor.open(uri, TEXT)

    assert len(await editor.published(uri, 1)) == 1


async def test_settings_that_are_pushed(start, uri):
    editor = await start(PUSH, fresh=True)
    editor.open(uri, TEXT)
    assert await editor.published(uri) == []

    settings = {"opencl": {"defines": ["WRONG"]}}
    editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings))
    assert len(await editor.published(uri)) == 1


async def test_a_client_that_pulls_is_asked_to_pull_again(start, uri):
    editor = await start(
        {
            "textDocument": {"diagnostic": {}},
            "workspace": {"diagnostics": {"refreshSupport": True}},
        },
        fresh=True,
    )
    editor.open(uri, TEXT)
    assert list((await editor.pulled(uri)).items) == []

    settings = {"opencl": {"defines": ["WRONG"]}}
    editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings))
    assert len((await editor.pulled(uri)).items) == 1
    assert editor.client.diagnostic_refresh_count == 1


async def test_a_configuration_file_and_its_change(start, written):
    folder = written(a__cl=TEXT)
    config = folder / "opencl-ls.toml"
    config.write_text('defines = ["WRONG"]\n')
    uri = (folder / "a.cl").as_uri()
    editor = await start(PUSH, fresh=True)
    editor.open(uri, TEXT)
    assert len(await editor.published(uri)) == 1

    config.write_text("")
    changed(editor, config)
    assert await editor.published(uri) == []


async def test_a_header_that_changes_on_disk(start, written):
    folder = written(part__h="#error bad\n")
    header = folder / "part.h"
    uri = (folder / "a.cl").as_uri()
    editor = await start(PUSH, fresh=True)
    editor.open(uri, '#include "part.h"\n')
    assert len(await editor.published(uri)) == 1

    header.write_text("#define FINE 1\n")
    changed(editor, header)
    assert await editor.published(uri) == []


async def test_a_configuration_file_changes_and_nobody_watches(start, written):
    """A saved document is a moment to look, whichever it is."""
    folder = written(a__cl=TEXT)
    config, uri = folder / "opencl-ls.toml", (folder / "a.cl").as_uri()
    editor = await start(PUSH, fresh=True)
    editor.open(uri, TEXT)
    assert await editor.published(uri) == []

    config.write_text('defines = ["WRONG"]\n')
    saved(editor, config)
    assert len(await editor.published(uri)) == 1

    config.write_text("")
    editor.open((folder / "b.cl").as_uri(), "")
    assert await editor.published(uri) == []


@pytest.mark.parametrize("capabilities", [PUSH, WATCHED], ids=["unwatched", "watched"])
async def test_a_header_that_is_made(start, written, capabilities):
    """First it is open alone, then on the disk as well, then closed, and at last deleted."""
    folder = written()
    header, uri = folder / "part.h", (folder / "a.cl").as_uri()
    editor = await start(capabilities, fresh=True)
    editor.open(uri, '#include "part.h"\nint a = PART;\n')
    assert (await editor.published(uri))[0].code == "preprocessor/missing-include"

    editor.open(header.as_uri(), "#define PART 1\n")
    assert await editor.published(uri) == []
    editor.close(header.as_uri())
    assert (await editor.published(uri))[0].code == "preprocessor/missing-include"

    header.write_text("#define PART 2\n")
    if capabilities is WATCHED:
        changed(editor, header, types.FileChangeType.Created)
    else:
        saved(editor, folder / "a.cl")
    assert await editor.published(uri) == []

    header.unlink()
    if capabilities is WATCHED:
        changed(editor, header, types.FileChangeType.Deleted)
    else:
        editor.open(header.with_name("other.h").as_uri(), "")
    assert (await editor.published(uri))[0].code == "preprocessor/missing-include"


async def test_each_problem_is_shown_once(start, uri):
    editor = await start(PUSH, initialization_options={"std": "CL9.9", "defines": 3})
    editor.open(uri, TEXT)
    await editor.published(uri)
    editor.open("file:///w/b.cl", TEXT)
    await editor.published("file:///w/b.cl")

    shown = [message.message for message in editor.client.messages]
    assert sum("CL9.9" in text for text in shown) == 1
    assert len(shown) == len(set(shown)) == 2


async def test_a_rule_that_does_not_exist_is_reported(start, uri):
    levels = {"names/unusedvariable": "off", "barrier": "hint", "file/too-large": "off"}
    editor = await start(PUSH, initialization_options={"severity": levels, "ignore": ["na*/*"]})
    editor.open(uri, TEXT)
    await editor.published(uri)

    [shown] = [message.message for message in editor.client.messages]
    assert '"names/unusedvariable"' in shown
    assert "did you mean names/unused-variable?" in shown


async def test_settings_that_are_no_settings(start, uri):
    editor = await start(PUSH, initialization_options=[1, 2])
    editor.open(uri, TEXT)

    assert await editor.published(uri) == []
    assert editor.client.messages


CPP = "template <class T> kernel void k(T a) { auto b = a; }\n"


async def test_cpp_for_opencl_is_not_checked_and_said_once(start):
    editor = await start(PUSH)
    for name in ("a.clcpp", "b.clcpp"):
        uri = f"file:///w/{name}"
        editor.open(uri, CPP)
        assert await editor.published(uri) == []
        assert (await editor.tokens(uri)).data

    [message] = editor.client.messages
    assert message.type == types.MessageType.Info
    assert message.message.startswith("C++ for OpenCL is not checked")


async def test_a_file_of_many_problems_is_reported_once(start, written):
    """The file itself has a diagnostic for each."""
    folder = written(a__cl=TEXT)
    config = folder / "opencl-ls.toml"
    config.write_text("".join(f"key{n} = 1\n" for n in range(300)))
    editor = await start(PUSH, fresh=True)
    editor.open((folder / "a.cl").as_uri(), TEXT)
    await editor.published((folder / "a.cl").as_uri())

    [shown] = [message.message for message in editor.client.messages]
    assert shown.endswith('opencl-ls.toml:1: unknown setting "key0" (and 299 more in this file)')
    assert len(await editor.published(config.as_uri())) == 300


async def test_of_many_problems_of_the_editor_only_the_first_are_shown(start, uri):
    many = {"severity": {f"names/no-rule-{number}": "off" for number in range(300)}}
    editor = await start(PUSH, initialization_options=many)
    editor.open(uri, TEXT)
    await editor.published(uri)

    shown = [message.message for message in editor.client.messages]
    assert len(shown) == 21
    assert shown[20] == "opencl-ls: 280 more problems with the settings are not shown"


def test_files_are_watched_by_dynamic_registration(wire):
    client: Wire = wire(WATCHED)
    client.send(*client.hello)
    asked = client.until(lambda m: m.get("method") == "client/registerCapability")

    [registration] = asked["params"]["registrations"]
    globs = [each["globPattern"] for each in registration["registerOptions"]["watchers"]]
    assert "**/opencl-ls.toml" in globs
    assert client.finish() == 0


def test_the_first_diagnostics_wait_for_the_settings(wire):
    client: Wire = wire(ASKED)
    client.send(*client.hello, opening(TEXT))
    client.diagnostics(1)

    methods = [message.get("method") for message in client.received]
    assert methods.index("workspace/configuration") < methods.index(
        "textDocument/publishDiagnostics"
    )
    assert methods.count("textDocument/publishDiagnostics") == 1
    assert client.finish() == 0


def changed(editor, path, kind=types.FileChangeType.Changed):
    editor.client.workspace_did_change_watched_files(
        types.DidChangeWatchedFilesParams([types.FileEvent(path.as_uri(), kind)])
    )


def saved(editor, path):
    editor.client.text_document_did_save(
        types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(path.as_uri()))
    )
