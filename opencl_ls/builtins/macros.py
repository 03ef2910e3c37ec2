"""The built-in macros and enumerators: constants, limits, features, predefined ones."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from opencl_ls.builtins.reader import table
from opencl_ls.builtins.versions import Availability, Conditions, Reason, availability_of


class BuiltinMacro(NamedTuple):
    """A built-in macro or enumerator.

    `group` is "predefined", "version", "feature", "float", "float-limits", "double-limits",
    "half-limits", "integer-limits", "math-constant", "fence", "atomic", "sampler",
    "image-channel-order", "image-channel-type", "enqueue", "device-enqueue", "intel-avc" or "arm".
    `value` is its text, None when the implementation chooses it; with `value_source` set ("clang")
    the number is that of one implementation, and not guaranteed.  `parameters` is "(X,
    typen)" for a function-like macro.  `type` is the type of the value if the specification gives
    one, `enumeration` the enum of an enumerator, `host` the counterpart in the host's API, and
    `in_cl20` is true if OpenCL C 2.0 implies a feature macro.  `query` is the query by which the
    host asks a device for a feature.
    """

    name: str
    group: str
    value: str | None
    value_source: str
    parameters: str
    type: str
    enumeration: str
    host: str
    in_cl20: bool
    availability: Availability
    query: str = ""

    def missing(self, target: Conditions) -> Reason | None:
        """Return what `target` lacks for the macro, or None."""
        return self.availability.missing(target)


def macro(name: str) -> BuiltinMacro | None:
    """Return the built-in macro or enumerator of this name, or None."""
    return all_macros().get(name)


def macro_names() -> frozenset[str]:
    """Return the names of all built-in macros and enumerators."""
    return frozenset(table("macros"))


@cache
def all_macros() -> dict[str, BuiltinMacro]:
    """Return every built-in macro by its name."""
    registry = table("registry")
    return {
        name: BuiltinMacro(
            name=name,
            group=entry["group"],
            value=entry["value"],
            value_source=entry.get("value_source", ""),
            parameters=entry.get("args", ""),
            type=entry.get("type", ""),
            enumeration=entry.get("enum", ""),
            host=entry.get("host", ""),
            in_cl20=entry.get("in_2.0", False),
            availability=availability_of(entry),
            **registry.get(name, {}),
        )
        for name, entry in table("macros").all().items()
    }
