"""Calls right and wrong, judged by a compiler: it rejects, warns of and accepts the same ones.

A sample of the calls in `calls.py` for each version, and of calls of the functions that have rules
of their own.  Where the two differ on purpose, `DIFFERENCES` says why.  `OPENCL_LS_FULL=1` takes
a call of every signature in place of a sample.
"""

from __future__ import annotations

import os
import re
from itertools import product
from pathlib import Path

import pytest

from opencl_ls.semantics import types as t
from opencl_ls.semantics.calls import CallProblem
from opencl_ls.semantics.calls.wording import type_text
from opencl_ls.settings.target import Target
from tests.semantics.calls.calls import (
    Call,
    bucket,
    can_be_declared,
    changed,
    exact,
    is_written_out,
    resolved,
    sampled,
    signatures,
)
from tests.semantics.calls.compiler import CLANG, verdicts

pytestmark = pytest.mark.skipif(CLANG is None, reason="clang-19 is not installed")

FULL = bool(os.environ.get("OPENCL_LS_FULL"))

# What the compiler does not know at all, or knows as an operator.
SKIPPED = re.compile(
    r"(img|amd|arm)_|intel_sub_group_avc|\w*(matrix_mad|bfloat16|tfloat32)|vec_step"
)

# (how the compiler judges, how we judge, calls) and the reason why.
DIFFERENCES = [
    (None, "*", r"CL1\.0 .* clamp\(.*",
     "integers can be clamped from 1.1 on; clang has no such bound"),
    ("error", None, r"CL1\.0 .* clamp\(.*", "the same: what is ambiguous with them is not without"),
    (None, "unavailable", r"CL1\.[01] .*",
     "clang has what came with 1.1 in every version, and looks at no version before 1.2"),
    (None, "unavailable", r"CL3\.0 -all .*",
     "for SPIR, clang has extensions that only add functions whatever the options say"),
    ("warning", "unavailable", r"CL(1\.[01]|3\.0 -all) .*", "the same, with a dubious pointer"),
    (None, "*", r"CL3\.0 -all atomic_fetch_\w+\(.*atomic_(float|double|half) .*",
     "the same for atomic functions on floating types"),
    ("warning", "*", r"CL3\.0 -all atomic_fetch_\w+\(.*", "the same: it takes the form for float"),
    (None, "argument", r"CL(1\.[012]|3\.0 -all).* wait_group_events\(.*(global|local) event_t \*\)",
     "clang's table has a generic pointer there in every version"),
    ("error", None, r".* (read|write)_image\w+\(read_write .*",
     "clang's table lacks cl_khr_mipmap_image for read_write images; its header has it"),
    (None, "ambiguous", r"\S+ \S+ atomic_\w+\(0[,)].*",
     "clang's table has one form where its header has three, so that NULL is not ambiguous"),
    (None, "ambiguous", r"\S+ \S+ atomic_\w+\(.*, 0[,)].*", "the same for the expected value"),
    ("warning", "ambiguous", r"\S+ \S+ atomic_\w+\((const|volatile) .*|.*\((\w+ )?void \*, .*",
     "the same for a pointer that loses qualifiers"),
    ("warning", "ambiguous", r"\S+ \S+ atomic_compare_exchange_\w+\(.*",
     "the same for a pointer of another type"),
    (None, "count", r".* enqueue_kernel\((.*, ){6}\^\(local.*",
     "clang counts no sizes after the form with events when there are none"),
    ("error", None, r".*\^\(local int \*.*",
     "clang does not know cl_khr_device_enqueue_local_arg_types"),
    (None, "*", r".* enqueue_kernel\(.* clk_event_t, .*",
     "clang takes an event for a list of events"),
    (None, "qualifiers", r".* enqueue_kernel\((.*, ){5}const clk_event_t \*, .*",
     "clang lets an event be returned through a pointer to a constant one"),
    (None, "format", r'.* printf\("%(\.)?\*.*', "OpenCL C does not have the '*' of C"),
    ("warning", None, r'.* printf\("%c", .*|.* printf\("%hhd", short\)',
     "clang advises against bool, and unsigned or short values for some conversions"),
    (None, "format", r'.* printf\("%(lc|ls|td|zu)", .*',
     "clang has lengths of C that OpenCL C lacks"),
    (None, "format", r'.* printf\("%v4[du]", .*', "clang takes 32 bits for the missing length"),
    ("warning", None, r".* printf\(constant char \*\)", "security is not a topic on a device"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("std", "changes"),
    [(std, "+all") for std in ("CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0")] + [("CL3.0", "-all")],
)
def test_calls_by_signature(std: str, changes: str, tmp_path: Path) -> None:
    target = Target.make(std, changes)
    calls: dict[Call, None] = {}
    for name, signature in signatures():
        if SKIPPED.match(name) or signature.variadic:
            continue
        if bucket(name) % 12 and (not FULL or name.startswith(("convert_", "as_"))):
            continue
        for instance in sampled(signature.concrete(name), 1):
            made = exact(instance)
            for call in (made, *changed(made)):
                if "pipe" not in str(call) and can_be_declared(call, target):
                    calls[call] = None
    compare(list(calls), std, changes, tmp_path)


@pytest.mark.parametrize("std", ["CL2.0", "CL3.0"])
def test_calls_of_special_functions(std: str, tmp_path: Path) -> None:
    calls = [*enqueues(), *pipe_calls(), *reinterpretations(), *prints()]
    target = Target.make(std, "+all")
    compare([call for call in calls if can_be_declared(call, target)], std, "+all", tmp_path)


def compare(calls: list[Call], std: str, changes: str, folder: Path) -> None:
    target = Target.make(std, changes)
    judged = verdicts(calls, std, folder, changes=changes, warnings=True)
    differences: list[str] = []
    accepted: list[tuple[Call, str]] = []
    for call, verdict in zip(calls, judged, strict=True):
        resolution = resolved(call, target)
        problem = resolution.problem
        if verdict is not None and "undeclared" in verdict[1]:
            # An extension that the compiler does not know: nothing can be compared.
            continue
        theirs = None if verdict is None else verdict[0]
        if severity(problem) == theirs:
            if problem is None and resolution.result.type not in (t.VOID, t.UNKNOWN):
                accepted.append((call, type_text(resolution.result)))
            continue
        shown = f"{std} {changes} {call.name}({', '.join(call.arguments)})"
        if not explained(shown, theirs, None if problem is None else problem.kind):
            said = None if problem is None else problem.text
            differences.append(f"{shown}: {verdict} / {said}")
    differences += other_results(accepted, std, changes, folder)
    assert not differences, "\n".join(differences)


def severity(problem: CallProblem | None) -> str | None:
    if problem is None:
        return None
    return "warning" if problem.warning else "error"


def explained(shown: str, theirs: str | None, kind: str | None) -> bool:
    return any(
        wanted == theirs and ours in (kind, "*") and re.fullmatch(pattern, shown)
        for wanted, ours, pattern, _ in DIFFERENCES
    )


def other_results(
    accepted: list[tuple[Call, str]], std: str, changes: str, folder: Path
) -> list[str]:
    """Return the calls whose result has another type in the compiler."""
    calls = [call for call, _ in accepted]
    results = [result for _, result in accepted]
    judged = verdicts(calls, std, folder, changes=changes, results=results)
    return [
        f"{call}: {result}: {verdict[1]}"
        for (call, result), verdict in zip(accepted, judged, strict=True)
        if verdict is not None
    ]


def enqueues() -> list[Call]:
    base = ("queue_t", "0", "ndrange_t")
    events = ("1", "clk_event_t *", "clk_event_t *")
    blocks = ["^{}", "^(local void *p) {}", "^(local void *p, local void *q) {}", "^(int x) {}",
              "^(local int *p) {}", "^(global void *p) {}", "int", "0"]  # fmt: skip
    sizes: list[tuple[str, ...]] = [(), ("1u",), ("1u", "1L"), ("0.5f",)]
    calls = [
        Call("enqueue_kernel", (*base, *before, block, *after))
        for before, block, after in product([(), events], blocks, sizes)
    ]
    others = ["queue_t", "int", "0", "0.5f", "ndrange_t", "clk_event_t *", "event_t *",
              "const clk_event_t *", "global int *", "float4", "clk_event_t", "bool"]  # fmt: skip
    whole = (*base, *events, "^{}")
    for index, other in product(range(7), others):
        calls.append(Call("enqueue_kernel", (*whole[:index], other, *whole[index + 1 :])))
    calls += [Call("enqueue_kernel", whole[:count]) for count in range(7)]
    for query, block in product(["work_group_size", "preferred_work_group_size_multiple"], blocks):
        calls += [Call(f"get_kernel_{query}", one) for one in ((block,), (block, block), ())]
    for query, block in product(["sub_group_count", "max_sub_group_size"], blocks):
        name = f"get_kernel_{query}_for_ndrange"
        calls += [Call(name, one) for one in (("ndrange_t", block), ("int", block), (block,))]
    return calls


def pipe_calls() -> list[Call]:
    calls: list[Call] = []
    pipes = ["read_only pipe int", "write_only pipe int", "read_only pipe float4", "int"]
    pointers = ["private int *", "int *", "const int *", "global int *", "private float *",
                "float4 *", "void *", "0", "int", "uint *", "volatile int *"]  # fmt: skip
    for pipe, name in product(pipes, ["read_pipe", "write_pipe"]):
        for pointer in pointers:
            calls.append(Call(name, (pipe, pointer)))
            calls.append(Call(name, (pipe, "reserve_id_t", "uint", pointer)))
        calls += [Call(name, ()), Call(name, (pipe,)), Call(name, (pipe, "int *", "int *"))]
        calls += [Call(name, (pipe, "int", "uint", "int *"))]
        calls += [Call(name, (pipe, "reserve_id_t", "float", "int *"))]
    for pipe, group, access in product(pipes, ["", "work_group_", "sub_group_"], ["read", "write"]):
        for other in ("uint", "int", "long", "float", "0", "int *", "reserve_id_t"):
            calls.append(Call(f"{group}reserve_{access}_pipe", (pipe, other)))
            calls.append(Call(f"{group}commit_{access}_pipe", (pipe, other)))
        calls.append(Call(f"{group}reserve_{access}_pipe", (pipe,)))
    for pipe, name in product(pipes, ["get_pipe_num_packets", "get_pipe_max_packets"]):
        calls += [Call(name, one) for one in ((pipe,), (pipe, "uint"), ())]
    return calls


def reinterpretations() -> list[Call]:
    values = ["int", "float", "uint4", "float3", "char4", "uchar3", "long", "double", "half2", "0",
              "0.5", "bool", "int *", "size_t", "short", "uint16", "event_t", "half"]  # fmt: skip
    names = ["as_int", "as_float4", "as_float3", "as_char3", "as_ulong", "as_size_t", "as_half",
             "as_double", "as_uchar16", "convert_int", "convert_int4", "convert_float3_rte",
             "convert_uchar_sat", "convert_half2", "convert_long4_sat_rtz"]  # fmt: skip
    calls = [Call(name, (value,)) for name, value in product(names, values)]
    pointers = ["int *", "global int *", "local float4 *", "private int *", "constant int *",
                "int", "0", "void *", "const int *", "event_t"]  # fmt: skip
    for name in ("to_global", "to_local", "to_private"):
        calls += [Call(name, (pointer,)) for pointer in pointers]
        calls += [Call(name, ()), Call(name, ("int *", "int *"))]
    return calls


def prints() -> list[Call]:
    conversions = (
        "d f v4hlf v4d v4hld v2ld v2lf v4f s p c ld hd hhd u x 5.2f -5d +d #x #d lf hf Lf lld zu "
        "*d .*f y v3hlf v4hhu v4u v4hlx % v16c e%g i n hld td jd ls lc .3c 05s"
    )
    values = ["int", "uint", "long", "float", "double", "float4", "int4", "uint4", "uchar4",
              "double2", "long2", "char", "short", "constant char *", "global int *", "float3",
              "bool", "half", "event_t", "size_t", "half2", "char16"]  # fmt: skip
    formats = [f'"%{one}"' for one in conversions.split()] + ['"%"', '""', '"a"', '"%d\\n"']
    calls = [Call("printf", (one, value)) for one, value in product(formats, values)]
    for one in formats:
        calls += [Call("printf", (one,)), Call("printf", (one, "int", "float"))]
    starts = ["char *", "global char *", "constant char *", "0", "int", "constant uchar *"]
    return [*calls, Call("printf", ()), *(Call("printf", (one,)) for one in starts)]


def test_spellings_that_stand_for_themselves() -> None:
    assert is_written_out("^{}")
    assert not is_written_out("global int *")
