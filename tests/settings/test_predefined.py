"""The macros that a kernel sees before its first line."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from opencl_ls.builtins.extensions import all_extensions
from opencl_ls.builtins.versions import Version
from opencl_ls.settings.predefined import builtin_macros, predefined_macros
from opencl_ls.settings.target import Target

CLANG = shutil.which("clang-19")
needs_clang = pytest.mark.skipif(CLANG is None, reason="clang-19 is not installed")
STDS = [version.label for version in Version]

# What clang defines only for itself or for its own header.
INTERNAL = re.compile(r"__OPENCL_MEMORY_SCOPE_\w+|_OPENCL_BASE_H_|__opencl_subgroup_builtins|_LP64")
INTERNAL_NAMES = {"__opencl_c_named_address_space_builtins", "MAX_WORK_DIM"}

# clang's header offers these in every version; the specification begins with them later.
LATER = {
    "CLK_ADDRESS_MIRRORED_REPEAT": 110,
    "CLK_Rx": 110,
    "CLK_RGx": 110,
    "CLK_RGBx": 110,
    "CLK_DEPTH": 120,
    "CLK_UNORM_INT24": 120,
    "NULL": 200,
}

KERNEL_EXEC = (
    "__kernel __attribute__((work_group_size_hint(X, 1, 1))) __attribute__((vec_type_hint(typen)))"
)

HEXADECIMAL = re.compile(r"0x1\.[0-9a-f]+p[+-]\d+")

# The same number, written in another way.
SPELT_DIFFERENTLY = {"SCHAR_MIN", "SHRT_MIN"}


@pytest.mark.parametrize(
    ("settings", "name", "value"),
    [
        ({"std": "CL1.2"}, "__OPENCL_C_VERSION__", "120"),
        ({"std": "CL1.2"}, "__OPENCL_VERSION__", "120"),
        ({}, "__OPENCL_C_VERSION__", "300"),
        ({"std": "CL1.0"}, "CL_VERSION_2_0", "200"),
        ({}, "__ENDIAN_LITTLE__", "1"),
        ({}, "__IMAGE_SUPPORT__", "1"),
        ({"extensions": "-__opencl_c_images"}, "__IMAGE_SUPPORT__", None),
        ({}, "__FAST_RELAXED_MATH__", None),
        ({"fast_relaxed_math": True}, "__FAST_RELAXED_MATH__", "1"),
        ({"fast_relaxed_math": True}, "__FINITE_MATH_ONLY__", "1"),
        ({}, "__FINITE_MATH_ONLY__", "0"),
        ({}, "__EMBEDDED_PROFILE__", None),
        ({"device": "embedded"}, "__EMBEDDED_PROFILE__", "1"),
        ({"std": "CL1.0"}, "__ROUNDING_MODE__", "rte"),
        ({"std": "CL1.1"}, "__ROUNDING_MODE__", None),
        ({"std": "CL1.2"}, "__opencl_c_images", None),
        ({"std": "CL3.0"}, "__opencl_c_images", "1"),
        ({}, "cl_khr_fp64", "1"),
        ({"extensions": "none"}, "cl_khr_fp64", None),
        ({}, "cl_intel_subgroups", None),
        ({}, "__SIZEOF_POINTER__", "8"),
        ({}, "__INTPTR_WIDTH__", "64"),
        ({"pointer_bits": 32}, "__UINTPTR_MAX__", "4294967295U"),
        ({"pointer_bits": 32}, "__SIZEOF_POINTER__", "4"),
        ({"pointer_bits": 32}, "__LP64__", None),
        # Drivers are made of clang, but no machine or driver is named: the portable way counts.
        ({}, "__clang__", "1"),
        ({}, "__clang_major__", "19"),
        ({}, "__GNUC__", "4"),
        ({}, "__SPIR__", None),
        ({}, "__AMDGCN__", None),
        ({}, "__NV_CL_C_VERSION", None),
        ({}, "__VERSION__", None),
        ({}, "_LP64", "1"),
        ({"pointer_bits": 32}, "_LP64", None),
        ({}, "M_PI_F", None),
        (
            {},
            "__kernel_exec(X, typen)",
            KERNEL_EXEC,
        ),
    ],
)
def test_macros_to_expand(settings: dict[str, object], name: str, value: str | None) -> None:
    assert predefined_macros(Target.make(**settings)).get(name) == value


@pytest.mark.parametrize(
    ("std", "extensions", "name", "value"),
    [
        ("CL1.0", "", "M_PI_F", "3.14159265358979323846264338327950288f"),
        ("CL1.0", "", "INT_MAX", "2147483647"),
        ("CL1.2", "", "NULL", None),
        ("CL2.0", "", "NULL", "((void*)0)"),
        ("CL1.0", "", "INFINITY", ""),
        ("CL1.2", "", "M_PI", "3.14159265358979323846264338327950288"),
        ("CL1.2", "none", "M_PI", None),
        ("CL1.2", "none", "HALF_MAX", None),
        ("CL1.2", "", "CLK_IMAGE_MEM_FENCE", None),
        ("CL2.0", "", "CLK_IMAGE_MEM_FENCE", "0x04"),
        ("CL3.0", "-__opencl_c_device_enqueue", "CLK_SUCCESS", None),
        # Enumerators are no macros, and predefined macros are in the other table.
        ("CL3.0", "", "memory_order_seq_cst", None),
        ("CL3.0", "", "__OPENCL_C_VERSION__", None),
        ("CL3.0", "", "cl_khr_fp64", None),
    ],
)
def test_macros_that_stay_names(std: str, extensions: str, name: str, value: str | None) -> None:
    assert builtin_macros(Target.make(std, extensions)).get(name) == value


@pytest.mark.parametrize("std", STDS)
def test_no_name_is_in_both_tables(std: str) -> None:
    target = Target.make(std, "all")
    assert not names_of(predefined_macros(target)).keys() & builtin_macros(target).keys()


def test_the_tables_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        predefined_macros(Target.default())["X"] = "1"  # type: ignore[index]


@needs_clang
@pytest.mark.parametrize("std", STDS)
def test_clang_defines_the_same_language(std: str) -> None:
    """Every name of OpenCL that clang defines is ours with clang's value, and hardly any more."""
    clang = clangs_macros(std, "+all")
    target = Target.make(std, "all")
    expanded, kept = names_of(predefined_macros(target)), dict(builtin_macros(target))
    ours = expanded | kept

    for name in clang:
        if about_opencl(name) and int(target.version) >= LATER.get(name, 100):
            assert name in ours, name
    for name, value in ours.items():
        if name in clang and value and name not in SPELT_DIFFERENTLY:
            assert same_value(value, clang[name]), name

    alone = ours.keys() - clang.keys() - all_extensions().keys()
    assert {name for name in alone if not name.endswith("_EXT")} <= {
        "CL_VERSION_3_1",
        "__OPENCL_VERSION__",
        "__ROUNDING_MODE__",
        "__opencl_c_ext_image_unorm_int_2_101010",
        "__opencl_c_ext_image_unsigned_10x6_12x4_14x2",
    }


@needs_clang
@pytest.mark.parametrize("std", ["CL1.2", "CL3.0"])
@pytest.mark.parametrize(
    "changes",
    [
        "+all,-cl_khr_fp64,-__opencl_c_fp64",
        "+all,-__opencl_c_device_enqueue",
        "+all,-cl_khr_3d_image_writes,-__opencl_c_3d_image_writes",
        "-all,+cl_khr_fp16",
    ],
)
def test_clang_agrees_on_changes(std: str, changes: str) -> None:
    clang = clangs_macros(std, changes)
    ours = names_of(predefined_macros(Target.make(std, f"-cl-ext={changes}")))
    switched = {"cl_khr_fp64", "cl_khr_fp16", "cl_khr_3d_image_writes", "cl_khr_subgroups"}
    switched |= {name for name in ours.keys() | clang.keys() if name.startswith("__opencl_c_")}
    # clang's header defines some features whatever the options say.
    switched -= {"__opencl_c_named_address_space_builtins", "__opencl_c_read_write_images"}
    header = re.compile(r"__opencl_c_(ext_|integer_dot|kernel_clock)\w+")
    for name in switched:
        if not header.fullmatch(name):
            assert (name in ours) == (name in clang), name


@needs_clang
def test_clang_agrees_on_a_32_bit_device() -> None:
    clang = clangs_macros("CL1.2", "+all", "spir")
    ours = predefined_macros(Target.make("CL1.2", pointer_bits=32))
    for name, value in ours.items():
        if name in clang and name.startswith("__S"):
            assert value == clang[name], name


def clangs_macros(std: str, changes: str, machine: str = "spir64") -> dict[str, str]:
    assert CLANG is not None
    arguments = ["-dM", "-E", "-xcl", f"-cl-std={std}", "-target", machine]
    finished = subprocess.run(
        [CLANG, *arguments, "-Xclang", f"-cl-ext={changes}", "-"],
        input="",
        capture_output=True,
        text=True,
        check=True,
    )
    found = re.findall(r"^#define (\w+)(?:\([^)]*\))? ?(.*)$", finished.stdout, re.MULTILINE)
    return dict(found)


def about_opencl(name: str) -> bool:
    if INTERNAL.fullmatch(name) or name in INTERNAL_NAMES or name.startswith("as_"):
        return False
    return not name.startswith("__") or "opencl" in name.lower() or "_cl_" in name


def names_of(macros: object) -> dict[str, str]:
    return {head.partition("(")[0]: value for head, value in dict(macros).items()}


def same_value(ours: str, clangs: str) -> bool:
    """Tell whether two texts are one but for spaces and parentheses, or one number of type double.

    clang's header writes such constants in hexadecimal.
    """
    if squeezed(ours) == squeezed(clangs):
        return True
    return HEXADECIMAL.fullmatch(clangs) is not None and float(ours) == float.fromhex(clangs)


def squeezed(text: str) -> str:
    return re.sub(r"[\s()]", "", text)
