"""Drives a language server over stdio and notes when its messages arrive.

A thread of its own reads, and takes the time of a message before it looks into it, so that a
measurement ends when the server has sent the last byte.  Whoever measures says what has to be
published; all that was is kept, with its time.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from urllib.parse import unquote

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.edits import Edit

Command = tuple[str, ...]
"""What starts a server."""

ROOT = Path(__file__).resolve().parent.parent
OURS: Command = (sys.executable, "-m", "opencl_ls", "--stdio")
CHECKOUT = {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": ""}
"""What the environment says, so that this checkout is measured, whatever is installed.

Once compiled, its modules are compiled for every run.
"""
PATIENCE = 120.0
"""Seconds after which a server is taken for dead."""

CAPABILITIES: dict[str, Any] = {
    "textDocument": {
        "publishDiagnostics": {"versionSupport": True},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "foldingRange": {"lineFoldingOnly": True},
    },
}

Message = dict[str, Any]
Found = TypeVar("Found")


class Publish(NamedTuple):
    """Diagnostics of a document: when they arrived, their version, and what they say."""

    time: float
    version: int | None
    messages: tuple[str, ...]


class Server:
    """A language server; `spawned` and `ready` are the times of its start and its first answer."""

    def __init__(
        self,
        command: Command,
        folder: Path,
        *,
        std: str = "CL2.0",
        environment: dict[str, str] | None = None,
    ) -> None:
        self._known: dict[str, int] = {}
        self._published: dict[str, list[Publish]] = {}
        self._answers: dict[int, tuple[float, Message]] = {}
        self._arrival = threading.Condition()
        self._sending = threading.Lock()
        self._requests = 0
        self._ended = False
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `close`
        self.spawned = time.perf_counter()
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env={**os.environ, **CHECKOUT, **(environment or {})},
        )
        threading.Thread(target=self._read, daemon=True).start()
        self.ready = self._initialize(folder, std)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def resident(self) -> int:
        """Return the resident memory of the process in KiB; it needs Linux."""
        return _status(self.pid, "VmRSS")

    def spent(self) -> tuple[float, float]:
        """Return the CPU milliseconds of the process, and of those it started; it needs Linux."""
        own, ended = _spent(self.pid)
        return own, ended + sum(_spent(pid)[0] for pid in self._children())

    def resident_children(self) -> int:
        """Return the resident memory in KiB of the processes that it started; it needs Linux."""
        return sum(_status(pid, "VmRSS") for pid in self._children())

    def _children(self) -> list[int]:
        # A name in /proc that is a number is a process.
        names = os.listdir("/proc") if os.path.isdir("/proc") else []  # noqa: PTH112, PTH208
        pids = map(int, filter(str.isdigit, names))
        return [pid for pid in pids if _status(pid, "PPid") == self.pid]

    # --- documents -------------------------------------------------------------------------------

    def open(self, path: Path, text: str) -> float:
        """Open a document; return when it was sent."""
        self._known[_key(path.as_uri())] = 1
        language = "c" if path.suffix == ".h" else "opencl"
        document = {"uri": path.as_uri(), "languageId": language, "version": 1, "text": text}
        return self.notify("textDocument/didOpen", {"textDocument": document})

    def change(self, path: Path, edit: Edit) -> float:
        """Change a document; return when it was sent."""
        uri = path.as_uri()
        self._known[_key(uri)] += 1
        change = {
            "range": {
                "start": {"line": edit.start[0], "character": edit.start[1]},
                "end": {"line": edit.end[0], "character": edit.end[1]},
            },
            "text": edit.text,
        }
        document = {"uri": uri, "version": self.version(path)}
        return self.notify(
            "textDocument/didChange", {"textDocument": document, "contentChanges": [change]}
        )

    def save(self, path: Path) -> float:
        """Say that a document was saved; return when it was sent."""
        return self.notify("textDocument/didSave", {"textDocument": {"uri": path.as_uri()}})

    def close_document(self, path: Path) -> None:
        """Close a document."""
        self.notify("textDocument/didClose", {"textDocument": {"uri": path.as_uri()}})

    def version(self, path: Path) -> int:
        """Return the version of a document that was sent last."""
        return self._known[_key(path.as_uri())]

    # --- diagnostics -----------------------------------------------------------------------------

    def diagnostics(
        self, path: Path, since: float, wanted: Callable[[Publish], bool] | None = None
    ) -> Publish:
        """Wait for the first diagnostics after a time for the version sent last, or a newer one.

        With `wanted` they are the first for which it holds, of whatever version.
        """
        version = self.version(path)

        def found() -> Publish | None:
            for publish in self._published.get(_key(path.as_uri()), ()):
                if publish.time >= since and (
                    (publish.version or 0) >= version if wanted is None else wanted(publish)
                ):
                    return publish
            return None

        return self._wait(found, f"diagnostics of {path.name}, version {version}")

    def changed(self, path: Path, edit: Edit) -> float:
        """Change a document; return the milliseconds to the diagnostics of its version."""
        sent = self.change(path, edit)
        return (self.diagnostics(path, sent).time - sent) * 1000

    def last_diagnostics(self, path: Path, since: float, silence: float) -> Publish:
        """Return the last diagnostics of a document after which nothing came for some seconds."""
        known = self.diagnostics(path, since)
        while True:
            time.sleep(max(0.0, known.time + silence - time.perf_counter()))
            last = self.published(path)[-1]
            if last is known:
                return known
            known = last

    def published(self, path: Path) -> list[Publish]:
        """Return all diagnostics that came for a document, the oldest first."""
        with self._arrival:
            return list(self._published.get(_key(path.as_uri()), ()))

    def forget(self) -> None:
        """Forget all diagnostics that came, lest a long session fills our own memory."""
        with self._arrival:
            self._published.clear()

    # --- messages --------------------------------------------------------------------------------

    def request(self, method: str, params: object) -> tuple[float, Message]:
        """Send a request; return when its answer came, and the answer."""
        return self.answer(self.ask(method, params))

    def ask(self, method: str, params: object) -> int:
        """Send a request; return the number by which `answer` knows it."""
        self._requests += 1
        self._send({"id": self._requests, "method": method, "params": params})
        return self._requests

    def answer(self, asked: int) -> tuple[float, Message]:
        """Return when the answer to a request came, and the answer; waits for it."""
        return self._wait(lambda: self._answers.pop(asked, None), f"an answer to request {asked}")

    def notify(self, method: str, params: object) -> float:
        """Send a notification; return when it was sent."""
        return self._send({"method": method, "params": params})

    def close(self) -> None:
        """End the session as an editor does, and the process if it does not follow."""
        try:
            self.request("shutdown", None)
            self.notify("exit", None)
            self._process.wait(10)
        except (RuntimeError, OSError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._errors):
            try:
                if stream is not None:
                    stream.close()
            except OSError:
                pass

    def _initialize(self, folder: Path, std: str) -> float:
        when, _ = self.request(
            "initialize",
            {
                "processId": os.getpid(),
                "rootUri": folder.as_uri(),
                "workspaceFolders": [{"uri": folder.as_uri(), "name": folder.name}],
                "capabilities": CAPABILITIES,
                "initializationOptions": {
                    "std": std,
                    "extensions": ["all"],
                    "fallbackFlags": clangd_flags(std),
                },
            },
        )
        self.notify("initialized", {})
        return when

    def _wait(self, found: Callable[[], Found | None], what: str) -> Found:
        end = time.perf_counter() + PATIENCE
        with self._arrival:
            while (result := found()) is None:
                left = end - time.perf_counter()
                if self._ended or left <= 0:
                    self._errors.seek(0)
                    said = self._errors.read().decode("utf-8", "replace")[-500:]
                    raise RuntimeError(f"waited in vain for {what}; the server said: {said}")
                self._arrival.wait(left)
            return result

    def _send(self, message: Message) -> float:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._process.stdin is not None
        # Making the message is our work and not the server's.
        now = time.perf_counter()
        with self._sending:
            self._process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
            self._process.stdin.flush()
        return now

    def _read(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        while header := stream.readline():
            if not header.lower().startswith(b"content-length:"):
                continue
            while stream.readline().strip():
                pass
            body = stream.read(int(header.split(b":")[1]))
            now = time.perf_counter()
            message = json.loads(body)
            if "id" in message and "method" in message:
                items = (message.get("params") or {}).get("items")
                result = [None] * len(items) if isinstance(items, list) else None
                self._send({"id": message["id"], "result": result})
                continue
            with self._arrival:
                self._take(message, now)
                self._arrival.notify_all()
        with self._arrival:
            self._ended = True
            self._arrival.notify_all()

    def _take(self, message: Message, now: float) -> None:
        if "id" in message:
            self._answers[message["id"]] = (now, message)
        elif message.get("method") == "textDocument/publishDiagnostics":
            params = message["params"]
            said = tuple(each["message"] for each in params["diagnostics"])
            publish = Publish(now, params.get("version"), said)
            self._published.setdefault(_key(params["uri"]), []).append(publish)


def clangd(command: str) -> Command:
    """Return the command of clangd with the options for a fair comparison."""
    return (*shlex.split(command), "--background-index=0", "--log=error")


def clangd_flags(std: str) -> list[str]:
    """Return what makes clangd read OpenCL C where no file of flags says so."""
    flags = ["-xcl", f"-cl-std={std}", "-Xclang", "-finclude-default-header"]
    return [*flags, "-target", "spir64", "-Xclang", "-cl-ext=+all"]


def _status(pid: int, name: str) -> int:
    """Return the number that Linux shows for a process under a name; 0 if it has ended."""
    try:
        for line in Path(f"/proc/{pid}/status").read_text("utf-8").splitlines():
            if line.startswith(f"{name}:"):
                return int(line.split()[1])
    except OSError:
        pass
    return 0


def _spent(pid: int) -> tuple[float, float]:
    """Return the CPU milliseconds of a process, and of those of its children that it waited for."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text("utf-8")
    except OSError:
        return 0.0, 0.0
    own, system, ended, ended_system = map(int, text.rpartition(")")[2].split()[11:15])
    tick = 1000 / os.sysconf("SC_CLK_TCK")
    return (own + system) * tick, (ended + ended_system) * tick


def _key(uri: str) -> str:
    return unquote(uri)
