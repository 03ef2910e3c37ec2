"""The options of `check`, parsed and normalised."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final, NoReturn

from opencl_ls.cli.check_options import CheckOptions, without_build_options
from opencl_ls.cli.errors import UsageError
from opencl_ls.cli.paths import STANDARD_INPUT
from opencl_ls.findings import Severity
from opencl_ls.settings.profiles import PROFILES, RECOMMENDED

if TYPE_CHECKING:
    from collections.abc import Sequence

FORMATS: Final = ("text", "concise", "json", "sarif", "github", "gitlab", "junit")
# The formats for people; the others are for programs.
_WATCHED_FORMATS: Final = ("text", "concise", "github")
# Those of `--matrix`, and the options that exclude it.
_MATRIX_FORMATS: Final = ("text", "json")
_NO_MATRIX: Final = (
    *("fix", "unsafe-fixes", "diff", "watch", "baseline", "write-baseline", "report"),
    *("statistics", "debug-types"),
)
LEVELS: Final = {severity.label: severity for severity in Severity}
RULE_LEVELS: Final = (*LEVELS, "off")


class OneLineParser(argparse.ArgumentParser):
    """A parser whose errors are one line, raised as UsageError."""

    def groups(self) -> list[tuple[str, str, list[argparse.Action]]]:
        """Return the arguments by their groups, each with its title and description."""
        return [
            (group.title or "", group.description or "", group._group_actions)  # noqa: SLF001
            for group in self._action_groups
        ]

    def error(self, message: str) -> NoReturn:
        """Raise the error that `main` reports."""
        raise UsageError(f"{message}; see {self.prog} --help")


def parse_check(arguments: Sequence[str]) -> CheckOptions:
    """Read the arguments of `check`; raises UsageError."""
    rest, build, last = without_build_options(arguments)
    found = check_parser().parse_intermixed_args(rest)
    selected = _pairs("--select", found.select)
    ignored = _pairs("--ignore", found.ignore)
    severity = _pairs("--severity", found.severity)
    for pattern, level in ignored:
        if level:
            raise UsageError(f"--ignore {pattern} takes no level")
    for pattern, level in severity:
        if not level:
            raise UsageError(f"--severity {pattern} needs a level: {pattern}=warning")
    paths = [*found.paths, *last]
    if not paths:
        paths = [STANDARD_INPUT] if found.stdin_filename else ["."]
    _refuse_contradictions(found, paths)
    if found.matrix:
        _refuse_beside_matrix(found, paths)
    return CheckOptions(
        paths=tuple(paths),
        build_options=tuple(build),
        extensions=tuple(found.extensions),
        device=found.device,
        config=found.config,
        configuration=found.configuration,
        format=found.format,
        output_file=found.output_file,
        reports=tuple(found.report),
        baseline=found.baseline,
        write_baseline=found.write_baseline,
        watch=found.watch,
        embedded=found.embedded,
        profile=found.profile,
        selected=tuple(pattern for pattern, _ in selected),
        ignored=tuple(pattern for pattern, _ in ignored),
        levels=tuple(pair for pair in (*selected, *severity) if pair[1]),
        fix=found.fix or found.unsafe_fixes or found.diff,
        unsafe_fixes=found.unsafe_fixes,
        diff=found.diff,
        statistics=found.statistics,
        debug_types=found.debug_types,
        stdin_filename=found.stdin_filename,
        jobs=found.jobs,
        fail_on=LEVELS.get(found.fail_on),
        quiet=found.quiet,
        color=found.color,
        cache=found.cache,
        compiler=found.compiler,
        matrix=found.matrix,
        hosts=tuple(found.host),
    )


def parse_config(arguments: Sequence[str]) -> CheckOptions:
    """Read the arguments of `config`, which are those of `check` that affect the settings."""
    rest, build, last = without_build_options(arguments)
    parser = config_parser()
    found = parser.parse_intermixed_args(rest)
    paths = [*found.paths, *last]
    if len(paths) > 1:
        parser.error("one file at a time")
    if found.write and not found.detect:
        parser.error("--write needs --detect")
    return CheckOptions(
        paths=tuple(paths) or (".",),
        build_options=tuple(build),
        extensions=tuple(found.extensions),
        device=found.device,
        config=found.config,
        configuration=found.configuration,
        format=found.format,
        profile=found.profile,
        schema=found.schema,
        detect=found.detect,
        write=found.write,
    )


def config_parser() -> OneLineParser:
    """Return the parser of `config`."""
    parser = OneLineParser(
        prog="opencl-ls config",
        usage="%(prog)s [options] [FILE]",
        description="Print the settings that hold for a file, and where each comes from.",
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("paths", nargs="*", metavar="FILE", help="a source file or a folder")
    add("--format", choices=("text", "json"), default="text", help="[text]")
    add("--schema", action="store_true", help="print the JSON schema of opencl-ls.toml")
    add(
        "--detect",
        action="store_true",
        help="find the build options that the host programs of a folder give to its kernels",
    )
    add("--write", action="store_true", help="with --detect: add them to the configuration file")
    add_target_options(parser)
    add_profile(parser, f"the rules that run [{RECOMMENDED}]")
    return parser


def check_parser() -> OneLineParser:
    """Return the parser of `check`."""
    parser = OneLineParser(
        prog="opencl-ls check",
        usage="%(prog)s [options] [PATHS...]",
        description="Check OpenCL C files, and all kernels below folders.",
        epilog=(
            "Exit status: 0 when nothing is wrong at error level (or at --fail-on LEVEL), "
            "1 when something is that no baseline lists, 2 for wrong usage or a file that cannot "
            "be read."
        ),
        allow_abbrev=False,
    )
    add = parser.add_argument
    add(
        "paths",
        nargs="*",
        metavar="PATHS",
        help="files, folders, - for standard input [this folder]",
    )
    add_target_options(parser)

    rules = parser.add_argument_group("rules (a code, a family, or a pattern as in barrier/*)")
    add_profile(rules, f"the rules that run where nothing is selected [{RECOMMENDED}]")
    add = rules.add_argument
    add("--select", action="append", default=[], metavar="RULE[=LEVEL]", help="only these rules")
    add("--ignore", action="append", default=[], metavar="RULE", help="not these rules")
    add(
        "--severity",
        action="append",
        default=[],
        metavar="RULE=LEVEL",
        help=f"report a rule at another level: {', '.join(RULE_LEVELS)}",
    )

    fixes = parser.add_argument_group("fixes")
    add = fixes.add_argument
    add("--fix", action="store_true", help="apply the safe fixes")
    add("--unsafe-fixes", action="store_true", help="apply also fixes that can change behaviour")
    add("--diff", action="store_true", help="print the fixes as a diff, and write nothing")

    matrix = parser.add_argument_group("several targets")
    matrix.add_argument(
        "--matrix",
        action="store_true",
        help="a table of the targets that pass: versions (--std CL1.2,CL2.0) by devices (--device "
        "full,embedded)",
    )

    second = parser.add_argument_group("second opinion")
    add = second.add_argument
    add(
        "--compiler",
        metavar="COMPILER",
        help="ask a compiler that is installed as well: clang, pocl, auto, or the path of a clang",
    )

    hosts = parser.add_argument_group("host programs")
    hosts.add_argument(
        "--host",
        action="append",
        default=[],
        metavar="FILE",
        help="compare the calls of a host program in C, C++ or Python with the kernels",
    )

    known = parser.add_argument_group("known findings")
    add = known.add_argument
    add("--baseline", metavar="FILE", help="leave out the findings that a file lists")
    add("--write-baseline", metavar="FILE", help="list all present findings in that file")

    output = parser.add_argument_group("output")
    add = output.add_argument
    add("--format", choices=FORMATS, default="text", help="the format of standard output [text]")
    add("--output-file", metavar="FILE", help="write that to a file, not to standard output")
    add(
        "--report",
        action="append",
        default=[],
        type=_report,
        metavar="FORMAT:FILE",
        help="write a report to a file as well; may be given several times",
    )
    add("--statistics", action="store_true", help="count the findings of each rule")
    add("--debug-types", action="store_true", help="print how many expressions have a type")
    add(
        "--fail-on",
        choices=(*LEVELS, "never"),
        default="error",
        help="the level from which the exit status is 1 [error]",
    )
    add("-q", "--quiet", action="store_true", help="print only findings")
    add("--color", action="store_true", default=None, help="colours, always")
    add("--no-color", action="store_false", dest="color", help="colours, never")

    work = parser.add_argument_group("input and work")
    add = work.add_argument
    add("--embedded", action="store_true", help="find kernels in host programs below folders, too")
    add("--watch", action="store_true", help="check again what changes, until interrupted")
    add("--stdin-filename", metavar="FILE", help="the name of the file on standard input")
    add("--no-cache", action="store_false", dest="cache", help="neither read nor keep results")
    add(
        "-j",
        "--jobs",
        type=_jobs,
        metavar="N",
        help="the number of processes [as many as pay, at most one for each processor]",
    )
    return parser


def add_profile(parser: argparse._ActionsContainer, words: str) -> None:
    """Add the option that names a profile of rules."""
    parser.add_argument("--profile", choices=tuple(PROFILES), help=words)


def add_target_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say what a file is compiled for."""
    target = parser.add_argument_group(
        "target", "Options of clBuildProgram (-cl-..., -w, -Werror) are accepted as well."
    )
    add = target.add_argument
    # The first five are taken out before this parser runs; they are here for --help.
    add("--std", metavar="VERSION", help="CL1.0, CL1.1, CL1.2, CL2.0 or CL3.0")
    add("-D", metavar="NAME[=VALUE]", help="define a macro")
    add("-U", metavar="NAME", help="undefine a macro")
    add("-I", metavar="DIR", help="search a folder for included files")
    add("--include", metavar="FILE", help="include a file before the first line")
    add(
        "--extensions",
        action="append",
        default=[],
        metavar="LIST",
        help="all, none, or changes: +cl_khr_fp16,-cl_khr_fp64",
    )
    add("--device", metavar="DEVICE", help="the device to compile for; see opencl-ls device")
    add("--config", metavar="FILE", help="this configuration file instead of the nearest")
    add(
        "--configuration", metavar="CONFIGURATION", help="a build configuration that the file names"
    )


def _refuse_contradictions(found: argparse.Namespace, paths: Sequence[str]) -> None:
    """Raise UsageError if two options contradict each other."""
    fixing = found.fix or found.unsafe_fixes or found.diff
    files = [file for _, file in found.report] + ([found.output_file] if found.output_file else [])
    if len(set(files)) < len(files):
        raise UsageError(f"two reports cannot go to {max(files, key=files.count)}")
    if found.baseline and found.write_baseline:
        raise UsageError("--baseline and --write-baseline exclude each other")
    if found.write_baseline and (found.diff or found.watch):
        other = "--diff" if found.diff else "--watch"
        raise UsageError(f"--write-baseline and {other} exclude each other")
    if found.watch and fixing:
        raise UsageError("--watch and fixes exclude each other: files would change while you edit")
    if found.compiler and fixing:
        raise UsageError("--compiler and fixes exclude each other: fix first, and ask then")
    if found.watch and STANDARD_INPUT in paths:
        raise UsageError("--watch needs files: standard input is read once")
    if found.watch and not found.output_file and found.format not in _WATCHED_FORMATS:
        raise UsageError(f"--watch prints text; {found.format} can go to --output-file")


def _refuse_beside_matrix(found: argparse.Namespace, paths: Sequence[str]) -> None:
    """Raise UsageError for an option that is about the findings of one target."""
    for name in _NO_MATRIX:
        if getattr(found, name.replace("-", "_")):
            raise UsageError(f"--matrix and --{name} exclude each other")
    if found.format not in _MATRIX_FORMATS:
        raise UsageError(f"--matrix has the formats {' and '.join(_MATRIX_FORMATS)}")
    if STANDARD_INPUT in paths:
        raise UsageError("--matrix needs files: standard input is read once")


def _report(text: str) -> tuple[str, str]:
    name, _, file = text.partition(":")
    if name not in FORMATS or not file:
        known = ", ".join(FORMATS)
        raise argparse.ArgumentTypeError(f"{text!r} is not FORMAT:FILE with one of {known}")
    return name, file


def _jobs(text: str) -> int:
    number = int(text) if text.isdecimal() else -1
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of processes")
    return number


def _pairs(option: str, values: list[str]) -> list[tuple[str, str]]:
    pairs = []
    for word in (word.strip() for value in values for word in value.split(",")):
        pattern, equals, level = word.partition("=")
        if not pattern:
            raise UsageError(f"{option} needs the name of a rule")
        if equals and level.lower() not in RULE_LEVELS:
            raise UsageError(f"{option} {word}: the level is one of {', '.join(RULE_LEVELS)}")
        pairs.append((pattern, level.lower()))
    return pairs
