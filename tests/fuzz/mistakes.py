"""Mistakes that a compiler rejects have an error here, on their line; what it accepts has none.

    python -m tests.fuzz.mistakes --mistakes 4000 --corpus FOLDER --list FILE

Kernels that clang-19 accepts get one mistake each: a word too many or too few, the name of
something else, another type, operator or number.  Those that clang-19 rejects must have an error,
those that it accepts must have none, and of each kind of difference a case is shown.  Names that
are written as macros are left out: the host may define them, and a warning reports them.
"""

from __future__ import annotations

import argparse
import collections
import re
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from opencl_ls.text import LineTable, byte_text
from tests.fuzz import kernels
from tests.fuzz.kernels import Kernel
from tests.fuzz.sources import compiler_errors, errors
from tests.fuzz.typing import Change

TOKEN = re.compile(
    r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/|#(?:\\\n|[^\n])*|[A-Za-z_]\w*|\.?\d[\w.]*'
    r"|<<=|>>=|->|\+\+|--|<<|>>|&&|\|\||[<>=!+\-*/%&|^]=|\S",
    re.S,
)
_NO_CODE = ("//", "/*", "#")
_WORD = re.compile(r"[A-Za-z_]\w*")
TYPES = (
    "int float uint char uchar long ulong short size_t void bool double half int2 int4 float2 "
    "float3 float4 float8 uint4 ushort2 half4 image2d_t sampler_t event_t"
).split()
QUALIFIERS = (
    "__global __local __constant __private global local constant private const volatile restrict "
    "__read_only __write_only __kernel kernel static inline extern"
).split()
_OPERATORS = (
    "+ - * / % & | ^ << >> < > <= >= == != && || = += -= *= /= %= &= |= ^= <<= >>= . -> , ? : ! ~ "
    "++ --"
).split()
_NUMBERS = ("0", "1.5f", "-1", '"s"', "1.0", "0x7fffffffff", "(float4)(1.0f)", "(int2)(1, 2)", "3")
_BRACKETS = "()[]{};,"
_CASTS = (*TYPES, "__global int *", "__local float *", "int *")
_AROUND = ("&{}", "*{}", "{}.x", "{}[0]")
_NEAR = 150
"""The number of tokens on each side of a name in which a name to confuse it with is taken."""
_MACRO = re.compile(r"(?:use of undeclared identifier|unknown type name) '_*[A-Z][A-Z0-9_]*'")


@dataclass
class Tally:
    """How many mistakes were judged, and what we said of them; differences by their kind."""

    rejected: int = 0
    reported: int = 0
    on_the_line: int = 0
    accepted: int = 0
    silent: int = 0
    differences: dict[str, list[str]] = field(default_factory=lambda: collections.defaultdict(list))


def is_code(token: str) -> bool:
    """Tell whether a token is no comment and no directive."""
    return not token.startswith(_NO_CODE)


def mistake(chance: Random, text: str) -> Change | None:
    """Return one mistake in a kernel, None where a text has no words."""
    spans = [found.span() for found in TOKEN.finditer(text) if is_code(found[0])]
    if not spans:
        return None
    index = chance.randrange(len(spans))
    start, end = spans[index]
    word = text[start:end]
    kind = chance.randrange(10)
    if kind == 0:
        return Change(start, end, "")
    if kind == 1:
        return Change(end, end, f" {word}")
    for row in (TYPES, QUALIFIERS, _OPERATORS):
        if word in row:
            return Change(start, end, chance.choice(row))
    if word in _BRACKETS:
        return Change(start, end, chance.choice(("", ";", ",", ")", "(")))
    if not _WORD.match(word):
        return Change(start, end, chance.choice(_NUMBERS))
    if kind in (2, 3):
        return Change(start, end, chance.choice(_AROUND).format(word))
    if kind == 4:
        return Change(start, start, f"({chance.choice(_CASTS)})")
    near = [text[slice(*span)] for span in spans[max(0, index - _NEAR) : index + _NEAR]]
    return Change(start, end, chance.choice([name for name in near if _WORD.match(name)]))


def judge(found: Sequence[Kernel], count: int, seed: int) -> Tally:
    """Make `count` mistakes, one at a time."""
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mistake.cl"
        for number in range(count):
            chance = Random(f"{seed} {number}")
            kernel = chance.choice(found)
            change = mistake(chance, kernel.text)
            if change is not None:
                _judge(kernel, change, path, tally)
    return tally


def _judge(kernel: Kernel, change: Change, path: Path, tally: Tally) -> None:
    text = change.apply(kernel.text)
    path.write_text(text, "utf-8")
    theirs = compiler_errors(path, kernel.settings)
    if theirs and _MACRO.match(theirs[0][1]):
        return
    lines = LineTable(byte_text(text))
    ours = {lines.line_of(each.place.start) + 1: each for each in errors(kernel, text)}
    line = text.count("\n", 0, change.start) + 1
    if not theirs:
        tally.accepted += 1
        tally.silent += not ours
        for number, finding in ours.items():
            shown = text.split("\n")[number - 1].strip()
            case = f"{kernel.path}:{number}: {finding.message}\n    {shown}"
            tally.differences[f"false error: {finding.code}"].append(case)
        return
    tally.rejected += 1
    if ours:
        tally.reported += 1
        tally.on_the_line += line in ours or line not in {number for number, _ in theirs}
        return
    kind = re.sub(r"'[^']*'", "'...'", theirs[0][1])
    shown = text.split("\n")[line - 1].strip()
    tally.differences[f"missed error: {kind}"].append(f"{kernel.path}:{line}: {shown}")


def main() -> int:
    """Print how many mistakes were judged as the compiler judges them, and how the others differ.

    The status is 1 where an error is false.
    """
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.mistakes", description=__doc__)
    parser.add_argument("--mistakes", type=int, default=1000)
    kernels.choices(parser)
    arguments = parser.parse_args()
    # The compiler knows nothing of macros that a host would define.
    found = [kernel for kernel in kernels.chosen(arguments) if "/host" not in kernel.path]
    tally = judge(found, arguments.mistakes, arguments.seed)
    print(f"{arguments.mistakes} mistakes in {len(found)} kernels")
    print(f"rejected by the compiler: {tally.rejected}")
    print(f"  of these with an error: {_share(tally.reported, tally.rejected)}")
    print(f"  on the line of the mistake: {_share(tally.on_the_line, tally.rejected)}")
    print(f"accepted by the compiler: {tally.accepted}")
    print(f"  of these without an error: {_share(tally.silent, tally.accepted)}")
    for kind, cases in sorted(tally.differences.items(), key=lambda entry: -len(entry[1])):
        print(f"--- {len(cases)} times {kind}\n{cases[0]}")
    return 1 if tally.silent < tally.accepted else 0


def _share(part: int, whole: int) -> str:
    return f"{part} ({part / max(1, whole):.1%})"


if __name__ == "__main__":
    sys.exit(main())
