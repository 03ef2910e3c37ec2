"""Built-in functions: lookup, concrete overloads, and text for a person."""

from __future__ import annotations

import re

import pytest

from opencl_ls.builtins.functions import function, function_key, function_names
from opencl_ls.builtins.types import builtin_type
from opencl_ls.settings.target import Target


def test_every_concrete_name_is_found_with_signatures_of_its_own() -> None:
    for name in function_names():
        found = function(name)
        assert found is not None
        assert found.signatures, name
        assert found.name == name


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("clamp", "clamp"),
        ("vload4", "vloadn"),
        ("convert_int4_sat_rte", "convert_T"),
        ("as_float4", "as_typen"),
        ("vstore_half8_rtn", "vstore_halfn"),
        ("intel_sub_group_block_read", "intel_sub_group_block_read"),
        ("intel_sub_group_block_read2", "intel_sub_group_block_read"),
    ],
)
def test_names_belong_to_families(name: str, key: str) -> None:
    assert function_key(name) == key
    found = function(name)
    assert found is not None
    assert found.key == key


@pytest.mark.parametrize(
    "name", ["vloadn", "convert_T", "vload5", "convert_float_sat", "clampp", "", "float4"]
)
def test_what_no_program_can_call_is_no_function(name: str) -> None:
    assert function(name) is None
    assert name not in function_names()


def test_convert_has_saturation_for_integers_alone() -> None:
    found = function("convert_uchar4_sat")
    assert found is not None
    assert len(found.signatures) == 1
    sources = {each.parameters for each in found.signatures[0].concrete("convert_uchar4_sat")}
    scalars = "char uchar short ushort int uint long ulong float double half".split()
    assert sources == {(f"{scalar}4",) for scalar in scalars}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("clamp", "gentypen clamp(gentypen x, gentypen minval, gentypen maxval)"),
        ("vload4", "gentype4 vload4(size_t offset, const constant gentype *p)"),
        ("barrier", "void barrier(cl_mem_fence_flags flags)"),
        ("get_work_dim", "uint get_work_dim(void)"),
        ("convert_int4", "int4 convert_int4(srctype4 x)"),
        ("half_cos", "floatn half_cos(floatn x)"),
        ("printf", "int printf(constant const char *format, ...)"),
        ("upsample", "shortn upsample(charn hi, ucharn lo)"),
        ("fract", "gentypen fract(gentypen x, gentypen *iptr)"),
    ],
)
def test_a_signature_reads_like_the_specification(name: str, expected: str) -> None:
    found = function(name)
    assert found is not None
    assert found.signatures[0].render(name) == expected


@pytest.mark.parametrize(
    ("name", "returns", "parameters"),
    [
        ("clamp", "float4", ("float4", "float", "float")),
        ("clamp", "int", ("int", "int", "int")),
        ("vload3", "half3", ("size_t", "const global half *")),
        ("vload3", "uint3", ("size_t", "const uint *")),
        ("as_float3", "float3", ("int4",)),
        ("as_float3", "float3", ("int3",)),
        ("as_int", "int", ("uchar4",)),
        ("as_uchar4", "uchar4", ("float",)),
        ("convert_double8_rtz", "double8", ("long8",)),
        ("shuffle2", "char16", ("char2", "char2", "uchar16")),
        ("frexp", "double2", ("double2", "local int2 *")),
        ("atomic_fetch_add", "uint", ("volatile atomic_uint *", "uint")),
        ("atomic_add", "int", ("global volatile int *", "int")),
        ("atomic_add", "uint", ("volatile uint *", "uint")),
        ("atomic_xchg", "float", ("volatile float *", "float")),
        ("read_imagef", "float4", ("read_only image3d_t", "sampler_t", "float4")),
        ("read_imagef", "float4", ("read_only image1d_buffer_t", "int")),
        ("write_imagei", "void", ("write_only image2d_array_t", "int4", "int4")),
        ("isequal", "long2", ("double2", "double2")),
        ("isequal", "int", ("double", "double")),
        ("get_image_dim", "int2", ("read_only image2d_t",)),
        ("read_pipe", "int", ("read_only pipe gentype", "gentype *")),
        ("upsample", "ulong4", ("uint4", "uint4")),
        (
            "intel_sub_group_avc_ime_get_streamout_major_shape_distortions",
            "ushort",
            ("intel_sub_group_avc_ime_result_dual_reference_streamout_t", "uchar", "uchar"),
        ),
    ],
)
def test_concrete_overloads(name: str, returns: str, parameters: tuple[str, ...]) -> None:
    found = function(name)
    assert found is not None
    overloads = [each for one in found.signatures for each in one.concrete(name)]
    assert (name, returns, parameters) in overloads


def test_no_conversion_of_a_different_size_is_an_overload_of_as_type() -> None:
    found = function("as_int4")
    assert found is not None
    sources = [each.parameters[0] for one in found.signatures for each in one.concrete("as_int4")]
    assert "int3" in sources
    assert not {"short4", "double4", "float", "char3"} & set(sources)


def test_overloads_are_made_of_known_words() -> None:
    """No generic word survives, save the element of a pipe and of a block's arguments."""
    qualifiers = {"global", "local", "private", "constant", "__local", "const", "volatile"}
    qualifiers |= {"read_only", "write_only", "read_write", "gentype"}
    # Types that vendors' texts name and do not describe.
    vendors = re.compile(r".*(_img|_reason)")
    for name in function_names():
        found = function(name)
        assert found is not None
        for signature in found.signatures:
            for each in signature.concrete(name):
                for text in (each.returns, *each.parameters):
                    for word in re.findall(r"[A-Za-z_]\w*", text):
                        known = word in qualifiers or builtin_type(word) is not None
                        assert known or vendors.fullmatch(word) or word == "block", (name, text)


@pytest.mark.parametrize(
    ("std", "extensions", "name", "reason"),
    [
        ("CL1.2", "", "work_group_barrier", "needs OpenCL C 2.0"),
        ("CL1.2", "", "clamp", None),
        ("CL1.0", "", "printf", "needs OpenCL C 1.2"),
        ("CL3.0", "", "enqueue_kernel", None),
        (
            "CL3.0",
            "-__opencl_c_device_enqueue",
            "enqueue_kernel",
            "in OpenCL C 3.0 needs __opencl_c_device_enqueue",
        ),
        ("CL3.0", "", "intel_sub_group_shuffle", "needs cl_intel_subgroups"),
        ("CL3.0", "all", "intel_sub_group_shuffle", None),
        ("CL2.0", "none", "sub_group_barrier", "needs OpenCL C 3.0 or cl_khr_subgroups"),
        ("CL2.0", "", "sub_group_barrier", None),
        ("CL1.1", "none,+cl_khr_fp16", "read_imageh", None),
        ("CL1.1", "none", "read_imageh", "needs cl_khr_fp16"),
        ("CL2.0", "none", "write_imageh", "needs cl_khr_fp16"),
        ("CL1.2", "all", "get_sub_group_local_id", None),
        ("CL1.2", "", "get_sub_group_local_id", "needs OpenCL C 3.0 or cl_khr_subgroups"),
        ("CL2.0", "", "dot_acc_sat", None),
        # The types that a name spells have needs of their own.
        ("CL1.0", "", "convert_char3", "needs OpenCL C 1.1"),
        ("CL1.0", "", "vload3", "needs OpenCL C 1.1"),
        ("CL1.0", "", "vload4", None),
        ("CL1.2", "none", "convert_double2", "needs cl_khr_fp64"),
        ("CL1.2", "none", "as_half", "needs cl_khr_fp16"),
        ("CL1.2", "none", "convert_long_sat", None),
        ("CL1.2", "none", "vload_half", None),
    ],
)
def test_availability_for_a_target(
    std: str, extensions: str, name: str, reason: str | None
) -> None:
    found = function(name)
    assert found is not None
    missing = found.missing(Target.make(std, extensions))
    text = missing.text if missing else None
    assert text == reason or (reason is not None and (text or "").startswith(reason))


def test_signatures_are_available_one_by_one() -> None:
    found = function("vload4")
    assert found is not None
    assert len(found.available_signatures(Target.make("CL1.2"))) == 2
    assert (
        found.signatures[0].render() == "gentypen vloadn(size_t offset, const constant gentype *p)"
    )
    assert len(found.available_signatures(Target.make("CL2.0"))) == 3


def test_facts_about_a_function() -> None:
    found = function("pow")
    assert found is not None
    assert dict(found.ulp)["float"] == "<=16"
    assert (found.group, found.page, found.anchor) == ("math", "mathFunctions", "math-functions")
    atomic = function("atomic_add")
    assert atomic is not None
    assert atomic.deprecated == 200
