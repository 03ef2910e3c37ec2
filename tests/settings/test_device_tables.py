"""Devices as tables of settings, and those that `clinfo --json` lists."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from opencl_ls.builtins.devices import Device, device_names, known_device
from opencl_ls.builtins.versions import Version
from opencl_ls.settings.decode import decode
from opencl_ls.settings.device_tables import (
    ClinfoError,
    device_from_table,
    device_table,
    devices_of_clinfo,
)
from opencl_ls.settings.model import combine, device_problem, make_target

CLINFO = Path(__file__).with_name("clinfo")


def from_table(name: str, table: dict[str, Any]) -> Device:
    problems: list[tuple[str, str]] = []
    device = device_from_table(name, table, lambda *problem: problems.append(problem))
    assert problems == []
    return device


@pytest.mark.parametrize("name", device_names())
def test_a_device_is_what_its_table_says(name: str) -> None:
    device = known_device(name)
    assert device is not None
    read = from_table(name, device_table(device))
    assert read == Device(**{**_fields(device), "source": "", "limits": read.limits})
    assert dict(read.limits) == dict(device.limits)


def _fields(device: Device) -> dict[str, Any]:
    return {field: getattr(device, field) for field in device.__struct_fields__}


def test_a_table_changes_another_device() -> None:
    device = from_table("mine", {"base": "arm-mali-g52", "local-mem-size": 16384, "std": "CL1.2"})
    assert (device.name, device.version, device.limit("local-mem-size")) == ("mine", 120, 16384)
    assert device.limit("max-work-group-size") == 384
    assert "cl_khr_fp16" in (device.extensions or ())


def test_clinfo_of_pocl() -> None:
    (device,) = devices_of_clinfo((CLINFO / "pocl.json").read_text("utf-8"))
    assert device.name == "pthread-skylake-avx512-intel-r-xeon-r-processor"
    # It says OpenCL C 1.2, and an OpenCL 3.0 device has 3.0 as well.
    assert (device.version, device.profile) == (Version.CL30, "full")
    assert device.limit("local-mem-size") == 2097152
    assert device.limit("max-work-item-sizes") == (4096, 4096, 4096)
    assert device.limit("sub-group-sizes") is None
    assert "__opencl_c_fp64" in (device.features or ())
    assert "cl_khr_fp16" not in (device.extensions or ())


def test_clinfo_of_nvidia_gives_the_device_of_the_table() -> None:
    (device,) = devices_of_clinfo((CLINFO / "nvidia.json").read_text("utf-8"))
    known = known_device("nvidia-hopper")
    assert known is not None
    assert device.name == "nvidia-h200"
    assert device.extensions == known.extensions
    assert device.features == known.features
    assert dict(device.limits) == dict(known.limits)


def test_devices_of_one_name_have_numbers() -> None:
    one = {"CL_DEVICE_NAME": " GPU (TM) ", "CL_DEVICE_MAX_WORK_GROUP_SIZE": 256}
    amd = one | {"CL_DEVICE_MAX_WORK_GROUP_SIZE_AMD": 1024, "CL_DEVICE_VERSION": "OpenCL 2.0 AMD"}
    text = json.dumps({"devices": [{"online": [one, amd]}, {"online": [one]}]})
    first, second, third = devices_of_clinfo(f"a line of the driver\n{text}")
    assert [first.name, second.name, third.name] == ["gpu-tm", "gpu-tm-2", "gpu-tm-3"]
    assert (first.version, first.extensions, first.features) == (0, None, None)
    assert first.limit("max-work-group-size") == 256
    assert (second.version, second.limit("max-work-group-size")) == (200, 1024)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"devices": 3}', '{"devices": [{"online": 3}]}', "Number of"]
)
def test_what_is_no_output_of_clinfo(text: str) -> None:
    with pytest.raises(ClinfoError, match="clinfo --json"):
        list(devices_of_clinfo(text))


def test_wrong_values_of_clinfo_are_unknown() -> None:
    wrong = {"CL_DEVICE_NAME": "X", "CL_DEVICE_EXTENSIONS": 3, "CL_DEVICE_LOCAL_MEM_SIZE": "8"}
    (device,) = devices_of_clinfo(json.dumps({"devices": [{"online": [wrong, 3]}]}))
    assert (device.extensions, device.limits) == (None, ())


HUGE = 10**5000
"""Python refuses to write that many digits."""


@pytest.mark.parametrize("key", ["base", "title", "std", "profile", "extensions", "max-samplers"])
@pytest.mark.parametrize(
    "value",
    [HUGE, [HUGE], {}, True, -1, 1.5, None, [[]]],
    ids=["huge", "huge in a list", "table", "true", "negative", "half", "nothing", "lists"],
)
def test_a_wrong_value_is_reported_and_left_out(key: str, value: object) -> None:
    problems: list[str] = []
    device = device_from_table("x", {key: value}, lambda key, _: problems.append(key))
    assert problems == [key]
    assert device == Device("x")


SETTINGS = """
device = "board"
[devices.board]
base = "intel-xe"
extensions = "cl_khr_fp64"
max-work-group-size = 64
[configurations.other]
device = "apple-m1"
"""


def test_the_device_of_a_file_decides() -> None:
    settings, problems = decode(tomllib.loads(SETTINGS))
    assert problems == []
    target = make_target(combine([settings])[0].target)
    assert (target.device_name, target.version) == ("board", Version.CL30)
    assert target.has_fp64
    limit = target.limit("max-work-group-size")
    assert limit is not None
    assert str(limit) == "board supports 64 only (CL_DEVICE_MAX_WORK_GROUP_SIZE)"


def test_an_editor_may_choose_a_device_of_a_file() -> None:
    file, _ = decode({"devices": {"board": {"base": "intel-xe"}}})
    editor, problems = decode({"device": "board"}, strict=False)
    assert problems == []
    assert device_problem(combine([file, editor])[0].target) is None
    missing = device_problem(combine([editor])[0].target)
    assert missing is not None
    assert missing.message.startswith('unknown device "board"')
