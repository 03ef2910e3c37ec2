"""Calls of every signature of the built-in functions, in every version.

The calls are made from the table: a call of a form that a version has is silent, and a call of a
function that it has not is reported by the function's name.  Where clang-19 is installed it judges
the same text, and `DIFFERENCES` lists and explains where we part.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest

from opencl_ls.builtins.functions import function, function_names
from opencl_ls.builtins.versions import Version
from opencl_ls.findings import Severity
from opencl_ls.settings.options import from_build_options
from opencl_ls.settings.target import Target
from tests.support.cases import run

CLANG = shutil.which("clang-19")
STDS = ["CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0"]
PRAGMAS = "".join(
    f"#pragma OPENCL EXTENSION {name} : enable\n"
    for name in ("cl_khr_fp16", "cl_khr_fp64", "cl_khr_3d_image_writes")
)

# These take a format, a block or a type, which are no values of a parameter, or belong to vendors.
# The families of conversions have tests of their own; they would be nine calls in ten.
ELSEWHERE = re.compile(
    r"(convert|as|intel|arm|img|amd|qcom)_\w+|printf|enqueue_kernel|get_kernel_\w+|vec_step"
)

# What differs from clang-19, by the function's name, with the reason.
DIFFERENCES = {
    r"read_image\w+": "clang's header lets a read_write image be read with a sampler; the "
    "specification does not",
    r"work_group_(reduce|scan)_.*": "cl_khr_work_group_uniform_arithmetic is newer than clang-19",
    r"async_work_group_copy_(2D2D|3D3D|fence)": "clang-19 has cl_khr_extended_async_copies "
    "under older names",
}


class Call(NamedTuple):
    """A function with a call inside, the name of what is called, and whether it may be called."""

    name: str
    text: str
    legal: bool


@cache
def calls(std: str) -> tuple[Call, ...]:
    target = Target.make(std, "+all")
    return tuple(
        call
        for name in sorted(function_names())
        if not ELSEWHERE.fullmatch(name)
        for call in calls_of(name, target)
    )


def calls_of(name: str, target: Target) -> Iterator[Call]:
    found = function(name)
    assert found is not None
    if found.missing(target) is not None:
        yield Call(name, f"void f(void) {{ {name}(); }}", legal=False)
        return
    forms = {
        each.parameters
        for signature in found.available_signatures(target)
        for each in signature.instances(name)
        if not signature.variadic
    }
    for form in sorted(forms):
        types = [parameter.replace("gentype", "int") for parameter in form]
        # Before 2.0 there is no word for what a read_write image would be.
        if not target.has_read_write_images and any("read_write" in each for each in types):
            continue
        # Compilers have the barriers of sub-groups in 1.2, and not yet the type of this argument.
        if "memory_scope" in types and target.version < Version.CL20:
            continue
        # From 2.0 on the specification lets the atomics of 1.x take generic pointers; clang's
        # header does not, and a program is portable without.
        if re.fullmatch(r"atomic_(add|sub|xchg|inc|dec|cmpxchg|min|max|and|or|xor)", name):
            types = [each for each in types if not is_plain_pointer(each)]
            if len(types) < len(form):
                continue
        # A reading with a sampler needs an image that is only read; see DIFFERENCES.
        if "sampler_t" in types and types[0].startswith("read_write"):
            continue
        named = [f"{qualified(each)} p{index}" for index, each in enumerate(types)]
        values = ", ".join(f"p{index}" for index in range(len(types)))
        yield Call(name, f"void f({', '.join(named) or 'void'}) {{ {name}({values}); }}", True)


def qualified(kind: str) -> str:
    """Say `private` where the table says nothing: a parameter would be generic from 2.0 on."""
    return f"private {kind}" if is_plain_pointer(kind) else kind


def is_plain_pointer(kind: str) -> bool:
    spaces = r"\b(__)?(global|local|constant|private|generic|pipe)\b"
    return kind.endswith("*") and not re.search(spaces, kind)


def program(std: str) -> str:
    lines = [call.text.replace(" f(", f" f{i}(", 1) for i, call in enumerate(calls(std))]
    return PRAGMAS + "\n".join(lines) + "\n"


@cache
def reported(std: str, limit: Severity = Severity.ERROR) -> dict[int, list[str]]:
    """Return the messages that are no milder than `limit`, by the number of the call."""
    text = program(std)
    settings, problems = from_build_options([f"-cl-std={std}", "-cl-ext=+all"])
    assert not problems
    starts = [match.end() for match in re.finditer("\n", text)]
    found: dict[int, list[str]] = {}
    for finding in run(text, settings):
        if finding.severity <= limit:
            line = bisect_right(starts, finding.place.start) - PRAGMAS.count("\n")
            found.setdefault(line, []).append(finding.message)
    return found


@pytest.mark.parametrize("std", STDS)
def test_every_form_of_a_version_can_be_called(std: str) -> None:
    loud = {
        call.text: reported(std)[number]
        for number, call in enumerate(calls(std))
        if call.legal and number in reported(std)
    }
    assert len(calls(std)) > 4000
    assert not loud


@pytest.mark.parametrize("std", STDS)
def test_what_a_version_has_not_is_reported_by_name(std: str) -> None:
    told = reported(std, Severity.WARNING)
    silent = [
        call.name
        for number, call in enumerate(calls(std))
        if not call.legal
        and not any(f"'{call.name}'" in message for message in told.get(number, ()))
    ]
    assert not silent


@pytest.mark.skipif(CLANG is None, reason="clang-19 is not installed")
@pytest.mark.parametrize("std", STDS)
def test_clang_agrees(std: str) -> None:
    assert CLANG is not None
    options = ["-triple", "spir64", "-finclude-default-header", "-cl-ext=+all", "-w"]
    finished = subprocess.run(
        [CLANG, "-cc1", "-x", "cl", f"-cl-std={std}", *options, "-ferror-limit", "0", "-"],
        input=program(std),
        capture_output=True,
        text=True,
        check=False,
    )
    judged = {
        int(line) - 1 - PRAGMAS.count("\n")
        for line in re.findall(r"^<stdin>:(\d+):\d+: error", finished.stderr, re.MULTILINE)
    }
    assert judged or all(call.legal for call in calls(std))
    # What came with 1.1 is there in 1.0 too, so we warn of it; clang misses its arguments.
    warned = set(reported(std, Severity.WARNING)) if std == "CL1.0" else set()
    differences = {
        calls(std)[number].text
        for number in judged ^ set(reported(std))
        if calls(std)[number].legal or number not in warned
        if not any(re.fullmatch(known, calls(std)[number].name) for known in DIFFERENCES)
    }
    assert not differences
