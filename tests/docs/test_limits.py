"""The least that a device offers: the embedded profile has lower numbers, which are shown too."""

from __future__ import annotations

import re
from typing import Final

from opencl_ls.docs.library import TOPICS, topic_paths
from tests.support.failures import failures

MINIMUMS: Final = {
    "CL_DEVICE_IMAGE2D_MAX_HEIGHT": ("16384", "2048"),
    "CL_DEVICE_IMAGE2D_MAX_WIDTH": ("16384", "2048"),
    "CL_DEVICE_IMAGE_MAX_ARRAY_SIZE": ("2048", "256"),
    "CL_DEVICE_IMAGE_MAX_BUFFER_SIZE": ("65536", "2048"),
    "CL_DEVICE_LOCAL_MEM_SIZE": ("32 KiB", "1 KiB"),
    "CL_DEVICE_MAX_CONSTANT_ARGS": ("8", "4"),
    "CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE": ("64 KiB", "1 KiB"),
    "CL_DEVICE_MAX_PARAMETER_SIZE": ("1024", "256"),
    "CL_DEVICE_MAX_READ_IMAGE_ARGS": ("128", "8"),
    "CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS": ("64", "8"),
    "CL_DEVICE_MAX_SAMPLERS": ("16", "8"),
    "CL_DEVICE_MAX_WRITE_IMAGE_ARGS": ("64", "8"),
    "CL_DEVICE_PRINTF_BUFFER_SIZE": ("1 MiB", "1 KiB"),
    "CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE": ("256 KiB", "64 KiB"),
}
"""The minimum of the full and of the embedded profile, where they differ.

From the API specification, "Device Queries" and "OpenCL Embedded Profile".
"""


def _bullets(path: str) -> list[str]:
    """Return the bullets of a topic, each on one line, with one spelling of sizes."""
    text = (TOPICS / path).read_text("utf-8")
    text = re.sub(r"\b([KM])B\b", r"\1iB", text)
    return [" ".join(each.split()) for each in re.split(r"\n(?=- |\n|#)", text)]


def _both_profiles(path: str) -> None:
    for bullet in _bullets(path):
        for limit, (full, embedded) in MINIMUMS.items():
            if limit in bullet and re.search(rf"\b{full}\b", bullet):
                assert f"{embedded} in the embedded profile" in bullet


def test_both_profiles() -> None:
    """Who reads of a limit of the full profile reads that of the embedded one as well."""
    assert not failures(_both_profiles, topic_paths())


def _a_limit_has_a_name(path: str) -> None:
    for bullet in _bullets(path):
        if re.search(r"\d [KM]iB\b.* at least|(at least|as little as) \d+ [KM]iB\b", bullet):
            assert "CL_DEVICE_" in bullet


def test_a_limit_has_a_name() -> None:
    """A size that a device has at least is that of a query, which the bullet names."""
    assert not failures(_a_limit_has_a_name, topic_paths())
