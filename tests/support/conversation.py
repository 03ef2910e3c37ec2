"""A session in this process: what a client sends, all at once, and what it is answered."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from opencl_ls.server.session import Outbox, run
from opencl_ls.server.transport import Inbox, read_frames

Message = dict[str, Any]


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
