"""The settings of one run: the configuration file of each source file, and the command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from opencl_ls.analysis.catalogue import matches, unknown_rules
from opencl_ls.cli.errors import UsageError
from opencl_ls.cli.model import Problem
from opencl_ls.cli.paths import is_folder
from opencl_ls.cli.sources import UnreadableError, content
from opencl_ls.findings import source_of
from opencl_ls.settings.describe import Origin
from opencl_ls.settings.disk import DiskReader
from opencl_ls.settings.files import (
    COMMANDS_FILE,
    FLAGS_FILE,
    OWN_FILE,
    PROJECT_FILE,
    absolute,
    choice_problems,
    load,
    rule_problems,
)
from opencl_ls.settings.model import (
    Choice,
    Settings,
    TargetSettings,
    choose,
    combine,
    device_problem,
    is_device,
    merge_targets,
)
from opencl_ls.settings.options import from_build_options
from opencl_ls.settings.target import split_extensions, target_problems

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.cli.check_options import CheckOptions
    from opencl_ls.settings.files import FileReader, Loaded
    from opencl_ls.settings.model import RuleSettings

COMMAND_LINE: Final = "the command line"


class Origins(Struct, frozen=True):
    """The origins of the settings of a file, the weakest place first, and their problems.

    `choice` counts `places`: it is the named configuration of the file.
    """

    places: tuple[Origin, ...]
    problems: tuple[Problem, ...]
    settings: Settings
    choice: Choice


class Configuration:
    """Finds the settings of a file; those of the command line are checked at once."""

    def __init__(self, options: CheckOptions) -> None:
        self.command_line = _command_line(options)
        self._explicit = options.config
        self._reader: FileReader = _RememberingReader()
        if options.config is not None:
            self._reader = _one_file(options.config)
        self._folders: dict[str, Loaded] = {}
        self._combinations: dict[tuple[str, Choice], Origins] = {}
        if not is_device(self.command_line.target.device, ()):
            # A file may describe it; where none does, nothing is checked.
            for path in options.paths:
                self.origins(str(Path(path) / "kernel.cl") if is_folder(path) else path)

    def of(self, path: str) -> tuple[Settings, tuple[Problem, ...]]:
        """Return the settings of a file, and the problems of its configuration."""
        origins = self.origins(path)
        return origins.settings, origins.problems

    def inputs(self) -> dict[str, bytes | None]:
        """Return the configuration files that were looked for, None for a missing one.

        Their bytes are those of the text as it is read, which a file with other line ends is not.
        """
        return self._reader.inputs() if isinstance(self._reader, _RememberingReader) else {}

    def origins(self, path: str) -> Origins:
        """Return the settings of a file with their origins."""
        program = absolute(str(Path.cwd()), path)
        folder = str(Path(program if self._explicit is None else self._explicit).parent)
        loaded = self._folders.get(folder)
        if loaded is None:
            loaded = load(absolute(str(Path.cwd()), folder), self._reader, program)
        choice = choose(self._places(loaded), program)
        if not loaded.file or Path(loaded.file).name == COMMANDS_FILE:
            # Only a compilation database is about single files and not about folders.
            return self._combined(loaded, choice)
        self._folders[folder] = loaded
        key = (folder, choice)
        if key not in self._combinations:
            self._combinations[key] = self._combined(loaded, choice)
        return self._combinations[key]

    def _places(self, loaded: Loaded) -> tuple[Settings, ...]:
        return (loaded.settings, self.command_line) if loaded.file else (self.command_line,)

    def _combined(self, loaded: Loaded, choice: Choice) -> Origins:
        file = self._explicit if self._explicit is not None and loaded.file else loaded.file
        places = self._places(loaded)
        settings, found = combine(places, choice)
        settings = replace(settings, rules=self._decided(settings.rules))
        wrong = [
            *loaded.problems,
            *rule_problems(loaded, unknown_rules(loaded.settings.rules)),
            *choice_problems(loaded, (name for name, _ in settings.configurations)),
        ]
        if (wrong_device := device_problem(settings.target)) is not None:
            if self.command_line.target.device:
                raise UsageError(f"--device: {wrong_device.message}")
            wrong.append(wrong_device)
        if not loaded.file or choice.place != 0:
            # Wrong choices of a file are already reported with their line.
            wrong += found
        problems = tuple(
            Problem(f"{file}:{each.line}" if each.line else file or COMMAND_LINE, each.message)
            for each in sorted(wrong, key=lambda each: each.line)
        )
        origins = [Origin(COMMAND_LINE, self.command_line)]
        if file:
            origins.insert(0, Origin(file, loaded.settings, loaded.origins()))
        return Origins(tuple(origins), problems, settings, choice)

    def _decided(self, rules: RuleSettings) -> RuleSettings:
        """Return the settings of rules, in which the command line takes precedence.

        It names single rules, and a file may name their families.  No file disables a rule that the
        command line selects, or enables one that it leaves out.
        """
        messages = self.command_line.rules
        levels, ignored = rules.severity, rules.ignore
        if messages.select:
            ignored = messages.ignore
            levels = tuple(
                (code, level)
                for pattern, level in levels
                for code in messages.select
                if level != "off" and matches(pattern, code)
            )
        off = tuple((code, "off") for code in messages.ignore)
        return replace(rules, ignore=ignored, severity=(*levels, *messages.severity, *off))


class _RememberingReader:
    """The disk, each configuration file read once in a run."""

    def __init__(self) -> None:
        self._disk = DiskReader()
        self._exists: dict[str, bool] = {}
        self._texts: dict[str, str | None] = {}

    def exists(self, path: str) -> bool:
        if path not in self._exists:
            self._exists[path] = self._disk.exists(path)
        return self._exists[path]

    def read(self, path: str) -> str | None:
        if path not in self._texts:
            self._texts[path] = self._disk.read(path)
        return self._texts[path]

    def inputs(self) -> dict[str, bytes | None]:
        texts = self._texts
        return {
            path: (texts.get(path) or "").encode() if exists else None
            for path, exists in self._exists.items()
        }


class _OneFile:
    """A disk with only one configuration file, under the name that is searched."""

    def __init__(self, path: str, text: str) -> None:
        self._path = path
        self._text = text

    def exists(self, path: str) -> bool:
        return path == self._path

    def read(self, path: str) -> str | None:
        return self._text if path == self._path else None


def _one_file(name: str) -> FileReader:
    path = Path(absolute(str(Path.cwd()), name))
    try:
        # A device never ends, and a pipe may have no writer.
        text = content(str(path)).decode("utf-8-sig", "replace")
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    except (OSError, ValueError, UnreadableError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageError(f"--config {name}: {reason}") from error
    known = path.name in {PROJECT_FILE, FLAGS_FILE, COMMANDS_FILE}
    return _OneFile(str(path if known else path.with_name(OWN_FILE)), text)


def _command_line(options: CheckOptions) -> Settings:
    """Return the settings of the command line; raises UsageError."""
    built, problems = from_build_options(options.build_options)
    messages = [each.message for each in problems]
    messages += target_problems(extensions=options.extensions)
    if messages:
        raise UsageError(messages[0])
    target = merge_targets(
        built.target,
        TargetSettings(
            extensions=split_extensions(options.extensions), device=options.device or ""
        ),
    )
    rules = replace(
        built.rules,
        profile=options.profile or "",
        select=_codes(options.selected),
        ignore=_codes(options.ignored),
        severity=tuple(
            (code, level) for pattern, level in options.levels for code in _codes((pattern,))
        ),
    )
    return Settings(target, rules, options.configuration or "")


def _codes(patterns: Sequence[str]) -> tuple[str, ...]:
    """Return the codes of the rules that match the patterns; raises UsageError."""
    if not patterns:
        return ()
    from opencl_ls.cli.rule_access import matching_rules  # noqa: PLC0415 (imports all rules)

    found: list[str] = []
    for pattern in patterns:
        # Messages of other compilers have other codes, which are not listed.
        others = bool(source_of(pattern))
        found += [pattern] if others else [rule.code for rule in matching_rules(pattern)]
    return tuple(found)
