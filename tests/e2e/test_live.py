"""What changes while a file is open, in clients with the capabilities that real ones announce.

The files in `clients/` hold what Neovim 0.12.4, Helix 25.07.1 and vscode-languageclient 10.1.2 send
with `initialize`; Emacs comes with pytest-lsp.
"""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest

from tests.e2e.wire import Wire, change, notification, opening, replace, request

HERE = Path(__file__).parent / "clients"
EMACS = files("pytest_lsp") / "clients" / "emacs_v29.1.json"
CLIENTS = {
    "neovim": HERE / "neovim_0.12.json",
    "helix": HERE / "helix_25.07.json",
    "vscode": HERE / "vscode_10.1.json",
    "emacs": EMACS,
}
WRONG = "#ifdef WRONG\n#error bad\n#endif\n"
KERNEL = f'#include "part.h"\n{WRONG}kernel void k(global int *p) {{ p[0] = part(1); }}\n'
PART = "int part(int x);\n"
WIDER = "int part(int x, int y);\n"
CHANGED = 2


class Client(Wire):
    """A client that shows diagnostics as it comes to know them.

    One that pulls does so for a document that it opened or edited, and for all when it is asked to.
    It looks at nothing else of a report than its items.  Neovim asks for diagnostics of the
    workspace instead where the server has them, and shows those of no document that it has open.
    """

    def __init__(self, name, folder):
        recorded = json.loads(CLIENTS[name].read_text())
        self.capabilities = recorded["capabilities"]
        super().__init__(
            self.capabilities, rootUri=folder.as_uri(), clientInfo=recorded.get("clientInfo")
        )
        self.folder = folder
        self.shown = {}
        self.results = {}
        self.open_uris = []
        self.pulls = "diagnostic" in self.capabilities["textDocument"]
        # Helix takes the registration, and notifies of the files that it saves itself.
        self.watches = name != "helix" and (
            self.capabilities["workspace"]
            .get("didChangeWatchedFiles", {})
            .get("dynamicRegistration", False)
        )
        self.send(*self.hello)
        provider = self.answer(0)["result"]["capabilities"].get("diagnosticProvider", {})
        self.asks_for_all = name == "neovim" and provider["workspaceDiagnostics"]

    def uri(self, name):
        return (self.folder / name).as_uri()

    def open(self, name):
        uri = self.uri(name)
        self.open_uris.append(uri)
        self.send(opening((self.folder / name).read_text(), uri))
        self.pull(uri)

    def edit(self, name, version, edit):
        self.send(change(version, edit, uri=self.uri(name)))
        self.pull(self.uri(name))

    def saved(self, name, text):
        """Save a file in another program; a client that watches files notifies the server."""
        (self.folder / name).write_text(text)
        if self.watches:
            changes = [{"uri": self.uri(name), "type": CHANGED}]
            self.send(notification("workspace/didChangeWatchedFiles", {"changes": changes}))

    def pull(self, *uris):
        if not self.pulls:
            return
        for uri in uris:
            params = {"textDocument": {"uri": uri}}
            if uri in self.results:
                params["previousResultId"] = self.results[uri]
            self.send(request(f"pull {uri}", "textDocument/diagnostic", params))

    def receive(self):
        message = super().receive()
        if message is None:
            return None
        method = message.get("method")
        if method == "textDocument/publishDiagnostics":
            self.shown[message["params"]["uri"]] = message["params"]["diagnostics"]
        elif method == "workspace/diagnostic/refresh" and self.asks_for_all:
            known = [{"uri": uri, "value": value} for uri, value in self.results.items()]
            params = {"identifier": "opencl-ls", "previousResultIds": known}
            self.send(request("all", "workspace/diagnostic", params))
        elif method == "workspace/diagnostic/refresh":
            self.pull(*self.open_uris)
        elif str(message.get("id")).startswith("pull ") and "result" in message:
            uri, report = message["id"].removeprefix("pull "), message["result"]
            self.results[uri] = report["resultId"]
            if report["kind"] == "full":
                self.shown[uri] = report["items"]
        return message

    def until_shown(self, name, *codes):
        """Wait until just these findings are shown in a file."""

        def is_shown(_):
            shown = self.shown.get(self.uri(name))
            return shown is not None and [each["code"] for each in shown] == list(codes)

        if not is_shown(None):
            self.until(is_shown)


@pytest.fixture
def client(tmp_path, request):
    """Start a client of a name in a new workspace."""
    (tmp_path / "a.cl").write_text(KERNEL)
    (tmp_path / "part.h").write_text(PART)
    started = Client(request.param, tmp_path)
    yield started
    assert started.finish() == 0


everywhere = pytest.mark.parametrize("client", CLIENTS, indirect=True)


@everywhere
def test_a_configuration_file_that_comes_and_changes(client):
    client.open("a.cl")
    client.until_shown("a.cl")
    client.saved("opencl-ls.toml", 'defines = ["WRONG"]\n')
    client.until_shown("a.cl", "preprocessor/error-directive")
    client.saved("opencl-ls.toml", "")
    client.until_shown("a.cl")


@everywhere
def test_a_header_that_is_saved_elsewhere(client):
    client.open("a.cl")
    client.until_shown("a.cl")
    client.saved("part.h", WIDER)
    client.until_shown("a.cl", "call/argument-count")
    client.saved("part.h", PART)
    client.until_shown("a.cl")


@everywhere
def test_a_header_that_is_edited_and_not_saved(client):
    client.open("a.cl")
    client.until_shown("a.cl")
    client.open("part.h")
    client.until_shown("part.h")
    end = len("int part(int x")
    client.edit("part.h", 2, replace((0, end), (0, end), ", int y"))
    client.until_shown("a.cl", "call/argument-count")
    client.edit("part.h", 3, replace((0, end), (0, end + len(", int y")), ""))
    client.until_shown("a.cl")


@everywhere
@pytest.mark.parametrize("language", ["c", "cpp"])
def test_a_header_that_is_edited_in_another_language(client, language):
    """A kernel sees its unsaved text; for itself it is no kernel, and nothing is said of it."""
    client.saved("part.h", "int part(int x) { return missing; }\n")
    client.open("a.cl")
    client.until_shown("a.cl", "names/undeclared")
    client.until_shown("part.h", "names/undeclared")
    uri = client.uri("part.h")
    client.send(opening(PART, uri, language=language))
    client.until_shown("a.cl")
    client.until_shown("part.h")
    end = len("int part(int x")
    client.send(change(2, replace((0, end), (0, end), ", int y"), uri=uri))
    client.until_shown("a.cl", "call/argument-count")
    position = {"line": 0, "character": 5}
    where = {"textDocument": {"uri": uri}, "position": position}
    client.send(request("hover", "textDocument/hover", where))
    assert client.answer("hover")["result"] is None
    client.send(request("tokens", "textDocument/semanticTokens/full", where))
    assert not (client.answer("tokens")["result"] or {}).get("data")
    wrong = replace((0, 0), (1, 0), "int part(int x) { return missing; }\n")
    client.send(change(3, wrong, uri=uri))
    client.until_shown("a.cl", "names/undeclared")
    client.until_shown("part.h", "names/undeclared")
    client.saved("part.h", PART)
    client.send(notification("textDocument/didClose", {"textDocument": {"uri": uri}}))
    client.until_shown("part.h")
    client.until_shown("a.cl")


@everywhere
def test_an_error_in_a_header_is_shown_in_it_open_or_not(client):
    client.saved("part.h", "int part(int x) { return missing; }\n")
    client.open("a.cl")
    client.until_shown("part.h", "names/undeclared")
    client.until_shown("a.cl", "names/undeclared")
    client.open("part.h")
    client.until_shown("part.h", "names/undeclared")
    column = len("int part(int x) { return ")
    client.edit("part.h", 2, replace((0, column), (0, column + len("missing")), "x"))
    client.until_shown("part.h")
    client.until_shown("a.cl")


@everywhere
def test_an_error_that_only_an_includer_finds_is_shown_in_the_open_header(client):
    """By itself the header is sound: what is wrong comes from a macro of the file around it."""
    client.saved("part.h", "#ifdef INSIDE\nint part(int x) { return missing; }\n#endif\n")
    client.saved("a.cl", "#define INSIDE 1\n" + KERNEL)
    client.open("part.h")
    client.until_shown("part.h")
    client.open("a.cl")
    client.until_shown("a.cl", "names/undeclared")
    client.until_shown("part.h", "names/undeclared")
    client.edit("a.cl", 2, replace((0, 0), (1, 0), "#define part(x) 1\n"))
    client.until_shown("part.h")


@everywhere
def test_a_header_of_another_language_whose_edit_is_undone_and_closed_at_once(client):
    """A client that sends unsaved text alone closes the document as soon as it is as its file."""
    client.open("a.cl")
    client.until_shown("a.cl")
    uri = client.uri("part.h")
    client.send(opening(f"x{PART}", uri, language="cpp"))
    client.until_shown("a.cl", "names/undeclared")
    undone = change(2, replace((0, 0), (0, 1), ""), uri=uri)
    client.send(undone, notification("textDocument/didClose", {"textDocument": {"uri": uri}}))
    client.until_shown("a.cl")
