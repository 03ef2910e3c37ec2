"""Mistakes that a compiler rejects must have an error here, and on the line of the mistake.

    python -m tests.fuzz.mistakes --mistakes 4000 --corpus FOLDER --list FILE

Kernels that clang-19 accepts get one mistake each: a word too many or too few, the name of
something else, another type, operator or number.  What is told of those that clang-19 rejects is
counted, and of each kind that is missed a case is shown.  Names that are written as macros are
left out: the host may define them, and a warning tells of them.
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
"""So many tokens before and behind a name are those whose names may be mixed up with it."""
_MACRO = re.compile(r"(?:use of undeclared identifier|unknown type name) '_*[A-Z][A-Z0-9_]*'")


@dataclass
class Told:
    """What was told of the mistakes that the compiler rejects."""

    rejected: int = 0
    told: int = 0
    on_the_line: int = 0
    missed: dict[str, list[str]] = field(default_factory=lambda: collections.defaultdict(list))


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


def judge(found: Sequence[Kernel], count: int, seed: int) -> Told:
    """Make so many mistakes, one at a time."""
    told = Told()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mistake.cl"
        for number in range(count):
            chance = Random(f"{seed} {number}")
            kernel = chance.choice(found)
            change = mistake(chance, kernel.text)
            if change is not None:
                _judge(kernel, change, path, told)
    return told


def _judge(kernel: Kernel, change: Change, path: Path, told: Told) -> None:
    text = change.apply(kernel.text)
    path.write_text(text, "utf-8")
    theirs = compiler_errors(path, kernel.settings)
    if not theirs or _MACRO.match(theirs[0][1]):
        return
    told.rejected += 1
    lines = LineTable(byte_text(text))
    ours = {lines.line_of(each.place.start) + 1 for each in errors(kernel, text)}
    line = text.count("\n", 0, change.start) + 1
    if ours:
        told.told += 1
        told.on_the_line += line in ours or line not in {number for number, _ in theirs}
        return
    kind = re.sub(r"'[^']*'", "'...'", theirs[0][1])
    shown = text.split("\n")[line - 1].strip()
    told.missed[kind].append(f"{kernel.path}:{line}: {shown}")


def main() -> int:
    """Print how many mistakes were told of, and those that were not."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.mistakes", description=__doc__)
    parser.add_argument("--mistakes", type=int, default=1000)
    kernels.choices(parser)
    arguments = parser.parse_args()
    # The compiler knows nothing of macros that a host would define.
    found = [kernel for kernel in kernels.chosen(arguments) if "/host" not in kernel.path]
    told = judge(found, arguments.mistakes, arguments.seed)
    share = 100 / max(1, told.rejected)
    print(f"{arguments.mistakes} mistakes, of which the compiler rejects {told.rejected}")
    print(f"an error for {told.told} of these ({told.told * share:.1f} %),")
    print(f"on the line of the mistake, where the compiler has it there, for {told.on_the_line}")
    for kind, cases in sorted(told.missed.items(), key=lambda entry: -len(entry[1])):
        print(f"--- {len(cases)} times: {kind}\n{cases[0]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
