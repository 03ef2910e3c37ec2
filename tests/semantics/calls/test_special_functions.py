"""Calls of the functions that have rules of their own, and the words for calls of the others."""

from __future__ import annotations

import pytest

from opencl_ls.semantics import types as t
from opencl_ls.semantics.calls import Argument, CallProblem, resolve
from opencl_ls.settings.target import Target
from opencl_ls.syntax import records as r
from tests.semantics.calls.calls import Call, argument, resolved

CL20 = Target.make("CL2.0", "all")

EVENT = "clk_event_t *"
ENQUEUE = "enqueue_kernel(queue_t; 0; ndrange_t; "


def problems(text: str, target: Target = CL20) -> tuple[CallProblem, ...]:
    return resolved(call_of(text), target).problems


def call_of(text: str) -> Call:
    """Return the call that "max(int; uint)" spells."""
    name, _, rest = text.removesuffix(")").partition("(")
    return Call(name, tuple(one.strip() for one in rest.split(";") if one.strip()))


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("max(int; 1)", "int"),
        ("pow(float; 1)", "float"),
        ("max(float4; 0)", "float4"),
        ("clamp(float4; 0; 1)", "float4"),
        ("mix(float4; float4; 0.5)", "float4"),
        ("abs(int4)", "uint4"),
        ("get_global_id(0)", "size_t"),
        ("read_imagef(read_only image2d_t; 1; float2)", "float4"),
        ("read_imagei(image2d_t; sampler_t; int2)", "int4"),
        ("get_image_dim(write_only image3d_t)", "int4"),
        ("vload4(0; const global float *)", "float4"),
        ("vload_half8(0; global half *)", "float8"),
        ("shuffle(float4; uint8)", "float8"),
        ("async_work_group_copy(local float *; const global float *; 1; 0)", "event_t"),
        ("atomic_fetch_add(global atomic_int *; 1)", "int"),
        ("atomic_load(local atomic_uint *)", "uint"),
        ("atomic_add(volatile global uint *; 1)", "uint"),
        ("as_float3(uint4)", "float3"),
        ("convert_uchar4_sat_rte(float4)", "uchar4"),
        ("to_local(const int *)", "__local const int *"),
        ("read_pipe(read_only pipe float4; float4 *)", "int"),
        ("reserve_write_pipe(write_only pipe int; 1)", "reserve_id_t"),
        ("get_pipe_num_packets(pipe int)", "uint"),
        (ENQUEUE + "^{})", "int"),
        (ENQUEUE + f"1; {EVENT}; 0; ^(local void *p) {{}}; 1u)", "int"),
        ("get_kernel_work_group_size(^(local void *p) {})", "uint"),
        ('printf("%v4hlf %d"; float4; int)', "int"),
    ],
)
def test_what_a_call_results_in(text: str, result: str) -> None:
    found = resolved(call_of(text), CL20)
    assert found.problems == ()
    assert t.spelled(found.result) == result


@pytest.mark.parametrize(
    ("text", "kind", "index", "words"),
    [
        ("max(1; 1u)", "ambiguous", 1, "max(int, int) and max(uint, uint) fit equally well"),
        ("sin(1)", "ambiguous", 0, "sin(float), sin(double) and sin(half)"),
        ("clamp(float4; int4; float4)", "argument", 1, "argument 2 is int4, not float4"),
        (
            "dot(float4; float3)",
            "argument",
            1,
            "the nearest overload is float dot(float4 p0, float4 p1)",
        ),
        ("get_global_id()", "count", None, "'get_global_id' takes one argument, not 0"),
        ("vstore4(float4; 0; const global float *)", "qualifiers", 2, "loses qualifiers"),
        ("remquo(float; float; private uint *)", "pointer-sign", 2, "another sign"),
        ("fract(float; global int *)", "pointer-type", 1, "another type of pointer"),
        (
            "read_imagef(write_only image2d_t; sampler_t; float2)",
            "argument",
            0,
            "read_only image2d_t",
        ),
        ("write_imageui(write_only image2d_t; int2; float4)", "argument", 2, "not uint4"),
        ("work_group_reduce_add(float4)", "argument", 0, "argument 1 is float4"),
        ("as_int(double)", "size", 0, "reinterprets 4 bytes as int, but double has 8"),
        ("convert_int4(float)", "argument", 0, "has to be a vector of 4 elements"),
        ("vec_step(global int *)", "argument", 0, "has to be a scalar or a vector"),
        ("to_global(constant int *)", "argument", 0, "has to be a generic pointer"),
        ("read_pipe(write_only pipe int; int *)", "access", 0, "needs a read_only pipe"),
        ("write_pipe(pipe int; int *)", "access", 0, "needs a write_only pipe"),
        ("read_pipe(pipe int; float *)", "argument", 1, "has to be int *"),
        ("read_pipe(pipe int; int; int *)", "count", None, "2 or 4 arguments"),
        ("commit_read_pipe(pipe int; 0)", "argument", 1, "has to be reserve_id_t"),
        (ENQUEUE + ")", "count", None, "at least 4 arguments"),
        (ENQUEUE + "int)", "argument", 3, "has to be a block"),
        (ENQUEUE + "^(int x) {})", "block", 3, "local void * only, not int"),
        (ENQUEUE + "^(local void *p) {})", "count", 3, "one size of local memory"),
        (ENQUEUE + "^(local void *p) {}; 0.5f)", "argument", 4, "has to be uint"),
        (ENQUEUE + f"1; event_t *; {EVENT}; ^{{}})", "argument", 4, "clk_event_t * or NULL"),
        ("enqueue_kernel(queue_t; 0; 1; ^{})", "argument", 2, "has to be ndrange_t"),
        ("get_kernel_work_group_size(^(int x) {})", "block", 0, "local void * only"),
        ('printf("%d"; float)', "format-type", 1, "takes int, and argument 2 is float"),
        ('printf("%f"; float4)', "format-type", 1, "takes double, and argument 2 is float4"),
        ('printf("%v4hlf"; int4)', "format-type", 1, "takes float4"),
        ('printf("%d %d"; int)', "format-count", 0, "no argument for '%d'"),
        ('printf("%d"; int; int)', "format-unused", 2, "does not use argument 3"),
        ('printf("%y"; int)', "format", 0, "'%y' is no conversion"),
        ("printf(global char *)", "argument", 0, "constant const char *"),
    ],
)
def test_what_is_wrong_with_a_call(text: str, kind: str, index: int | None, words: str) -> None:
    found = problems(text)
    assert [(one.kind, one.argument) for one in found] == [(kind, index)]
    assert words in found[0].text


@pytest.mark.parametrize(
    ("text", "std", "changes", "words"),
    [
        ("work_group_reduce_add(int)", "CL1.2", "all", "needs OpenCL C 2.0"),
        ("read_imagef(image2d_t; int2)", "CL1.1", "all", "needs OpenCL C 1.2"),
        ("write_imagef(write_only image3d_t; int4; float4)", "CL1.2", "none", "_3d_image_writes"),
        ("atom_add(global int *; int)", "CL1.0", "none", "cl_khr_global_int32_base_atomics"),
        ("sub_group_reduce_add(int)", "CL2.0", "none", "or cl_khr_subgroups"),
        ("atomic_store(global atomic_int *; 1)", "CL3.0", "-__opencl_c_atomic_order_seq_cst",
         "needs __opencl_c_atomic_order_seq_cst"),
        ("convert_half4(float4)", "CL1.2", "none", "needs cl_khr_fp16"),
        ("as_double(long)", "CL1.2", "none", "needs cl_khr_fp64"),
        ("vload3(0; global int *)", "CL1.0", "all", "needs OpenCL C 1.1"),
        ("read_pipe(pipe int; int *)", "CL1.2", "all", "needs OpenCL C 2.0"),
        ('printf("a")', "CL1.1", "all", "needs OpenCL C 1.2"),
    ],
)  # fmt: skip
def test_what_a_call_needs(text: str, std: str, changes: str, words: str) -> None:
    (found,) = problems(text, Target.make(std, changes))
    assert found.kind == "unavailable"
    assert found.reason is not None
    assert words in found.text


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("clamp(float4; unknown; unknown)", "float4"),
        ("max(unknown; unknown)", "unknown"),
        ("get_global_id(unknown)", "size_t"),
        ("read_imagef(unknown; sampler_t; float2)", "unknown"),
        ("read_imagei(unknown; sampler_t; float2)", "int4"),
        ("as_int(unknown)", "int"),
        ("read_pipe(unknown; unknown)", "int"),
        ("to_global(unknown)", "unknown"),
        (ENQUEUE + "unknown)", "int"),
        (ENQUEUE + "unknown; unknown)", "int"),
    ],
)
def test_an_argument_of_unknown_type_is_never_wrong(text: str, result: str) -> None:
    call = call_of(text)
    unknown = Argument(t.UNKNOWN_QUALIFIED, True, None, False, r.Name(0, 0, "a"))
    arguments = [unknown if one == "unknown" else argument(one, CL20) for one in call.arguments]
    found = resolve(call.name, arguments, CL20)
    assert found is not None
    assert found.problems == ()
    assert t.spelled(found.result) == result


def test_a_pointer_to_an_unknown_type_fits_any_pointer() -> None:
    pointer = t.Qualified(t.pointer_to(t.Qualified(t.UNKNOWN, t.GLOBAL)))
    arguments = [argument("0", CL20), Argument(pointer, True, None, False, r.Name(0, 0, "p"))]
    found = resolve("vload4", arguments, CL20)
    assert found is not None
    assert found.problems == ()
    assert found.result.type is t.UNKNOWN


@pytest.mark.parametrize(
    ("name", "orders", "words"),
    [
        ("atomic_load_explicit", ["release"], "cannot have the order memory_order_release"),
        ("atomic_store_explicit", ["acquire"], "cannot have the order memory_order_acquire"),
        ("atomic_store_explicit", ["release"], ""),
        ("atomic_compare_exchange_strong_explicit", ["acq_rel", "release"], "on failure"),
        ("atomic_compare_exchange_weak_explicit", ["relaxed", "acquire"], "cannot be stronger"),
        ("atomic_compare_exchange_weak_explicit", ["seq_cst", "acquire"], ""),
    ],
)
def test_memory_orders(name: str, orders: list[str], words: str) -> None:
    before = ["global atomic_int *"]
    if "exchange" in name:
        before += ["int *", "1"]
    elif "store" in name:
        before += ["1"]
    kind = argument("memory_order", CL20).type
    named = [
        Argument(kind, False, None, False, r.Name(0, 0, f"memory_order_{order}"))
        for order in orders
    ]
    found = resolve(name, [*(argument(one, CL20) for one in before), *named], CL20)
    assert found is not None
    assert [words in one.text and one.warning for one in found.problems] == [True] * bool(words)
