"""Tokens of a large file: a key that comes while they are made does not wait for all of them."""

from __future__ import annotations

from opencl_ls.server.transport import Inbox
from tests.support.conversation import Connected

CONTENT_MODIFIED = -32801
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
    client = Connected(inbox=inbox)
    text = "".join(f"int f{n}(int a) {{ return a; }}\n" for n in range(60))
    client.open(URI, text)

    inbox.left = 41
    refused = client.request("textDocument/semanticTokens/full", DOCUMENT)
    assert refused["error"]["code"] == CONTENT_MODIFIED

    client.server.protocol.receive(inbox.take())
    inbox.left = 0
    answer = client.request("textDocument/semanticTokens/full", DOCUMENT)["result"]
    # Asked once for the request, and once for each item that is read or has its tokens made: of
    # the 41 times before, the first was for the request and the last ended the reading.
    assert -inbox.left == 1 + (60 - 39) + 60
    fresh = Connected()
    fresh.open(URI, "\n" + text)
    whole = fresh.request("textDocument/semanticTokens/full", DOCUMENT)["result"]
    assert answer["data"] == whole["data"]
