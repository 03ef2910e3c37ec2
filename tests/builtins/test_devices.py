"""The tables of devices and of limits."""

from __future__ import annotations

import pytest

from opencl_ls.builtins.devices import Device, Limit, device_names, known_device, limit_kinds
from opencl_ls.builtins.macros import all_macros
from opencl_ls.builtins.reader import table
from opencl_ls.builtins.versions import Version

FIELDS = {"title", "version", "profile", "extensions", "features", "limits", "source"}


@pytest.mark.parametrize("name", device_names())
def test_an_entry_is_complete_and_says_its_source(name: str) -> None:
    entry = table("devices")[name]
    assert set(entry) <= FIELDS
    assert entry["title"]
    assert all(each.startswith("https://") for each in entry["source"].split()) or (
        entry["source"].startswith(("clinfo of ", "clGetDeviceInfo of "))
    )
    device = known_device(name)
    assert device is not None
    assert device.version in {int(version) for version in Version}
    assert device.profile in {"full", "embedded"}
    assert set(device.features or ()) <= all_macros().keys()
    assert dict(device.limits).keys() <= limit_kinds().keys()
    for limit, value in device.limits:
        assert isinstance(value, tuple) == limit_kinds()[limit].is_list, limit


@pytest.mark.parametrize("name", device_names())
def test_no_device_is_below_the_minimum(name: str) -> None:
    """A smaller number would be a mistake of the table; drivers do break these few."""
    device = known_device(name)
    assert device is not None
    for limit, value in device.limits:
        least = limit_kinds()[limit].least(device.version, device.profile)
        if isinstance(value, int) and isinstance(least, int):
            optional = device.version == Version.CL30 or limit in BELOW
            assert value >= least or optional, limit


# OpenCL 2.0 counts images that are written by another query.
BELOW = {"max-write-image-args"}


@pytest.mark.parametrize(
    ("limit", "version", "profile", "least"),
    [
        ("local-mem-size", 100, "full", 16384),
        ("local-mem-size", 120, "full", 32768),
        ("local-mem-size", 300, "embedded", 1024),
        ("max-write-image-args", 120, "embedded", 1),
        ("max-write-image-args", 200, "full", 64),
        ("max-pipe-args", 120, "full", None),
        ("max-pipe-args", 200, "embedded", 16),
        ("sub-group-sizes", 300, "full", None),
    ],
)
def test_minimums(limit: str, version: int, profile: str, least: int | None) -> None:
    assert limit_kinds()[limit].least(version, profile) == least


def test_an_unknown_device_and_an_unknown_limit() -> None:
    assert known_device("toaster") is None
    assert Device("toaster").limit("local-mem-size") is None


def test_a_limit_in_words() -> None:
    assert str(Limit(8, "Q", "")) == "a device has to support 8 only (Q)"
    assert str(Limit((8, 16), "Q", "toaster")) == "toaster supports 8, 16 only (Q)"
