"""Tokens of a large file: a key that comes while they are made does not wait for all of them."""

from __future__ import annotations

import json

import pytest

from opencl_ls.server import synchronization, tokens
from opencl_ls.server.capabilities import Client
from opencl_ls.server.errors import CONTENT_MODIFIED, RequestError
from opencl_ls.server.session import Outbox
from opencl_ls.server.state import Server
from opencl_ls.server.transport import Inbox

URI = "file:///w/a.cl"
DOCUMENT = {"textDocument": {"uri": URI}}
CHANGE = {
    "method": "textDocument/didChange",
    "params": {
        "textDocument": {"uri": URI, "version": 2},
        "contentChanges": [
            {
                "range": {
                    "start": {"line": 0, "character": 0},
                    "end": {"line": 0, "character": 0},
                },
                "text": "\n",
            }
        ],
    },
}


class Impatient(Inbox):
    """An inbox to which a change comes when it was asked so many times for one."""

    left = 0

    def supersedes(self, uri):
        self.left -= 1
        if not self.left:
            self.put(CHANGE)
        return super().supersedes(uri)


def test_a_key_ends_the_reading_of_tokens_and_what_was_read_stays():
    inbox = Impatient()
    server = Server(Client(), inbox, Outbox(lambda data: None))
    text = "".join(f"int f{n}(int a) {{ return a; }}\n" for n in range(60))
    item = {"uri": URI, "version": 1, "text": text}
    synchronization.did_open(server, {"textDocument": item})

    inbox.left = 41
    with pytest.raises(RequestError) as refused:
        tokens.full(server, DOCUMENT)
    assert refused.value.code == CONTENT_MODIFIED

    server.handle(inbox.take())
    inbox.left = 0
    answer = json.loads(tokens.full(server, DOCUMENT))
    # Asked once for the request, and once for each item that is read or has its tokens made: of
    # the 41 times before, the first was for the request and the last ended the reading.
    assert -inbox.left == 1 + (60 - 39) + 60
    fresh = Server(Client(), Inbox(), Outbox(lambda data: None))
    synchronization.did_open(fresh, {"textDocument": {**item, "text": "\n" + text}})
    assert answer["data"] == json.loads(tokens.full(fresh, DOCUMENT))["data"]
