"""Settings from parsed TOML or JSON.

Nothing here raises on a user's input: a value of the wrong kind or an unknown name becomes a
problem with a message, and the rest is used.  Names may be spelt as in TOML ("include-paths"), as
in an editor's JSON ("includePaths") or as in the fields ("include_paths").
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from opencl_ls.builtins.devices import device_names
from opencl_ls.settings.device_tables import device_from_table
from opencl_ls.settings.model import (
    GROUPS,
    LEVELS,
    Problem,
    RuleSettings,
    Settings,
    TargetSettings,
    is_device,
    merge_rules,
    merge_targets,
    nearby,
    settings_of,
)
from opencl_ls.settings.options import define, from_build_options, split_words
from opencl_ls.settings.target import (
    LaunchSizes,
    no_device,
    split_extensions,
    target_problems,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from opencl_ls.builtins.devices import Device
    from opencl_ls.settings.model import Setting
    from opencl_ls.settings.target import Sizes

_CAPITAL = re.compile(r"(?<=[a-z0-9])([A-Z])")

_BITS = 64
_DIMENSIONS = 3
_LARGEST = 1 << 32
"""The largest size of a launch, in work-items or groups of one dimension."""

_CHOOSES_PROGRAM = "a file of a project must not choose the program that runs"
EDITOR_KEYS = {
    "formatting": _CHOOSES_PROGRAM,
    "compiler": _CHOOSES_PROGRAM,
    "embedded": "it depends on the other servers of each user; check has host-programs in [check]",
    "detect-build-options": "each user decides what to be asked",
}
"""The keys that only an editor may set, with the reasons."""

# Keys of the tree that are no fields of the two classes.
SPECIAL_KEYS = (
    "build-options",
    "configuration",
    "configurations",
    *(name.replace("_", "-") for name in GROUPS),
    "per-file-configurations",
    *EDITOR_KEYS,
)

TABLES = frozenset(
    {
        "severity",
        "configurations",
        "per-file-configurations",
        "formatting",
        "kernels",
        "devices",
        *(name.replace("_", "-") for name in GROUPS),
    }
)
"""The keys, as `spelt` spells them, whose values are tables."""

Keys = tuple[str | int, ...]
"""The keys on the way to a value; a number counts the elements of a list."""


class Mistake(NamedTuple):
    """A problem of a value, or of an unknown key."""

    keys: Keys
    message: str
    is_unknown: bool = False


class _Decoder:
    """Collects problems while values are decoded; `place` is the path in the tree."""

    def __init__(self, path_of: Callable[[str], str], pattern_of: Callable[[str], str]) -> None:
        self.path_of = path_of
        self.pattern_of = pattern_of
        self.problems: list[Mistake] = []
        self.own_devices: Mapping[str, Any] | None = None

    def report(self, place: Keys, message: str, *, is_unknown: bool = False) -> None:
        self.problems.append(Mistake(place, message, is_unknown))

    def settings(self, data: Mapping[str, Any], *, strict: bool) -> Settings:
        if strict:
            # An editor may choose a device that a file describes, and a file describes its own.
            own = data.get("devices")
            self.own_devices = own if isinstance(own, Mapping) else {}
        target, rules = self.values(data, (), strict=strict)
        configurations = self.configurations(data, strict=strict)
        groups = self.groups(data, strict=strict)
        per_file = self.per_file(data)
        if strict:
            self.refuse_programs(data)
        chosen = self.chosen(data)
        return Settings(target, rules, chosen, configurations, per_file, **groups)

    def groups(self, data: Mapping[str, Any], *, strict: bool) -> dict[str, Any]:
        """Decode the tables of settings."""
        tables = {spelt(name): name for name in GROUPS}
        found: dict[str, Any] = {}
        for key, value in data.items():
            name = tables.get(spelt(key))
            if name is None or value is None:
                continue
            if not isinstance(value, Mapping):
                self.wrong(value, "a table of settings", (key,))
                continue
            known = {spelt(each.name): each for each in settings_of(GROUPS[name])}
            values: dict[str, Any] = {}
            for inner, content in value.items():
                here = (key, str(inner))
                each = known.get(spelt(str(inner)))
                if each is not None and content is not None:
                    self.store(each, content, here, values)
                elif each is None:
                    near = nearby(spelt(str(inner)), known)
                    if strict or near:
                        self.report(here, f'unknown setting "{inner}"{near}', is_unknown=True)
            found[name] = GROUPS[name](**values)
        return found

    def values(
        self, data: Mapping[str, Any], place: Keys, *, strict: bool
    ) -> tuple[TargetSettings, RuleSettings]:
        """Decode the keys that a configuration may hold, too; configurations are not nested."""
        targets = {spelt(each.name): each for each in settings_of(TargetSettings)}
        rules = {spelt(each.name): each for each in settings_of(RuleSettings)}
        known = (*targets, *rules, *SPECIAL_KEYS)
        target_values: dict[str, Any] = {}
        rule_values: dict[str, Any] = {}
        for key, value in data.items():
            name, here = spelt(key), (*place, key)
            if name in targets and value is not None:
                self.store(targets[name], value, here, target_values)
            elif name in rules and value is not None:
                self.store(rules[name], value, here, rule_values)
            elif name not in known:
                near = nearby(name, known)
                if strict or near:
                    self.report(here, f'unknown setting "{key}"{near}', is_unknown=True)
        target, more = self.build_options(data, place)
        target = merge_targets(target, TargetSettings(**target_values))
        return target, merge_rules(more, RuleSettings(**rule_values))

    def store(self, each: Setting, value: object, place: Keys, values: dict[str, Any]) -> None:
        """Put the value of one field into `values`, or report its problem."""
        decoded = self.value(each, value, place)
        if decoded is not None:
            values[each.name] = decoded

    def value(self, each: Setting, value: object, place: Keys) -> object | None:
        kind = each.kind
        match kind:
            case "text":
                return self.std(value, place)
            case "choice" | "number":
                return self.choice(value, each.choices, place)
            case "flag":
                return self.flag(value, place)
            case "words":
                return self.extensions(value, place)
            case "defines":
                return self.defines(value, place)
            case "levels":
                return self.levels(value, place)
            case "launches":
                return self.launches(value, place)
            case "device":
                return self.device(value, place)
            case "devices":
                return self.devices(value, place)
        names = self.strings(value, place)
        if names is not None and kind == "paths":
            return tuple(self.path_of(name) for name in names)
        return names

    def wrong(self, value: object, wanted: str, place: Keys) -> None:
        self.report(place, f"{place[-1]} should be {wanted}, not {_described(value)}")

    def std(self, value: object, place: Keys) -> str | None:
        # A version without quotes (`std = 1.2`) is clear enough.
        if isinstance(value, int | float) and not isinstance(value, bool):
            value = _number(value)
        if not isinstance(value, str):
            self.wrong(value, 'a text such as "CL1.2"', place)
            return None
        problem = next(target_problems(std=value), None)
        if problem is None:
            return value
        self.report(place, problem)
        return None

    def choice(self, value: object, choices: tuple[object, ...], place: Keys) -> object | None:
        if value in choices and not isinstance(value, bool):
            return value
        if value == "":
            return None
        self.wrong(value, f"one of {', '.join(str(each) for each in choices)}", place)
        return None

    def flag(self, value: object, place: Keys) -> bool | None:
        if isinstance(value, bool):
            return value
        self.wrong(value, "true or false", place)
        return None

    def extensions(self, value: object, place: Keys) -> tuple[str, ...] | None:
        if isinstance(value, Mapping):
            value = [("+" if on else "-") + str(name) for name, on in value.items()]
        names = (value,) if isinstance(value, str) else self.strings(value, place)
        if names is None:
            return None
        for number, name in enumerate(names):
            for problem in target_problems(extensions=(name,)):
                is_listed = isinstance(value, list | tuple)
                self.report((*place, number) if is_listed else place, problem)
        return split_extensions(names)

    def defines(self, value: object, place: Keys) -> tuple[tuple[str, str], ...] | None:
        """Decode a list of "NAME=VALUE", a table of names and values, or one text of several."""
        if isinstance(value, Mapping):
            # A switch that is off is an undefined macro.
            words = []
            for name, content in value.items():
                if isinstance(content, Mapping | list):
                    self.wrong(content, "a text or a number", (*place, str(name)))
                elif content is not False:
                    words.append(f"{name}={_macro_text(content)}")
            items: Iterable[str] | None = words
        else:
            items = split_words(value) if isinstance(value, str) else self.strings(value, place)
        if items is None:
            return None
        result: dict[str, str] = {}
        for number, item in enumerate(items):
            text = item.removeprefix("-D").strip()
            found = define(text)
            if found is not None:
                result[found[0]] = found[1]
            elif text:
                here = (*place, number) if isinstance(value, list | tuple) else place
                self.report(here, f'"{item}" defines no macro; write NAME or NAME=VALUE')
        return tuple(result.items())

    def levels(self, value: object, place: Keys) -> tuple[tuple[str, str], ...] | None:
        if not isinstance(value, Mapping):
            self.wrong(value, 'a table such as {"barrier" = "warning"}', place)
            return None
        result = []
        for rule, level in value.items():
            if level in LEVELS:
                result.append((str(rule), str(level)))
            else:
                self.wrong(level, f"one of {', '.join(LEVELS)}", (*place, str(rule)))
        return tuple(result)

    def launches(self, value: object, place: Keys) -> tuple[tuple[str, LaunchSizes], ...] | None:
        """Decode the tables of kernels, each with the sizes of its launches."""
        if not isinstance(value, Mapping):
            self.wrong(value, "a table of kernels", place)
            return None
        result = []
        for kernel, content in value.items():
            here = (*place, str(kernel))
            if not isinstance(content, Mapping):
                self.wrong(content, "a table such as {local-size = [64]}", here)
                continue
            found: dict[str, Any] = {}
            for key, sizes in content.items():
                name = spelt(str(key)).replace("-", "_")
                if name in LaunchSizes.__struct_fields__:
                    found[name] = self.sizes(sizes, (*here, str(key)))
                else:
                    near = nearby(spelt(str(key)), ("local-size", "num-groups"))
                    message = f'unknown setting "{key}"{near}'
                    self.report((*here, str(key)), message, is_unknown=True)
            result.append((str(kernel), LaunchSizes(**found)))
        return tuple(result)

    def device(self, value: object, place: Keys) -> str | None:
        if not isinstance(value, str):
            self.wrong(value, "the name of a device or a profile", place)
            return None
        if self.own_devices is None or is_device(value, self.own_devices):
            return value or None
        self.report(place, no_device(value, (*self.own_devices, *device_names())))
        return None

    def devices(self, value: object, place: Keys) -> tuple[tuple[str, Device], ...] | None:
        """Decode the tables of devices."""
        if not isinstance(value, Mapping):
            self.wrong(value, "a table of devices", place)
            return None
        result = []
        for name, content in value.items():
            here = (*place, str(name))
            if isinstance(content, Mapping):
                report = partial(self.report_within, here)
                result.append((str(name), device_from_table(str(name), content, report)))
            else:
                self.wrong(content, "a table of the device's limits", here)
        return tuple(result)

    def report_within(self, place: Keys, key: str, message: str) -> None:
        self.report((*place, key), message)

    def sizes(self, value: object, place: Keys) -> Sizes | None:
        """Decode one to three positive numbers; a dimension that is left out has the size 1."""
        numbers = [value] if isinstance(value, int) else value
        if (
            not isinstance(numbers, list | tuple)
            or not 1 <= len(numbers) <= _DIMENSIONS
            or not all(type(each) is int and 0 < each <= _LARGEST for each in numbers)
        ):
            self.wrong(value, "a list of one to three positive numbers", place)
            return None
        first, second, third = (*numbers, 1, 1)[:_DIMENSIONS]
        return first, second, third

    def strings(self, value: object, place: Keys) -> tuple[str, ...] | None:
        if isinstance(value, str):
            return (value,) if value else ()
        if isinstance(value, list | tuple) and all(isinstance(each, str) for each in value):
            return tuple(value)
        self.wrong(value, "a list of texts", place)
        return None

    def build_options(
        self, data: Mapping[str, Any], place: Keys
    ) -> tuple[TargetSettings, RuleSettings]:
        for key, value in data.items():
            if spelt(key) == "build-options" and value is not None:
                names = value if isinstance(value, str) else self.strings(value, (*place, key))
                settings, problems = from_build_options(names or ())
                for problem in problems:
                    self.report((*place, key), problem.message)
                return self.resolved(settings.target), settings.rules
        return TargetSettings(), RuleSettings()

    def resolved(self, target: TargetSettings) -> TargetSettings:
        """Return the target with its paths made absolute."""
        return with_paths(target, self.path_of)

    def chosen(self, data: Mapping[str, Any]) -> str:
        value = data.get("configuration")
        if isinstance(value, str) or value is None:
            return value or ""
        self.wrong(value, "the name of a configuration", ("configuration",))
        return ""

    def per_file(self, data: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
        key = next((key for key in data if spelt(key) == "per-file-configurations"), "")
        value = data.get(key)
        if value is None:
            return ()
        if not isinstance(value, Mapping):
            self.wrong(value, 'a table such as {"src/*.cl" = "NAME"}', (key,))
            return ()
        result = []
        for pattern, name in value.items():
            if isinstance(name, str) and name:
                result.append((self.pattern_of(str(pattern)), name))
            else:
                self.wrong(name, "the name of a configuration", (key, str(pattern)))
        return tuple(result)

    def refuse_programs(self, data: Mapping[str, Any]) -> None:
        for key in data:
            if spelt(key) in EDITOR_KEYS:
                self.report(
                    (key,),
                    f"{key} is a setting of the editor alone: {EDITOR_KEYS[spelt(key)]}",
                )

    def refuse_common(self, content: Mapping[str, Any], place: Keys) -> None:
        """Report the keys of a named configuration that are no settings of a target."""
        own = {spelt(each.name) for each in settings_of(RuleSettings)}
        own |= set(SPECIAL_KEYS) - {"build-options"}
        for key in content:
            if spelt(key) in own:
                self.report(
                    (*place, key), f"{key} cannot differ by configuration; it has no effect here"
                )

    def configurations(
        self, data: Mapping[str, Any], *, strict: bool
    ) -> tuple[tuple[str, TargetSettings], ...]:
        value = data.get("configurations")
        if value is None:
            return ()
        if not isinstance(value, Mapping):
            self.wrong(value, "a table of named configurations", ("configurations",))
            return ()
        result = []
        for name, content in value.items():
            here = ("configurations", str(name))
            if isinstance(content, Mapping):
                result.append((str(name), self.values(content, here, strict=strict)[0]))
                self.refuse_common(content, here)
            else:
                self.wrong(content, "a table of settings", here)
        return tuple(result)


def decode(
    data: Mapping[str, Any],
    *,
    path_of: Callable[[str], str] = str,
    pattern_of: Callable[[str], str] = str,
    strict: bool = True,
) -> tuple[Settings, list[Mistake]]:
    """Return the settings in a parsed table, and the problems.

    `path_of` makes a path absolute, `pattern_of` a pattern of files.  Unless `strict`, an unknown
    key is reported only when it looks like a misspelling of a known one.
    """
    decoder = _Decoder(path_of, pattern_of)
    settings = decoder.settings(data, strict=strict)
    return settings, decoder.problems


def with_paths(target: TargetSettings, path_of: Callable[[str], str]) -> TargetSettings:
    """Return target settings with every path replaced by the result of `path_of`."""
    values = {each.name: getattr(target, each.name) for each in settings_of(TargetSettings)}
    for each in settings_of(TargetSettings):
        if each.kind == "paths":
            values[each.name] = tuple(path_of(path) for path in values[each.name])
    return TargetSettings(**values)


def spelt(name: str) -> str:
    """Return a setting's name as TOML spells it: "include-paths" for "includePaths"."""
    return _CAPITAL.sub(r"-\1", name).lower().replace("_", "-")


def problems_of(found: list[Mistake]) -> list[Problem]:
    """Return the problems of `decode` with the keys in the message, for settings without lines."""
    return [Problem(f"{'.'.join(named(each.keys))}: {each.message}") for each in found]


def named(keys: Keys) -> tuple[str, ...]:
    """Return the keys without the numbers of elements."""
    return tuple(key for key in keys if isinstance(key, str))


def _described(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, int | float):
        return f"the number {_number(value)}"
    if isinstance(value, Mapping):
        return "a table"
    return "a list" if isinstance(value, list | tuple) else type(value).__name__


def _macro_text(value: object) -> str:
    if value is True or value is None:
        return "1"
    return _number(value) if isinstance(value, int) else str(value)


def _number(value: float) -> str:
    """Return a number as text; Python writes no decimals of one with thousands of digits."""
    if isinstance(value, int) and value.bit_length() > _BITS:
        return hex(value)
    return str(value)
