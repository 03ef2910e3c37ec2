"""Messages on the wire: frames of JSON, read by a separate thread.

The thread only splits frames, so that the session, which works on one message at a time, can look
ahead: a request that was cancelled while it waited is never begun, and work for a version of a
document that has already been replaced is dropped.
"""

from __future__ import annotations

import json
import re
import threading
from collections import Counter, deque
from typing import TYPE_CHECKING, Any, TypeGuard

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Message = dict[str, Any]
"""A JSON-RPC message as JSON gave it."""

_LENGTH = re.compile(rb"^content-length:(.*)$", re.IGNORECASE | re.MULTILINE)
_HEADER_END = re.compile(rb"\r?\n\r?\n")
_HEADER_LIMIT = 1 << 16
_BODY_LIMIT = 256 << 20
_LARGE = 16 << 20
"""The size in bytes above which a message is taken only if it has a text."""
_TEXTS = ("textDocument/didOpen", "textDocument/didChange")
_ROOM = 64 << 20
_WEIGHT = 1 << 10
"""The approximate memory of a waiting message beside its text, in bytes."""
_PARSE_ERROR, _INVALID_REQUEST = -32700, -32600
_CHANGES = ("textDocument/didChange", "textDocument/didClose")


class Malformed:
    """A queue entry for a frame without a JSON-RPC message, or with one that is too large.

    `code` is that of the error, `request` the id of the failed request.
    """

    __slots__ = ("code", "reason", "request")

    def __init__(
        self, reason: str, code: int = _PARSE_ERROR, request: int | str | None = None
    ) -> None:
        self.reason = reason
        self.code = code
        self.request = request


class EndOfInput:
    """A queue entry for the end of the connection; `reason` says what broke it, if anything did."""

    __slots__ = ("reason",)

    def __init__(self, reason: str = "") -> None:
        self.reason = reason


class Work:
    """A queue entry for a result of a thread, with which the session's own thread continues."""

    __slots__ = ("run",)

    def __init__(self, run: Callable[[], None]) -> None:
        self.run = run


Item = Message | Malformed | EndOfInput | Work


class Inbox:
    """The messages that the client has sent and the session has not yet taken."""

    def __init__(self) -> None:
        self._queue: deque[Item] = deque()
        self._sizes: deque[int] = deque()
        self._waiting = 0
        self._arrival = threading.Condition()
        self._current: int | str | None = None
        self._cancelled: set[int | str] = set()
        # The answers to questions about the queue are counts: a client may have sent thousands of
        # messages, and for each the server asks whether a newer text is among them.
        self._changed: Counter[str] = Counter()
        self._requests: Counter[int | str] = Counter()

    def put(self, item: Item, size: int = 0) -> None:
        """Append `item`, which came in `size` bytes.

        A cancellation of a request that waits here, or is being answered, takes effect at once.
        """
        with self._arrival:
            if _is_cancellation(item) and self._cancel(item.get("params")):
                return
            self._queue.append(item)
            self._note(item, 1)
            self._sizes.append(size + _WEIGHT)
            self._waiting += size + _WEIGHT
            self._arrival.notify_all()

    def post(self, run: Callable[[], None]) -> None:
        """Pass work from another thread to the thread of the session."""
        self.put(Work(run))

    def take(self, timeout: float | None = None) -> Item | None:
        """Return the next item, or None when `timeout` seconds pass without one."""
        with self._arrival:
            self._finish()
            if not self._arrival.wait_for(lambda: bool(self._queue), timeout):
                return None
            item = self._queue.popleft()
            self._note(item, -1)
            self._waiting -= self._sizes.popleft()
            self._arrival.notify_all()
            self._current = request_id(item)
            return item

    def finish(self) -> int | str | None:
        """Note that the handler of the last item is done.

        Return the id of a request that was cancelled meanwhile: from now on its cancellations are
        ordinary messages, since its answer may come later.
        """
        with self._arrival:
            return self._finish()

    def _finish(self) -> int | str | None:
        current, self._current = self._current, None
        if current is None or current not in self._cancelled:
            return None
        self._cancelled.discard(current)
        return current

    def await_room(self, timeout: float) -> bool:
        """Wait until more may be read; return False after `timeout` seconds."""
        with self._arrival:
            return self._arrival.wait_for(lambda: self._waiting < _ROOM, timeout)

    @property
    def empty(self) -> bool:
        """Whether the session has caught up with the client."""
        return not self._queue

    @property
    def cancelled(self) -> bool:
        """Whether the client has cancelled the last request."""
        return self._current is not None and self._current in self._cancelled

    def supersedes(self, uri: str) -> bool:
        """Return whether a waiting message changes or closes the document `uri`."""
        with self._arrival:
            return uri in self._changed

    def _cancel(self, params: object) -> bool:
        """Note that a request is cancelled; return whether it is known here."""
        request = identifier_of(params.get("id")) if isinstance(params, dict) else None
        # Answered requests are not stored, or the set would grow without bound.
        if request is None or (request != self._current and request not in self._requests):
            return False
        self._cancelled.add(request)
        return True

    def _note(self, item: Item, by: int) -> None:
        """Count an item that enters the queue, or leaves it."""
        _add(self._changed, _changed_document(item), by)
        _add(self._requests, request_id(item), by)


def _is_cancellation(item: Item) -> TypeGuard[Message]:
    return isinstance(item, dict) and item.get("method") == "$/cancelRequest"


def request_id(item: Item) -> int | str | None:
    """Return the id of a request that waits for an answer; None for other messages."""
    if not isinstance(item, dict) or "method" not in item:
        return None
    return identifier_of(item.get("id"))


def identifier_of(value: object) -> int | str | None:
    """Return a value if it is an id, None for any other."""
    # In Python a bool is an int, and True would be the request 1.
    return value if isinstance(value, int | str) and not isinstance(value, bool) else None


def read_frames(read: Callable[[], bytes], inbox: Inbox) -> None:
    """Put every message of a byte stream into `inbox`; `read` gives b"" at the end.

    If a frame does not have a valid length, an unknown part of the stream is lost, perhaps a change
    of a text: such a connection ends.
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
    """Return the bytes of the frame of `message`.

    Everything beyond ASCII is escaped, so that a lone surrogate is sent back unchanged.
    """
    return frame_text(json.dumps(message, separators=(",", ":")))


def frame_text(text: str) -> bytes:
    """Return the bytes of the frame of a message that is already ASCII text."""
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
    """Return the length in a frame's header; raises ValueError if it has none."""
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
    if not isinstance(value, dict):
        return Malformed("a message must be a JSON object")
    if len(body) > _LARGE and value.get("method") not in _TEXTS:
        # Checking a million objects takes longer than any answer may.
        reason = f"a message of {len(body) >> 20} MiB; the limit is {_LARGE >> 20} MiB"
        return Malformed(reason, _INVALID_REQUEST, request_id(value))
    return value


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
    """Return the URI of the document that params are about; None if they name none."""
    document = params.get("textDocument") if isinstance(params, dict) else None
    return document.get("uri") if isinstance(document, dict) else None
