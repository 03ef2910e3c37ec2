"""The settings that an editor sends, as initialization options or as the section `opencl`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from opencl_ls.settings.decode import TABLES, decode, problems_of, spelt, with_paths
from opencl_ls.settings.files import absolute
from opencl_ls.settings.model import DEFAULT, Problem, Settings, combine
from opencl_ls.settings.options import from_build_options
from opencl_ls.settings.patterns import anchored

_NO_COMPILER: Final = "off"


def from_client(
    data: object, root: str = "", legacy: object = None
) -> tuple[Settings, list[Problem]]:
    """Return the settings that an editor sends, and their problems.

    `data` is the section itself, or holds it under "opencl".  Relative paths count from `root`,
    the workspace's folder.  `legacy` is the section "OpenCL.server" or "OpenCL" of the extension
    that many users come from; its `buildOptions` are used if ours are not set, and may also be in
    `data` under "OpenCL".  Keys that only the editor's side reads are no problem.
    """
    if data is None or data == []:
        data = {}
    if not isinstance(data, Mapping):
        return DEFAULT, [Problem("the settings should be an object with keys such as std")]
    section = data.get("opencl", data)
    if not isinstance(section, Mapping):
        section = {}
    settings, found = decode(
        {key: _table(key, value) for key, value in section.items() if key != "OpenCL"},
        path_of=lambda name: absolute(root, name) if root else name,
        pattern_of=lambda pattern: anchored(root, pattern),
        strict=False,
    )
    problems = problems_of(found)
    inherited, more = _inherited(legacy if legacy is not None else data.get("OpenCL"), root)
    # The choice of a configuration is checked when all places are combined, not here.
    merged, _ = combine([inherited, Settings(settings.target, settings.rules)])
    return replace(settings, target=merged.target, rules=merged.rules), problems + more


def _table(key: str, value: object) -> object:
    """Return the value of a key: Lua writes an empty table as an empty list."""
    return {} if value == [] and spelt(key) in TABLES else value


def _inherited(legacy: object, root: str) -> tuple[Settings, list[Problem]]:
    options = _build_options(legacy)
    if not options:
        return DEFAULT, []
    settings, problems = from_build_options(options)
    if root:
        target = with_paths(settings.target, lambda name: absolute(root, name))
        settings = Settings(target, settings.rules)
    placed = [Problem(f"OpenCL.server.buildOptions: {each.message}") for each in problems]
    return settings, placed


def _build_options(legacy: object) -> str | list[str]:
    if isinstance(legacy, Mapping):
        inner: Mapping[Any, Any] = legacy
        server = inner.get("server")
        if isinstance(server, Mapping):
            inner = server
        options = inner.get("buildOptions", inner.get("server.buildOptions"))
        if isinstance(options, str):
            return options
        if isinstance(options, list):
            return [each for each in options if isinstance(each, str)]
    return []


def compiler_choice(data: object) -> str:
    """Return the compiler that an editor names for a second opinion, "" for none.

    It is a word of `compilers.programs.CHOICES`, or the path of a clang.  Like the formatter, no
    configuration file can name it.
    """
    section = data.get("opencl", data) if isinstance(data, Mapping) else None
    choice = section.get("compiler") if isinstance(section, Mapping) else None
    return choice.strip() if isinstance(choice, str) and choice.strip() != _NO_COMPILER else ""


def embedded_choice(data: object) -> bool:
    """Return whether an editor wants answers about OpenCL C in the files of other languages."""
    section = data.get("opencl", data) if isinstance(data, Mapping) else None
    return isinstance(section, Mapping) and section.get("embedded") is True


def offers_build_options(data: object) -> bool:
    """Return whether the user may be asked about the build options of host programs."""
    section = data.get("opencl", data) if isinstance(data, Mapping) else None
    return not isinstance(section, Mapping) or section.get("detectBuildOptions") is not False


def formatter_path(data: object) -> str:
    """Return the program for formatting that an editor names, "" if it names none.

    No configuration file can name it: a project must not choose the programs to run.
    """
    section = data.get("opencl", data) if isinstance(data, Mapping) else None
    formatting = section.get("formatting") if isinstance(section, Mapping) else None
    path = formatting.get("path") if isinstance(formatting, Mapping) else None
    return path if isinstance(path, str) else ""
