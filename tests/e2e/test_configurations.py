"""Named configurations: chosen in the editor, for all files or for one."""

from __future__ import annotations

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from opencl_ls import __version__
from tests.e2e.test_configuration import changed
from tests.e2e.wire import PUSH, Wire, notification, opening, request

TEXT = "#if N == 1\n#error one\n#elif N == 2\n#error two\n#else\n#error none\n#endif\n"
SETTINGS = """\
configuration = "one"
[configurations.one]
defines = ["N=1"]
[configurations.two]
defines = ["N=2"]
[per-file-configurations]
"sub/*.cl" = "two"
"""
PULL = {
    "textDocument": {"diagnostic": {}, "inlayHint": {}, "semanticTokens": {
        "requests": {}, "tokenTypes": [], "tokenModifiers": [], "formats": []}},
    "workspace": {
        "diagnostics": {"refreshSupport": True},
        "semanticTokens": {"refreshSupport": True},
        "inlayHint": {"refreshSupport": True},
        "codeLens": {"refreshSupport": True},
    },
}  # fmt: skip


def plain(result):
    """Return an answer in which named tuples are objects."""
    if hasattr(result, "_asdict"):
        return {key: plain(value) for key, value in result._asdict().items()}
    return [plain(each) for each in result] if isinstance(result, list) else result


async def asked(editor, name, argument=None):
    params = types.ExecuteCommandParams(f"opencl-ls.{name}", [argument] if argument else None)
    return plain(await editor.client.workspace_execute_command_async(params))


@pytest.fixture
def files(tmp_path):
    """Return the configuration file and the URIs of two kernels."""
    (tmp_path / "sub").mkdir()
    config = tmp_path / "opencl-ls.toml"
    config.write_text(SETTINGS)
    return config, (tmp_path / "a.cl").as_uri(), (tmp_path / "sub" / "b.cl").as_uri()


def words(diagnostics):
    return [each.message.rpartition(" ")[2] for each in diagnostics]


async def test_each_file_has_its_own(start, files):
    config, one, two = files
    editor = await start(PUSH, fresh=True, root_uri=config.parent.as_uri())
    commands = editor.capabilities.execute_command_provider.commands
    assert {"opencl-ls.configurations", "opencl-ls.selectConfiguration"} <= set(commands)
    editor.open(one, TEXT)
    editor.open(two, TEXT)
    assert words(await editor.published(one)) == ["one"]
    assert words(await editor.published(two)) == ["two"]
    result = await asked(editor, "configurations", {"uri": two})
    assert result == {
        "uri": two,
        "current": "two",
        "reason": f"chosen for sub/*.cl by {config}:7",
        "configurations": [
            {
                "name": name,
                "description": f"-D N={number}",
                "sources": [f"{config}:{2 * number}"],
                "isCurrent": name == "two",
            }
            for number, name in ((1, "one"), (2, "two"))
        ],
    }
    result = await asked(editor, "configurations")
    assert (result["uri"], result["current"], result["reason"]) == (
        None,
        "one",
        f"chosen by {config}:1",
    )


async def test_a_choice_for_one_file_and_for_all(start, files):
    """Only what is concerned is published again, without any edit."""
    config, one, two = files
    editor = await start(PUSH, fresh=True, root_uri=config.parent.as_uri())
    editor.open(one, TEXT)
    editor.open(two, TEXT)
    await editor.published(one)
    await editor.published(two)

    result = await asked(editor, "selectConfiguration", {"uri": one, "name": "two"})
    assert (result["current"], result["reason"]) == ("two", "chosen in the editor for this file")
    assert words(await editor.published(one)) == ["two"]

    result = await asked(editor, "selectConfiguration", {"name": "one"})
    assert (result["current"], result["reason"]) == ("one", "chosen in the editor")
    assert words(await editor.published(two)) == ["one"]
    assert not editor.pushed[one], "its own choice goes before"

    await asked(editor, "selectConfiguration", {"uri": one, "name": ""})
    assert words(await editor.published(one)) == ["none"]
    result = await asked(editor, "configurations", {"uri": one})
    assert (result["current"], result["reason"]) == (None, "chosen in the editor for this file")

    for uri in (one, None):
        await asked(editor, "selectConfiguration", {"uri": uri, "name": None})
    assert words(await editor.published(one)) == ["one"]
    assert words(await editor.published(two)) == ["two"]


async def test_a_client_that_pulls_is_asked_to_look_again(start, files):
    config, one, two = files
    editor = await start(PULL, fresh=True, root_uri=config.parent.as_uri())
    for uri in (one, two):
        editor.open(uri, TEXT)
        assert len((await editor.pulled(uri)).items) == 1
    before = editor.client.diagnostic_refresh_count
    await asked(editor, "selectConfiguration", {"uri": one, "name": "two"})
    assert words((await editor.pulled(one)).items) == ["two"]
    assert editor.client.diagnostic_refresh_count == before + 1


def test_tokens_hints_and_lenses_are_asked_for_again(wire, files):
    """Where nothing changes, nothing is asked for."""
    config, one, _ = files
    client: Wire = wire(PULL, rootUri=config.parent.as_uri())
    client.send(*client.hello, opening(TEXT, one))
    for number, name in enumerate(("one", "two"), 1):
        argument = {"uri": one, "name": name}
        params = {"command": "opencl-ls.selectConfiguration", "arguments": [argument]}
        client.send(request(number, "workspace/executeCommand", params))
        client.answer(number)
        asked_for = [m["method"] for m in client.received if "refresh" in m.get("method", "")]
        if name == "one":
            assert asked_for == []
    assert sorted(asked_for) == [
        "workspace/codeLens/refresh",
        "workspace/diagnostic/refresh",
        "workspace/inlayHint/refresh",
        "workspace/semanticTokens/refresh",
    ]
    assert client.finish() == 0


async def test_an_edit_of_the_file_reaches_what_it_concerns(start, files):
    config, one, two = files
    editor = await start(PUSH, fresh=True, root_uri=config.parent.as_uri())
    editor.open(one, TEXT)
    editor.open(two, TEXT)
    await editor.published(one)
    await editor.published(two)
    config.write_text(SETTINGS.replace('"N=1"', '"N=3"'))
    changed(editor, config)
    assert words(await editor.published(one)) == ["none"]
    config.write_text(SETTINGS.replace("sub/*", "a"))
    changed(editor, config)
    assert words(await editor.published(one)) == ["two"]
    assert words(await editor.published(two)) == ["one"]
    assert not editor.pushed[one] and not editor.pushed[two]


async def test_a_choice_that_the_file_no_longer_has(start, files):
    config, one, _ = files
    editor = await start(PUSH, fresh=True, root_uri=config.parent.as_uri())
    editor.open(one, TEXT)
    await asked(editor, "selectConfiguration", {"uri": one, "name": "two"})
    config.write_text('configuration = "one"\n[configurations.one]\ndefines = ["N=1"]\n')
    changed(editor, config)
    result = await asked(editor, "configurations", {"uri": one})
    assert (result["current"], result["reason"]) == ("one", f"chosen by {config}:1")


@pytest.mark.parametrize(
    ("argument", "problem"),
    [
        ({"name": "oen"}, 'there is no configuration "oen"; there are: one, two; did you mean one'),
        ({"name": 3}, "takes a text as name"),
        ({"uri": 3, "name": "one"}, "takes a text as uri"),
        ([1], "takes one object"),
    ],
)
async def test_a_wrong_argument(start, files, argument, problem):
    config, _, _ = files
    editor = await start(PUSH, fresh=True, root_uri=config.parent.as_uri())
    with pytest.raises(JsonRpcException, match=problem):
        await asked(editor, "selectConfiguration", argument)


async def test_folders_have_settings_of_their_own(start, tmp_path):
    folders = []
    for number in (1, 2):
        folder = tmp_path / str(number)
        folder.mkdir()
        text = f"[configurations.here]\ndefines = ['N={number}']\n"
        (folder / "opencl-ls.toml").write_text(text)
        folders.append(types.WorkspaceFolder(folder.as_uri(), str(number)))
    editor = await start(
        PUSH, workspace_folders=folders, initialization_options={"configuration": "here"}
    )
    for number, name in ((1, "one"), (2, "two")):
        uri = (tmp_path / str(number) / "a.cl").as_uri()
        editor.open(uri, TEXT)
        assert words(await editor.published(uri)) == [name]
        result = await asked(editor, "configurations", {"uri": uri})
        assert result["reason"] == "chosen by the editor's settings"


def test_a_client_that_can_nothing(wire, files):
    config, one, _ = files
    client: Wire = wire(None, rootUri=config.parent.as_uri())
    params = {"command": "opencl-ls.configurations", "arguments": [{"uri": one}]}
    client.send(*client.hello, opening(TEXT, one), request(1, "workspace/executeCommand", params))
    assert client.answer(1)["result"]["current"] == "one"
    client.send(notification("workspace/didChangeConfiguration", {"settings": {}}))
    assert client.finish() == 0


def status_of(client, identifier, uri):
    params = {"command": "opencl-ls.status", "arguments": [{"uri": uri}]}
    client.send(request(identifier, "workspace/executeCommand", params))
    return client.answer(identifier)["result"]


def is_status(message):
    return message.get("method") == "opencl-ls/status"


def test_what_holds_for_a_file_and_when_that_changed(wire, files):
    """A client that shows it gets a refresh; one that does not gets no message."""
    config, one, two = files
    client: Wire = wire({"experimental": {"openclStatus": True}}, rootUri=config.parent.as_uri())
    client.send(*client.hello, opening(TEXT, one))
    result = {
        "version": __version__,
        "std": "CL3.0",
        "device": "full",
        "configuration": "one",
        "file": config.as_uri(),
    }
    assert status_of(client, 1, one) == result
    assert status_of(client, 2, two) == result | {"configuration": "two"}, "it need not be open"
    since = len(client.received)
    config.write_text('std = "CL1.2"\ndevice = "embedded"\n')
    changes = [{"uri": config.as_uri(), "type": 2}]
    client.send(notification("workspace/didChangeWatchedFiles", {"changes": changes}))
    assert client.until(is_status, since)["params"].keys() == {"busy", "message"}
    changed = {"std": "CL1.2", "device": "embedded", "configuration": None}
    assert status_of(client, 3, one) == result | changed
    assert client.finish() == 0


def test_a_client_that_does_not_show_it_is_not_notified(wire, files):
    config, one, _ = files
    client: Wire = wire(None, rootUri=config.parent.as_uri())
    client.send(*client.hello, opening(TEXT, one))
    config.write_text("")
    changes = [{"uri": config.as_uri(), "type": 2}]
    client.send(notification("workspace/didChangeWatchedFiles", {"changes": changes}))
    assert status_of(client, 1, one)["configuration"] is None
    assert client.finish() == 0
    assert not any(map(is_status, client.received))
