"""Descriptions of named configurations: their settings, and why one of them is active."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from opencl_ls.settings.model import launch_table, settings_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from opencl_ls.settings.files import Origins
    from opencl_ls.settings.model import Choice, Settings, TargetSettings


class Origin(Struct, frozen=True):
    """One place of settings: its name for the user, and the finder of lines in its file, if any."""

    name: str
    settings: Settings
    file: Origins | None = None

    def at_first(self, *names: str, within: tuple[str, ...] = ()) -> str:
        """Return the place of the first of some settings that is set, as `at` does."""
        found = (self.at(*within, name) for name in names)
        return next((place for place in found if place != self.name), self.name)

    def at(self, *keys: str | int) -> str:
        """Return the place of a setting, as FILE:LINE, or the place's name."""
        line = self.file.line(*keys) if self.file is not None else 0
        return f"{self.name}:{line}" if line else self.name


class Named(Struct, frozen=True):
    """A named configuration: the places that define it, and a summary of its settings."""

    name: str
    sources: tuple[str, ...]
    description: str


def named_configurations(origins: Iterable[Origin]) -> list[Named]:
    """Return all named configurations of some places, in the order of definition."""
    found: dict[str, list[tuple[str, str]]] = {}
    for origin in origins:
        for name, target in origin.settings.configurations:
            described = (origin.at("configurations", name), summary(target))
            found.setdefault(name, []).append(described)
    return [
        Named(
            name,
            tuple(source for source, _ in described),
            "; ".join(words for _, words in described if words),
        )
        for name, described in found.items()
    ]


def reason(choice: Choice, origins: list[Origin]) -> str:
    """Return in words why a configuration is active, "" if none is.

    `origins` are the places of the choice.
    """
    if choice.place < 0:
        return ""
    origin = origins[choice.place]
    if choice.pattern is None:
        return f"chosen by {origin.at('configuration')}"
    pattern = origin.settings.per_file[choice.pattern][0]
    keys = origin.file.patterns().get(pattern) if origin.file is not None else None
    if keys is None:
        return f"chosen for {pattern} by {origin.name}"
    return f"chosen for {keys[-1]} by {origin.at(*keys)}"


def summary(target: TargetSettings) -> str:
    """Return a summary of target settings, as compiler options if there are any."""
    from opencl_ls.settings.decode import spelt  # noqa: PLC0415 - a check describes nothing

    words: list[str] = [f"-cl-std={target.std}"] if target.std else []
    words += [f"-D {name}={value}" for name, value in target.defines]
    words += [f"-U {name}" for name in target.undefines]
    words += [f"-I {path}" for path in target.include_paths]
    words += [f"-include {path}" for path in target.includes]
    for kernel, sizes in launch_table(target.kernels).items():
        words += [f"{kernel}.{name}={_listed(each)}" for name, each in sizes.items()]
    described = ("std", "defines", "undefines", "include_paths", "includes", "kernels", "devices")
    for each in settings_of(type(target)):
        value = getattr(target, each.name)
        if each.name in described or value == each.default:
            continue
        if value is True:
            words.append(f"-cl-{spelt(each.name)}")
        else:
            shown = ",".join(value) if isinstance(value, tuple) else str(value).lower()
            words.append(f"{spelt(each.name)}={shown}")
    return " ".join(words)


def _listed(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers))
