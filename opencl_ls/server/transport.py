"""Messages on the wire: frames of JSON, read by a thread of their own.

The thread does no more than take frames apart, so that the session, which works on one message at
a time, can look ahead: a request that was cancelled while it waited is never begun, and work for a
version of a document that has already been replaced is dropped.
"""

from __future__ import annotations

import json
import re
import threading
from collections import Counter, deque
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Message = dict[str, Any]
"""A JSON-RPC message as JSON gave it."""

_LENGTH = re.compile(rb"^content-length:(.*)$", re.IGNORECASE | re.MULTILINE)
_HEADER_END = re.compile(rb"\r?\n\r?\n")
_HEADER_LIMIT = 1 << 16
_BODY_LIMIT = 256 << 20
_ROOM = 64 << 20
_WEIGHT = 1 << 10
"""What a waiting message takes beside its text, about."""
_CHANGES = ("textDocument/didChange", "textDocument/didClose")


class Malformed:
    """Stands in the queue for a frame that held no JSON-RPC message."""

    __slots__ = ("reason",)

    def __init__(self, reason: str) -> None:
        self.reason = reason


class EndOfInput:
    """Stands in the queue for the end of the connection; `reason` tells what broke it, if so."""

    __slots__ = ("reason",)

    def __init__(self, reason: str = "") -> None:
        self.reason = reason


class Prepared:
    """Stands in the queue for something that a thread has prepared; `then` does the rest."""

    __slots__ = ("then",)

    def __init__(self, then: Callable[[], None]) -> None:
        self.then = then


Item = Message | Malformed | EndOfInput | Prepared


class Inbox:
    """What the client has sent and the session has not yet taken."""

    def __init__(self) -> None:
        self._queue: deque[Item] = deque()
        self._sizes: deque[int] = deque()
        self._waiting = 0
        self._arrival = threading.Condition()
        self._current: int | str | None = None
        self._cancelled: set[int | str] = set()
        self._taken = 0
        self._aside: list[tuple[Item, int]] = []
        # What is asked of the queue is counted: a client may have sent thousands of messages, of
        # which each asks whether a newer text is among them.
        self._changed: Counter[str] = Counter()
        self._requests: Counter[int | str] = Counter()

    def put(self, item: Item, size: int = 0) -> None:
        """Append `item`, which came in so many bytes.

        A cancellation takes effect at once instead of waiting in the queue.
        """
        with self._arrival:
            if isinstance(item, dict) and item.get("method") == "$/cancelRequest":
                self._cancel(item.get("params"))
                return
            self._queue.append(item)
            self._note(item, 1)
            self._sizes.append(size + _WEIGHT)
            self._waiting += size + _WEIGHT
            self._arrival.notify_all()

    def take(self, timeout: float | None = None) -> Item | None:
        """Return the next item, or None when `timeout` seconds pass without one."""
        with self._arrival:
            if self._current in self._cancelled and not self._is_aside(self._current):
                self._cancelled.discard(self._current)
            self._current = None
            if not self._arrival.wait_for(lambda: bool(self._queue), timeout):
                return None
            item, self._taken = self._queue.popleft(), self._sizes.popleft()
            self._note(item, -1)
            self._waiting -= self._taken
            self._arrival.notify_all()
            self._current = request_id(item)
            return item

    def set_aside(self, item: Item) -> None:
        """Keep the item that was taken last until `bring_back`; what is behind it goes on."""
        with self._arrival:
            self._aside.append((item, self._taken))
            self._waiting += self._taken

    def bring_back(self) -> None:
        """Put what was set aside before everything else that waits, in its old order."""
        with self._arrival:
            for item, size in reversed(self._aside):
                self._queue.appendleft(item)
                self._note(item, 1)
                self._sizes.appendleft(size)
            self._aside.clear()
            self._arrival.notify_all()

    @property
    def holds_back(self) -> bool:
        """Whether something is set aside."""
        return bool(self._aside)

    def await_room(self, timeout: float) -> bool:
        """Wait until more may be read; return False when so many seconds pass before."""
        with self._arrival:
            return self._arrival.wait_for(lambda: self._waiting < _ROOM, timeout)

    @property
    def empty(self) -> bool:
        """Whether the session has caught up with the client."""
        return not self._queue

    @property
    def cancelled(self) -> bool:
        """Whether the client has withdrawn the request that was taken last."""
        return self._current is not None and self._current in self._cancelled

    def supersedes(self, uri: str) -> bool:
        """Return whether a waiting message changes or closes the document `uri`."""
        with self._arrival:
            return uri in self._changed

    def _cancel(self, params: object) -> None:
        request = _identifier(params.get("id")) if isinstance(params, dict) else None
        # What was answered already is not remembered, or the set would grow for ever.
        if request is not None and (
            request == self._current or self._is_aside(request) or request in self._requests
        ):
            self._cancelled.add(request)

    def _note(self, item: Item, by: int) -> None:
        """Count an item that comes into the queue, or leaves it."""
        _add(self._changed, _changed_document(item), by)
        _add(self._requests, request_id(item), by)

    def _is_aside(self, request: int | str | None) -> bool:
        return any(request_id(item) == request for item, _ in self._aside)


def request_id(item: Item) -> int | str | None:
    """Return the id of a request that waits for an answer; None for everything else."""
    if not isinstance(item, dict) or "method" not in item:
        return None
    return _identifier(item.get("id"))


def _identifier(value: object) -> int | str | None:
    # In Python a bool is an int, and True would be the request 1.
    return value if isinstance(value, int | str) and not isinstance(value, bool) else None


def read_frames(read: Callable[[], bytes], inbox: Inbox) -> None:
    """Put every message of a byte stream into `inbox`; `read` gives b"" at the end.

    Where a frame does not say where it ends, nobody knows what was lost, perhaps a change of a
    text: such a connection is over.
    """
    reason = ""
    try:
        for body in _bodies(read):
            inbox.put(_message(body), len(body))
    except OSError:
        pass
    except ValueError as error:
        reason = str(error)
    finally:
        inbox.put(EndOfInput(reason))


def frame(message: Message) -> bytes:
    """Return the bytes that carry `message`.

    Everything beyond ASCII is escaped, so that a lone surrogate can travel back as it came.
    """
    return frame_text(json.dumps(message, separators=(",", ":")))


def frame_text(text: str) -> bytes:
    """Return the bytes that carry a message that is ASCII text already."""
    body = text.encode("ascii")
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def _bodies(read: Callable[[], bytes]) -> Iterator[bytes]:
    buffer = bytearray()
    while True:
        # Some clients end a body with a line feed that its length does not count.
        while (end := _HEADER_END.search(buffer)) is None or not buffer[: end.start()].strip():
            if end is not None:
                del buffer[: end.end()]
                continue
            if len(buffer) > _HEADER_LIMIT:
                raise ValueError("a frame without a header")
            chunk = read()
            if not chunk:
                return
            buffer += chunk
        length = _length(bytes(buffer[: end.start()]))
        del buffer[: end.end()]
        # Large bodies are collected chunk by chunk without searching them again.
        while len(buffer) < length:
            chunk = read()
            if not chunk:
                return
            buffer += chunk
        yield bytes(buffer[:length])
        del buffer[:length]


def _length(header: bytes) -> int:
    """Return the length that a frame's header gives; raises ValueError where it gives none."""
    values = {value.strip() for value in _LENGTH.findall(header)}
    if len(values) != 1:
        raise ValueError(
            "a frame with several lengths" if values else "a frame without Content-Length"
        )
    text = values.pop()
    # Python's own numbers may have signs and underscores.
    if not text.isdigit() or len(text) > 30:
        raise ValueError("a frame whose Content-Length is no number of bytes")
    length = int(text)
    if length > _BODY_LIMIT:
        raise ValueError(f"a message of {length} bytes; the limit is {_BODY_LIMIT}")
    return length


def _message(body: bytes) -> Item:
    try:
        try:
            text = body.decode("utf-8", "surrogatepass")
        except UnicodeDecodeError:
            text = body.decode("utf-8", "replace")
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        return Malformed(f"not JSON: {error}")
    if isinstance(value, dict):
        return value
    return Malformed("a message must be a JSON object")


def _changed_document(item: Item) -> str | None:
    """Return the URI of the document that a message changes or closes; None for all others."""
    if not isinstance(item, dict) or item.get("method") not in _CHANGES:
        return None
    uri = named_document(item.get("params"))
    return uri if isinstance(uri, str) else None


def _add(counter: Counter[Any], key: int | str | None, by: int) -> None:
    if key is None:
        return
    counter[key] += by
    if not counter[key]:
        del counter[key]


def named_document(params: object) -> object:
    """Return the URI of the document that params are about; None where they name none."""
    document = params.get("textDocument") if isinstance(params, dict) else None
    return document.get("uri") if isinstance(document, dict) else None
