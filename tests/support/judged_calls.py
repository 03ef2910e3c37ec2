"""Calls of built-in functions, one in each line of a program, judged by us and by clang-19.

The tests in `tests/builtins` make programs of what the tables say, and compare the two judgements.
Where every combination would take too long they take some of each kind, by rules and not by chance;
the environment variable `OPENCL_LS_ALL_CALLS` makes them take all.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import pytest

from opencl_ls.findings import Finding, Severity
from opencl_ls.settings.options import from_build_options
from tests.support.cases import run

CLANG = shutil.which("clang-19")
ALL_CALLS = bool(os.environ.get("OPENCL_LS_ALL_CALLS"))
STDS = ["CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0"]
PRAGMAS = "".join(
    f"#pragma OPENCL EXTENSION {name} : enable\n"
    for name in ("cl_khr_fp16", "cl_khr_fp64", "cl_khr_3d_image_writes")
)

# Extensions that clang's header has functions of, and clang itself does not know.
_IN_HEADER_ONLY = (
    "cl_arm_integer_dot_product_accumulate_int16",
    "cl_arm_integer_dot_product_accumulate_int8",
    "cl_arm_integer_dot_product_accumulate_saturate_int8",
    "cl_arm_integer_dot_product_int8",
)

_UNUSED = ("statement/unused-result", "statement/unused-value")

# Types of extensions that clang does not know, so that parameters of them cost no other call.
_NOT_IN_CLANG = "typedef event_t counter32_t, counter64_t;\n"

judged_by_clang = pytest.mark.skipif(CLANG is None, reason="clang-19 is not installed")


class Call(NamedTuple):
    """A call: its text, and the parameters of a function around it.

    `shape` tells its arguments' types, as in "clamp(float4, float, float)".  Whether a call is
    `legal` is None where clang alone is asked.
    """

    name: str
    text: str
    parameters: tuple[str, ...] = ()
    shape: str = ""
    legal: bool | None = True


class Program:
    """A text with a call in each line; those of one name with the same parameters share a function.

    `numbers` gives the calls of each line.  That of a function's head has all the calls below.
    """

    def __init__(self, calls: Iterable[Call], prelude: str = PRAGMAS) -> None:
        self.calls = tuple(calls)
        self.numbers: dict[int, list[int]] = {}
        lines = prelude.splitlines()
        together = groupby(
            enumerate(self.calls), key=lambda pair: (pair[1].name, pair[1].parameters)
        )
        for index, ((_, parameters), pairs) in enumerate(together):
            members = list(pairs)
            head, tail = f"void f{index}({', '.join(parameters) or 'void'}) {{", "}"
            if len(members) > 1:
                self.numbers[len(lines)] = [number for number, _ in members]
                lines.append(head)
                head = tail = ""
            for number, call in members:
                self.numbers[len(lines)] = [number]
                lines.append(f"{head} {call.text}; {tail}")
            if not tail:
                lines.append("}")
        self.text = "\n".join([*lines, ""])
        self._starts = [match.end() for match in re.finditer("\n", self.text)]

    def numbers_at(self, offset: int) -> list[int]:
        """Return the calls of the line of `offset`."""
        return self.numbers[bisect_right(self._starts, offset)]


def findings(program: Program, std: str, extensions: str = "+all") -> Mapping[int, list[Finding]]:
    """Return our warnings and errors by the number of the call.

    A finding that the result is not used, as in all of these statements, is left out.
    """
    return _findings(program, std, extensions)


@cache
def _findings(program: Program, std: str, extensions: str) -> Mapping[int, list[Finding]]:
    # The arguments are the same for all that ask: the cache knows no defaults.
    settings, problems = from_build_options([f"-cl-std={std}", f"-cl-ext={extensions}"])
    assert not problems
    found: dict[int, list[Finding]] = {}
    for finding in run(program.text, settings):
        if finding.severity <= Severity.WARNING and finding.code not in _UNUSED:
            for number in program.numbers_at(finding.place.start):
                found.setdefault(number, []).append(finding)
    return found


def errors(program: Program, std: str, extensions: str = "+all") -> set[int]:
    """Return the numbers of the calls that we reject."""
    return {
        number
        for number, each in findings(program, std, extensions).items()
        if any(finding.severity is Severity.ERROR for finding in each)
    }


@cache
def rejected(
    program: Program, std: str, extensions: str = "+all", absent: tuple[str, ...] = ()
) -> set[int]:
    """Return the numbers of the calls that clang rejects.

    `absent` are macros that its header would define for this target whatever `extensions` say.
    """
    undefined = "".join(f"#undef {name}\n" for name in absent)
    headers = f'#include "opencl-c-base.h"\n{undefined}#include "opencl-c.h"\n'
    headers += f'{_NOT_IN_CLANG}#line 1 "calls"\n'
    options = ["-w", "-ferror-limit", "0", "-fno-caret-diagnostics", "-fshow-overloads=best"]
    finished = _clang(headers + program.text, std, extensions, *options)
    assert "fatal error" not in finished.stderr
    lines = re.findall(r"^calls:(\d+):\d+: error", finished.stderr, re.MULTILINE)
    return {number for line in lines for number in program.numbers[int(line) - 1]}


@cache
def names_in_header(std: str, extensions: str = "+all") -> frozenset[str]:
    """Return the names of the functions that clang's header declares."""
    return frozenset(name for name, _ in prototypes(std, extensions))


@cache
def prototypes(std: str, extensions: str = "+all") -> tuple[tuple[str, str], ...]:
    """Return the functions that clang's header declares: their names and the parameters' texts."""
    finished = _clang('#include "opencl-c.h"\n', std, extensions, "-E", "-P")
    assert finished.returncode == 0
    return tuple(re.findall(r"\b(\w+)\s*\(([^()]*)\)\s*;", finished.stdout))


def _clang(text: str, std: str, extensions: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Run clang as its driver would, for a device with all that the extensions leave on."""
    assert CLANG is not None
    language = ["-cc1", "-triple", "spir64", "-x", "cl", f"-cl-std={std}", f"-cl-ext={extensions}"]
    defined = [f"-D{name}=1" for name in _IN_HEADER_ONLY]
    return subprocess.run(
        [CLANG, *language, "-internal-isystem", str(_headers()), *defined, *options, "-"],
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )


@cache
def _headers() -> Path:
    assert CLANG is not None
    command = [CLANG, "-print-resource-dir"]
    finished = subprocess.run(command, capture_output=True, text=True, check=True)
    return Path(finished.stdout.strip()) / "include"
