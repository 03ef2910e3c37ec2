"""The names of attributes: those that compilers know, and corrections of misspelt ones."""

from __future__ import annotations

from typing import Final

from opencl_ls.builtins.language import attribute
from opencl_ls.builtins.reader import table
from opencl_ls.builtins.spelling import edit_distance, nearest

_MEANT: Final = (
    "reqd_work_group_size",
    "work_group_size_hint",
    "vec_type_hint",
    "opencl_unroll_hint",
    "aligned",
    "packed",
    "endian",
    "nosvm",
    "overloadable",
    "always_inline",
    "noinline",
    "const",
    "pure",
    "unused",
    "used",
    "weak",
    "convergent",
    "intel_reqd_sub_group_size",
    "ext_vector_type",
    "vector_size",
    "address_space",
    "noreturn",
    "deprecated",
)
_VENDORS: Final = ("amd", "apple", "arm", "cl", "img", "intel", "mali", "nv", "qcom", "xcl")
VENDORS_OF_KERNELS: Final = frozenset(
    (
        "qcom_reqd_sub_group_size",
        # Those of compilers for FPGAs.
        *("autorun", "max_global_work_dim", "max_work_group_size", "num_compute_units"),
        *("num_simd_work_items", "task", "uses_global_work_offset"),
        *("xcl_max_work_group_size", "xcl_zero_global_work_offset"),
    )
)
"""Vendors' attributes that only apply to kernels."""

_OF_VENDORS: Final = VENDORS_OF_KERNELS | {
    # Intel's compiler for FPGAs.
    *("bankbits", "bankwidth", "buffer_location", "depth", "doublepump", "force_pow2_depth", "io"),
    *("local_mem_size", "max_replicates", "memory", "merge", "numbanks"),
    *("numports_readonly_writeonly", "numreadports", "numwriteports", "private_copies"),
    *("register", "simple_dual_port", "singlepump", "stall_enable", "stall_free"),
    *("stall_latency", "static_array"),
    # AMD's and NVIDIA's.
    "max_constant_size",
}


def is_known_attribute(name: str) -> bool:
    """Tell whether a compiler may know an attribute of this name, without underscores around it.

    Those are the attributes of the specification, clang's, and those that vendors' guides describe
    or that have a vendor's prefix.
    """
    return (
        name in table("attribute_uses")
        or attribute(name) is not None
        or name in _OF_VENDORS
        or name.partition("_")[0] in _VENDORS
    )


def meant_attribute(name: str) -> str:
    """Return the attribute that is most similar to a name, or that contains it, or ""."""
    if len(name) < 4 or is_known_attribute(name):
        return ""
    name = name.lower().replace("required_", "reqd_").replace("wg_", "work_group_")
    if name in _MEANT:
        return name
    for known in _MEANT:
        if known.startswith(name) or ("_" in name and known.endswith(f"_{name}")):
            return known
    if len(name) < 6:
        return ""
    near = nearest(name, [known for known in _MEANT if len(known) >= 6])
    return near[0] if near and edit_distance(name, near[0], 2) <= 2 else ""
