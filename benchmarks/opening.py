"""Times the way from opening a file to its diagnostics, beside clangd, server by server in turns.

    python -m benchmarks.opening [FILE|FOLDER...] [--package darktable] [--lines 3000]
        [--clangd clangd] [--starts 5] [--only start|first|editor|many|workspace]

Without an input, kernels of 150 to 16,000 lines are generated.  All figures are milliseconds:
median and 95th percentile.  Five parts:

`start`: the time from the start of the process to the answer to `initialize`, beside that of a
server of nothing but pygls.

`first`: a new server, and its first file, which is opened as soon as `initialize` is answered.
"spawn" is the time to that answer, "open" that from `didOpen` to the diagnostics, "both" that from
the start of the process.  "again" is the second opening of the same file in the same session, and
"kept" that of a new server that finds what the one before has kept in the user's cache.
Diagnostics may come in parts: "complete" is the time from `didOpen`, once more in a new server, to
those with a mistake which was written after the last line.

`editor`: a new server, and its first file with all that an editor asks about it in the same moment:
its symbols, its folds, its tokens, and a hover.  Each is timed from `didOpen`.

`many`: thirty files that are opened at once: the time to the first and the last one's diagnostics,
and "complete" as before, for the last of them.

`workspace`: a folder of 1,000 kernels, in which one is opened and something is typed in the first
20 seconds: each key's delay, for whatever a server does meanwhile.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import client, edits, figures, inputs
from benchmarks.client import Publish, Server

if TYPE_CHECKING:
    from benchmarks.inputs import Input

PARTS = ("start", "first", "editor", "many", "workspace")
Times = dict[str, list[list[float]]]

_PYGLS = "from pygls.lsp.server import LanguageServer; LanguageServer('bare', '0').start_io()"
BARE_PYGLS: client.Command = (sys.executable, "-c", _PYGLS)


def main(arguments: list[str] | None = None) -> int:
    """Run the benchmark and print its tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    inputs.add_options(parser)
    add = parser.add_argument
    add("--clangd", help="the command of clangd; without it only ours is timed")
    add("--std", default="CL2.0")
    add("--only", action="append", choices=PARTS, help="a part; all of them without it")
    add("--starts", type=int, default=5, help="how many servers are started for a figure [5]")
    add("--files", type=int, default=30, help="how many files are opened at once [30]")
    add("--kernels", type=int, default=1000, help="how many kernels the workspace has [1000]")
    add("--seconds", type=float, default=20, help="how long is typed in the workspace [20]")
    options = parser.parse_args(arguments)
    parts = options.only or PARTS
    commands = [client.OURS, *([client.clangd(options.clangd)] if options.clangd else [])]
    print(figures.machine(), end="\n\n")
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        chosen = list(inputs.chosen(options, folder))
        if "start" in parts:
            print(heading(peer="pygls"))
            show(started(folder, options))
            print()
        if "first" in parts:
            print(heading("file", "lines"))
            for kernel in chosen:
                show(first(commands, kernel, folder, options), kernel.path.name, kernel.lines)
            print()
        if "editor" in parts:
            print(heading("file", "lines"))
            for kernel in chosen:
                show(editor(commands, kernel, folder, options), kernel.path.name, kernel.lines)
            print()
        if "many" in parts:
            print(heading("files"))
            show(many(commands, folder, options), options.files)
            print()
        if "workspace" in parts:
            print(heading("kernels"))
            show(workspace(commands, folder, options), options.kernels)
    return 0


def heading(*names: str, peer: str = "clangd") -> str:
    """Return the head of one part's table."""
    return figures.heading(*names, "what", "ours p50/p95", f"{peer} p50/p95", "ratio")


def show(times: Times, *about: object) -> None:
    """Print the rows of what was measured."""
    for what, (ours, *others) in times.items():
        theirs = others[0] if others else []
        cells = [*about, what, figures.shown(ours), figures.shown(theirs)]
        print(figures.row([*cells, figures.ratio(ours, theirs)]), flush=True)


_MISTAKE = "kernel void last_of_all(void) { left_out(); }\n"
_LINES_READ = 3000
"""So many lines of a file are taken to be looked at in a second before it is closed."""


def started(folder: Path, options: argparse.Namespace) -> Times:
    """Measure how long it takes to start, and to start pygls."""
    times: list[list[float]] = [[], []]
    for _ in range(options.starts):
        for number, command in enumerate((client.OURS, BARE_PYGLS)):
            server = Server(command, folder, std=options.std)
            times[number].append((server.ready - server.spawned) * 1000)
            server.close()
    return {"spawn": times}


def first(
    commands: list[client.Command], kernel: Input, folder: Path, options: argparse.Namespace
) -> Times:
    """Measure new servers with their first file."""
    times: Times = {name: [[] for _ in commands] for name in ("spawn", "open", "both", "complete")}
    times |= {name: [[] for _ in commands] for name in ("again", "kept", "kept, from the spawn")}
    for start in range(options.starts):
        for number, command in enumerate(commands):
            # Each turn begins with caches of its own, so that nothing is known from before.
            environment = _caches(folder / f"cache_{kernel.path.stem}_{start}_{number}")
            server = Server(command, kernel.path.parent, std=options.std, environment=environment)
            times["spawn"][number].append((server.ready - server.spawned) * 1000)
            done, taken = _opened(server, kernel)
            times["open"][number].append(taken)
            times["both"][number].append((done - server.spawned) * 1000)
            # Who opens a file looks at it for a while.
            time.sleep(1 + kernel.text.count("\n") / _LINES_READ)
            server.close_document(kernel.path)
            times["again"][number].append(_opened(server, kernel)[1])
            server.close()
            server = Server(command, kernel.path.parent, std=options.std, environment=environment)
            done, taken = _opened(server, kernel)
            times["kept"][number].append(taken)
            times["kept, from the spawn"][number].append((done - server.spawned) * 1000)
            server.close()
            environment = _caches(folder / f"complete_{kernel.path.stem}_{start}_{number}")
            server = Server(command, kernel.path.parent, std=options.std, environment=environment)
            sent = server.open(kernel.path, kernel.text + _MISTAKE)
            times["complete"][number].append((_complete(server, kernel) - sent) * 1000)
            server.close()
    return times


_ASKED = {
    "symbols": "textDocument/documentSymbol",
    "folds": "textDocument/foldingRange",
    "tokens": "textDocument/semanticTokens/full",
    "hover": "textDocument/hover",
}


def editor(
    commands: list[client.Command], kernel: Input, folder: Path, options: argparse.Namespace
) -> Times:
    """Measure new servers with their first file and what is asked about it at once."""
    times: Times = {name: [[] for _ in commands] for name in ("diagnostics", *_ASKED)}
    place = {"line": inputs.middle_line(kernel.text), "character": 4}
    about = {"textDocument": {"uri": kernel.path.as_uri()}, "position": place}
    for start in range(options.starts):
        for number, command in enumerate(commands):
            environment = _caches(folder / f"editor_{kernel.path.stem}_{start}_{number}")
            server = Server(command, kernel.path.parent, std=options.std, environment=environment)
            sent = server.open(kernel.path, kernel.text)
            asked = {name: server.ask(method, about) for name, method in _ASKED.items()}
            for name, request in asked.items():
                times[name][number].append((server.answer(request)[0] - sent) * 1000)
            done = server.diagnostics(kernel.path, sent).time
            times["diagnostics"][number].append((done - sent) * 1000)
            server.close()
    return times


def many(commands: list[client.Command], folder: Path, options: argparse.Namespace) -> Times:
    """Measure how long files take that are opened at once, as when an editor is started again."""
    kernels = [
        inputs.write_synthetic(folder, 100 + 30 * number, f"many_{number}")
        for number in range(options.files)
    ]
    times: Times = {name: [[] for _ in commands] for name in ("first", "last", "complete")}
    for _ in range(options.starts):
        for number, command in enumerate(commands):
            server = Server(command, folder, std=options.std)
            sent = time.perf_counter()
            for kernel in kernels:
                server.open(kernel.path, kernel.text + _MISTAKE)
            done = [server.diagnostics(kernel.path, sent).time for kernel in kernels]
            times["first"][number].append((min(done) - sent) * 1000)
            times["last"][number].append((max(done) - sent) * 1000)
            complete = max(_complete(server, kernel) for kernel in kernels)
            times["complete"][number].append((complete - sent) * 1000)
            server.close()
    return times


def workspace(commands: list[client.Command], folder: Path, options: argparse.Namespace) -> Times:
    """Measure keys in the first seconds in a large workspace."""
    place = folder / "workspace"
    place.mkdir()
    for number in range(options.kernels):
        inputs.write_synthetic(place, 150, f"kernel_{number}")
    kernel = inputs.write_synthetic(place, 1000, "opened")
    times: Times = {name: [[] for _ in commands] for name in ("open", "key", "slowest key")}
    typed = "".join(f"\n    float slow{number} = {number}.5f;" for number in range(1000))
    line = inputs.middle_line(kernel.text)
    column = len(kernel.text.split("\n")[line])
    for number, command in enumerate(commands):
        server = Server(command, place, std=options.std)
        times["open"][number].append(_opened(server, kernel)[1])
        for edit in edits.keys((line, column), typed):
            times["key"][number].append(server.changed(kernel.path, edit))
            if time.perf_counter() - server.spawned > options.seconds:
                break
            time.sleep(0.1)
        times["slowest key"][number].append(max(times["key"][number]))
        server.close()
    return times


def _opened(server: Server, kernel: Input) -> tuple[float, float]:
    """Open a file; return when its diagnostics came, and the milliseconds that they took."""
    sent = server.open(kernel.path, kernel.text)
    done = server.diagnostics(kernel.path, sent).time
    return done, (done - sent) * 1000


def _complete(server: Server, kernel: Input) -> float:
    """Return when the mistake in the last line of a file was reported."""

    def tells(publish: Publish) -> bool:
        return any("left_out" in message for message in publish.messages)

    return server.diagnostics(kernel.path, 0, tells).time


def _caches(folder: Path) -> dict[str, str]:
    folder.mkdir(exist_ok=True)
    return {"XDG_CACHE_HOME": str(folder), "OPENCL_LS_CACHE": str(folder / "opencl-ls")}


if __name__ == "__main__":
    sys.exit(main())
