"""Devices as tables in settings, and the output of `clinfo --json` as such tables.

A table may name another device as its `base`, whose values hold where it has none.  Its other keys
are `std`, `profile`, `extensions`, `features`, `title`, and the names of limits.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from opencl_ls.builtins.devices import (
    EMBEDDED,
    FULL,
    Device,
    device_names,
    known_device,
    limit_kinds,
)
from opencl_ls.builtins.versions import Version, version_problem
from opencl_ls.settings.target import no_device

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from opencl_ls.builtins.devices import Value

KEYS: Final = ("base", "title", "std", "profile", "extensions", "features")
"""The keys of the table of a device that are no limits."""

_VERSION: Final = re.compile(r"OpenCL (?:C )?(\d)\.(\d)")
_NOT_IN_NAMES: Final = re.compile(r"[^a-z0-9]+")
_PROFILES: Final = (FULL, EMBEDDED)
_LARGEST: Final = (1 << 64) - 1
"""The largest value of a limit: clGetDeviceInfo gives 64 bits at most."""
_LARGER: Final = {
    # A kernel that requires a size may have that many work-items; see the source of amd-vega.
    "max-work-group-size": "CL_DEVICE_MAX_WORK_GROUP_SIZE_AMD",
}


class ClinfoError(ValueError):
    """A text that is not the output of `clinfo --json`."""


def device_from_table(
    name: str, table: Mapping[str, Any], report: Callable[[str, str], None]
) -> Device:
    """Return the device that a table describes; `report` takes a key and what is wrong with it."""
    base = table.get("base")
    found = known_device(base) if isinstance(base, str) else None
    device = replace(found or Device(name), name=name)
    limits: dict[str, Value] = dict(device.limits)
    for key, value in table.items():
        problem = ""
        match key:
            case "base" if isinstance(value, str):
                problem = "" if found is not None else no_device(value, device_names())
            case "title" if isinstance(value, str):
                device = replace(device, title=value)
            case "std" if isinstance(value, str):
                problem = version_problem(value) or ""
                device = replace(device, version=int(Version.parse(value) or 0))
            case "profile" if value in _PROFILES:
                device = replace(device, profile=value)
            case "extensions" | "features" if (words := _words(value)) is not None:
                device = replace(device, **{key: words})
            case _ if key in limit_kinds():
                limit = _limit(key, value)
                if limit is None:
                    wanted = "a list of numbers" if limit_kinds()[key].is_list else "a number"
                    problem = f"{key} should be {wanted}"
                else:
                    limits[key] = limit
            case _ if key in KEYS:
                problem = f"{key} should be {_wanted(key)}"
            case _:
                problem = f'unknown setting "{key}"'
        if problem:
            report(key, problem)
    return replace(device, limits=tuple(limits.items()))


def device_table(device: Device) -> dict[str, Any]:
    """Return the table that `device_from_table` reads as the device."""
    table: dict[str, Any] = {}
    if device.title:
        table["title"] = device.title
    if device.version:
        table["std"] = Version(device.version).label
    table["profile"] = device.profile
    for key in ("extensions", "features"):
        words: tuple[str, ...] | None = getattr(device, key)
        if words is not None:
            table[key] = list(words)
    limits = ((name, device.limit(name)) for name in limit_kinds())
    return table | {name: _plain(value) for name, value in limits if value is not None}


def devices_of_clinfo(text: str) -> Iterator[Device]:
    """Yield the devices in the output of `clinfo --json`, each under a name made of its own.

    Raises ClinfoError for another text.
    """
    try:
        # A program of a terminal may print lines of its own before the object.
        found = json.loads(text[text.index("{") :], strict=False)
        listed = [each for platform in found["devices"] for each in platform["online"]]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ClinfoError("this is not the output of clinfo --json") from error
    names: set[str] = set()
    for each in listed:
        if isinstance(each, Mapping) and isinstance(each.get("CL_DEVICE_NAME"), str):
            device = _device_of_clinfo(each)
            number = 2
            name = device.name
            while name in names:
                name, number = f"{device.name}-{number}", number + 1
            names.add(name)
            yield replace(device, name=name)


def _device_of_clinfo(found: Mapping[str, Any]) -> Device:
    title = str(found["CL_DEVICE_NAME"]).strip()
    features = found.get("CL_DEVICE_OPENCL_C_FEATURES")
    extensions = found.get("CL_DEVICE_EXTENSIONS")
    limits: dict[str, Value] = {}
    for name, kind in limit_kinds().items():
        value = _limit(name, found.get(_LARGER.get(name, ""), found.get(kind.query)))
        if value is not None:
            limits[name] = value
    is_embedded = found.get("CL_DEVICE_PROFILE") == "EMBEDDED_PROFILE"
    return Device(
        _NOT_IN_NAMES.sub("-", title.lower()).strip("-") or "device",
        title,
        _version(found),
        EMBEDDED if is_embedded else FULL,
        _words(extensions),
        tuple(sorted(features)) if isinstance(features, Mapping) else None,
        tuple(limits.items()),
        "clinfo",
    )


def _version(found: Mapping[str, Any]) -> int:
    """Return the highest version of OpenCL C; each OpenCL 3.0 device has OpenCL C 3.0."""
    numbers = [0]
    for key in ("CL_DEVICE_VERSION", "CL_DEVICE_OPENCL_C_VERSION"):
        match = _VERSION.match(str(found.get(key)))
        if match is not None:
            numbers.append(int(match[1]) * 100 + int(match[2]) * 10)
    known = [int(version) for version in Version if version <= max(numbers)]
    return max(known, default=0)


def _words(value: object) -> tuple[str, ...] | None:
    if isinstance(value, str):
        value = value.split()
    if isinstance(value, list | tuple) and all(isinstance(each, str) for each in value):
        return tuple(sorted(set(value)))
    return None


def _limit(name: str, value: object) -> Value | None:
    """Return the value of a limit, None if it is of another kind."""
    if not limit_kinds()[name].is_list:
        return _number(value)
    if not isinstance(value, list | tuple):
        return None
    numbers = tuple(each for each in map(_number, value) if each is not None)
    return numbers if numbers and len(numbers) == len(value) else None


def _number(value: object) -> int | None:
    return value if type(value) is int and 0 <= value <= _LARGEST else None


def _wanted(key: str) -> str:
    words = {
        "base": "the name of a device",
        "profile": f"{FULL} or {EMBEDDED}",
        "std": 'a text such as "CL1.2"',
        "title": "a text",
    }
    return words.get(key, "a text or a list of names")


def _plain(value: Value) -> int | list[int]:
    return value if isinstance(value, int) else list(value)
