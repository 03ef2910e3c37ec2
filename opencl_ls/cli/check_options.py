"""The options of `check`, and the calls of it that need no parser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.cli.errors import UsageError
from opencl_ls.findings import Severity

if TYPE_CHECKING:
    from collections.abc import Sequence

# Options of clBuildProgram that are one word, and further ones of drivers and clang.
_BUILD_FLAGS: Final = ("-w", "-Werror", "-g", "-create-library", "-enable-link-options")
_BUILD_PREFIXES: Final = ("-cl-", "-W", "-O", "-spir-std=")
_BUILD_PAIRS: Final = ("-D", "-U", "-I", "-include", "-x")
# Options that have a second spelling here.
_LONG_BUILD_OPTIONS: Final = {"--std": "-cl-std=", "--include": "-include"}

_FLAGS: Final = {
    "-q": ("quiet", True),
    "--quiet": ("quiet", True),
    "--color": ("color", True),
    "--no-color": ("color", False),
    "--no-cache": ("cache", False),
}
"""The flags of a plain call, each with the option that it sets."""


class CheckOptions(Struct, frozen=True):
    """The options of `check`.

    `build_options` are spelt as for clBuildProgram, in their order.  `reports` are formats with the
    files that they go to.  `profile` is one of rules.  `selected`, `ignored` and the first halves
    of `levels` are patterns of rules; if none is selected, the profile decides.
    """

    paths: tuple[str, ...] = ()
    build_options: tuple[str, ...] = ()
    extensions: tuple[str, ...] = ()
    device: str | None = None
    config: str | None = None
    configuration: str | None = None
    format: str = "text"
    output_file: str | None = None
    reports: tuple[tuple[str, str], ...] = ()
    baseline: str | None = None
    write_baseline: str | None = None
    watch: bool = False
    embedded: bool = False
    profile: str | None = None
    selected: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    levels: tuple[tuple[str, str], ...] = ()
    fix: bool = False
    unsafe_fixes: bool = False
    diff: bool = False
    statistics: bool = False
    debug_types: bool = False
    stdin_filename: str | None = None
    jobs: int | None = None
    fail_on: Severity | None = Severity.ERROR
    quiet: bool = False
    color: bool | None = None
    cache: bool = True
    schema: bool = False
    detect: bool = False
    write: bool = False
    compiler: str | None = None
    matrix: bool = False
    hosts: tuple[str, ...] = ()


def plain_options(arguments: Sequence[str]) -> CheckOptions | None:
    """Return the options of a call with files, build options and flags alone.

    None for another call, also for a wrong one: to load `argparse` and to make the parser takes as
    long as the check of a small kernel.  Raises UsageError for a build option without its value.
    """
    rest, build, last = without_build_options(arguments)
    paths = [each for each in rest if each == "-" or not each.startswith("-")]
    flags = [each for each in rest if each not in paths]
    if not paths or not _FLAGS.keys() >= set(flags):
        return None
    values = dict(map(_FLAGS.__getitem__, flags))
    return CheckOptions(
        paths=(*paths, *last),
        build_options=tuple(build),
        quiet=values.get("quiet", False),
        color=values.get("color"),
        cache=values.get("cache", True),
    )


def without_build_options(
    arguments: Sequence[str],
) -> tuple[list[str], list[str], list[str]]:
    """Split the arguments into those for argparse, those of clBuildProgram, and what follows `--`.

    Spellings such as `-cl-std=CL2.0`, `-DNAME=1` and `-include FILE` are beyond argparse.
    """
    rest: list[str] = []
    build: list[str] = []
    pending = list(reversed(arguments))
    while pending:
        argument = pending.pop()
        name, equals, value = argument.partition("=")
        if argument == "--":
            return rest, build, pending[::-1]
        if argument in _BUILD_PAIRS:
            build += [argument, _value(argument, pending)]
        elif name in _LONG_BUILD_OPTIONS:
            written = value if equals else _value(name, pending)
            short = _LONG_BUILD_OPTIONS[name]
            build += [short + written] if short.endswith("=") else [short, written]
        elif argument[:2] in {"-D", "-U", "-I"}:
            build += [argument[:2], argument[2:]]
        elif argument in _BUILD_FLAGS or argument.startswith(_BUILD_PREFIXES):
            build.append(argument)
        elif argument == "--extensions" and pending:
            # The value may begin with a minus, which argparse would take for an option.
            rest.append(f"{argument}={pending.pop()}")
        else:
            rest.append(argument)
    return rest, build, []


def _value(option: str, pending: list[str]) -> str:
    if not pending:
        raise UsageError(f"option {option} needs a value; see opencl-ls check --help")
    return pending.pop()
