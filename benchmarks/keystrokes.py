"""Times the way from a keystroke to its diagnostics, beside clangd, key by key in turns.

    python -m benchmarks.keystrokes [FILE|FOLDER...] [--package darktable] [--lines 3000]
        [--clangd clangd] [--edits 40] [--std CL2.0]
        [--only edits] [--only header] [--only rate] [--only asked]

Without an input, kernels of 150 to 16,000 lines are generated.  What is shown is the time from
sending a change to the diagnostics of that version, in milliseconds: median and 95th percentile.
After an edit that many functions notice, diagnostics may come in parts: "last" is the time to the
last of them, after which a second passed in silence.

The counts are the proof that does not depend on the machine, each the largest of its row: "items"
are the functions and declarations that were analysed, "rules" the rules about the whole unit that
ran again, "bytes" what was lexed again, "mapped" the places of findings that were looked up,
"written" the diagnostics whose text was made anew, and "steps" the lines of Python that ran.

Four parts: `edits` in each input; a change in a `header` that is open beside kernels that include
it; keys at a `rate` of 30 in a second; and what is `asked` after each key.  Machines are shared:
look at the ratios.
"""

from __future__ import annotations

import argparse
import bisect
import contextlib
import itertools
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import client, counts, edits, figures, inputs
from benchmarks.client import Server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.inputs import Input

PARTS = ("edits", "header", "rate", "asked")
SILENCE = 1.0
"""Seconds without a message after which diagnostics are taken for complete."""
RESTING = 3
"""How often a cycle is repeated that is followed by such a silence."""


def main(arguments: list[str] | None = None) -> int:
    """Run the benchmark and print its tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    inputs.add_options(parser)
    add = parser.add_argument
    add("--clangd", help="the command of clangd; without it only ours is timed")
    add("--edits", type=int, default=40, help="about how many edits of each kind [40]")
    add("--std", default="CL2.0")
    add("--only", action="append", choices=PARTS, help="a part; all of them without it")
    add("--kernels", type=int, default=10, help="how many kernels include the open header [10]")
    add("--seconds", type=float, default=10, help="for how long keys come at a rate [10]")
    add("--rate", type=float, default=30, help="keys in a second [30]")
    options = parser.parse_args(arguments)
    parts = options.only or PARTS
    print(figures.machine(), end="\n\n")
    with tempfile.TemporaryDirectory() as made:
        chosen = list(inputs.chosen(options, Path(made)))
        if "edits" in parts:
            print_edits(chosen, options)
        if "header" in parts:
            print_header(Path(made), options)
        if "rate" in parts:
            print_rate(chosen, options)
        if "asked" in parts:
            print_asked(chosen, options)
    return 0


@contextlib.contextmanager
def running(folder: Path, options: argparse.Namespace) -> Iterator[list[Server]]:
    """Run our server, and clangd beside it where it was asked for."""
    commands = [client.OURS, *([client.clangd(options.clangd)] if options.clangd else [])]
    with contextlib.ExitStack() as stack:
        servers = []
        for command in commands:
            servers.append(Server(command, folder, std=options.std))
            stack.callback(servers[-1].close)
        yield servers


# --- edits in one file ---------------------------------------------------------------------------


def print_edits(chosen: list[Input], options: argparse.Namespace) -> None:
    """Print what each kind of edit costs in each input."""
    head = ("file", "lines", "edit", "ours p50/p95", "clangd p50/p95", "ratio")
    print(figures.heading(*head, "items", "rules", "bytes", "mapped", "written", "steps"))
    for kernel in chosen:
        timed = timed_edits(kernel, options)
        counted = counted_edits(kernel)
        for row, times in timed.items():
            ours, others = times[0], times[1] if len(times) > 1 else []
            cells = [kernel.path.name, kernel.lines, row, figures.shown(ours)]
            cells += [figures.shown(others), figures.ratio(ours, others)]
            cost = counted.get(row)
            if cost is None:
                cells += [""] * 6
            else:
                cells += [cost.items, cost.rules, cost.bytes, cost.mapped, cost.written, cost.steps]
            print(figures.row(cells), flush=True)
    print()


def timed_edits(kernel: Input, options: argparse.Namespace) -> dict[str, list[list[float]]]:
    """Return the times of each server, by the rows of the table."""
    timed: dict[str, list[list[float]]] = {}

    def took(row: str, number: int, milliseconds: float) -> None:
        timed.setdefault(row, [[] for _ in servers])[number].append(milliseconds)

    with running(kernel.path.parent, options) as servers:
        for number, server in enumerate(servers):
            sent = server.open(kernel.path, kernel.text)
            took("open", number, (server.diagnostics(kernel.path, sent).time - sent) * 1000)
        for place, first_cycle in enumerate(edits.cycles(kernel.text)):
            for turn in range(_turns(first_cycle, options.edits)):
                for step in edits.cycles(kernel.text, turn)[place]:
                    for number, server in enumerate(servers):
                        sent = server.change(kernel.path, step.edit)
                        first = server.diagnostics(kernel.path, sent)
                        took(step.row, number, (first.time - sent) * 1000)
                        if step.wide:
                            last = server.last_diagnostics(kernel.path, sent, SILENCE)
                            took(f"{step.row}, last", number, (last.time - sent) * 1000)
    return timed


def _turns(cycle: edits.Cycle, wanted: int) -> int:
    """Return how often a cycle is repeated."""
    turns = max(1, wanted // len(cycle))
    return min(turns, RESTING) if any(step.wide for step in cycle) else turns


def counted_edits(kernel: Input) -> dict[str, counts.Counts]:
    """Return the largest counts by the rows of the table."""
    session = counts.Session()
    counted = {"open": session.open(kernel.path, kernel.text)}
    for cycle in edits.cycles(kernel.text):
        for step in cycle:
            cost = session.edit(kernel.path, step.edit, steps=True)
            counted[step.row] = cost.most(counted.get(step.row, counts.NOTHING))
    return counted


# --- a header ------------------------------------------------------------------------------------


def print_header(folder: Path, options: argparse.Namespace) -> None:
    """Print the time from a change in an open header to the diagnostics of those that include it.

    A member that all kernels use gets another name, and its own again.  clangd reads headers from
    the disk when they are saved; its time begins there, ours at the change that is not saved.
    """
    kernels = [
        inputs.write_synthetic(folder, 150, f"includes_{number}")
        for number in range(options.kernels)
    ]
    header = folder / inputs.HEADER_NAME
    line = inputs.HEADER.split("\n").index("    float4 speed;")
    column = len("    float4 speed")
    rows: dict[str, list[list[float]]] = {}
    with running(folder, options) as servers:
        for server in servers:
            sent = server.open(header, inputs.HEADER)
            for kernel in kernels:
                server.open(kernel.path, kernel.text)
            for kernel in kernels:
                server.diagnostics(kernel.path, sent)
        for turn in range(max(1, options.edits // 8)):
            begin, undo = edits.insertion((line, column), f"_{turn}")
            renamed = inputs.HEADER.replace("float4 speed;", f"float4 speed_{turn};")
            for edit, text, what in (
                (begin, renamed, "member renamed"),
                (undo, inputs.HEADER, "its undo"),
            ):
                for number, server in enumerate(servers):
                    wrong = edit is begin
                    sent = server.change(header, edit)
                    if number:
                        header.write_text(text, "utf-8")
                        sent = server.save(header)
                    answered = [_answered(server, kernel.path, sent, wrong) for kernel in kernels]
                    for name, when in (("first", min(answered)), ("last", max(answered))):
                        row = f"{what}, {name} of {len(kernels)}"
                        taken = rows.setdefault(row, [[] for _ in servers])
                        taken[number].append((when - sent) * 1000)
    print(figures.heading("header", "ours p50/p95", "clangd p50/p95", "ratio"))
    for row, times in rows.items():
        others = times[1] if len(times) > 1 else []
        cells = [row, figures.shown(times[0]), figures.shown(others)]
        print(figures.row([*cells, figures.ratio(times[0], others)]), flush=True)
    print()


def _answered(server: Server, path: Path, since: float, wrong: bool) -> float:
    """Return when a kernel's diagnostics spoke of the member's absence, or no more."""

    def wanted(publish: client.Publish) -> bool:
        return any("'speed'" in message for message in publish.messages) is wrong

    return server.diagnostics(path, since, wanted).time


# --- a rate --------------------------------------------------------------------------------------


def print_rate(chosen: list[Input], options: argparse.Namespace) -> None:
    """Print how late the diagnostics are for keys at a high rate."""
    head = ("file", "lines", "server", "keys", "versions with diagnostics")
    print(figures.heading(*head, "delay p50/p95", "behind the last key"))
    for kernel in chosen:
        with running(kernel.path.parent, options) as servers:
            for name, server in zip(("ours", "clangd"), servers, strict=False):
                sent = server.open(kernel.path, kernel.text)
                server.diagnostics(kernel.path, sent)
                delays, versions = typed_at_rate(server, kernel, options.rate, options.seconds)
                cells = [kernel.path.name, kernel.lines, name, len(delays), versions]
                shown = [figures.shown(delays), f"{delays[-1]:.1f}"]
                print(figures.row([*cells, *shown]), flush=True)
    print()


def typed_at_rate(
    server: Server, kernel: Input, rate: float, seconds: float
) -> tuple[list[float], int]:
    """Type at a rate; return each key's delay in ms, and how many versions had diagnostics."""
    line = inputs.middle_line(kernel.text)
    column = len(kernel.text.split("\n")[line])
    count = max(1, round(rate * seconds))
    typed = "".join(f"\n    float fast{number} = {number}.5f;" for number in range(count))[:count]
    sent: list[float] = []
    first_version = server.version(kernel.path) + 1
    begin = time.perf_counter()
    for number, edit in enumerate(edits.keys((line, column), typed)):
        time.sleep(max(0.0, begin + number / rate - time.perf_counter()))
        sent.append(server.change(kernel.path, edit))
    server.diagnostics(kernel.path, sent[-1])
    answered = [
        (publish.version or 0, publish.time)
        for publish in server.published(kernel.path)
        if publish.time >= sent[0] and (publish.version or 0) >= first_version
    ]
    # Diagnostics of a version answer all keys before it that had none.
    delays = []
    for number, when in enumerate(sent):
        at = bisect.bisect_left(answered, (first_version + number, 0.0))
        delays.append((answered[at][1] - when) * 1000)
    return delays, len({version for version, _ in answered})


# --- requests ------------------------------------------------------------------------------------

_ASKED = {
    "completion": "textDocument/completion",
    "signature help": "textDocument/signatureHelp",
    "symbols": "textDocument/documentSymbol",
    "folds": "textDocument/foldingRange",
    "tokens, what is new": "textDocument/semanticTokens/full/delta",
    "tokens in sight": "textDocument/semanticTokens/range",
    "hover": "textDocument/hover",
    "definition": "textDocument/definition",
    "references": "textDocument/references",
    "highlights": "textDocument/documentHighlight",
    "hints in sight": "textDocument/inlayHint",
    "actions": "textDocument/codeAction",
    "lenses": "textDocument/codeLens",
    "links": "textDocument/documentLink",
    "selection": "textDocument/selectionRange",
}
_AT_THE_KEY = ("completion", "signature help", "actions")
"""What is asked where the key was typed; all else is asked about a name in the line above."""
_IN_SIGHT = 50
"""Lines of an editor's window."""


def print_asked(chosen: list[Input], options: argparse.Namespace) -> None:
    """Print the time from a key to the answer to what is asked right after it."""
    head = ("file", "lines", "request", "ours p50/p95", "clangd p50/p95", "ratio")
    print(figures.heading(*head))
    for kernel in chosen:
        for request, times in timed_requests(kernel, options).items():
            others = times[1] if len(times) > 1 else []
            cells = [kernel.path.name, kernel.lines, request, figures.shown(times[0])]
            cells += [figures.shown(others), figures.ratio(times[0], others)]
            print(figures.row(cells), flush=True)
    print()


def timed_requests(kernel: Input, options: argparse.Namespace) -> dict[str, list[list[float]]]:
    """Return the times of each server, by request."""
    line = inputs.middle_line(kernel.text)
    column = len(kernel.text.split("\n")[line])
    window = {
        "start": {"line": line, "character": 0},
        "end": {"line": line + _IN_SIGHT, "character": 0},
    }
    about: client.Message = {
        "textDocument": {"uri": kernel.path.as_uri()},
        "position": {"line": line, "character": 4},
        "positions": [{"line": line, "character": 4}],
        "range": window,
        "context": {
            "triggerKind": 1,
            "isRetrigger": False,
            "includeDeclaration": True,
            "diagnostics": [],
        },
    }
    typed = "".join(
        f"\n    float asked{number} = fmax({number}.5f, convert_float(get_global_id(0)));"
        for number in range(options.edits)
    )
    with running(kernel.path.parent, options) as servers:
        timed: dict[str, list[list[float]]] = {name: [[] for _ in servers] for name in _ASKED}
        had: list[str | None] = [None] * len(servers)
        for server in servers:
            sent = server.open(kernel.path, kernel.text)
            server.last_diagnostics(kernel.path, sent, SILENCE)
            for method in _ASKED.values():
                server.request(method, {**about, "previousResultId": ""})
        keys = list(edits.keys((line, column), typed))[: options.edits * len(_ASKED)]
        # One request after each key, in turns: it comes before anything else is asked.
        for edit, (name, method) in zip(keys, itertools.cycle(_ASKED.items()), strict=False):
            params = {**about, **(_at(edit) if name in _AT_THE_KEY else {})}
            for number, server in enumerate(servers):
                sent = server.change(kernel.path, edit)
                params["previousResultId"] = had[number] or ""
                came, answer = server.request(method, params)
                if "error" not in answer:
                    timed[name][number].append((came - sent) * 1000)
                if name.startswith("tokens, what"):
                    had[number] = (answer.get("result") or {}).get("resultId")
                server.diagnostics(kernel.path, sent)
    return timed


def _at(edit: edits.Edit) -> client.Message:
    """Return the place after a key, as the params of a request."""
    newline = edit.text == "\n"
    after = {
        "line": edit.start[0] + newline,
        "character": 0 if newline else edit.start[1] + 1,
    }
    return {"position": after, "range": {"start": after, "end": after}}


if __name__ == "__main__":
    sys.exit(main())
