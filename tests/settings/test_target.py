"""Targets: versions, extensions, features, and what follows from them."""

from __future__ import annotations

import pytest

from opencl_ls.builtins.extensions import all_extensions
from opencl_ls.builtins.versions import Version
from opencl_ls.settings.target import (
    Target,
    feature_names,
    split_extensions,
    target_problems,
)

FEATURE = "__opencl_c_"


def test_the_default_is_the_widest_target() -> None:
    target = Target.default()
    assert target.version == Version.CL30
    assert target.features == feature_names()
    khronos = {
        name
        for name, each in all_extensions().items()
        if each.vendor == "khr" and each.deprecated is None
    }
    assert khronos <= target.extensions
    assert not {name for name in target.extensions if name.startswith(("cl_intel", "cl_amd"))}


@pytest.mark.parametrize("std", ["CL1.0", "CL1.2", "CL2.0", "CL3.0", None, "nonsense"])
def test_equal_settings_make_equal_targets(std: str | None) -> None:
    assert Target.make(std) == Target.make(std)
    assert hash(Target.make(std)) == hash(Target.make(std))


# What holds for each version with everything on: properties by their names.
PROPERTIES = {
    "CL1.0": (
        "images fp64 double_constants fp16 int64 3d_image_writes int64_atomics "
        "byte_addressable_store"
    ),
    "CL1.1": (
        "images fp64 double_constants fp16 int64 3d_image_writes int64_atomics "
        "byte_addressable_store"
    ),
    "CL1.2": (
        "images fp64 double_constants fp16 int64 3d_image_writes int64_atomics "
        "byte_addressable_store"
    ),
    "CL2.0": (
        "images fp64 double_constants fp16 int64 3d_image_writes int64_atomics "
        "byte_addressable_store subgroups "
        "generic_address_space program_scope_variables device_enqueue blocks pipes "
        "read_write_images work_group_collectives c11_atomics"
    ),
    "CL3.0": (
        "images fp64 double_constants fp16 int64 3d_image_writes int64_atomics "
        "byte_addressable_store subgroups "
        "generic_address_space program_scope_variables device_enqueue blocks pipes "
        "read_write_images work_group_collectives c11_atomics"
    ),
}


@pytest.mark.parametrize("std", PROPERTIES)
def test_properties_of_a_version_with_everything(std: str) -> None:
    assert properties(Target.make(std)) == set(PROPERTIES[std].split())


@pytest.mark.parametrize("std", PROPERTIES)
def test_properties_of_a_version_without_extensions(std: str) -> None:
    core = {
        "CL1.0": "images int64",
        "CL1.1": "images int64 byte_addressable_store",
        "CL1.2": "images int64 byte_addressable_store",
    }.get(std, "")
    optional = {"fp64", "double_constants", "fp16", "int64_atomics", "subgroups"}
    newer = set(PROPERTIES[std].split()) - optional
    expected = set(core.split()) or newer
    if std == "CL3.0":
        # It goes with its extension, while the feature of sub-groups is independent.
        expected = (expected - {"3d_image_writes"}) | {"subgroups"}
    assert properties(Target.make(std, "none")) == expected


def test_a_minimal_device_has_nothing_optional() -> None:
    target = Target.make("CL3.0", device="minimal")
    assert properties(target) == {"int64", "c11_atomics", "byte_addressable_store"}
    wider = Target.make("CL3.0", "+__opencl_c_images", "minimal")
    assert wider.has_images
    assert not wider.has_read_write_images


def properties(target: Target) -> set[str]:
    names = [name for name in dir(Target) if name.startswith("has_")]
    return {name.removeprefix("has_") for name in names if getattr(target, name)}


@pytest.mark.parametrize(
    ("extensions", "on", "off"),
    [
        ("none,+cl_khr_fp64", "cl_khr_fp64 __opencl_c_fp64", "cl_khr_fp16"),
        ("-cl_khr_fp64", "cl_khr_fp16", "cl_khr_fp64 __opencl_c_fp64"),
        ("-__opencl_c_fp64", "", "cl_khr_fp64 __opencl_c_ext_fp64_global_atomic_add"),
        ("none cl_khr_fp16", "cl_khr_fp16 __opencl_c_images", "cl_khr_fp64 __opencl_c_fp64"),
        ("-cl-ext=-all,+cl_khr_fp64", "cl_khr_fp64", "cl_khr_fp16 __opencl_c_images"),
        ("-all,+__opencl_c_pipes", "__opencl_c_generic_address_space", "__opencl_c_images"),
        ("-all", "__opencl_c_int64 __opencl_c_atomic_scope_device", "__opencl_c_subgroups"),
        ("+all", "cl_intel_subgroups cl_amd_media_ops cl_khr_fp16", ""),
        ("all,-cl_khr_fp16", "cl_intel_subgroups", "__opencl_c_ext_fp16_local_atomic_add"),
        ("none,khronos", "cl_khr_fp64", "cl_intel_subgroups"),
        ("-__opencl_c_images", "", "__opencl_c_read_write_images __opencl_c_3d_image_writes"),
        ("-__opencl_c_images", "", "cl_khr_3d_image_writes"),
        ("-cl_khr_3d_image_writes", "__opencl_c_images", "__opencl_c_3d_image_writes"),
        ("-__opencl_c_generic_address_space", "", "__opencl_c_pipes __opencl_c_device_enqueue"),
        ("-cl_khr_subgroups", "__opencl_c_subgroups", "cl_khr_subgroups"),
        ("-cl_ext_float_atomics", "", "__opencl_c_ext_fp32_global_atomic_add"),
        ("+cl_vendor_new", "cl_vendor_new", ""),
    ],
)
def test_changes_of_extensions_in_cl30(extensions: str, on: str, off: str) -> None:
    target = Target.make("CL3.0", extensions)
    holding = target.extensions | target.features
    assert not set(on.split()) - holding
    assert not set(off.split()) & holding


@pytest.mark.parametrize(
    ("std", "name", "offered"),
    [
        ("CL1.2", "cl_khr_subgroups", False),
        ("CL2.0", "cl_khr_subgroups", True),
        ("CL1.1", "cl_khr_depth_images", False),
        ("CL1.2", "cl_khr_depth_images", True),
        ("CL1.0", "cl_khr_select_fprounding_mode", True),
        ("CL1.1", "cl_khr_select_fprounding_mode", False),
    ],
)
def test_extensions_belong_to_versions(std: str, name: str, offered: bool) -> None:
    assert (name in Target.make(std).extensions) == offered
    assert (name in Target.make(std, f"none,+{name}").extensions) == offered


def test_features_before_30_are_what_compilers_define() -> None:
    assert Target.make("CL1.2").features == {"__opencl_c_int64"}
    older = Target.make("CL2.0", "-__opencl_c_pipes")
    assert "__opencl_c_pipes" in older.features, "2.0 has no optional features"
    assert "__opencl_c_fp64" not in older.features


def test_an_embedded_device_may_lack_long() -> None:
    assert Target.make("CL1.2", device="embedded").has_int64
    assert not Target.make("CL1.2", "none", "embedded").has_int64
    assert Target.make("CL1.2", device="embedded").is_embedded


def test_features_can_be_undefined_last() -> None:
    target = Target.make("CL3.0", undefined_features=["__opencl_c_atomic_scope_device"])
    assert "__opencl_c_atomic_scope_device" not in target.features


def test_words_of_extensions() -> None:
    expected = ("-all", "+cl_a", "cl_b")
    assert split_extensions("-cl-ext=-all,+cl_a; cl_b") == expected
    assert split_extensions(["-all", "+cl_a cl_b"]) == expected
    assert split_extensions("") == ()


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"std": "CL4.0"}, 'unknown OpenCL C version "CL4.0"'),
        (
            {"extensions": "none,+cl_khr_fp_64"},
            'unknown extension "cl_khr_fp_64"; did you mean cl_khr_fp64?',
        ),
        (
            {"extensions": "+__opencl_c_image"},
            'unknown extension "__opencl_c_image"; did you mean __opencl_c_images?',
        ),
        ({"std": "CL2.0", "extensions": "all,-cl_khr_fp16"}, ""),
    ],
)
def test_problems_are_said_in_words(settings: dict[str, str], problem: str) -> None:
    found = list(target_problems(**settings))
    assert len(found) == bool(problem)
    assert "".join(found).startswith(problem)


def test_a_device_decides_what_the_settings_leave_open() -> None:
    target = Target.make(device="apple-m1")
    assert (target.version, target.profile, target.device_name) == (
        Version.CL12,
        "full",
        "apple-m1",
    )
    assert not target.has_fp64
    assert not target.has_fp16
    assert target.has_3d_image_writes
    limit = target.limit("local-mem-size")
    assert limit is not None
    assert (limit.number, limit.device) == (32768, "apple-m1")


def test_settings_say_more_than_the_device() -> None:
    target = Target.make("CL1.1", "+cl_khr_fp16", "apple-m1", pointer_bits=32)
    assert (target.version, target.pointer_bits) == (Version.CL11, 32)
    assert target.has_fp16


def test_features_are_those_of_the_device() -> None:
    target = Target.make(device="nvidia-hopper")
    assert target.version == Version.CL30
    assert target.features == {
        f"{FEATURE}{name}" for name in ("fp64", "images", "int64", "3d_image_writes")
    }
    assert "cl_intel_subgroups" in target.refused
    assert "__cl_clang_function_pointers" not in target.refused
    # A newer driver may have more extensions of the vendor.
    intel = Target.make(device="intel-xe").refused
    assert "cl_arm_core_id" in intel
    assert "cl_intel_subgroup_matrix_multiply_accumulate" not in intel


def test_what_is_unknown_of_a_device_is_there() -> None:
    target = Target.make(device="intel-arc")
    assert (target.extensions, target.features) == (
        Target.default().extensions,
        Target.default().features,
    )
    assert target.limit("local-mem-size") is None


@pytest.mark.parametrize(
    ("std", "device", "number"),
    [(None, "full", 32768), ("CL1.0", "full", 16384), (None, "embedded", 1024)],
)
def test_without_a_device_the_minimum_counts(std: str | None, device: str, number: int) -> None:
    target = Target.make(std, device=device)
    limit = target.limit("local-mem-size")
    assert limit is not None
    assert (limit.number, limit.device, target.device_name) == (number, "", device)


def test_the_address_bits_of_a_device() -> None:
    assert Target.make(device="vivante-gc7000").pointer_bits == 32
    assert Target.make(device="nvidia-hopper").pointer_bits == 64
    assert Target.make(device="broadcom-videocore4").is_embedded
