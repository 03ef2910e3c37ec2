"""Versions, and what built-ins need."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from opencl_ls.builtins.versions import Availability, Version, is_cpp_version, version_problem

FEATURE = "__opencl_c_device_enqueue"


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("CL1.0", Version.CL10),
        ("cl1.2", Version.CL12),
        ("-cl-std=CL2.0", Version.CL20),
        ("2.0", Version.CL20),
        ("CL2", Version.CL20),
        ("CL3", Version.CL30),
        ("OpenCL C 1.1", Version.CL11),
        ("120", Version.CL12),
        (" 300 ", Version.CL30),
        ("CL1.3", None),
        ("CL2.1", None),
        ("CLC++", None),
        ("clc++2021", None),
        ("", None),
        ("latest", None),
    ],
)
def test_a_version_is_read_in_every_spelling(text: str, version: Version | None) -> None:
    assert Version.parse(text) == version
    assert (version_problem(text) is None) == (version is not None)


def test_a_problem_with_a_version_says_what_would_be_right() -> None:
    assert "C++ for OpenCL" in (version_problem("CLC++") or "")
    assert all(map(is_cpp_version, ("CLC++", "clc++1.0", "-cl-std=CLC++2021")))
    assert not any(map(is_cpp_version, ("CLC++3", "CL3.0", "")))
    assert version_problem("CL9") == (
        'unknown OpenCL C version "CL9"; use one of CL1.0, CL1.1, CL1.2, CL2.0, CL3.0'
    )


def test_every_label_leads_back_to_its_version() -> None:
    assert [Version.parse(version.label) for version in Version] == list(Version)


@dataclass(frozen=True)
class Here:
    """A target only for these tests."""

    version: int
    extensions: frozenset[str] = frozenset()
    features: frozenset[str] = frozenset()


@pytest.mark.parametrize(
    ("need", "here", "reason"),
    [
        # Only the version decides.
        (Availability(200), Here(200), None),
        (Availability(200), Here(120), "needs OpenCL C 2.0"),
        # Only an extension brings it, whatever the version.
        (Availability(None, ("cl_a",)), Here(300), "needs cl_a"),
        (Availability(None, ("cl_a", "cl_b")), Here(300), "needs cl_a or cl_b"),
        (Availability(None, ("cl_a", "cl_b")), Here(100, frozenset({"cl_b"})), None),
        # An extension brings it earlier, but not in every version.
        (Availability(200, ("cl_a",), 120), Here(120, frozenset({"cl_a"})), None),
        (Availability(200, ("cl_a",), 120), Here(120), "needs OpenCL C 2.0 or cl_a"),
        (
            Availability(200, ("cl_a",), 120),
            Here(110, frozenset({"cl_a"})),
            "needs OpenCL C 2.0 or OpenCL C 1.2 with cl_a",
        ),
        (Availability(None, ("cl_a",), 200), Here(120, frozenset({"cl_a"})), "needs OpenCL C 2.0"),
        (Availability(None, ("cl_a",), 200), Here(120), "needs OpenCL C 2.0 with cl_a"),
        # OpenCL 3.1 makes it core: no version can be chosen for that yet.
        (Availability(310, ("cl_a",), 200), Here(300), "needs cl_a"),
        (Availability(310, ("cl_a",), 200), Here(300, frozenset({"cl_a"})), None),
        # Extensions besides the version.
        (Availability(100, requires=("cl_khr_fp64",)), Here(300), "needs cl_khr_fp64"),
        (Availability(100, requires=("cl_x", "cl_y")), Here(300), "needs cl_x and cl_y"),
        (Availability(300, requires=("cl_x",)), Here(200), "needs OpenCL C 3.0 with cl_x"),
        (Availability(310, requires=("cl_x",)), Here(200), "needs cl_x"),
        (
            Availability(120, requires=("cl_khr_fp16",)),
            Here(110, frozenset({"cl_khr_fp16"})),
            "needs OpenCL C 1.2",
        ),
        # Features count from 3.0 on; 2.0 implies them.
        (Availability(200, features=(FEATURE,)), Here(200), None),
        (Availability(200, features=(FEATURE,)), Here(300), f"in OpenCL C 3.0 needs {FEATURE}"),
        (Availability(200, features=(FEATURE,)), Here(300, features=frozenset({FEATURE})), None),
        (
            Availability(None, ("cl_a",), 200, features=(FEATURE,)),
            Here(300, frozenset({"cl_a"})),
            f"in OpenCL C 3.0 needs {FEATURE}",
        ),
        # The extension that says the same as the feature is as good.
        (
            Availability(300, ("cl_khr_subgroups",), 200, features=("__opencl_c_subgroups",)),
            Here(300, frozenset({"cl_khr_subgroups"})),
            None,
        ),
        (
            Availability(300, ("cl_khr_subgroups",), 200, features=("__opencl_c_subgroups",)),
            Here(300),
            "in OpenCL C 3.0 needs __opencl_c_subgroups",
        ),
    ],
)
def test_what_is_missing_is_said_in_words(
    need: Availability, here: Here, reason: str | None
) -> None:
    missing = need.missing(here)
    assert (missing.text if missing else None) == reason


def test_deprecation_depends_on_the_version() -> None:
    need = Availability(110, deprecated=200)
    assert [need.deprecated_in(Here(version)) for version in (120, 200, 300)] == [
        False,
        True,
        True,
    ]


def test_blanks_are_read_once() -> None:
    """An untrusted configuration may have as many of them as there is room for."""
    assert Version.parse("opencl" + " " * 200_000 + "x") is None
    assert Version.parse("opencl" + " " * 200_000 + "CL 1.2") == Version.CL12
