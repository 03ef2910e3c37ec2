"""Shows the memory of the server: for each line that is open, and over an hour of typing.

    python -m benchmarks.memory [FILE|FOLDER...] [--package darktable] [--lines 3000]
        [--clangd clangd] [--keys 36000] [--every 2000] [--only open] [--only typing]

Without an input, kernels of 150 to 16,000 lines are generated.  It needs Linux, whose /proc tells
the resident memory of a process; figures are KiB.  Two parts:

`open`: a new server, before and after it has opened a file; "per line" is the difference in bytes
for each line of it.

`typing`: 36,000 keys, which are ten in a second for an hour, at full speed: each is sent when the
one before has its diagnostics, so that none is left out.  Statements are typed and taken back, no
two of them the same.  The file is the first input of 1,000 lines or more.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import client, edits, figures, inputs
from benchmarks.client import Server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.inputs import Input

PARTS = ("open", "typing")
STATEMENTS = 10
"""How many statements are typed before they are taken back."""


def main(arguments: list[str] | None = None) -> int:
    """Run the benchmark and print its tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    inputs.add_options(parser)
    add = parser.add_argument
    add("--clangd", help="the command of clangd; without it only ours is shown")
    add("--std", default="CL2.0")
    add("--only", action="append", choices=PARTS, help="a part; both without it")
    add("--keys", type=int, default=36_000, help="how many keys are typed [36000]")
    add("--every", type=int, default=2_000, help="after how many keys memory is looked at [2000]")
    options = parser.parse_args(arguments)
    parts = options.only or PARTS
    commands: dict[str, client.Command] = {"ours": client.OURS}
    if options.clangd:
        commands["clangd"] = client.clangd(options.clangd)
    print(figures.machine(), end="\n\n")
    with tempfile.TemporaryDirectory() as made:
        chosen = list(inputs.chosen(options, Path(made)))
        if "open" in parts:
            print(figures.heading("file", "lines", "server", "before", "open", "per line"))
            for kernel in chosen:
                for name, command in commands.items():
                    print_open(name, command, kernel, options.std)
            print()
        if "typing" in parts:
            kernel = next((each for each in chosen if each.lines >= 1000), chosen[-1])
            for name, command in commands.items():
                print_typing(name, command, kernel, options)
    return 0


def print_open(name: str, command: client.Command, kernel: Input, std: str) -> None:
    """Print what a server holds before and after a file is open."""
    # An open file of no lines, so that what is loaded for the first one is not the file's.
    empty = kernel.path.with_name("empty.cl")
    server = Server(command, kernel.path.parent, std=std)
    server.diagnostics(empty, server.open(empty, "\n"))
    before = server.resident()
    server.diagnostics(kernel.path, server.open(kernel.path, kernel.text))
    after = server.resident()
    server.close()
    line = (after - before) * 1024 / max(1, kernel.lines)
    cells = [kernel.path.name, kernel.lines, name, before, after, round(line)]
    print(figures.row(cells), flush=True)


def print_typing(
    name: str, command: client.Command, kernel: Input, options: argparse.Namespace
) -> None:
    """Print how much memory a server has during typing."""
    print(f"Typing in {kernel.path.name}, {kernel.lines} lines, {name}:\n")
    print(figures.heading("keys", "resident"))
    server = Server(command, kernel.path.parent, std=options.std)
    server.diagnostics(kernel.path, server.open(kernel.path, kernel.text))
    samples: list[tuple[float, float]] = []
    for number, edit in enumerate(typing(kernel, options.keys)):
        if number % options.every == 0:
            _sample(server, number, samples)
        server.changed(kernel.path, edit)
        server.forget()
    _sample(server, options.keys, samples)
    server.close()
    # At the beginning caches fill; what counts is whether it goes on.
    late = samples[len(samples) // 2 :]
    print(
        f"\nfrom {samples[0][1]:.0f} to {samples[-1][1]:.0f} KiB; "
        f"{figures.slope(samples) * 1000:.1f} KiB for each 1,000 keys, "
        f"{figures.slope(late) * 1000:.1f} in the second half\n"
    )


def typing(kernel: Input, count: int) -> Iterator[edits.Edit]:
    """Yield `count` edits: the keys of statements, and now and then one that takes them back."""
    line = inputs.middle_line(kernel.text)
    place = (line, len(kernel.text.split("\n")[line]))
    statement = made = 0
    while True:
        typed = "".join(
            f"\n    float typed{number} = {number}.5f;"
            for number in range(statement, statement + STATEMENTS)
        )
        statement += STATEMENTS
        for edit in (*edits.keys(place, typed), edits.insertion(place, typed)[1]):
            if made == count:
                return
            yield edit
            made += 1


def _sample(server: Server, keys: int, samples: list[tuple[float, float]]) -> None:
    samples.append((keys, server.resident()))
    print(figures.row([keys, server.resident()]), flush=True)


if __name__ == "__main__":
    sys.exit(main())
