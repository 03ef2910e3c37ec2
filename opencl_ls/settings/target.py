"""The target that a program is analysed for: OpenCL C version, extensions, features and flags."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.builtins.devices import (
    EMBEDDED,
    FULL,
    Device,
    Limit,
    known_device,
    limit_kinds,
)
from opencl_ls.builtins.extensions import DEPENDENT_FEATURES, all_extensions
from opencl_ls.builtins.macros import all_macros
from opencl_ls.builtins.spelling import nearest
from opencl_ls.builtins.versions import (
    FEATURE_PREFIX,
    Version,
    is_cpp_version,
    version_problem,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from opencl_ls.builtins.extensions import Extension

# Profiles of devices: "full" and "embedded" are those of the specification; "minimal" is an
# OpenCL 3.0 device with nothing optional, the narrowest target that a kernel may meet.
MINIMAL: Final = "minimal"
PROFILES: Final = (FULL, EMBEDDED, MINIMAL)

# Names for several extensions in the `extensions` setting.
GROUPS: Final = ("all", "khronos", "none")

# Both are on or off: compilers refuse contradictory options.
_PAIRS: Final = (
    ("cl_khr_fp64", "__opencl_c_fp64"),
    ("cl_khr_3d_image_writes", "__opencl_c_3d_image_writes"),
)

# Features of the compiler and not of the device, which `-all` keeps.
COMPILER_FEATURES: Final = (
    "__opencl_c_atomic_order_seq_cst",
    "__opencl_c_atomic_scope_all_devices",
    "__opencl_c_atomic_scope_device",
    "__opencl_c_int64",
    "__opencl_c_work_group_collective_functions",
)

_SEPARATOR = re.compile(r"[\s,;]+")


Sizes = tuple[int, int, int]
"""Counts of work-items, or of groups, in the three dimensions."""


class LaunchSizes(Struct, frozen=True):
    """What the host launches a kernel with, None where the settings do not say.

    `local_size` counts the work-items of a group, `num_groups` the groups of the launch.
    """

    local_size: Sizes | None = None
    num_groups: Sizes | None = None


UNKNOWN_LAUNCH: Final = LaunchSizes()
"""Of a kernel that the settings do not name."""


class Target(Struct, frozen=True):
    """The version and the device that a program is compiled for.

    `extensions` are the extensions that the device and this version offer; `features` the macros
    `__opencl_c_...` that are defined.  Before 3.0 the language's version implies most features, so
    use the properties below and not the set.  `pointer_bits` is the address width of the device.
    `unasked` are extensions without the pragma that the program should have
    (`builtins.extensions.awaiting_pragma`); most of their additions are available anyway.
    `refused` are the extensions of vendors that the settings disable by name or with all others;
    without such a setting, the device may have them.  `names_version` is False if no version was
    chosen, so that the program may be for an older one.  `kernels` are the launches of the kernels
    that the settings name.  `device` is None where the settings name a profile only.
    `host_defines` are macros of which only the host knows the values.  With `checks_performance`
    the rules of that profile run.  A target can be a cache key: it is immutable and cheap to hash.
    """

    version: Version
    extensions: frozenset[str]
    features: frozenset[str]
    profile: str = "full"
    pointer_bits: int = 64
    fast_relaxed_math: bool = False
    finite_math_only: bool = False
    single_precision_constant: bool = False
    uniform_work_group_size: bool = False
    unasked: frozenset[str] = frozenset()
    refused: frozenset[str] = frozenset()
    names_version: bool = False
    kernels: tuple[tuple[str, LaunchSizes], ...] = ()
    device: Device | None = None
    host_defines: frozenset[str] = frozenset()
    checks_performance: bool = False

    @classmethod
    def default(cls) -> Target:
        """Return the widest target: CL3.0, all features, all Khronos extensions."""
        return _default()

    @classmethod
    def make(
        cls,
        std: str | Version | None = None,
        extensions: str | Iterable[str] = "",
        device: str | Device = FULL,
        *,
        undefined_features: Iterable[str] = (),
        pointer_bits: int | None = None,
        fast_relaxed_math: bool = False,
        finite_math_only: bool = False,
        single_precision_constant: bool = False,
        uniform_work_group_size: bool = False,
        kernels: tuple[tuple[str, LaunchSizes], ...] = (),
        host_defines: frozenset[str] = frozenset(),
    ) -> Target:
        """Return the target that the settings describe; unknown values count as unset.

        `extensions` is a list of changes, applied in order: "khronos" (the default), "all"
        (those of every vendor too), "none", "+cl_khr_fp64" or "cl_khr_fp64", "-cl_khr_fp16".
        Features may be among them, and related ones change together. "none" keeps the features of
        3.0, while clang's `-all` removes them as well.  `undefined_features` are removed last.
        `device` is a profile or a device, or the name of a well-known one; its highest version, its
        extensions and its features are the defaults.  `target_problems` gives the problems of a
        text.
        """
        version = std if isinstance(std, Version) else Version.parse(std or "")
        names_version = version is not None
        named = _device(device)
        if version is None:
            version = Version(named.version) if named and named.version else Version.CL30
        base = device if isinstance(device, str) and device in PROFILES else FULL
        base = base if named is None else named.profile
        words = split_extensions(extensions)
        available, features = _selected(version, base, named, words)
        for name in undefined_features:
            features = _without(features, name)
        return cls(
            version=version,
            extensions=frozenset(available),
            refused=_refused(base, named, words),
            features=frozenset(features),
            profile=base,
            pointer_bits=pointer_bits or _address_bits(named),
            fast_relaxed_math=fast_relaxed_math,
            finite_math_only=finite_math_only or fast_relaxed_math,
            single_precision_constant=single_precision_constant,
            uniform_work_group_size=uniform_work_group_size,
            names_version=names_version,
            kernels=kernels,
            device=named,
            host_defines=host_defines,
        )

    def launch_of(self, kernel: str) -> LaunchSizes:
        """Return what the settings say about the launches of a kernel."""
        return dict(self.kernels).get(kernel, UNKNOWN_LAUNCH)

    @property
    def device_name(self) -> str:
        """The name of the device, or else the profile."""
        return self.device.name if self.device is not None else self.profile

    @property
    def words(self) -> str:
        """The device as a message names it: by its name, or "this target"."""
        return self.device.name if self.device is not None else "this target"

    def limit(self, name: str) -> Limit | None:
        """Return a limit of the device, None if it is unknown.

        Where the settings name no device, it is what each device of the version and the profile
        has at least.
        """
        kind = limit_kinds()[name]
        if self.device is None:
            device, value = "", kind.least(self.version, self.profile)
        else:
            device, value = self.device.name, self.device.limit(name)
        return None if value is None else Limit(value, kind.query, device)

    @property
    def local_sizes(self) -> dict[str, Sizes | None]:
        """The sizes of groups in the launches that the settings name, by the kernels' names."""
        return {name: launch.local_size for name, launch in self.kernels}

    @property
    def is_embedded(self) -> bool:
        """The device has the embedded profile."""
        return self.profile == EMBEDDED

    @property
    def has_generic_address_space(self) -> bool:
        """A pointer without an address space points to the generic one."""
        return self._implied("__opencl_c_generic_address_space", Version.CL20)

    @property
    def has_program_scope_variables(self) -> bool:
        """Whether variables in the global address space are allowed at file scope."""
        return self._implied("__opencl_c_program_scope_global_variables", Version.CL20)

    @property
    def has_device_enqueue(self) -> bool:
        """Kernels can enqueue kernels."""
        return self._implied("__opencl_c_device_enqueue", Version.CL20)

    @property
    def has_blocks(self) -> bool:
        """Blocks (`^{ ... }`) are part of the language."""
        return self.has_device_enqueue

    @property
    def has_pipes(self) -> bool:
        """Pipes are part of the language."""
        return self._implied("__opencl_c_pipes", Version.CL20)

    @property
    def has_images(self) -> bool:
        """The device has images."""
        return self._implied("__opencl_c_images", Version.CL10)

    @property
    def has_read_write_images(self) -> bool:
        """An image can be read and written in one kernel."""
        return self._implied("__opencl_c_read_write_images", Version.CL20)

    @property
    def has_3d_image_writes(self) -> bool:
        """A 3D image can be written."""
        core = self._implied("__opencl_c_3d_image_writes", Version.CL20)
        return core or "cl_khr_3d_image_writes" in self.extensions

    @property
    def has_fp64(self) -> bool:
        """The type `double` exists."""
        return "cl_khr_fp64" in self.extensions

    @property
    def has_double_constants(self) -> bool:
        """A floating constant without a suffix is a `double`."""
        return self.is_asked_for("cl_khr_fp64")

    @property
    def has_fp16(self) -> bool:
        """Programs can compute with the type `half`, and not only store it."""
        return self.is_asked_for("cl_khr_fp16")

    @property
    def has_int64(self) -> bool:
        """The types `long` and `ulong` exist."""
        return "__opencl_c_int64" in self.features

    @property
    def has_int64_atomics(self) -> bool:
        """The atomic types of 64 bits exist."""
        wanted = {"cl_khr_int64_base_atomics", "cl_khr_int64_extended_atomics"}
        return wanted <= self.extensions

    @property
    def has_subgroups(self) -> bool:
        """The sub-group functions exist."""
        return "__opencl_c_subgroups" in self.features or "cl_khr_subgroups" in self.extensions

    @property
    def has_work_group_collectives(self) -> bool:
        """The collective functions of work-groups (`work_group_reduce_add`) exist."""
        return self._implied("__opencl_c_work_group_collective_functions", Version.CL20)

    @property
    def has_c11_atomics(self) -> bool:
        """The atomic types and functions of C11 exist."""
        return self.version >= Version.CL20

    @property
    def has_byte_addressable_store(self) -> bool:
        """A program may write through pointers to types smaller than 32 bits."""
        asked = self.is_asked_for("cl_khr_byte_addressable_store")
        return self.version >= Version.CL11 or asked

    @property
    def has_clang_storage_classes(self) -> bool:
        """The program has enabled clang's storage classes that its version does not have."""
        return self.is_asked_for("cl_clang_storage_class_specifiers")

    def is_asked_for(self, extension: str) -> bool:
        """Tell whether an extension is available, and enabled by a pragma if it needs one."""
        return extension in self.extensions and extension not in self.unasked

    def _implied(self, feature: str, since: Version) -> bool:
        if self.version >= Version.CL30:
            return feature in self.features
        return self.version >= since


def split_extensions(text: str | Iterable[str]) -> tuple[str, ...]:
    """Return the single words of an `extensions` setting, without the name of the option."""
    parts = [text] if isinstance(text, str) else list(text)
    words: list[str] = []
    for part in parts:
        words += _SEPARATOR.split(part.strip().removeprefix("-cl-ext="))
    return tuple(word for word in words if word)


def target_problems(std: str = "", extensions: str | Iterable[str] = "") -> Iterator[str]:
    """Yield messages about the problems of a target's settings."""
    if std and not is_cpp_version(std):
        problem = version_problem(std)
        if problem is not None:
            yield problem
    for word in split_extensions(extensions):
        name = word.lstrip("+-")
        if name in GROUPS or name in all_extensions() or name in feature_names():
            continue
        near = nearest(name, [*all_extensions(), *feature_names(), *GROUPS])
        yield f'unknown extension "{name}"' + (f"; did you mean {near[0]}?" if near else "")


def no_device(name: str, devices: Iterable[str]) -> str:
    """Return the message that a device is unknown; `devices` are those that are known."""
    near = nearest(name, [*PROFILES, *devices])
    hint = f"did you mean {near[0]}?" if near else "opencl-ls device lists those that are known"
    return f'unknown device "{name}"; {hint}'


@cache
def feature_names() -> frozenset[str]:
    """Return the names of all feature macros."""
    return frozenset(name for name in all_macros() if name.startswith(FEATURE_PREFIX))


@cache
def _default() -> Target:
    return Target.make()


def _device(device: str | Device) -> Device | None:
    """Return the device that a setting names, None for a profile."""
    if isinstance(device, Device):
        return device
    # The table of devices is not read for the profiles.
    return known_device(device) if device and device not in PROFILES else None


def _address_bits(named: Device | None) -> int:
    bits = named.limit("address-bits") if named is not None else None
    return bits if isinstance(bits, int) else 64


def _offered_by(named: Device | None, khronos: set[str], late: set[str]) -> set[str]:
    """Return the extensions and features of a device without `late` ones.

    What is unknown of it is there.
    """
    if named is None:
        return khronos | feature_names()
    extensions = khronos if named.extensions is None else set(named.extensions) - late
    features = feature_names() if named.features is None else set(named.features)
    on = extensions | features
    for extension, feature in _PAIRS:
        # Drivers list both, and a list of extensions is the older of the two.
        on = _with(on, feature) if extension in extensions else on - {feature}
    return on


def _selected(
    version: Version, profile: str, named: Device | None, words: tuple[str, ...]
) -> tuple[set[str], set[str]]:
    """Return the extensions and features that a version offers and the settings keep."""
    offered = {name for name, each in all_extensions().items() if _offered(each, version)}
    khronos = {name for name in offered if _is_khronos(name)}
    late = all_extensions().keys() - offered
    on = set[str]() if profile == MINIMAL else _offered_by(named, khronos, late)
    for word in words:
        match word:
            case "all" | "+all":
                on = offered | feature_names()
            case "-all":
                on = set(COMPILER_FEATURES)
            case "khronos" | "+khronos":
                on |= khronos
            case "none":
                on -= all_extensions().keys()
                on -= {feature for _, feature in _PAIRS}
            case _ if word.startswith("-"):
                on = _without(on, word[1:])
            case _:
                name = word.removeprefix("+")
                if name in offered or name not in all_extensions():
                    on = _with(on, name)
    extensions = {name for name in on if not name.startswith(FEATURE_PREFIX)}
    return extensions, {name for name in feature_names() if _holds(name, on, version, profile)}


def _refused(profile: str, named: Device | None, words: tuple[str, ...]) -> frozenset[str]:
    """Return the extensions of vendors that a device lacks or the words of a setting disable.

    A newer driver of the device may have more of those that its own vendor defines.
    """
    vendors = {name for name in all_extensions() if not _is_khronos(name)}
    if profile == MINIMAL or "-all" in words or "none" in words:
        return frozenset(vendors)
    lacking = set[str]()
    if named is not None and named.extensions is not None:
        # The extensions of clang are the compiler's, and no driver lists them.
        own = {"clang", *(all_extensions()[name].vendor for name in vendors & {*named.extensions})}
        lacking = {name for name in vendors if all_extensions()[name].vendor not in own}
    return frozenset(lacking | {word[1:] for word in words if word.startswith("-")}) & vendors


@cache
def _is_khronos(name: str) -> bool:
    """Tell whether an extension is Khronos's own, or one with feature macros of 3.0."""
    return all_extensions()[name].vendor == "khr" or name in _extensions_of_features()


@cache
def _extensions_of_features() -> frozenset[str]:
    return frozenset(
        name for feature in feature_names() for name in all_macros()[feature].availability.requires
    )


def _offered(extension: Extension, version: Version) -> bool:
    deprecated = extension.deprecated
    return version >= extension.since and (deprecated is None or version < deprecated)


def _with(on: set[str], name: str) -> set[str]:
    wanted = {name}
    for extension, feature in _PAIRS:
        if name in {extension, feature}:
            wanted |= {extension, feature}
    for basis, dependents in DEPENDENT_FEATURES.items():
        if wanted & set(dependents):
            wanted.add(basis)
    return on | wanted


def _without(on: set[str], name: str) -> set[str]:
    unwanted = {name, *DEPENDENT_FEATURES.get(name, ())}
    for extension, feature in _PAIRS:
        if unwanted & {extension, feature}:
            unwanted |= {extension, feature}
    return on - unwanted


def _holds(feature: str, on: set[str], version: Version, profile: str) -> bool:
    """Tell whether a feature macro is defined."""
    if feature == "__opencl_c_int64":
        # Only an embedded device may lack 64-bit integers; every other version and device has them.
        return profile != EMBEDDED or "cles_khr_int64" in on
    entry = all_macros()[feature]
    for bits in ("16", "64"):
        if feature.startswith(f"__opencl_c_ext_fp{bits}_") and f"cl_khr_fp{bits}" not in on:
            return False
    if not on.issuperset(entry.availability.requires):
        return False
    if entry.availability.requires:
        return version >= Version.CL20 and feature in on
    if version >= Version.CL30:
        return feature in on
    return version == Version.CL20 and entry.in_cl20
