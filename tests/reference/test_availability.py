"""Under which conditions a name exists: right for all overloads of a function, and in words."""

from __future__ import annotations

import pytest

from opencl_ls.builtins.extensions import all_extensions
from opencl_ls.builtins.functions import function, function_names
from opencl_ls.builtins.macros import macro
from opencl_ls.builtins.signatures import Signature
from opencl_ls.builtins.types import builtin_type
from opencl_ls.builtins.versions import Availability, Version
from opencl_ls.reference import reference
from opencl_ls.reference.availability import condition_words, headline
from opencl_ls.settings.target import Target


class Here:
    """A target with a version, and with features and extensions."""

    def __init__(self, version: int, extensions: frozenset[str], features: frozenset[str]) -> None:
        self.version = version
        self.extensions = extensions
        self.features = features


@pytest.mark.parametrize(
    ("need", "words"),
    [
        (Availability(), ""),
        (Availability(200), "since OpenCL C 2.0"),
        (
            Availability(100, features=("__opencl_c_images",)),
            "in OpenCL C 3.0 with `__opencl_c_images`",
        ),
        (
            Availability(300, features=("__opencl_c_a", "__opencl_c_b")),
            "since OpenCL C 3.0 with `__opencl_c_a` and `__opencl_c_b`",
        ),
        (
            Availability(
                300,
                ("cl_khr_subgroups", "cl_intel_subgroups"),
                120,
                features=("__opencl_c_subgroups",),
            ),
            (
                "since OpenCL C 3.0 with `__opencl_c_subgroups`, or with `cl_khr_subgroups` "
                "(from OpenCL C 2.0) or `cl_intel_subgroups` (from OpenCL C 1.2)"
            ),
        ),
        (
            Availability(None, ("cl_a",), 200, features=("__opencl_c_a",)),
            "with `cl_a` (from OpenCL C 2.0); in OpenCL C 3.0 with `__opencl_c_a`",
        ),
        (
            Availability(120, requires=("cl_khr_fp16",), features=("__opencl_c_images",)),
            "since OpenCL C 1.2 with `cl_khr_fp16`; in OpenCL C 3.0 with `__opencl_c_images`",
        ),
        (
            Availability(100, requires=("cl_khr_fp64",)),
            (
                "with `cl_khr_fp64` (an option of the language since OpenCL C 1.2; "
                "in 3.0 `__opencl_c_fp64`)"
            ),
        ),
    ],
)
def test_conditions_in_words(need: Availability, words: str) -> None:
    """An extension has its own first version, and a feature belongs to the way that needs it."""
    assert condition_words(need) == words


def _targets() -> list[Here]:
    extensions = frozenset(all_extensions())
    features = frozenset(
        feature
        for name in function_names()
        for overload in _forms(name)
        for feature in overload.availability.features
    )
    without = [features - {feature} for feature in sorted(features)]
    return [
        Here(version, named, held)
        for version in Version
        for named in (frozenset[str](), extensions)
        for held in (frozenset[str](), features, *(without if version >= Version.CL30 else ()))
    ]


def _forms(name: str) -> tuple[Signature, ...]:
    found = function(name)
    assert found is not None
    return found.signatures


def test_a_headline_promises_no_more_than_the_forms_have() -> None:
    """Where it holds, some overload of the function is there; what all overloads want, it says."""
    targets = _targets()
    for name in function_names():
        found = function(name)
        assert found is not None
        need = headline(found)
        core = [each for each in found.signatures if (each.availability.min_version or 999) < 310]
        for overload in core:
            common = set.intersection(*(set(each.availability.features) for each in core))
            assert common <= {*need.features, *overload.availability.features}
        assert all(
            any(overload.missing(here) is None for overload in found.signatures)
            for here in targets
            if need.missing(here) is None
        ), name


@pytest.mark.parametrize(
    ("name", "std", "wanted"),
    [
        (
            "atomic_store",
            None,
            (
                "Since OpenCL C 2.0; in OpenCL C 3.0 with `__opencl_c_atomic_order_seq_cst` "
                "and `__opencl_c_atomic_scope_device`."
            ),
        ),
        (
            "enqueue_kernel",
            None,
            "Since OpenCL C 2.0; in OpenCL C 3.0 with `__opencl_c_device_enqueue`.",
        ),
        ("read_imagef", None, "In OpenCL C 3.0 with `__opencl_c_images`."),
        ("read_imageh", None, "With `cl_khr_fp16`; in OpenCL C 3.0 with `__opencl_c_images`."),
        (
            "to_global",
            None,
            "Since OpenCL C 2.0; in OpenCL C 3.0 with `__opencl_c_generic_address_space`.",
        ),
        ("atomic_add", None, "Since OpenCL C 1.1. Deprecated by OpenCL C 2.0."),
        (
            "sub_group_broadcast",
            "CL2.0",
            (
                "Since OpenCL C 3.0 with `__opencl_c_subgroups`, or with `cl_khr_subgroups` "
                "(from OpenCL C 2.0) or `cl_intel_subgroups` (from OpenCL C 1.2)."
            ),
        ),
        (
            "double",
            None,
            (
                "With `cl_khr_fp64` (an option of the language since OpenCL C 1.2; "
                "in 3.0 `__opencl_c_fp64`)."
            ),
        ),
        (
            "M_PI",
            None,
            (
                "With `cl_khr_fp64` (an option of the language since OpenCL C 1.2; "
                "in 3.0 `__opencl_c_fp64`)."
            ),
        ),
    ],
)
def test_the_headline_of_a_page(name: str, std: str | None, wanted: str) -> None:
    """A reader sees what all overloads want, and nothing is missing that an extension brings."""
    target = None if std is None else Target.make(std)
    shown = [part.text for part in reference(name, target) if not part.detail]
    assert wanted in shown


def test_doubles_and_halves_say_what_they_want() -> None:
    """A type or a constant of an optional kind names its extension."""
    for name in ("double", "double4", "half2", "half16"):
        known = builtin_type(name)
        assert known is not None
        assert condition_words(known.availability).startswith("with `cl_khr_fp")
    for name in ("DBL_MAX", "M_PI", "M_E", "HALF_MAX", "M_PI_H"):
        found = macro(name)
        assert found is not None
        assert condition_words(found.availability).startswith("with `cl_khr_fp")
