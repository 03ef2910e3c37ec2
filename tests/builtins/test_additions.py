"""What extensions and features add, derived from what each name needs."""

from __future__ import annotations

import pytest

from opencl_ls.builtins.additions import additions
from opencl_ls.builtins.extensions import DEPENDENT_FEATURES, all_extensions
from opencl_ls.builtins.functions import function
from opencl_ls.builtins.macros import all_macros
from opencl_ls.builtins.types import builtin_type
from opencl_ls.builtins.versions import EQUIVALENT_EXTENSION, Version
from opencl_ls.reference import reference
from opencl_ls.reference.extensions import condensed
from opencl_ls.settings.target import Target


@pytest.mark.parametrize(
    ("option", "kind", "there", "not_there"),
    [
        ("cl_khr_fp16", "functions", {"read_imageh"}, {"vload_half", "img_matmul_2x4_4x4h"}),
        ("cl_khr_fp16", "extended", {"acos", "dot"}, {"vload_half", "printf"}),
        ("cl_khr_fp16", "types", {"half", "half8"}, {"float"}),
        ("cl_khr_fp16", "macros", {"HALF_MAX", "M_PI_H"}, {"FLT_MAX"}),
        ("cl_khr_subgroups", "functions", {"sub_group_broadcast"}, {"sub_group_ballot"}),
        ("cl_khr_subgroup_extended_types", "functions", set(), {"sub_group_broadcast"}),
        ("cl_khr_subgroup_extended_types", "extended", {"sub_group_broadcast"}, set()),
        ("cl_khr_integer_dot_product", "functions", {"dot_acc_sat"}, {"dot"}),
        ("cl_khr_integer_dot_product", "extended", {"dot"}, set()),
        ("cl_intel_subgroups", "functions", {"intel_sub_group_shuffle"}, set()),
        ("cl_intel_subgroups_char", "extended", {"intel_sub_group_shuffle"}, set()),
        ("cl_img_matrix_multiply", "functions", {"img_matmul_2x4_4x4h"}, set()),
        ("cl_intel_required_subgroup_size", "attributes", {"intel_reqd_sub_group_size"}, set()),
        ("cl_khr_select_fprounding_mode", "pragmas", {"OPENCL SELECT_ROUNDING_MODE"}, set()),
        ("__opencl_c_pipes", "keywords", {"pipe"}, set()),
        ("__opencl_c_images", "functions", {"read_imagef"}, {"intel_sub_group_block_read"}),
        ("__opencl_c_generic_address_space", "functions", {"to_global"}, {"atomic_load"}),
        ("__opencl_c_generic_address_space", "extended", {"atomic_load", "fract"}, set()),
        ("cl_khr_pci_bus_info", "functions", set(), {"acos"}),
    ],
)
def test_additions(option: str, kind: str, there: set[str], not_there: set[str]) -> None:
    found = set(getattr(additions(option), kind))
    assert there <= found
    assert not found & not_there


def test_what_is_added_is_missing_without() -> None:
    """No function or type that a Khronos extension adds exists before its core without it."""
    for name, known in all_extensions().items():
        if known.vendor != "khr" or not known.language:
            continue
        others = {
            each
            for other, each in EQUIVALENT_EXTENSION.items()
            if each == name
            for each in (each, other)
        }
        off = ",".join(["none", f"-{name}", *(f"-{each}" for each in others)])
        version = Version.CL30 if known.core in (None, 310) else Version.CL10
        target = Target.make(version, off)
        for each in additions(name).functions:
            found = function(each)
            assert found is None or found.missing(target) is not None, (name, each)
        for each in additions(name).types:
            found_type = builtin_type(each)
            assert found_type is not None
            is_bare = found_type.arithmetic_extension == name
            assert is_bare or found_type.missing(target) is not None, (name, each)


@pytest.mark.parametrize("name", [name for name, each in all_extensions().items() if each.language])
def test_each_extension_of_the_language_lists_what_it_adds(name: str) -> None:
    """Its page lists names, or says that there is none."""
    text = "\n".join(part.text for part in reference(name, None))
    assert ("**Adds**\n- " in text) != ("It adds no name that opencl-ls knows." in text)


def test_an_extension_of_the_host_adds_nothing() -> None:
    """What is marked as only the host's is in no condition of a name."""
    for name, known in all_extensions().items():
        if not known.language:
            assert not any(additions(name)), name


def test_dependencies_are_known() -> None:
    """An extension depends on versions of OpenCL and on extensions of the tables."""
    for name, known in all_extensions().items():
        for way in known.dependencies:
            for each in way:
                assert each in all_extensions() or each[:11] == "CL_VERSION_", (name, each)
        assert name not in known.needed_extensions


def test_promotions_agree_with_the_tables() -> None:
    """What an extension was promoted to is the version in which its functions are core."""
    for name, known in all_extensions().items():
        if known.vendor != "khr":
            continue  # Vendors' functions may have become Khronos's.
        versions = {
            form.availability.min_version
            for each in additions(name).functions
            if (found := function(each)) is not None
            for form in found.signatures
            if name in form.availability.extensions
        } - {None}
        if known.core and name not in _RENAMED:
            assert versions <= {known.core, 300 if known.core == 210 else known.core}, name
        if not known.core:
            assert not versions, name


# The names that core has for these are others: atomic_add for atom_add.
_RENAMED = {name for name in all_extensions() if name.endswith("_atomics")}


def test_features_are_asked_about() -> None:
    """Each feature says how the host asks for it, and names what it brings with it."""
    for name, known in all_macros().items():
        if known.group != "feature":
            continue
        text = "\n".join(part.text for part in reference(name, None))
        assert "`CL_DEVICE_OPENCL_C_FEATURES`" in text
        for basis, dependents in DEPENDENT_FEATURES.items():
            if name in dependents:
                assert f"defines `{basis}`" in text or f"and `{basis}`" in text


_TURNED_ON = (
    '`extensions = "+cl_khr_fp16"` in `opencl-ls.toml` turns it on, as `-cl-ext=+cl_khr_fp16` does'
    " among the build options."
)


@pytest.mark.parametrize(
    ("name", "std", "extensions", "words"),
    [
        ("cl_khr_fp16", "CL1.2", "", "**On in this file (CL1.2).**"),
        ("cl_khr_fp16", "CL1.2", "-cl_khr_fp16", "**Off in this file (CL1.2).** " + _TURNED_ON),
        ("cl_khr_subgroups", "CL1.2", "", "**Not in this file (CL1.2): needs OpenCL C 2.0.**"),
        ("cl_khr_depth_images", "CL2.0", "none", "**Part of the language in this file (CL2.0).**"),
        ("cl_khr_select_fprounding_mode", "CL1.1", "", "**Gone in this file (CL1.1).**"),
        ("__opencl_c_pipes", "CL3.0", "", "**On in this file (CL3.0).**"),
    ],
)
def test_whether_it_is_on(name: str, std: str, extensions: str, words: str) -> None:
    """The page of an extension or a feature says whether the target has it, and what changes it."""
    assert words in [part.text for part in reference(name, Target.make(std, extensions))]


def test_a_long_list_is_cut() -> None:
    """Families of names are one entry where no other name begins so, and the rest is counted."""
    names = tuple(f"{first}_{second}" for first in "ab" for second in ("x", "y", "z"))
    assert condensed(names, limit=2) == "`a_*`, `b_*`"
    assert condensed(names, ["a_x", "a_other"], limit=2) == "`a_x`, `a_y` and 2 more"
    assert condensed(names[:2], limit=2) == "`a_x`, `a_y`"
