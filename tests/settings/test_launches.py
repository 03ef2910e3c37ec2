"""The launches of kernels in the settings: sizes of groups and numbers of groups, by names."""

from __future__ import annotations

from typing import Any

import pytest

from opencl_ls.settings.decode import decode
from opencl_ls.settings.describe import summary
from opencl_ls.settings.model import combine, launch_table, make_target
from opencl_ls.settings.target import LaunchSizes


def launches(data: dict[str, Any]) -> dict[str, LaunchSizes]:
    settings, problems = decode(data)
    assert problems == []
    return dict(settings.target.kernels)


@pytest.mark.parametrize(
    ("written", "sizes"),
    [(64, (64, 1, 1)), ([64], (64, 1, 1)), ([16, 8], (16, 8, 1)), ([4, 4, 2], (4, 4, 2))],
)
def test_a_dimension_that_is_left_out_has_the_size_1(written: object, sizes: object) -> None:
    assert launches({"kernels": {"k": {"local-size": written}}}) == {"k": LaunchSizes(sizes)}  # type: ignore[arg-type]
    assert launches({"kernels": {"k": {"numGroups": written}}}) == {"k": LaunchSizes(None, sizes)}  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("data", "keys", "message"),
    [
        ([], ("kernels",), "kernels should be a table of kernels, not a list"),
        ({"k": 64}, ("kernels", "k"), "k should be a table such as {local-size = [64]}"),
        (
            {"k": {"local-size": [0]}},
            ("kernels", "k", "local-size"),
            "one to three positive numbers",
        ),
        (
            {"k": {"local-size": []}},
            ("kernels", "k", "local-size"),
            "one to three positive numbers",
        ),
        ({"k": {"local-size": [1] * 4}}, ("kernels", "k", "local-size"), "one to three positive"),
        ({"k": {"local-size": [True]}}, ("kernels", "k", "local-size"), "one to three positive"),
        ({"k": {"local-sizes": 4}}, ("kernels", "k", "local-sizes"), "did you mean local-size?"),
    ],
)
def test_what_is_wrong_is_said(data: object, keys: tuple[str, ...], message: str) -> None:
    _, problems = decode({"kernels": data})
    assert [(each.keys, message in each.message) for each in problems] == [(keys, True)]


def test_a_stronger_place_replaces_a_kernel() -> None:
    weak, _ = decode({"kernels": {"k": {"local-size": 4}, "l": {"local-size": 8}}})
    strong, _ = decode({"kernels": {"k": {"num-groups": 2}}})
    found = combine([weak, strong])[0].target
    assert launch_table(found.kernels) == {
        "k": {"num-groups": [2, 1, 1]},
        "l": {"local-size": [8, 1, 1]},
    }
    assert make_target(found).launch_of("l").local_size == (8, 1, 1)
    assert make_target(found).launch_of("other") == LaunchSizes()
    assert summary(found) == "k.num-groups=2,1,1 l.local-size=8,1,1"
