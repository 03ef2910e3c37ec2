"""Programs that a compiler accepts must be without an error here: written ones, and mutants.

    python -m tests.fuzz.sources --programs 20000 --mutants 5000 --corpus FOLDER --list FILE

Every text is analysed, and none may raise.  What clang-19 rejects is of no concern beyond that.
"""

from __future__ import annotations

import argparse
import collections
import re
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from opencl_ls.analysis.host import Host
from opencl_ls.analysis.item_cache import ItemCache
from opencl_ls.findings import Finding, Severity
from opencl_ls.preprocess import MemorySources
from opencl_ls.settings.model import Settings, TargetSettings, make_target
from opencl_ls.text import LineTable, byte_text
from tests.fuzz import kernels
from tests.fuzz.kernels import Kernel
from tests.fuzz.programs import PRELUDE, Writer
from tests.fuzz.typing import TOKENS, Change, token_spans

CLANG = shutil.which("clang-19")
_FLAGS = (
    *("-x", "cl", "-fsyntax-only", "-Xclang", "-finclude-default-header", "-target", "spir64"),
    # As clang's driver has it by default: it knows the built-in functions without their header.
    *("-Xclang", "-fdeclare-opencl-builtins"),
    *("-Xclang", "-cl-ext=+all", "-ferror-limit=0", "-fno-caret-diagnostics", "-w"),
)
_ERROR = re.compile(r"^([^:\n]+):(\d+):\d+: (?:fatal )?error: (.*)$", re.M)
_VERSIONS = ("CL1.2", "CL2.0", "CL3.0")
_TOGETHER = 40
"""The number of functions in one program."""


# What the programs share is analysed once.
_cache = ItemCache()


@dataclass
class Tally:
    """What was judged, and what was found: of each kind one case."""

    judged: int = 0
    accepted: int = 0
    failures: collections.Counter[str] = field(default_factory=collections.Counter)
    cases: dict[str, str] = field(default_factory=dict)

    def failed(self, kind: str, case: str) -> None:
        """Note a failure."""
        self.failures[kind] += 1
        if len(self.cases.get(kind, case)) >= len(case):
            self.cases[kind] = case


def compiler_errors(path: Path, settings: Settings) -> list[tuple[int, str]]:
    """Return the 1-based lines of a file that the compiler rejects; line 0 is for headers."""
    assert CLANG is not None
    target = settings.target
    # Settings that name no version mean another one to the compiler.
    flags = [f"-cl-std={make_target(target).version.label}"]
    flags += [f"-D{name}={value}" for name, value in target.defines]
    flags += [f"-I{folder}" for folder in target.include_paths]
    for included in target.includes:
        flags += ["-include", included]
    ran = subprocess.run(
        [CLANG, *_FLAGS, *flags, str(path)],
        capture_output=True,
        text=True,
        check=False,
        errors="replace",
    )
    found = [
        (int(line) if file == str(path) else 0, words)
        for file, line, words in _ERROR.findall(ran.stderr)
    ]
    return found or ([(0, ran.stderr[-300:])] if ran.returncode else [])


def errors(kernel: Kernel, text: str) -> list[Finding]:
    """Return the findings of level error in a text that replaces a kernel's."""
    host = Host(kernel.files, _cache)
    host.open(kernel.path, byte_text(text), kernel.settings)
    found = host.analysis(kernel.path).findings
    return [finding for finding in found if finding.severity is Severity.ERROR]


def written(count: int, seed: int, tally: Tally) -> None:
    """Write `count` functions and judge them."""
    numbers = iter(range(count))
    with tempfile.TemporaryDirectory() as folder:
        for batch in range(-(-count // _TOGETHER)):
            chance = Random(f"{seed} {batch}")
            writer = Writer(chance)
            functions = [
                writer.function(f"f{n}") for n, _ in zip(range(_TOGETHER), numbers, strict=False)
            ]
            settings = Settings(TargetSettings(std=chance.choice(_VERSIONS), extensions=("all",)))
            _judge_functions(functions, settings, Path(folder), tally)


def _judge_functions(
    functions: Sequence[str], settings: Settings, folder: Path, tally: Tally
) -> None:
    kernel = Kernel("/written.cl", "", settings)
    text = PRELUDE + "".join(functions)
    tally.judged += len(functions)
    rejected = {line for line, _ in _compiled(text, settings, folder)}
    try:
        found = errors(kernel, text)
    except Exception as error:  # noqa: BLE001 - any exception at all is a find
        tally.failed(f"{type(error).__name__}", traceback.format_exc())
        return
    lines = LineTable(byte_text(text))
    first = PRELUDE.count("\n") + 1
    for function in functions:
        last = first + function.count("\n")
        if rejected.isdisjoint(range(first, last)):
            tally.accepted += 1
            for finding in found:
                line = lines.line_of(finding.place.start) + 1
                if first <= line < last:
                    whole = PRELUDE + function
                    if not _compiled(whole, settings, folder):
                        tally.failed(
                            f"false {finding.code}",
                            f"{settings.target.std}: {finding.message}\n"
                            + text.splitlines()[line - 1],
                        )
        first = last


def _compiled(text: str, settings: Settings, folder: Path) -> list[tuple[int, str]]:
    path = folder / "main.cl"
    path.write_bytes(byte_text(text).encode("latin-1"))
    return compiler_errors(path, settings)


def mutants(found: Sequence[Kernel], count: int, seed: int, tally: Tally) -> None:
    """Change some tokens of kernels `count` times; errors on accepted code are false."""
    with tempfile.TemporaryDirectory() as folder:
        for number in range(count):
            chance = Random(f"{seed} {number}")
            kernel = chance.choice(found)
            changes: list[Change] = []
            text = kernel.text
            for _ in range(chance.choice((1, 1, 1, 2, 3))):
                changes.append(mutation(chance, text))
                text = changes[-1].apply(text)
            tally.judged += 1
            try:
                ours = errors(kernel, text)
            except Exception as error:  # noqa: BLE001 - any exception at all is a find
                tally.failed(f"{type(error).__name__}", f"{changes}\n{traceback.format_exc()}")
                continue
            if not ours or "\0" in text:
                # Nothing false was said; and a file with zero bytes is none that is checked.
                continue
            if not _compiled(text, kernel.settings, Path(folder)):
                tally.accepted += 1
                base = {(finding.code, finding.message) for finding in errors(kernel, kernel.text)}
                lines = LineTable(byte_text(text))
                for finding in ours:
                    if (finding.code, finding.message) not in base:
                        line = lines.line_of(finding.place.start)
                        start, end = lines.line_bounds(line)
                        tally.failed(
                            f"false {finding.code}",
                            f"{kernel.path}:{line + 1} {kernel.settings.target.std} after {changes}"
                            f"\n{finding.message}\n{lines.text[start:end]}",
                        )


def mutation(chance: Random, text: str) -> Change:
    """Return a change that deletes, doubles, swaps, replaces or adds a token."""
    spans = token_spans(text, chance.randrange(len(text) + 1))
    if len(spans) < 2:
        return Change(0, 0, chance.choice(TOKENS))
    index = chance.randrange(len(spans) - 1)
    (start, end), (_, after) = spans[index], spans[index + 1]
    other = chance.choice(spans)
    return chance.choice(
        (
            Change(start, end, ""),
            Change(end, end, text[start:end]),
            Change(start, after, text[end:after] + text[start:end]),
            Change(start, end, text[slice(*other)]),
            Change(start, end, chance.choice(TOKENS)),
            Change(end, end, chance.choice(TOKENS)),
        )
    )


def main() -> int:
    """Run as the arguments say; the status says whether anything failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.sources", description=__doc__)
    parser.add_argument("--programs", type=int, default=2000, help="functions to write")
    parser.add_argument("--mutants", type=int, default=500, help="mutants of kernels")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--corpus", type=Path, help="a folder with kernels, beside our own")
    parser.add_argument("--list", type=Path, help="which of them, as in tests/corpus/kernels.json")
    parser.add_argument("--largest", type=int, default=6000, help="the most bytes of a kernel")
    arguments = parser.parse_args()
    found = [kernel for kernel in kernels.own() if isinstance(kernel.files, MemorySources)]
    if arguments.corpus is not None:
        found = kernels.of_corpus(arguments.corpus, arguments.list, arguments.largest, False)
    failed = False
    for name, run in _runs(arguments, found):
        tally = Tally()
        began = time.monotonic()
        run(tally)
        seconds = time.monotonic() - began
        failures = dict(tally.failures) or "none"
        print(f"{tally.judged} {name} in {seconds:.0f} s; failures: {failures}; the compiler")
        print(f"accepted {tally.accepted} of those that it was asked about", flush=True)
        for kind, case in tally.cases.items():
            print(f"--- {kind}\n{case}")
        failed = failed or bool(tally.failures)
    return 1 if failed else 0


def _runs(
    arguments: argparse.Namespace, found: Sequence[Kernel]
) -> list[tuple[str, Callable[[Tally], None]]]:
    return [
        ("functions", lambda tally: written(arguments.programs, arguments.seed, tally)),
        ("mutants", lambda tally: mutants(found, arguments.mutants, arguments.seed, tally)),
    ]


if __name__ == "__main__":
    sys.exit(main())
