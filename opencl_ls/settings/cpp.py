"""Programs in C++ for OpenCL, of which nothing is reported."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from opencl_ls.builtins.versions import is_cpp_version
from opencl_ls.settings.model import RuleSettings

if TYPE_CHECKING:
    from opencl_ls.settings.model import Settings, TargetSettings

ENDING: Final = ".clcpp"
"""The ending by which clang takes a file for C++ for OpenCL; it has no other one."""
NOT_CHECKED: Final = "C++ for OpenCL is not checked"

_SILENT: Final = RuleSettings(severity=(("all", "off"),))


def is_cpp(path: str, target: TargetSettings) -> bool:
    """Return whether a program is C++ for OpenCL, by the ending of its file or by `std`."""
    return path.endswith(ENDING) or is_cpp_version(target.std)


def unchecked(settings: Settings) -> Settings:
    """Return the settings with which no rule reports anything."""
    return replace(settings, rules=_SILENT)
