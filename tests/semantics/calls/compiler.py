"""A compiler's verdict on calls."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from tests.semantics.calls.calls import Call, is_written_out

CLANG = shutil.which("clang-19")
LINE = re.compile(r"calls\.cl:(\d+):\d+: (?:fatal )?(error|warning): (.*)")
FLAGS = [
    "-x", "cl", "-fsyntax-only", "-Xclang", "-finclude-default-header", "-target", "spir64",
    "-ferror-limit=0", "-fshow-overloads=best", "-fno-caret-diagnostics", "-w",
]  # fmt: skip
WARNINGS = [
    "-Wincompatible-pointer-types",
    "-Wincompatible-pointer-types-discards-qualifiers",
    "-Wpointer-sign",
    "-Wformat",
    "-Wformat-extra-args",
]


def verdicts(
    calls: Sequence[Call],
    std: str,
    folder: Path,
    *,
    changes: str = "+all",
    results: Sequence[str] = (),
    warnings: bool = False,
) -> list[tuple[str, str] | None]:
    """Return for each call None or the first error ("error") or warning, with the message.

    With `results`, a call whose result is not of the type named there is an error as well.
    """
    every = {one for call in calls for one in call.arguments}
    spellings = sorted(one for one in every if not is_written_out(one))
    names = {one: one for one in every} | {one: f"a{index}" for index, one in enumerate(spellings)}
    lines = ["#pragma OPENCL EXTENSION all : disable"] if changes == "-all" else []
    lines += ["#pragma OPENCL EXTENSION cl_khr_fp16 : enable"]
    lines += ["#pragma OPENCL EXTENSION cl_khr_fp64 : enable"]
    declared = [f"{one} {names[one]}" for one in spellings]
    # A function may have no more parameters than compilers think reasonable.
    lines.append(f"void f({', '.join(declared)}) {{")
    first = len(lines) + 1
    for index, call in enumerate(calls):
        text = f"{call.name}({', '.join(names[one] for one in call.arguments)})"
        if results and results[index]:
            text = f"_Generic({text}, {results[index]}: 0)"
        lines.append(f"(void){text};" if results else f"{text};")
    lines.append("}")
    path = folder / "calls.cl"
    path.write_text("\n".join(lines) + "\n")
    assert CLANG is not None
    flags = [flag for flag in FLAGS if flag != "-w"] + ["-Wno-everything", "-Werror=int-conversion"]
    ran = subprocess.run(
        [CLANG, *flags, *(WARNINGS if warnings else []), f"-cl-std={std}",
         "-Xclang", f"-cl-ext={changes}", str(path)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    found: list[tuple[str, str] | None] = [None] * len(calls)
    for match in LINE.finditer(ran.stderr):
        index = int(match[1]) - first
        if not 0 <= index < len(calls):
            if match[2] == "error":
                raise AssertionError(match[0])
            continue
        known = found[index]
        if known is None or (known[0] == "warning" and match[2] == "error"):
            found[index] = (match[2], match[3])
    return found
