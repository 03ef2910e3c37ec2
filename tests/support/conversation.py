"""A session in this process: what a client sends, all at once, and what it is answered."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from opencl_ls.server.outbox import Outbox
from opencl_ls.server.server import Parts, Server
from opencl_ls.server.session import run
from opencl_ls.server.transport import Inbox, read_frames

Message = dict[str, Any]

REQUESTS = (
    "textDocument/codeAction",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/hover",
    "textDocument/semanticTokens/full",
    "textDocument/semanticTokens/full/delta",
    "textDocument/semanticTokens/range",
    "textDocument/signatureHelp",
    "workspace/symbol",
)
"""What every client can ask; those that pull diagnostics ask for these as well."""

NOTIFICATIONS = (
    "initialized",
    "$/setTrace",
    "textDocument/didOpen",
    "textDocument/didChange",
    "textDocument/didClose",
    "textDocument/didSave",
    "workspace/didChangeConfiguration",
    "workspace/didChangeWatchedFiles",
    "workspace/didChangeWorkspaceFolders",
)


@dataclass
class Talk:
    """What a session said, and its exit status; None where the client left without `exit`."""

    said: list[Message] = field(default_factory=list)
    status: int | None = None

    def answers(self, identifier: object) -> list[Message]:
        """Return the responses to a request."""
        return [m for m in self.said if m.get("id") == identifier and "method" not in m]

    def code(self, identifier: object) -> int | None:
        """Return the error code of the one response to a request; None where it was a result."""
        [answer] = self.answers(identifier)
        found: int | None = answer.get("error", {}).get("code")
        return found

    def result(self, identifier: object) -> Any:
        """Return the result of the one response to a request."""
        [answer] = self.answers(identifier)
        return answer["result"]


def talk(*sent: bytes | Message, chunk: int = 1 << 16) -> Talk:
    """Send messages, or bytes as they are, to a new session; they arrive in chunks."""
    data = b"".join(one if isinstance(one, bytes) else framed(one) for one in sent)
    chunks = iter([data[at : at + chunk] for at in range(0, len(data), chunk)])
    inbox = Inbox()
    read_frames(lambda: next(chunks, b""), inbox)
    talk = Talk()
    written: list[bytes] = []
    talk.status = run(inbox, Outbox(written.append))
    talk.said.extend(messages(b"".join(written)))
    return talk


def framed(message: Message | bytes) -> bytes:
    """Return a message, or a body, as it travels."""
    body = message
    if not isinstance(body, bytes):
        body = json.dumps({"jsonrpc": "2.0", **body}).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def messages(data: bytes) -> Iterator[Message]:
    """Yield the messages of a stream."""
    while data:
        header, _, rest = data.partition(b"\r\n\r\n")
        length = int(header.split(b"\r\n")[0].partition(b":")[2])
        yield json.loads(rest[:length])
        data = rest[length:]


class Connected:
    """A server in this process that has been greeted, and whose time a test holds in its hands.

    Messages are handled when they are sent; what is due or idle is done when a test says so.
    """

    def __init__(
        self,
        capabilities: Message | None = None,
        inbox: Inbox | None = None,
        keep_tasks: bool = False,
        **more: Any,
    ) -> None:
        self.inbox = Inbox() if inbox is None else inbox
        self._written: list[bytes] = []
        self.outbox = Outbox(self._written.append)
        self.server = Server(self.inbox, self.outbox)
        self.said: list[Message] = []
        self._asked = 0
        params = {"capabilities": capabilities or {}, **more}
        self.greeting: Message = self.request("initialize", params)["result"]
        if not keep_tasks:
            # Nothing is loaded ahead of time.
            self.server.scheduler._tasks.clear()

    @property
    def parts(self) -> Parts:
        return self.server.parts

    @property
    def host(self) -> Any:
        return self.parts.workspace.analyses.host

    def notify(self, method: str, params: Any) -> None:
        """Let the server handle a notification."""
        self.server.protocol.receive({"method": method, "params": params})

    def request(self, method: str, params: Any, identifier: Any = None) -> Message:
        """Let the server handle a request; return the response."""
        self._asked += 1
        identifier = f"test {self._asked}" if identifier is None else identifier
        self.server.protocol.receive({"id": identifier, "method": method, "params": params})
        self.hear()
        [answer] = [m for m in self.said if m.get("id") == identifier and "method" not in m]
        self.said.remove(answer)
        return answer

    def open(self, uri: str, text: str, version: int = 1) -> None:
        item = {"uri": uri, "languageId": "opencl", "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def change(self, uri: str, version: int, *changes: Message) -> None:
        document = {"uri": uri, "version": version}
        params = {"textDocument": document, "contentChanges": list(changes)}
        self.notify("textDocument/didChange", params)

    def hear(self) -> list[Message]:
        """Return what the server has said and no test has taken, with what is new."""
        self.outbox.flush()
        self.said += messages(b"".join(self._written))
        self._written.clear()
        return self.said

    def take(self, method: str) -> list[Message]:
        """Return the messages of a method, and forget them."""
        found = [message for message in self.hear() if message.get("method") == method]
        self.said = [message for message in self.said if message.get("method") != method]
        return found

    def step(self) -> bool:
        """Do one step of what is due or idle; tell whether there was one."""
        step = self.server.scheduler.step()
        if step is not None:
            step()
        return step is not None

    def rest(self) -> int:
        """Do all that is due or idle; return the number of steps."""
        steps = 0
        while self.step():
            steps += 1
        return steps
