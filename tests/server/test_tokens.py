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
    """An inbox to which a change comes after a number of questions."""

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
    client.request("textDocument/semanticTokens/full", DOCUMENT)
    # Asked once for the request, and once for each item that is read or has its tokens made: of
    # the 41 times before, the first was for the request and the last ended the reading.
    # Behind each row of items that got their meaning it was asked as well.
    assert -inbox.left == 1 + (60 - 39) + 60 + 60 // 16
    fresh = Connected()
    fresh.open(URI, "\n" + text)
    assert completed(client) == completed(fresh)


def completed(client):
    """Return the numbers of the tokens when everything about them is known."""
    client.request("textDocument/semanticTokens/full", DOCUMENT)
    client.rest()
    return client.request("textDocument/semanticTokens/full", DOCUMENT)["result"]["data"]


LATER = {"workspace": {"semanticTokens": {"refreshSupport": True}}}
REFRESH = "workspace/semanticTokens/refresh"
LONG = "".join(
    f"kernel void k{n}(global int *a) {{ int i = get_global_id(0); a[i] = {n}; }}\n"
    for n in range(30)
)


def named(client, text, name):
    """Return the modifiers of the first token of that name, as the client has them now."""
    provider = client.greeting["capabilities"]["semanticTokensProvider"]
    names = provider["legend"]["tokenModifiers"]
    answer = client.request("textDocument/semanticTokens/full", DOCUMENT)
    line = column = 0
    lines, numbers = text.split("\n"), answer["result"]["data"]
    for at in range(0, len(numbers), 5):
        down, right, length, _, bits = numbers[at : at + 5]
        line, column = line + down, right if down else column + right
        if lines[line][column : column + length] == name:
            return [each for number, each in enumerate(names) if bits >> number & 1]
    return None


def test_the_client_is_asked_once_to_look_again_when_more_is_known():
    client = Connected(LATER)
    client.open(URI, LONG)
    client.request("textDocument/semanticTokens/full", DOCUMENT)
    assert not client.take(REFRESH)
    client.rest()
    assert len(client.take(REFRESH)) == 1

    assert named(client, LONG, "i") == [
        "declaration",
        "functionScope",
        "private",
        "workItemDependent",
    ]
    client.rest()
    assert not client.take(REFRESH)


def test_a_client_that_cannot_look_again_is_not_asked_to():
    client = Connected()
    client.open(URI, LONG)
    client.request("textDocument/semanticTokens/full", DOCUMENT)
    client.rest()
    assert not client.take(REFRESH)
    assert "workItemDependent" in named(client, LONG, "i")


def test_after_a_key_the_colours_of_divergent_names_stay_until_they_are_computed():
    client = Connected(LATER)
    client.open(URI, LONG)
    client.request("textDocument/semanticTokens/full", DOCUMENT)
    client.rest()
    client.take(REFRESH)

    at = LONG.index("0)")
    place = {"line": 0, "character": at}
    client.change(URI, 2, {"range": {"start": place, "end": place}, "text": "0"})
    text = LONG[:at] + "0" + LONG[at:]
    assert "workItemDependent" in named(client, text, "i")
    client.rest()
    # It was right, so that there is nothing to look at again.
    assert not client.take(REFRESH)

    start, end = text.index("get_global_id"), text.index(";")
    place, behind = {"line": 0, "character": start}, {"line": 0, "character": end}
    client.change(URI, 3, {"range": {"start": place, "end": behind}, "text": "1"})
    text = text[:start] + "1" + text[end:]
    named(client, text, "i")
    client.rest()
    assert len(client.take(REFRESH)) == 1
    assert "workItemDependent" not in named(client, text, "i")


def test_a_change_in_a_called_function_is_seen_at_its_caller():
    client = Connected()
    text = (
        "int at(void) { return get_global_id(0); }\n"
        "kernel void k(global int *a) { int i = at(); a[i] = 1; }\n"
    )
    client.open(URI, text)
    client.request("textDocument/semanticTokens/full", DOCUMENT)
    client.rest()
    assert "workItemDependent" in named(client, text, "i")

    start, end = text.index("get_global_id"), text.index(";")
    place, behind = {"line": 0, "character": start}, {"line": 0, "character": end}
    client.change(URI, 2, {"range": {"start": place, "end": behind}, "text": "7"})
    text = text[:start] + "7" + text[end:]
    named(client, text, "i")
    client.rest()
    assert "workItemDependent" not in named(client, text, "i")
