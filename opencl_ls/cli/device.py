"""The command `device`: the devices that are known, one of them, or those of a machine."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, Final

from opencl_ls.builtins.devices import (
    EMBEDDED,
    FULL,
    Device,
    device_names,
    known_device,
    limit_kinds,
)
from opencl_ls.builtins.versions import Version, version_problem, version_words
from opencl_ls.cli.check_options import CheckOptions
from opencl_ls.cli.errors import UsageError
from opencl_ls.cli.parsers import device_parser
from opencl_ls.cli.report_json import FORMAT_VERSION
from opencl_ls.cli.settings import Configuration
from opencl_ls.cli.sources import plain_text
from opencl_ls.cli.terminal import write
from opencl_ls.cli.toml_text import toml_key, toml_value
from opencl_ls.settings.device_tables import ClinfoError, device_table, devices_of_clinfo
from opencl_ls.settings.target import PROFILES, no_device

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_TITLES: Final = {
    FULL: "what each device of the full profile has at least",
    EMBEDDED: "what each device of the embedded profile has at least",
    "minimal": "the full profile with no feature and no extension",
}


def run_device(arguments: Sequence[str]) -> int:
    """Run `opencl-ls device` and return its exit status; raises UsageError."""
    found = device_parser().parse_args(list(arguments))
    if found.source is not None:
        write("\n".join(map(_toml, _of_machine(found.source))), sys.stdout)
        return 0
    settings, _ = Configuration(CheckOptions(config=found.config)).of("kernel.cl")
    own = dict(settings.target.devices)
    if found.name is None:
        listed = _listed(own)
        write(_json(listed) if found.format == "json" else _list(listed), sys.stdout)
        return 0
    device = _named(found.name, own, _version(found.std))
    write(_json([device]) if found.format == "json" else _page(device), sys.stdout)
    return 0


def _of_machine(name: str) -> list[Device]:
    """Return the devices in a file with the output of `clinfo --json`; raises UsageError."""
    try:
        devices = list(devices_of_clinfo(plain_text(name)))
    except ClinfoError as error:
        raise UsageError(f"{name}: {error}") from error
    if not devices:
        raise UsageError(f"{name}: clinfo found no device")
    return devices


def _version(std: str | None) -> int:
    problem = version_problem(std) if std is not None else None
    if problem is not None:
        raise UsageError(problem)
    return int(Version.parse(std or "") or Version.CL30)


def _named(name: str, own: Mapping[str, Device], version: int) -> Device:
    """Return a device, or a profile with the minimums of a version; raises UsageError."""
    device = own.get(name) or known_device(name)
    if device is not None:
        return device
    if name not in PROFILES:
        raise UsageError(no_device(name, (*own, *device_names())))
    profile = EMBEDDED if name == EMBEDDED else FULL
    least = ((each.name, each.least(version, profile)) for each in limit_kinds().values())
    limits = tuple((each, value) for each, value in least if value is not None)
    source = "OpenCL API specification, clGetDeviceInfo"
    return Device(name, _TITLES[name], version, profile, limits=limits, source=source)


def _listed(own: Mapping[str, Device]) -> list[Device]:
    profiles = [Device(name, _TITLES[name]) for name in PROFILES]
    known = [device for name in device_names() if (device := known_device(name)) is not None]
    return [*own.values(), *profiles, *(each for each in known if each.name not in own)]


def _list(devices: Sequence[Device]) -> str:
    width = max(len(each.name) for each in devices)
    return "".join(f"{each.name:{width}}  {each.title}".rstrip() + "\n" for each in devices)


def _page(device: Device) -> str:
    return "".join(f"{line}\n" for line in _lines(device))


def _lines(device: Device) -> Iterator[str]:
    """Yield the lines of the page of a device."""
    yield f"{device.name}: {device.title}" if device.title else device.name
    version = version_words(device.version) if device.version else "OpenCL C of unknown version"
    yield f"{version}, {device.profile} profile"
    if device.source:
        yield f"source: {device.source}"
    yield ""
    unknown: list[str] = []
    for name, kind in limit_kinds().items():
        value = device.limit(name)
        if value is None:
            unknown.append(name)
            continue
        shown = str(value) if isinstance(value, int) else ", ".join(map(str, value))
        yield f"{name:31} {f'{shown} {kind.unit}'.rstrip():28} {kind.query}"
    for key in ("extensions", "features"):
        words: tuple[str, ...] | None = getattr(device, key)
        if words is None:
            unknown.append(key)
        else:
            yield f"{key}: {' '.join(words) or 'none'}"
    if unknown and device.name not in PROFILES:
        yield f"unknown, and not checked: {', '.join(unknown)}"


def _toml(device: Device) -> str:
    table = {key: value for key, value in device_table(device).items() if value != ""}
    lines = [f"{toml_key(key)} = {toml_value(value)}" for key, value in table.items()]
    return "\n".join((f"[devices.{toml_key(device.name)}]", *lines, ""))


def _json(devices: Sequence[Device]) -> str:
    shown: list[dict[str, Any]] = [
        {"name": each.name, **device_table(each), "source": each.source} for each in devices
    ]
    return json.dumps({"version": FORMAT_VERSION, "devices": shown}, indent=2) + "\n"
