"""The tree of settings, and the merging of settings from several places.

Every field is described by a `Setting`, from which decoding, the JSON schema and `opencl-ls config`
are derived: a new field here is enough for all of them.

Precedence, from the weakest: the defaults below, the configuration file, the editor, the command
line.  Within one of these places a named configuration takes precedence over the plain values.  The
strongest place that chooses a configuration decides which one it is; in a place, the last matching
pattern of files takes precedence over the choice for all programs.  If two places set the same
setting,

- a single value (`std`, `device`, a flag) is replaced by the stronger one's;
- `extensions` are changes, and the stronger place's are applied after the weaker one's;
- a macro of the stronger place replaces, and its `undefines` removes, that of the weaker one;
- `include_paths` of the stronger place are searched first, its forced includes come last;
- `profile` and `select` are replaced, and a stronger place's profile replaces `select` as well;
- `ignore` and `severity` are added to.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple, get_type_hints

from msgspec import Struct

from opencl_ls.builtins.devices import Device, device_names, known_device
from opencl_ls.builtins.spelling import nearest
from opencl_ls.settings.patterns import matches_path
from opencl_ls.settings.profiles import PROFILES
from opencl_ls.settings.target import PROFILES as DEVICE_PROFILES
from opencl_ls.settings.target import LaunchSizes, Target, no_device

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

# The values of a severity setting; "off" disables a rule.
LEVELS: Final = ("error", "warning", "info", "hint", "off")
WARNINGS: Final = ("default", "error", "off")

_UNDEFINED_FEATURE: Final = "__undef_"


class Setting(NamedTuple):
    """The description of one setting.

    `kind` decides how its value is read, `doc` describes it in a sentence, `choices` are all of its
    values if they are few.  `usual` describes the default if that is not the same for all programs.
    `name` and `default` are those of its field.
    """

    kind: str
    doc: str
    choices: tuple[object, ...] = ()
    examples: tuple[object, ...] = ()
    usual: object = None
    name: str = ""
    default: object = None


class TargetSettings(Struct, frozen=True):
    """The target and the options of a program; empty and None mean that nothing is set."""

    std: Annotated[
        str,
        Setting(
            "text",
            "The version of OpenCL C: CL1.0, CL1.1, CL1.2, CL2.0 or CL3.0. Programs in C++ for "
            "OpenCL (CLC++) are not checked.",
            examples=("CL1.2",),
        ),
    ] = ""
    extensions: Annotated[
        tuple[str, ...],
        Setting(
            "words",
            "Extensions and features: khronos (the default), all or none, then +NAME and -NAME.",
            examples=("none,+cl_khr_fp64",),
        ),
    ] = ()
    device: Annotated[
        str, Setting("device", "The device, or a profile: full, embedded or minimal.")
    ] = ""
    pointer_bits: Annotated[
        int | None, Setting("number", "The address width of the device.", choices=(32, 64))
    ] = None
    defines: Annotated[
        tuple[tuple[str, str], ...],
        Setting(
            "defines", "Macros that the host's build options define.", examples=(["WIDTH=16"],)
        ),
    ] = ()
    undefines: Annotated[tuple[str, ...], Setting("names", "Macros to undefine.")] = ()
    host_defines: Annotated[
        tuple[str, ...],
        Setting("names", "Macros that the host defines, with values that it computes."),
    ] = ()
    include_paths: Annotated[
        tuple[str, ...], Setting("paths", "Folders to search for includes.")
    ] = ()
    includes: Annotated[
        tuple[str, ...],
        Setting("paths", "Files to include before the first line of every program."),
    ] = ()
    fast_relaxed_math: Annotated[bool | None, Setting("flag", "As -cl-fast-relaxed-math.")] = None
    finite_math_only: Annotated[bool | None, Setting("flag", "As -cl-finite-math-only.")] = None
    single_precision_constant: Annotated[
        bool | None, Setting("flag", "As -cl-single-precision-constant.")
    ] = None
    uniform_work_group_size: Annotated[
        bool | None, Setting("flag", "As -cl-uniform-work-group-size.")
    ] = None
    kernels: Annotated[
        tuple[tuple[str, LaunchSizes], ...],
        Setting(
            "launches",
            "The launches of kernels, by their names: local-size and num-groups.",
            examples=({"reduce": {"local-size": [64], "num-groups": [128]}},),
        ),
    ] = ()
    devices: Annotated[
        tuple[tuple[str, Device], ...],
        Setting(
            "devices",
            "Devices of your own, by their names: std, extensions, features and limits.",
            examples=({"my-board": {"base": "arm-mali-g52", "local-mem-size": 16384}},),
        ),
    ] = ()


class RuleSettings(Struct, frozen=True):
    """The enabled rules, and their severities."""

    profile: Annotated[
        str,
        Setting(
            "choice",
            "The rules that run where nothing is selected: recommended, strict, portable, "
            "performance or all.",
            choices=tuple(PROFILES),
        ),
    ] = ""
    select: Annotated[
        tuple[str, ...],
        Setting("names", "The rules or families to run; else those of the profile."),
    ] = ()
    ignore: Annotated[tuple[str, ...], Setting("names", "Rules or families that stay silent.")] = ()
    severity: Annotated[
        tuple[tuple[str, str], ...],
        Setting("levels", "The severity of a rule or family: error, warning, info, hint or off."),
    ] = ()
    complete_defines: Annotated[
        bool | None,
        Setting(
            "flag",
            "All macros are known, so that an undeclared upper-case name is an error.",
        ),
    ] = None
    warnings: Annotated[
        str,
        Setting("choice", "What becomes of warnings, as with -Werror and -w.", choices=WARNINGS),
    ] = ""


class HintSettings(Struct, frozen=True):
    """The enabled inlay hints."""

    parameter_names: Annotated[
        bool | None,
        Setting("flag", "Names of parameters before the arguments of functions.", usual=True),
    ] = None
    macro_parameter_names: Annotated[
        bool | None,
        Setting("flag", "Names of parameters before the arguments of macros.", usual=False),
    ] = None
    implicit_conversions: Annotated[
        str,
        Setting(
            "choice",
            "Implicit conversions: those that may lose something, all that change a value, its "
            "width or the number of its components, or none.",
            choices=("off", "lossy", "all"),
            usual="lossy",
        ),
    ] = ""
    block_results: Annotated[
        bool | None,
        Setting("flag", "The types that blocks return where none is written.", usual=True),
    ] = None
    struct_layout: Annotated[
        bool | None,
        Setting("flag", "Offsets, sizes and padding of the members of structs.", usual=False),
    ] = None
    designators: Annotated[
        str,
        Setting(
            "choice",
            "What the values of an initializer list are for: names of members, indices as well, "
            "or nothing.",
            choices=("off", "members", "all"),
            usual="members",
        ),
    ] = ""
    block_ends: Annotated[
        bool | None,
        Setting("flag", "What ends at a closing brace that is far from its begin.", usual=False),
    ] = None


class LensSettings(Struct, frozen=True):
    """The code lenses above a function."""

    local_memory: Annotated[
        bool | None, Setting("flag", "The local memory that a kernel takes.", usual=True)
    ] = None
    barriers: Annotated[
        bool | None, Setting("flag", "How many barriers a kernel meets.", usual=True)
    ] = None
    races: Annotated[
        bool | None,
        Setting("flag", "That no race is found in a kernel, if all is decided.", usual=True),
    ] = None
    requirements: Annotated[
        bool | None,
        Setting("flag", "The version, extensions and features that a kernel needs.", usual=True),
    ] = None
    work_group_size: Annotated[
        bool | None,
        Setting("flag", "The work-group size that a kernel requires or expects.", usual=True),
    ] = None
    callers: Annotated[
        bool | None, Setting("flag", "How many functions call a function.", usual=True)
    ] = None


class CheckSettings(Struct, frozen=True):
    """What `opencl-ls check` does with folders."""

    host_programs: Annotated[
        bool | None,
        Setting("flag", "Kernels are found in host programs, too, as by --embedded.", usual=False),
    ] = None


GroupSettings = HintSettings | LensSettings | CheckSettings


class Settings(Struct, frozen=True):
    """All settings of one place, or, after `combine`, of all places together.

    `configuration` is the name of the chosen one among `configurations`.  `per_file` are patterns
    of files (see `patterns`), each with the name of the configuration that is chosen for them.
    """

    target: TargetSettings = TargetSettings()
    rules: RuleSettings = RuleSettings()
    configuration: str = ""
    configurations: tuple[tuple[str, TargetSettings], ...] = ()
    per_file: tuple[tuple[str, str], ...] = ()
    inlay_hints: HintSettings = HintSettings()
    code_lens: LensSettings = LensSettings()
    check: CheckSettings = CheckSettings()


class Choice(Struct, frozen=True):
    """The active named configuration of a program, and the reason.

    `name` is "" if none is active.  `place` is the number of the place that chooses it, -1 where
    none of the places does; `pattern` is the number of the pattern there that means the program.
    """

    name: str = ""
    place: int = -1
    pattern: int | None = None


class Problem(Struct, frozen=True):
    """A problem of a setting.

    `file` is "" outside any file, and `line` counts from 1, or is 0 if there is none.  Columns
    count from 1 in code points, and `end_column` is after the last one; both are 0 if only the line
    is known.  An unknown setting may be one of a later release, so it is a warning.
    """

    message: str
    file: str = ""
    line: int = 0
    column: int = 0
    end_column: int = 0
    is_warning: bool = False

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}: " if self.line else f"{self.file}: " if self.file else ""
        return place + self.message


DEFAULT: Final = Settings()

GROUPS: Final[dict[str, type[GroupSettings]]] = {
    "inlay_hints": HintSettings,
    "code_lens": LensSettings,
    "check": CheckSettings,
}
"""The fields of `Settings` that are tables: of editors, and of the command `check`."""


@cache
def settings_of(kind: type[TargetSettings | RuleSettings | GroupSettings]) -> tuple[Setting, ...]:
    """Return the description of each field of a class of settings, in order."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(
        hints[name].__metadata__[0]._replace(name=name, default=default)
        for name, default in zip(kind.__struct_fields__, kind.__struct_defaults__, strict=True)
    )


def chosen(settings: GroupSettings) -> dict[str, Any]:
    """Return the value of each setting of a group: the given one, or the default."""
    values = {each.name: getattr(settings, each.name) for each in settings_of(type(settings))}
    return {
        each.name: each.usual if values[each.name] == each.default else values[each.name]
        for each in settings_of(type(settings))
    }


@lru_cache(maxsize=64)
def make_target(settings: TargetSettings) -> Target:
    """Return the target that settings describe; see `Target.make` for unknown parts."""
    # Compilers' headers support -D__undef___opencl_c_NAME for features without an option.
    undefined = [
        name.removeprefix(_UNDEFINED_FEATURE)
        for name, _ in settings.defines
        if name.startswith(_UNDEFINED_FEATURE)
    ]
    return Target.make(
        settings.std,
        settings.extensions,
        dict(settings.devices).get(settings.device, settings.device),
        undefined_features=undefined,
        pointer_bits=settings.pointer_bits,
        fast_relaxed_math=bool(settings.fast_relaxed_math),
        finite_math_only=bool(settings.finite_math_only),
        single_precision_constant=bool(settings.single_precision_constant),
        uniform_work_group_size=bool(settings.uniform_work_group_size),
        kernels=settings.kernels,
        host_defines=frozenset(settings.host_defines),
    )


def is_device(name: str, own: Collection[str]) -> bool:
    """Return whether a name is empty, a profile, a well-known device or one of `own`."""
    return not name or name in own or name in DEVICE_PROFILES or known_device(name) is not None


def device_problem(target: TargetSettings) -> Problem | None:
    """Return the problem that no place describes the device of a target, if so."""
    own = dict(target.devices)
    if is_device(target.device, own):
        return None
    return Problem(no_device(target.device, (*own, *device_names())))


def launch_table(kernels: Iterable[tuple[str, LaunchSizes]]) -> dict[str, dict[str, list[int]]]:
    """Return the launches of kernels as the tables that a file of settings has."""
    return {
        name: {
            key: list(sizes)
            for key, sizes in (("local-size", each.local_size), ("num-groups", each.num_groups))
            if sizes is not None
        }
        for name, each in kernels
    }


def choose(places: Sequence[Settings], path: str = "") -> Choice:
    """Return the configuration that the places choose for a program, the weakest place first."""
    for number in range(len(places) - 1, -1, -1):
        place = places[number]
        if path:
            for index in range(len(place.per_file) - 1, -1, -1):
                pattern, name = place.per_file[index]
                if matches_path(pattern, path):
                    return Choice(name, number, index)
        if place.configuration:
            return Choice(place.configuration, number)
    return Choice()


def combine(
    places: Sequence[Settings], choice: Choice | None = None
) -> tuple[Settings, list[Problem]]:
    """Return the settings of several places as one, the weakest place first.

    The chosen configuration is merged at the place of its definition; without a `choice` it is the
    one that the places choose for all programs.
    """
    wanted = (choose(places) if choice is None else choice).name
    configurations = {name: target for place in places for name, target in place.configurations}
    target, rules = TargetSettings(), RuleSettings()
    for place in places:
        target = merge_targets(target, place.target)
        for name, configured in place.configurations:
            if name == wanted:
                target = merge_targets(target, configured)
        rules = merge_rules(rules, place.rules)
    problems = []
    if wanted and wanted not in configurations:
        problems.append(Problem(no_configuration(wanted, configurations)))
    groups: dict[str, Any] = {
        name: kind(**_merged([getattr(place, name) for place in places]))
        for name, kind in GROUPS.items()
    }
    return Settings(target, rules, wanted, tuple(configurations.items()), **groups), problems


def merge_targets(weaker: TargetSettings, stronger: TargetSettings) -> TargetSettings:
    """Return two target settings as one, as described above."""
    values = _replaced(weaker, stronger)
    undone = {*stronger.undefines, *(_macro_name(name) for name, _ in stronger.defines)}
    kept = tuple(each for each in weaker.defines if _macro_name(each[0]) not in undone)
    defined = {_macro_name(name) for name, _ in stronger.defines}
    values |= {
        "extensions": weaker.extensions + stronger.extensions,
        "defines": kept + stronger.defines,
        "undefines": _unique(
            (*(name for name in weaker.undefines if name not in defined), *stronger.undefines)
        ),
        "host_defines": _unique((*weaker.host_defines, *stronger.host_defines)),
        "include_paths": _unique((*stronger.include_paths, *weaker.include_paths)),
        "kernels": tuple((dict(weaker.kernels) | dict(stronger.kernels)).items()),
        "devices": tuple((dict(weaker.devices) | dict(stronger.devices)).items()),
        "includes": _unique((*weaker.includes, *stronger.includes)),
    }
    return TargetSettings(**values)


def merge_rules(weaker: RuleSettings, stronger: RuleSettings) -> RuleSettings:
    """Return two rule settings as one, as described above."""
    values = _replaced(weaker, stronger)
    if stronger.profile:
        values["select"] = stronger.select
    values |= {
        "ignore": _unique((*weaker.ignore, *stronger.ignore)),
        "severity": tuple((dict(weaker.severity) | dict(stronger.severity)).items()),
    }
    return RuleSettings(**values)


def nearby(name: str, candidates: Iterable[str]) -> str:
    """Return "; did you mean NAME?" for the candidate nearest to a misspelt name, or ""."""
    near = nearest(name, candidates)
    return f"; did you mean {near[0]}?" if near else ""


def _merged(places: Sequence[GroupSettings]) -> dict[str, Any]:
    """Return the value of each setting of a group in the strongest place that sets it."""
    values: dict[str, Any] = {}
    for place in places:
        for each in settings_of(type(place)):
            value = getattr(place, each.name)
            if value != each.default:
                values[each.name] = value
    return values


def _replaced(
    weaker: TargetSettings | RuleSettings, stronger: TargetSettings | RuleSettings
) -> dict[str, Any]:
    values = {}
    for each in settings_of(type(weaker)):
        value = getattr(stronger, each.name)
        values[each.name] = getattr(weaker, each.name) if value == each.default else value
    return values


def _macro_name(head: str) -> str:
    return head.partition("(")[0]


def _unique(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


def no_configuration(name: str, known: Iterable[str]) -> str:
    """Return the message that a configuration does not exist, with the existing names."""
    names = tuple(known)
    listed = ", ".join(names) or "none"
    return f'there is no configuration "{name}"; there are: {listed}{nearby(name, names)}'
