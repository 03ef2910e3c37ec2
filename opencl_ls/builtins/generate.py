"""Makes the files of `data/` out of the file of facts.

Usage: `python -m opencl_ls.builtins.generate FACTS.json`

The facts (schema "builtins/1") were written from the specification and compared with a compiler's
header.  Here they are brought into the one shape that the readers expect: versions become
numbers, conditions become the fields of `versions.Availability`, and each entry takes one line,
so that a change of the facts is a readable change of the data.  The few entries on which the
facts are not followed stand in `CORRECTIONS`, each with its reason.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any, Final

Entry = dict[str, Any]

# The extensions that a built-in needs in addition to its version, never instead of it.
TYPE_EXTENSIONS: Final = {"cl_khr_fp16", "cl_khr_fp64"}

# An extension brings its functions from the version on in which it is offered itself, and programs
# rely on that; the facts begin later where another extension or a feature of 3.0 does.
EXTENSION_SINCE: Final = {"cl_intel_subgroups": "1.2", "cl_khr_integer_dot_product": "2.0"}

# What such an extension has from OpenCL C 2.0 on alone, as its text says.
NOT_EARLIER: Final = {"get_enqueued_num_sub_groups"}

# What the published text of Intel's motion estimation gives no value: the initial values, which it
# only names, and a window that is found in clang's header alone.  It lists all other values.
_AVC_VALUE_OPEN: Final = re.compile(r"\w+_INITIALIZE_INTEL|CLK_AVC_ME_SEARCH_WINDOW_CUSTOM_INTEL")

# A vector of halfs as a value; a pointer to `half` needs nothing.
_HALF_VECTOR: Final = re.compile(r"half(?:2|3|4|8|16)")

_PAGE_OF_WORK_GROUPS: Final = {"page": "workGroupFunctions", "anchor": "work-group-functions"}
_PAGE_OF_SUB_GROUPS: Final = {"page": "subGroupFunctions", "anchor": "sub-group-functions"}

# Types of Intel's motion estimation, which is an extension to OpenCL 1.2: intel_sub_group_avc_*_t.
_AVC_TYPES: Final = (
    "ime_dual_reference_streamin",
    "ime_payload",
    "ime_result_dual_reference_streamout",
    "ime_result_single_reference_streamout",
    "ime_result",
    "ime_single_reference_streamin",
    "mce_payload",
    "mce_result",
    "ref_payload",
    "ref_result",
    "sic_payload",
    "sic_result",
)

# (kind, name) -> fields to replace; None instead of fields drops the entry.
CORRECTIONS: Final[dict[tuple[str, str], Entry | None]] = {
    # A placeholder in the specification's text, and no macro.
    ("macros", "__opencl_c_feature_name"): None,
    # Every compiler has always defined it, whatever version the specification first names; how a
    # null pointer constant is written is left to it.
    ("macros", "NULL"): {"min": "1.0", "value_source": "clang"},
    # The specification says what they are and not how they are written: the facts have clang's way.
    ("macros", "NAN"): {"value_source": "clang", "type": "float"},
    ("macros", "FP_ILOGB0"): {"value_source": "clang", "type": "int"},
    ("macros", "FP_ILOGBNAN"): {"value_source": "clang", "type": "int"},
    ("macros", "INFINITY"): {"type": "float"},
    ("macros", "HUGE_VALF"): {"type": "float"},
    ("macros", "MAXFLOAT"): {"type": "float"},
    # A constant of type double is there where the type is (6.15.2).
    ("macros", "HUGE_VAL"): {
        "type": "double",
        "ext": ["cl_khr_fp64"],
        "feature": "__opencl_c_fp64",
    },
    # Written as the specification writes them, where the facts have a header's spelling.
    ("macros", "HALF_MAX"): {"value": "0x1.ffcp15h"},
    ("macros", "HALF_MIN"): {"value": "0x1.0p-14h"},
    ("macros", "HALF_EPSILON"): {"value": "0x1.0p-10h"},
    ("macros", "INT_MIN"): {"value": "(-2147483647 - 1)"},
    ("macros", "LONG_MIN"): {"value": "(-0x7fffffffffffffffL - 1)"},
    # OpenCL C 2.0 writes 3D images without a macro that says so.
    ("macros", "__opencl_c_3d_image_writes"): {"in_2.0": False},
    # Neither a use nor a comparison with them should fail in the version that lacks the later
    # ones: `__OPENCL_C_VERSION__ >= CL_VERSION_2_0` is true when an undefined name counts as 0.
    ("macros", "CL_VERSION_1_0"): {"min": "1.0"},
    ("macros", "CL_VERSION_1_1"): {"min": "1.0"},
    ("macros", "CL_VERSION_1_2"): {"min": "1.0"},
    ("macros", "CL_VERSION_2_0"): {"min": "1.0"},
    ("macros", "CL_VERSION_3_0"): {"min": "1.0"},
    ("macros", "CL_VERSION_3_1"): {"min": "1.0"},
    # The facts name no condition; compilers define it with the other channel orders.
    ("macros", "CLK_DEPTH_STENCIL"): {"min": "1.0"},
    # The extensions that bring the images bring the names of their formats.
    ("macros", "CLK_DEPTH"): {"ext": ["cl_khr_depth_images"], "ext_min": "1.2"},
    ("macros", "CLK_UNORM_INT24"): {"ext": ["cl_khr_gl_depth_images"], "ext_min": "1.2"},
    # Either extension of sub-groups brings their scope to OpenCL C 2.0.
    ("macros", "memory_scope_sub_group"): {
        "ext": ["cl_khr_subgroups", "cl_intel_subgroups"],
        "ext_min": "2.0",
    },
    # The null objects of opaque types are no numbers.
    ("macros", "CLK_NULL_EVENT"): {"type": "clk_event_t"},
    ("macros", "CLK_NULL_QUEUE"): {"type": "queue_t"},
    ("macros", "CLK_NULL_RESERVE_ID"): {"type": "reserve_id_t"},
    # The facts took the last page that lists a function among its own: the votes stand in the
    # section Work-group Collective Functions, the reservations in Sub-Group Functions.
    ("functions", "work_group_all"): _PAGE_OF_WORK_GROUPS,
    ("functions", "work_group_any"): _PAGE_OF_WORK_GROUPS,
    ("functions", "work_group_broadcast"): _PAGE_OF_WORK_GROUPS,
    ("functions", "sub_group_reserve_write_pipe"): _PAGE_OF_SUB_GROUPS,
    ("functions", "get_kernel_sub_group_count_for_ndrange"): _PAGE_OF_SUB_GROUPS,
    ("functions", "get_kernel_max_sub_group_size_for_ndrange"): _PAGE_OF_SUB_GROUPS,
    # They have pages of their own; the other one names them in a line.
    ("types", "memory_order"): {"page": "memory_order"},
    ("types", "memory_scope"): {"page": "memory_scope"},
    **{("types", f"intel_sub_group_avc_{name}_t"): {"ext_min": "1.2"} for name in _AVC_TYPES},
    # Each of them brings functions, names of image formats, an attribute or a build option.
    ("extensions", "cl_arm_core_id"): {"language": True},
    ("extensions", "cl_arm_integer_dot_product"): {"language": True},
    ("extensions", "cl_arm_shared_virtual_memory"): {"language": True},
    ("extensions", "cl_arm_thread_limit_hint"): {"language": True},
    ("extensions", "cl_ext_image_raw10_raw12"): {"language": True},
    ("extensions", "cl_img_bitwise_ops"): {"language": True},
    ("extensions", "cl_img_swap_ops"): {"language": True},
    ("extensions", "cl_khr_gl_depth_images"): {"language": True},
    # The facts have lost the underscore of the limits' names; `dot` of bytes came much later.
    ("functions", "dot"): {
        "page": "geometricFunctions",
        "anchor": "geometric-functions",
        "ulp": {
            "float": "abs<=max * max * (2n - 1) * FLT_EPSILON",
            "float_embedded": "impl",
            "double": "abs<=max * max * (2n - 1) * FLT_EPSILON",
            "half": "abs<=max * max * (2n - 1) * HALF_EPSILON",
            "half_embedded": "impl",
        },
    },
    ("functions", "cross"): {
        "ulp": {
            "float": "abs<=max * max * (3 * FLT_EPSILON)",
            "float_embedded": "impl",
            "double": "abs<=max * max * (3 * FLT_EPSILON)",
            "half": "abs<=max * max * (3 * HALF_EPSILON)",
            "half_embedded": "impl",
        }
    },
}

# The values of an enumeration that a function's parameter has, which the facts leave out.
_FURTHER_MACROS: Final[dict[str, Entry]] = {
    name: {
        "group": "arm",
        "value": None,
        "enum": "arm_termination_reason",
        "min": "1.0",
        "ext": ["cl_arm_controlled_kernel_termination"],
    }
    for name in ("ARM_TERMINATION_SUCCESS", "ARM_TERMINATION_FAILURE")
}

_STREAMOUT: Final = [
    ["intel_sub_group_avc_ime_result_dual_reference_streamout_t", "result"],
    ["uchar", "major_shape"],
    ["uchar", "direction"],
]
_REFERENCES: Final = [
    ["read_only image2d_t", "src_image"],
    ["uint", "packed_reference_ids"],
    ["uchar", "packed_reference_field_polarities"],
    ["sampler_t", "vme_media_sampler"],
]

# The parameters of further overloads, which the facts leave out.  The text of
# cl_intel_device_side_avc_motion_estimation has them, and so has clang's header.
FURTHER_FORMS: Final[dict[str, list[list[str]]]] = {
    "intel_sub_group_avc_ime_get_streamout_major_shape_distortions": _STREAMOUT,
    "intel_sub_group_avc_ime_get_streamout_major_shape_motion_vectors": _STREAMOUT,
    "intel_sub_group_avc_ime_get_streamout_major_shape_reference_ids": _STREAMOUT,
    "intel_sub_group_avc_ref_evaluate_with_multi_reference": [
        *_REFERENCES,
        ["intel_sub_group_avc_ref_payload_t", "payload"],
    ],
    "intel_sub_group_avc_sic_evaluate_with_multi_reference": [
        *_REFERENCES,
        ["intel_sub_group_avc_sic_payload_t", "payload"],
    ],
    "intel_sub_group_avc_sic_configure_ipe": [
        ["uchar", "luma_intra_partition_mask"],
        ["uchar", "intra_neighbour_availability"],
        ["uchar", "left_edge_luma_pixels"],
        ["uchar", "upper_left_corner_luma_pixel"],
        ["uchar", "upper_edge_luma_pixels"],
        ["uchar", "upper_right_edge_luma_pixels"],
        ["ushort", "left_edge_chroma_pixels"],
        ["ushort", "upper_left_corner_chroma_pixel"],
        ["ushort", "upper_edge_chroma_pixels"],
        ["uchar", "intra_sad_adjustment"],
        ["intel_sub_group_avc_sic_payload_t", "payload"],
    ],
}

# The facts leave out the counters of the whole device: by their bits, what the overloads of two
# functions return that take one.
_COUNTERS: Final = {32: "uint", 64: "ulong"}
_COUNTING: Final = ("atomic_inc", "atomic_dec")

# Overloads of clang's header that the specification lacks: in its section "The atomic_fetch and
# modify Functions" an `atomic_uintptr_t` takes a `uintptr_t`.  A call with the other type converts.
_NOT_SPECIFIED: Final = "clang-only"

KINDS: Final = (
    "functions",
    "function_names",
    "types",
    "macros",
    "attributes",
    "extensions",
    "keywords",
    "pragmas",
    "pages",
)


def generate(facts: Entry) -> dict[str, str]:
    """Return the text of each data file by its kind."""
    kinds: dict[str, dict[str, Any]] = {
        "functions": {
            name: _function(
                name, _with_counters(name, _with_generic(name, _with_further_overload(name, entry)))
            )
            for name, entry in _corrected(facts, "functions").items()
        },
        "function_names": _families(facts),
        "types": {
            name: _type(name, entry)
            for name, entry in (_corrected(facts, "types") | _counters()).items()
        },
        "macros": {
            name: _macro(entry)
            for name, entry in _with_digits(_corrected(facts, "macros") | _FURTHER_MACROS).items()
        },
        "attributes": _available(facts, "attributes"),
        "extensions": {
            name: _extension(entry) for name, entry in _corrected(facts, "extensions").items()
        },
        "keywords": _available(facts, "keywords"),
        "pragmas": _available(facts, "pragmas"),
        "pages": facts["pages"],
    }
    return {kind: _text(entries) for kind, entries in kinds.items()}


def main(arguments: list[str]) -> int:
    """Write the data files beside this module; the only argument is the file of facts."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m opencl_ls.builtins.generate FACTS.json\n")
        return 2
    facts = json.loads(Path(arguments[0]).read_text("utf-8"))
    if facts.get("schema") != "builtins/1":
        sys.stderr.write(f"{arguments[0]}: the schema is not builtins/1\n")
        return 2
    folder = Path(__file__).with_name("data")
    folder.mkdir(exist_ok=True)
    for kind, text in generate(facts).items():
        (folder / f"{kind}.json").write_text(text, "utf-8")
    return 0


def _text(entries: dict[str, Any]) -> str:
    lines = [
        f'"{name}": {json.dumps(entry, separators=(",", ":"), ensure_ascii=False)}'
        for name, entry in entries.items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _corrected(facts: Entry, kind: str) -> dict[str, Entry]:
    entries: dict[str, Entry] = {}
    for name, entry in facts[kind].items():
        correction = CORRECTIONS.get((kind, name), {})
        if correction is not None:
            entries[name] = _with_published_value(name, entry) | correction
    return entries


def _with_published_value(name: str, entry: Entry) -> Entry:
    """Take a value of Intel's motion estimation as the extension's: the facts call it clang's."""
    if entry.get("group") != "intel-avc" or _AVC_VALUE_OPEN.fullmatch(name):
        return entry
    return _without(entry, "value_source")


def _available(facts: Entry, kind: str) -> dict[str, Entry]:
    entries = {}
    for name, entry in _corrected(facts, kind).items():
        conditions = _conditions(entry)
        if not entry.get("ext"):
            # What compilers add of their own (`source`) they add in every version.
            conditions.setdefault("min", 100)
        entries[name] = _without(entry, "min", "ext", "feature", "deprecated") | conditions
    return entries


def _families(facts: Entry) -> dict[str, str]:
    """Return the family of each concrete name that does not stand alone ("vload4": "vloadn")."""
    return {
        name: key for key, entry in facts["functions"].items() for name in entry.get("names", ())
    }


def _with_further_overload(name: str, entry: Entry) -> Entry:
    if name not in FURTHER_FORMS:
        return entry
    first = entry["signatures"][0]
    return entry | {"signatures": [*entry["signatures"], first | {"params": FURTHER_FORMS[name]}]}


def _with_generic(name: str, entry: Entry) -> Entry:
    """Add to an older atomic function the overloads for the generic address space.

    The specification's text keeps them to global and local memory, but compilers have taken
    generic pointers since 2.0, and programs use them.
    """
    if entry["group"] != "legacy-atomic" or not name.startswith("atomic_"):
        return entry
    generic = [
        _generic(signature)
        for signature in entry["signatures"]
        if set(signature.get("vars", {}).get("Q", ())) >= {"global", "local"}
    ]
    return entry | {"signatures": [*entry["signatures"], *generic]}


def _counters() -> dict[str, Entry]:
    """Return the types of cl_ext_atomic_counters_32 and cl_ext_atomic_counters_64."""
    return {
        f"counter{bits}_t": {
            "kind": "opaque",
            "host": None,
            "ext": [f"cl_ext_atomic_counters_{bits}"],
        }
        for bits in _COUNTERS
    }


def _with_counters(name: str, entry: Entry) -> Entry:
    """Add to the functions that count their overloads for the counters of the whole device."""
    if name not in _COUNTING:
        return entry
    overloads = [
        {
            "ret": value,
            "params": [[f"counter{bits}_t", "counter"]],
            "ext": [f"cl_ext_atomic_counters_{bits}"],
        }
        for bits, value in _COUNTERS.items()
    ]
    return entry | {"signatures": [*entry["signatures"], *overloads]}


def _generic(signature: Entry) -> Entry:
    return signature | {
        "vars": signature["vars"] | {"Q": [""]},
        "min": "2.0",
        "feature": ["__opencl_c_generic_address_space"],
        "source": "clang-header",
    }


def _function(name: str, entry: Entry) -> Entry:
    shared = _without(entry, "min", "ext", "deprecated", "signatures", "names")
    signatures = [
        overload
        for signature in entry["signatures"]
        if signature.get("note") != _NOT_SPECIFIED
        for overload in _by_access(_signature(name, signature))
    ]
    return shared | _conditions(entry) | {"signatures": signatures}


def _by_access(signature: Entry) -> list[Entry]:
    """Return the overloads of an extension for images, with that for `read_write` images apart.

    The qualifier came with OpenCL C 2.0, and 3.0 has it where its feature is supported (6.8.1).
    """
    access = signature.get("vars", {}).get("aq", ())
    if "ext" not in signature or "read_write" not in access or len(access) == 1:
        return [signature]
    others = [each for each in access if each != "read_write"]
    both = signature | {
        "vars": signature["vars"] | {"aq": ["read_write"]},
        "ext_min": max(200, signature.get("ext_min", 0)),
        "feature": [*signature.get("feature", ()), "__opencl_c_read_write_images"],
    }
    return [signature | {"vars": signature["vars"] | {"aq": others}}, both]


def _signature(name: str, entry: Entry) -> Entry:
    since = [EXTENSION_SINCE[each] for each in entry.get("ext", ()) if each in EXTENSION_SINCE]
    if since and "ext_min" in entry and name not in NOT_EARLIER:
        entry = entry | {"ext_min": min(since)}
    conditions = _conditions(entry)
    types = [entry["ret"], *(parameter[0] for parameter in entry["params"])]
    if any(_HALF_VECTOR.fullmatch(each) for each in types):
        needed = conditions.get("requires", [])
        conditions["requires"] = sorted({*needed, "cl_khr_fp16"})
    return _without(entry, "min", "ext", "ext_min", "feature", "deprecated") | conditions


def _type(name: str, entry: Entry) -> Entry:
    kept = _without(
        entry, "min", "ext", "ext_min", "ext64", "ext_embedded", "feature", "deprecated",
        "optional_core", "storage_only_without_ext", "signed",
    )  # fmt: skip
    for field in ("size", "align"):
        if kept.get(field) == "CL_DEVICE_ADDRESS_BITS/8":
            kept[field] = "pointer"
    conditions = _conditions(entry, all_of=entry["kind"] == "atomic")
    if entry["kind"] == "atomic":
        # An atomic type that no version has in core still needs the atomics of 2.0.
        conditions["min"] = conditions.get("min") or 200
    if name == "half":
        # It always exists; without the extension it can be stored, and never computed with.
        conditions = {"min": 100}
        kept["arithmetic"] = "cl_khr_fp16"
    if entry["kind"] == "scalar-alias":
        conditions = {"min": 100}
    if entry.get("ext64"):
        kept["requires64"] = entry["ext64"]
    return kept | conditions


def _macro(entry: Entry) -> Entry:
    kept = _without(entry, "min", "ext", "ext_min", "feature", "deprecated")
    if isinstance(entry["value"], int):
        kept["value"] = str(entry["value"])
    # memory_scope_sub_group comes with the extension as well as with the version.
    all_of = "cl_khr_subgroups" not in entry.get("ext", ())
    return kept | _conditions(entry, all_of=all_of)


def _with_digits(macros: dict[str, Entry]) -> dict[str, Entry]:
    """Return the macros with constants of type double in decimal, as those of type float are."""
    written = {
        name: {"value": macros[f"{name}_F"]["value"].removesuffix("f")}
        for name in macros
        if f"{name}_F" in macros
    }
    return {name: entry | written.get(name, {}) for name, entry in macros.items()}


def _extension(entry: Entry) -> Entry:
    kept = dict(entry)
    for field in ("core", "deprecated"):
        if field in entry:
            kept[field] = _number(entry[field])
    clang = kept.pop("clang", None)
    if clang is not None:
        kept["since"] = _number(clang["since"])
        kept["pragma"] = clang["pragma"]
    return kept


def _conditions(entry: Entry, *, all_of: bool = False) -> Entry:
    """Return the availability of an entry under the names that the reader knows.

    The facts say `ext` for two things: any one of several ways in, and what is needed besides
    the version.  It is the second where only fp16 or fp64 is named beside a version, and
    (`all_of`) for atomic types and for macros that have a version.
    """
    result: Entry = {}
    if entry.get("min"):
        result["min"] = _number(entry["min"])
    extensions = entry.get("ext", [])
    only_types = bool(extensions) and set(extensions) <= TYPE_EXTENSIONS
    besides = "ext_min" not in entry and entry.get("min") and (all_of or only_types)
    if extensions:
        result["requires" if besides or (all_of and len(extensions) > 1) else "ext"] = extensions
    if "ext_min" in entry:
        result["ext_min"] = _number(entry["ext_min"])
    features = entry.get("feature", [])
    features = [features] if isinstance(features, str) else features
    # cl_khr_fp64 and __opencl_c_fp64 always go together, so one of them says enough.
    features = [
        name
        for name in features
        if not (name == "__opencl_c_fp64" and "cl_khr_fp64" in result.get("requires", ()))
    ]
    if features:
        result["feature"] = features
    if entry.get("deprecated"):
        result["deprecated"] = _number(entry["deprecated"])
    return result


def _without(entry: Entry, *fields: str) -> Entry:
    return {field: value for field, value in entry.items() if field not in fields}


def _number(version: str) -> int:
    major, minor = version.split(".")
    return int(major) * 100 + int(minor) * 10


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
