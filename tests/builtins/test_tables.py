"""Types, macros, extensions, keywords, attributes, pragmas and pages."""

from __future__ import annotations

import subprocess
import sys

import pytest

from opencl_ls.builtins.extensions import extension
from opencl_ls.builtins.language import (
    attribute,
    keyword,
    page,
    pragma,
)
from opencl_ls.builtins.macros import macro
from opencl_ls.builtins.names import is_builtin, is_keyword, names
from opencl_ls.builtins.types import builtin_type, type_names
from opencl_ls.settings.target import Target


@pytest.mark.parametrize(
    ("name", "size", "alignment"),
    [("char", 1, 1), ("float3", 16, 16), ("double16", 128, 128), ("half2", 4, 4), ("ulong", 8, 8)],
)
def test_sizes_of_types(name: str, size: int, alignment: int) -> None:
    found = builtin_type(name)
    assert found is not None
    assert (found.size, found.alignment) == (size, alignment)


def test_every_vector_names_its_parts() -> None:
    vectors = [found for name in type_names() if (found := builtin_type(name)).kind == "vector"]
    assert vectors
    for vector in vectors:
        assert vector.name == f"{vector.element}{vector.components}"


def test_pointer_sized_types_have_no_size_of_their_own() -> None:
    found = builtin_type("size_t")
    assert found is not None
    assert (found.size, found.pointer_sized) == (None, True)
    assert not found.kernel_argument


@pytest.mark.parametrize(
    ("std", "extensions", "name", "reason"),
    [
        ("CL1.0", "", "float3", "needs OpenCL C 1.1"),
        ("CL1.2", "none", "double", "needs cl_khr_fp64"),
        ("CL1.2", "none", "half", None),
        ("CL1.2", "none", "half4", "needs cl_khr_fp16"),
        ("CL1.2", "", "atomic_int", "needs OpenCL C 2.0"),
        (
            "CL2.0",
            "none",
            "atomic_long",
            "needs cl_khr_int64_base_atomics and cl_khr_int64_extended_atomics",
        ),
        ("CL3.0", "-__opencl_c_pipes", "reserve_id_t", "in OpenCL C 3.0 needs __opencl_c_pipes"),
        ("CL1.2", "none,+cl_khr_depth_images", "image2d_depth_t", None),
        ("CL3.0", "none", "unsigned int", None),
    ],
)
def test_types_need_versions_and_extensions(
    std: str, extensions: str, name: str, reason: str | None
) -> None:
    found = builtin_type(name)
    assert found is not None
    missing = found.missing(Target.make(std, extensions))
    assert (missing.text if missing else None) == reason


def test_reserved_types_exist_in_no_version() -> None:
    found = builtin_type("double2x4")
    assert found is not None
    assert found.kind == "reserved"
    assert found.missing(Target.default()) is not None


@pytest.mark.parametrize(
    ("name", "value", "group"),
    [
        ("M_PI_F", "3.14159265358979323846264338327950288f", "math-constant"),
        ("INT_MAX", "2147483647", "integer-limits"),
        ("CLK_LOCAL_MEM_FENCE", "0x01", "fence"),
        ("__opencl_c_images", "1", "feature"),
        ("CL_VERSION_1_2", "120", "version"),
    ],
)
def test_macros(name: str, value: str, group: str) -> None:
    found = macro(name)
    assert found is not None
    assert (found.value, found.group) == (value, group)


def test_enumerators_name_their_enumeration() -> None:
    found = macro("memory_order_seq_cst")
    assert found is not None
    assert found.enumeration == "memory_order"


def test_extensions_know_their_history() -> None:
    found = extension("cl_khr_fp64")
    assert found is not None
    assert (found.core, found.feature, found.pragma) == (120, "__opencl_c_fp64", True)
    assert extension("cl_khr_fp65") is None


def test_attributes_are_found_between_underscores_too() -> None:
    assert attribute("__packed__") == attribute("packed")
    assert attribute("nonsense") is None


def test_the_other_tables_answer() -> None:
    assert keyword("__kernel").kind == "function-qualifier"
    assert keyword("pipe").availability.min_version == 200
    assert pragma("OPENCL EXTENSION").values == ("enable", "disable")
    assert page("mathFunctions").title


def test_names_of_all_kinds() -> None:
    known = ["clamp", "float4", "M_PI", "convert_float4", "memory_scope_device", "size_t"]
    assert [name for name in known if not is_builtin(name)] == []
    assert not is_builtin("my_function")
    assert is_keyword("kernel")
    assert not is_keyword("clamp")
    assert set(known) <= set(names())


def test_importing_the_package_loads_no_table() -> None:
    program = (
        "import sys, opencl_ls.builtins, opencl_ls.settings\n"
        "from opencl_ls.builtins import functions, types, macros, reader\n"
        "assert reader.table.cache_info().currsize == 0\n"
        "types.builtin_type('float4')\n"
        "assert reader.table.cache_info().currsize == 1\n"
        "assert not {'tree_sitter', 'lsprotocol'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
