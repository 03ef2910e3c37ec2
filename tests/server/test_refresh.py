"""Asking a client to pull its diagnostics again."""

from __future__ import annotations

import json

import pytest

from opencl_ls.server import pull, settings_sync, synchronization
from opencl_ls.server.capabilities import Client
from opencl_ls.server.errors import RequestError
from opencl_ls.server.session import Outbox
from opencl_ls.server.state import Server
from opencl_ls.server.transport import Inbox


def test_what_is_news_before_the_answer_is_asked_for_after_it():
    sent = []
    client = Client(pulls_diagnostics=True, refreshes_diagnostics=True)
    server = Server(client, Inbox(), Outbox(sent.append))

    def asked():
        server.outbox.flush()
        count = b"".join(sent).count(b"workspace/diagnostic/refresh")
        sent.clear()
        return count

    for _ in range(3):
        server.reports.refresh(server)
    assert asked() == 1
    server.handle({"jsonrpc": "2.0", "id": "opencl-ls-1", "result": None})
    assert asked() == 1
    server.handle({"jsonrpc": "2.0", "id": "opencl-ls-2", "result": None})
    assert asked() == 0
    server.reports.refresh(server)
    assert asked() == 1


CALLERS = 120
REFRESHES = {"pulls_diagnostics": True, "related_documents": True, "refreshes_diagnostics": True}


class Editor:
    """A client that pulls, with a header open and many functions that call into it."""

    def __init__(self, folder, **client):
        self.sent = []
        self.server = Server(Client(**client), Inbox(), Outbox(self._receive))
        self.asked = 0
        self.file = folder / "part.h"
        self.file.write_text("int part(int x);\n")
        self.header, self.main = self.file.as_uri(), (folder / "main.cl").as_uri()
        functions = "".join(f"int f{n}(int x) {{ return part(x); }}\n" for n in range(CALLERS))
        for uri, text in (
            (self.main, f'#include "part.h"\n{functions}'),
            (self.header, self.file.read_text()),
        ):
            document = {"uri": uri, "version": 1, "text": text}
            synchronization.did_open(self.server, {"textDocument": document})
        self.pull(self.main)
        self.rest()

    def _receive(self, data):
        self.sent.append(data)

    def pull(self, uri):
        return json.loads(pull.diagnostic(self.server, {"textDocument": {"uri": uri}}))

    def widen(self):
        """Let the header's function want one argument more than all its callers give."""
        position = {"line": 0, "character": len("int part(int x")}
        edit = {"range": {"start": position, "end": position}, "text": ", int y"}
        document = {"uri": self.header, "version": 2}
        synchronization.did_change(
            self.server, {"textDocument": document, "contentChanges": [edit]}
        )

    def rest(self):
        """Do nothing until the server has nothing to do; return how often it asked for a pull."""
        before, asking = self.asked, True
        while asking:
            while self.server.background.idle:
                self.server.background.idle_step()
            self.server.outbox.flush()
            asking = b"".join(self.sent).count(b"workspace/diagnostic/refresh")
            self.sent.clear()
            for _ in range(asking):
                self.asked += 1
                identifier = f"opencl-ls-{self.asked}"
                self.server.handle({"jsonrpc": "2.0", "id": identifier, "result": None})
        return self.asked - before


def test_what_a_headers_report_tells_of_others_is_completed(tmp_path):
    """Many functions notice the edit: the first answer tells of some of them."""
    editor = Editor(tmp_path, **REFRESHES)
    assert editor.pull(editor.main)["items"] == []
    editor.widen()
    first = editor.pull(editor.header).get("relatedDocuments", {}).get(editor.main, {"items": []})
    assert len(first["items"]) < CALLERS

    assert editor.rest() > 0
    assert len(editor.pull(editor.main)["items"]) == CALLERS
    assert editor.rest() == 0


def test_many_keys_in_a_header_complete_its_includers_once(tmp_path):
    editor = Editor(tmp_path, **REFRESHES)
    editor.widen()
    editor.pull(editor.header)
    once = editor.rest()

    editor = Editor(tmp_path, **REFRESHES)
    for _ in range(20):
        editor.widen()
        editor.pull(editor.header)
    assert editor.rest() <= once


def test_nobody_would_ask_for_the_rest_of_a_report_again(tmp_path):
    editor = Editor(tmp_path, pulls_diagnostics=True, related_documents=True)
    editor.widen()
    related = editor.pull(editor.header)["relatedDocuments"]
    assert len(related[editor.main]["items"]) == CALLERS


def test_a_header_without_a_report_of_its_own_has_its_includers_pulled_again(tmp_path):
    """One that is closed is not pulled, and brings no related reports."""
    editor = Editor(tmp_path, **REFRESHES)
    editor.widen()
    editor.pull(editor.header)
    editor.rest()
    closed = {"textDocument": {"uri": editor.header}}
    synchronization.did_close(editor.server, closed)
    assert editor.rest() > 0
    editor.pull(editor.main)
    editor.rest()
    assert editor.pull(editor.main)["items"] == []

    editor.file.write_text("int part(int x, int y);\n")
    changes = [{"uri": editor.header, "type": 2}]
    settings_sync.did_change_watched_files(editor.server, {"changes": changes})
    assert editor.rest() > 0
    editor.pull(editor.main)
    editor.rest()
    assert len(editor.pull(editor.main)["items"]) == CALLERS


def test_what_a_cancelled_pull_would_have_told_of_others_is_told_by_the_next(tmp_path):
    editor = Editor(tmp_path, pulls_diagnostics=True, related_documents=True)
    editor.widen()
    inbox = editor.server.inbox
    wanted = {"textDocument": {"uri": editor.header}}
    inbox.put({"id": 7, "method": "textDocument/diagnostic", "params": wanted})
    pulling = inbox.take()
    inbox.put({"method": "$/cancelRequest", "params": {"id": 7}})
    with pytest.raises(RequestError):
        pull.diagnostic(editor.server, pulling["params"])

    inbox.put({"id": 8, "method": "textDocument/diagnostic", "params": wanted})
    inbox.take()
    related = editor.pull(editor.header)["relatedDocuments"]
    assert len(related[editor.main]["items"]) == CALLERS
