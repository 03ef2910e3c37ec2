"""Devices: their limits, extensions and features, and the least that the specification asks for.

`data/limits.json` describes each limit, `data/devices.json` well-known devices; the README of the
package has the fields.  What no public source says about a device is absent, and not checked.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec import Struct

from opencl_ls.builtins.reader import table

if TYPE_CHECKING:
    from collections.abc import Iterable

Value = int | tuple[int, ...]
"""The value of a limit: a number, or one for each dimension, or each size that exists."""

FULL: Final = "full"
EMBEDDED: Final = "embedded"


class Device(Struct, frozen=True, cache_hash=True):
    """A device: what it has, and where that is known from.

    `version` is the highest version of OpenCL C, such as 120, or 0 if it is unknown; `profile` is
    "full" or "embedded".  `extensions` and `features` are None if they are unknown.  `limits` are
    pairs of names as in `limit_names()` and values; an absent one is unknown.  It can be a part of
    a cache key.
    """

    name: str
    title: str = ""
    version: int = 0
    profile: str = FULL
    extensions: tuple[str, ...] | None = None
    features: tuple[str, ...] | None = None
    limits: tuple[tuple[str, Value], ...] = ()
    source: str = ""

    def limit(self, name: str) -> Value | None:
        """Return the value of a limit, None if it is unknown."""
        return dict(self.limits).get(name)


class Limit(NamedTuple):
    """A limit of a target; `device` is the name of its device, "" for the least that each has."""

    value: Value
    query: str
    device: str

    @property
    def number(self) -> int:
        """The value of a limit that is one number."""
        assert isinstance(self.value, int)
        return self.value

    def __str__(self) -> str:
        """Return the end of a message: "DEVICE supports NUMBER only (QUERY)"."""
        supports = f"{self.device} supports" if self.device else "a device has to support"
        value = self.value if isinstance(self.value, int) else ", ".join(map(str, self.value))
        return f"{supports} {value} only ({self.query})"


class LimitKind(NamedTuple):
    """A limit: the query of clGetDeviceInfo, the unit of its value, and its minimums.

    `full` and `embedded` are the minimums of the two profiles, as pairs of the first version of
    OpenCL and the value from there on.  A value is a list of numbers if `is_list`.
    """

    name: str
    query: str
    unit: str
    full: tuple[tuple[int, Value], ...]
    embedded: tuple[tuple[int, Value], ...]
    is_list: bool = False

    def least(self, version: int, profile: str) -> Value | None:
        """Return what each device of a version and a profile has at least, None if undefined."""
        steps = self.embedded if profile == EMBEDDED else self.full
        return next((value for since, value in reversed(steps) if version >= since), None)


@cache
def limit_kinds() -> dict[str, LimitKind]:
    """Return all limits by their names, in the order of the table."""
    return {
        name: LimitKind(
            name,
            entry["query"],
            entry.get("unit", ""),
            _steps(entry["full"]),
            _steps(entry.get("embedded", entry["full"])),
            entry.get("list", False),
        )
        for name, entry in table("limits").all().items()
    }


def device_names() -> tuple[str, ...]:
    """Return the names of the well-known devices."""
    return tuple(table("devices"))


@cache
def known_device(name: str) -> Device | None:
    """Return the well-known device of this name, None if there is none."""
    devices = table("devices")
    return device_of(name, devices[name]) if name in devices else None


def device_of(name: str, entry: dict[str, Any]) -> Device:
    """Return the device that an entry of the table describes."""
    return Device(
        name,
        entry.get("title", ""),
        entry.get("version", 0),
        entry.get("profile", FULL),
        _words(entry.get("extensions")),
        _words(entry.get("features")),
        tuple((each, _value(value)) for each, value in entry.get("limits", {}).items()),
        entry.get("source", ""),
    )


def _words(text: str | None) -> tuple[str, ...] | None:
    return None if text is None else tuple(sorted(set(text.split())))


def _steps(entry: Iterable[tuple[int, Any]]) -> tuple[tuple[int, Value], ...]:
    return tuple((since, _value(value)) for since, value in entry)


def _value(value: int | list[int]) -> Value:
    return value if isinstance(value, int) else tuple(value)
