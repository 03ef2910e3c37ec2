"""Talk to a session as no client should, and hold its documents against a model of our own.

    python -m tests.fuzz.protocol --sessions 100000 --seed 1

A session is a row of messages, most of them sound, some of them not: wrong params, unknown
methods, odd ids, cancellations, texts that are opened twice, changes of what is closed, positions
outside the text, bodies that are no JSON.  Whatever comes, each request has one answer, no handler
fails, the server holds the texts that the model holds, and it tells their outlines.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from opencl_ls.server.outbox import Outbox
from opencl_ls.server.server import Server
from opencl_ls.server.session import Session
from opencl_ls.server.transport import Inbox, read_frames
from opencl_ls.text import byte_text
from tests.support.conversation import NOTIFICATIONS, REQUESTS, Message, framed, messages

# The spellings of each document.
URIS = (
    ("file:///w/a.cl", "FILE:///w/./a.cl", "file://localhost/w/%61.cl"),
    ("file:///c:/w/b%20c.cl", "file:///C%3A/w/b c.cl"),
    ("file://host/share/d%23.cl", "file://HOST/share/d#.cl"),
    ("untitled:Untitled-1",),
    ("file:///w/h.h",),
)
WORDS = (
    *("kernel ", "void ", "int ", "f", "g1", "(", ")", "{", "}", ";", "= 1", "/* ", "*/", '"', "#"),
    *("\n", "\r\n", "\r", "\u00e9", "\U0001d11e", "\ud834", '#include "h.h"\n', "#define A f\n"),
    *("void f(void) {}\n", "kernel void k(global int *p) { p[0] = 1; }\n", "int a, b;\n"),
)
UNREADABLE = (
    *(None, 3, {}, {"text": 1}, {"range": 3, "text": ""}, {"range": {}, "text": ""}),
    {"range": {"start": {"line": 0.5, "character": 0}, "end": {"line": 1, "character": 0}}},
    {"range": {"start": {"line": "0", "character": 0}, "end": None}, "text": "x"},
)
PARAMS = (None, [], {}, 3, "x", True, {"textDocument": None}, {"textDocument": {"uri": 7}})
PULLED = ("textDocument/diagnostic", "workspace/diagnostic")
OTHERS = ("textDocument/rename", "workspace/symbol", "$/unheard", "", "exit/", "initialize")
_DOCUMENTS = {f"textDocument/did{word}" for word in ("Open", "Change", "Close")}
METHODS = tuple(sorted({*REQUESTS, *NOTIFICATIONS, *PULLED} - _DOCUMENTS))

_END = re.compile(r"\r\n|\r|\n")
_DISCLAIMED = ("is not open", "was opened twice")


@dataclass
class Model:
    """The open documents as their client has them, by their first spelling.

    `spellings` are those under which each is open, the newest one last.
    """

    encoding: str
    texts: dict[str, str] = field(default_factory=dict)
    spellings: dict[str, list[str]] = field(default_factory=dict)

    def open(self, name: str, uri: str, text: str) -> None:
        """Open a document under one of its spellings."""
        before = self.spellings.get(name, [])
        self.spellings[name] = [*(each for each in before if each != uri), uri]
        self.texts[name] = text

    def close(self, name: str, uri: str) -> None:
        """Close a document under one of its spellings; it stays open under the others."""
        left = [each for each in self.spellings.get(name, []) if each != uri]
        if left and uri in self.spellings[name]:
            self.spellings[name] = left
        else:
            self.forget(name)

    def forget(self, name: str) -> None:
        """Close a document under all its spellings."""
        self.texts.pop(name, None)
        self.spellings.pop(name, None)

    def offset(self, text: str, line: int, column: int) -> int:
        """Return the index of a position, which may be outside the text."""
        if line < 0:
            return 0
        starts = [0, *(match.end() for match in _END.finditer(text))]
        if line >= len(starts):
            return len(text)
        index, units = starts[line], 0
        while index < len(text) and text[index] not in "\r\n":
            units += len(text[index].encode(self.encoding, "surrogatepass")) // self._unit
            if units > column:
                break
            index += 1
        return index

    @property
    def _unit(self) -> int:
        return {"utf-8": 1, "utf-16-le": 2, "utf-32-le": 4}[self.encoding]


class Sitting:
    """One session: what is sent, and what the model makes of it."""

    def __init__(self, seed: str) -> None:
        self.chance = Random(seed)
        encoding = self.chance.choice(("utf-16", "utf-32"))
        self.model = Model(f"{encoding}-le")
        self.sent: list[bytes] = []
        self.asked: list[int | str] = []
        self.broken = 0
        document = {
            "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
            "codeAction": {
                "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}
            },
            **({"diagnostic": {}} if self.chance.random() < 0.5 else {}),
        }
        self.params = {
            "capabilities": {
                "general": {"positionEncodings": [encoding]},
                "textDocument": document,
                "workspace": {"configuration": self.chance.random() < 0.3},
            }
        }

    def fill(self, count: int) -> None:
        """Write `count` messages."""
        kinds: tuple[tuple[int, Callable[[], None]], ...] = (
            (4, self._open),
            (12, self._change),
            (2, self._close),
            (6, self._ask),
            (3, self._cancel),
            (2, self._nonsense),
            (1, self._garbage),
            (1, self._answer),
        )
        weights, writers = zip(*kinds, strict=True)
        for _ in range(count):
            self.chance.choices(writers, weights)[0]()

    def _send(self, message: Message) -> None:
        self.sent.append(framed(message))

    def _notify(self, method: str, params: object) -> None:
        message: Message = {"method": method, "params": params}
        if self.chance.random() < 0.03:
            message["id"] = self.chance.choice((None, True, 1.5, []))
        elif self.chance.random() < 0.03:
            message["id"] = self._identifier()
        self._send(message)

    def _identifier(self) -> int | str:
        number = len(self.asked)
        self.asked.append(number if number % 3 else str(number))
        return self.asked[-1]

    def _text(self, most: int = 12) -> str:
        return "".join(self.chance.choices(WORDS, k=self.chance.randrange(most)))

    def _names(self) -> tuple[str, str]:
        names = self.chance.choice(URIS)
        return names[0], self.chance.choice(names)

    def _open(self) -> None:
        name, uri = self._names()
        text: Any = self._text(40)
        if self.chance.random() < 0.05:
            text = self.chance.choice((None, 5, [text]))
        else:
            self.model.open(name, uri, text)
        item = {"uri": uri, "languageId": "opencl", "version": 1, "text": text}
        self._notify("textDocument/didOpen", {"textDocument": item})

    def _close(self) -> None:
        name, uri = self._names()
        self.model.close(name, uri)
        self._notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def _change(self) -> None:
        name, uri = self._names()
        content: Any = self.chance.choice((None, 7, {}))
        if self.chance.random() > 0.03:
            count, before = self.chance.choice((0, 1, 1, 1, 2, 60)), self.model.texts.get(name)
            content = [self._one(name) for _ in range(count)]
            if self.chance.random() < 0.03:
                # What cannot be read is dropped with all that comes in the same message.
                content.insert(self.chance.randrange(count + 1), self.chance.choice(UNREADABLE))
                if before is not None:
                    self.model.texts[name] = before
        identifier = {"uri": uri, "version": self.chance.choice((1, 0, -5, None, 9, "x"))}
        params = {"textDocument": identifier, "contentChanges": content}
        self._notify("textDocument/didChange", params)

    def _one(self, name: str) -> Any:
        text = self.model.texts.get(name)
        new = self._text(6)
        if self.chance.random() < 0.1:
            if text is not None:
                self.model.texts[name] = new
            return {"text": new} if self.chance.random() < 0.5 else {"range": None, "text": new}
        positions = [self._position(), self._position()]
        if text is not None:
            start, end = sorted(self.model.offset(text, *position) for position in positions)
            self.model.texts[name] = text[:start] + new + text[end:]
        places = [{"line": line, "character": column} for line, column in positions]
        return {"range": {"start": places[0], "end": places[1]}, "text": new}

    def _position(self) -> tuple[int, int]:
        far = (-1, 2**31, 2**32 - 1, 10**30)
        numbers = (self.chance.randrange(6), self.chance.randrange(12))
        line, column = (
            self.chance.choice(far) if self.chance.random() < 0.05 else one for one in numbers
        )
        return line, column

    def _ask(self) -> None:
        method = self.chance.choice((*METHODS, *OTHERS))
        line, column = (abs(number) for number in self._position())
        place = {"line": min(line, 2**31 - 1), "character": min(column, 2**31 - 1)}
        params: Any = {
            "textDocument": {"uri": self._names()[1]},
            "position": place,
            "range": {"start": {"line": 0, "character": 0}, "end": place},
            "previousResultId": str(self.chance.randrange(4)),
        }
        self._send({"id": self._identifier(), "method": method, "params": params})

    def _cancel(self) -> None:
        identifier: Any = self.chance.choice((*self.asked[-3:], -1, None, True, [1]))
        self._notify_only("$/cancelRequest", {"id": identifier})

    def _notify_only(self, method: str, params: object) -> None:
        self._send({"method": method, "params": params})

    def _nonsense(self) -> None:
        methods = (*METHODS, *OTHERS, "textDocument/didOpen", "textDocument/didChange")
        message: Message = {
            "method": self.chance.choice(methods),
            "params": self.chance.choice(PARAMS),
        }
        if self.chance.random() < 0.7:
            message["id"] = self._identifier()
        if self.chance.random() < 0.1:
            message["jsonrpc"] = self.chance.choice(("1.0", 2, None))
        self._send(message)

    def _garbage(self) -> None:
        bodies = (b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 5000, b'{"id":1', b'"text"')
        self.broken += 1
        self.sent.append(framed(self.chance.choice(bodies)))

    def _answer(self) -> None:
        identifier = self.chance.choice((f"opencl-ls-{self.chance.randrange(3)}", 5, None, [], "x"))
        kinds: tuple[Message, ...] = ({"result": None}, {"result": [3]}, {"error": {}}, {})
        self._send({"id": identifier, **self.chance.choice(kinds)})


def fault(seed: str, count: int = 120) -> str:
    """Hold one session; return what went wrong, "" for nothing."""
    sitting = Sitting(seed)
    sitting.fill(count)
    final = [
        {
            "id": f"final {number}",
            "method": "textDocument/documentSymbol",
            "params": {"textDocument": {"uri": names[0]}},
        }
        for number, names in enumerate(URIS)
    ]
    data = b"".join((*sitting.sent, *map(framed, final)))
    step = sitting.chance.choice((1 << 16, 997))
    chunks = iter([data[at : at + step] for at in range(0, len(data), step)])
    inbox, written = Inbox(), list[bytes]()
    outbox = Outbox(written.append)
    read_frames(lambda: next(chunks, b""), inbox)
    server = Server(inbox, outbox)
    serving = Session(server, inbox, outbox)
    serving.greet({"id": "hello", "method": "initialize", "params": sitting.params})
    if serving.serve() is not None:
        return "the session ended with a status"
    said = list(messages(b"".join(written)))
    answered = [json.dumps(m["id"]) for m in said if "id" in m and "method" not in m]
    for identifier in (*sitting.asked, *(each["id"] for each in final)):
        if answered.count(json.dumps(identifier)) != 1:
            return f"{identifier!r} has {answered.count(json.dumps(identifier))} answers"
    for message in said:
        text = str(message.get("params", {}).get("message", ""))
        if message.get("method") == "window/logMessage" and not any(
            words in text for words in _DISCLAIMED
        ):
            return text
    for number, names in enumerate(URIS):
        known, wanted = (
            server.parts.workspace.documents.get(names[-1]),
            sitting.model.texts.get(names[0]),
        )
        if (None if known is None else known.text) != (
            None if wanted is None else byte_text(wanted)
        ):
            return f"{names[0]}: {None if known is None else known.text!r}, not {wanted!r}"
        [answer] = [m for m in said if m.get("id") == f"final {number}"]
        if "error" in answer or (answer["result"] is None) is not (known is None):
            return f"{names[0]}: {answer}"
        if known is not None and answer["result"] != _outline(known.uri, sitting):
            return f"{names[0]}: another outline than that of a server that opened the texts"
    return ""


def _outline(uri: str, sitting: Sitting) -> object:
    """Return the outline of a text from a server that has just opened it, and all others."""
    inbox, written = Inbox(), list[bytes]()
    outbox = Outbox(written.append)
    for name, text in sitting.model.texts.items():
        # One may include the other, and what it takes from there is a kernel here as well.
        uri_of_text = sitting.model.spellings[name][-1]
        document = {"uri": uri_of_text, "languageId": "opencl", "version": 1, "text": text}
        inbox.put({"method": "textDocument/didOpen", "params": {"textDocument": document}})
    asked = {"id": 1, "method": "textDocument/documentSymbol"}
    inbox.put({**asked, "params": {"textDocument": {"uri": uri}}})
    read_frames(lambda: b"", inbox)
    params = {**sitting.params, "capabilities": {**sitting.params["capabilities"], "workspace": {}}}
    session = Session(Server(inbox, outbox), inbox, outbox)
    session.greet({"id": "hello", "method": "initialize", "params": params})
    session.serve()
    [answer] = [m["result"] for m in messages(b"".join(written)) if m.get("id") == 1]
    return answer


def main() -> int:
    """Hold sessions until one goes wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=1000)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    for number in range(options.sessions):
        seed = f"{options.seed} {number}"
        found = fault(seed)
        if found:
            print(f"the session {seed!r}: {found}")
            return 1
    print(f"{options.sessions} sessions, no fault")
    return 0


if __name__ == "__main__":
    sys.exit(main())
