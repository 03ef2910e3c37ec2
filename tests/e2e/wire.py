"""A bare client: frames on a pipe, for what a well-behaved client library would never send."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from tests.support import fork_server

ROOT = Path(__file__).parents[2]
# An installed server can be tested by naming its command here.
_NAMED = shlex.split(os.environ.get("OPENCL_LS_COMMAND", ""))
COMMAND = _NAMED or [sys.executable, "-m", "opencl_ls", "--stdio"]
PATIENCE = 90
# A test must see what is analysed, and leave nothing with the user who runs it.
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "OPENCL_LS_CACHE": ""}


def server_command() -> list[str]:
    """Return what starts a server; `COMMAND` is for tests of the start itself, which is slow."""
    return fork_server.command("--stdio") if fork_server.AVAILABLE and not _NAMED else COMMAND


def frame(message: dict | bytes) -> bytes:
    body = message
    if isinstance(message, dict):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def request(identifier, method, params=None):
    return {"id": identifier, "method": method, "params": params}


def notification(method, params=None):
    return {"method": method, "params": params}


class Wire:
    """A server process; everything that it sends is kept in `received`."""

    def __init__(self, capabilities=None, command=None, **more):
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `close`
        self.process = subprocess.Popen(
            command or server_command(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # A pipe without a reader would stop the server when it is full.
            stderr=self.errors,
            cwd=ROOT,
            env=ENVIRONMENT,
        )
        self.received = []
        self.keep_silent = False
        # No test waits for this; it keeps one that fails from hanging.
        self.watchdog = threading.Timer(PATIENCE, self.process.kill)
        self.watchdog.daemon = True
        self.watchdog.start()
        self.hello = [
            request(0, "initialize", {"capabilities": capabilities or {}, **more}),
            notification("initialized", {}),
        ]

    def send(self, *messages):
        """Send all messages in one write, so that the server has them all before it works."""
        self.process.stdin.write(b"".join(frame(message) for message in messages))
        self.process.stdin.flush()

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def receive(self):
        """Return the next message; None at the end."""
        length = None
        while line := self.process.stdout.readline():
            if line == b"\r\n":
                break
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        if length is None:
            return None
        message = json.loads(self.process.stdout.read(length))
        self.received.append(message)
        if "id" in message and "method" in message and not self.keep_silent:
            items = (message.get("params") or {}).get("items")
            self.send({"id": message["id"], "result": items and [None] * len(items)})
        return message

    def until(self, wanted, since=None):
        """Return the first message for which `wanted` holds, from now on.

        With `since`, a count of messages, also one that came after that many.
        """
        for message in [] if since is None else self.received[since:]:
            if wanted(message):
                return message
        while (message := self.receive()) is not None:
            if wanted(message):
                return message
        self.errors.seek(0)
        raise AssertionError(f"the server ended: {self.errors.read().decode()}")

    def answer(self, identifier):
        """Return the response to a request."""
        return self.until(lambda m: m.get("id") == identifier and "method" not in m)

    def diagnostics(self, version):
        """Return the diagnostics published for a version."""
        return self.until(
            lambda m: (
                m.get("method") == "textDocument/publishDiagnostics"
                and m["params"].get("version") == version
            )
        )["params"]["diagnostics"]

    def finish(self):
        """Shut the server down and return its exit status."""
        self.send(request("end", "shutdown"), notification("exit"))
        # The server may have asked for something before it read this, and is gone.
        self.keep_silent = True
        while self.receive() is not None:
            pass
        return self.close()

    def close(self):
        """Close the server's input and return its exit status."""
        self.process.stdin.close()
        status = self.process.wait()
        self.watchdog.cancel()
        self.process.stdout.close()
        self.errors.close()
        return status


URI = "file:///w/a.cl"


def opening(text, uri=URI, version=1, language="opencl"):
    document = {"uri": uri, "languageId": language, "version": version, "text": text}
    return notification("textDocument/didOpen", {"textDocument": document})


def change(version, *changes, uri=URI):
    return notification(
        "textDocument/didChange",
        {"textDocument": {"uri": uri, "version": version}, "contentChanges": list(changes)},
    )


def replace(start, end, text):
    return {
        "range": {
            "start": {"line": start[0], "character": start[1]},
            "end": {"line": end[0], "character": end[1]},
        },
        "text": text,
    }


def names(client, uri):
    """Return the names in the outline of a document; none when it is not open."""
    identifier = f"names {len(client.received)}"
    client.send(request(identifier, "textDocument/documentSymbol", {"textDocument": {"uri": uri}}))
    return [symbol["name"] for symbol in client.answer(identifier)["result"] or []]


PUSH = {"textDocument": {"publishDiagnostics": {"versionSupport": True}}}
NESTED = {
    "textDocument": {
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "publishDiagnostics": {"versionSupport": True},
    }
}
