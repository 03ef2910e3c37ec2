"""The options of the commands for one file: `explain`, `host`, `races` and `requires`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.cli.check_options import CheckOptions, without_build_options
from opencl_ls.cli.options import OneLineParser, add_target_options

if TYPE_CHECKING:
    from collections.abc import Sequence

HOST_STYLES: Final = ("c", "cpp", "pyopencl")
_STYLE_OF_LANGUAGE: Final = {"python": "pyopencl"}
_DIMENSIONS: Final = 3
_SIZES: Final = "N[,N[,N]]"


class HostOptions(NamedTuple):
    """The options of `host`; `kernel` is None for all kernels of the file."""

    check: CheckOptions
    kernel: str | None
    style: str

    @property
    def path(self) -> str:
        """The file."""
        return self.check.paths[0]


def parse_host(arguments: Sequence[str]) -> HostOptions:
    """Read the arguments of `host`; raises UsageError."""
    options, found = _of_one_file(host_parser(), arguments)
    return HostOptions(options, found.kernel, found.style)


def _of_one_file(
    parser: OneLineParser, arguments: Sequence[str]
) -> tuple[CheckOptions, argparse.Namespace]:
    """Read the arguments of a command for one file; raises UsageError."""
    rest, build, last = without_build_options(arguments)
    found = parser.parse_intermixed_args(rest)
    paths = [*found.paths, *last]
    if len(paths) != 1:
        parser.error("one file at a time" if paths else "no file is given")
    options = CheckOptions(
        paths=tuple(paths),
        build_options=tuple(build),
        extensions=tuple(found.extensions),
        device=found.device,
        config=found.config,
        configuration=found.configuration,
    )
    return options, found


def _parser(command: str, description: str, epilog: str | None = None) -> OneLineParser:
    """Return the parser of a command for one file, with what all of them take."""
    parser = OneLineParser(
        prog=f"opencl-ls {command}",
        usage="%(prog)s [options] FILE",
        description=description,
        epilog=epilog,
        allow_abbrev=False,
    )
    parser.add_argument(
        "paths", nargs="*", metavar="FILE", help="a source file, - for standard input"
    )
    parser.add_argument("--kernel", metavar="KERNEL", help="only this kernel")
    return parser


class RacesOptions(NamedTuple):
    """The options of `races`; sizes are in work-items and in groups, None if none are given.

    `kernel` is None for all kernels of the file.
    """

    check: CheckOptions
    kernel: str | None
    local_size: tuple[int, int, int] | None
    num_groups: tuple[int, int, int] | None
    format: str

    @property
    def path(self) -> str:
        """The file."""
        return self.check.paths[0]


def parse_races(arguments: Sequence[str]) -> RacesOptions:
    """Read the arguments of `races`; raises UsageError."""
    check, found = _of_one_file(races_parser(), arguments)
    return RacesOptions(check, found.kernel, found.local_size, found.num_groups, found.format)


class ExplainOptions(NamedTuple):
    """The options of `explain`; the size is in work-items, None if none is given.

    `kernel` is None for all kernels of the file.
    """

    check: CheckOptions
    kernel: str | None
    local_size: tuple[int, int, int] | None
    format: str

    @property
    def path(self) -> str:
        """The file."""
        return self.check.paths[0]


def parse_explain(arguments: Sequence[str]) -> ExplainOptions:
    """Read the arguments of `explain`; raises UsageError."""
    check, found = _of_one_file(explain_parser(), arguments)
    return ExplainOptions(check, found.kernel, found.local_size, found.format)


def explain_parser() -> OneLineParser:
    """Return the parser of `explain`."""
    parser = _parser(
        "explain",
        "Print what a work-item of each kernel computes and moves.",
        "Exit status: 0, or 2 for wrong usage or a file that cannot be read.",
    )
    add = parser.add_argument
    add("--local-size", type=_sizes, metavar=_SIZES, help="the size of a work-group")
    add("--format", choices=("text", "json", "html"), default="text", help="[text]")
    add_target_options(parser)
    return parser


def races_parser() -> OneLineParser:
    """Return the parser of `races`."""
    parser = _parser(
        "races",
        "Print what the work-items of each kernel access between its barriers.",
        (
            "Exit status: 0 if no race is found, 1 if one is, 2 for wrong usage or a file "
            "that cannot be read."
        ),
    )
    add = parser.add_argument
    add("--local-size", type=_sizes, metavar=_SIZES, help="the size of a work-group")
    add("--num-groups", type=_sizes, metavar=_SIZES, help="the number of work-groups")
    add("--format", choices=("text", "json"), default="text", help="[text]")
    add_target_options(parser)
    return parser


class RequiresOptions(NamedTuple):
    """The options of `requires`; `kernel` is None for all kernels of the file."""

    check: CheckOptions
    kernel: str | None
    format: str

    @property
    def path(self) -> str:
        """The file."""
        return self.check.paths[0]


def parse_requires(arguments: Sequence[str]) -> RequiresOptions:
    """Read the arguments of `requires`; raises UsageError."""
    check, found = _of_one_file(requires_parser(), arguments)
    return RequiresOptions(check, found.kernel, found.format)


def requires_parser() -> OneLineParser:
    """Return the parser of `requires`."""
    parser = _parser(
        "requires",
        (
            "Print the lowest version, the extensions and the features that a file and each of "
            "its kernels need, and what asks for them. With --std only that version is tried."
        ),
        (
            "Exit status: 0 if a version works, 1 if none does, 2 for wrong usage or a file that "
            "cannot be read."
        ),
    )
    add = parser.add_argument
    add("--format", choices=("text", "json"), default="text", help="[text]")
    add_target_options(parser)
    return parser


def _sizes(written: str) -> tuple[int, int, int]:
    """Read sizes in up to three dimensions."""
    sizes = [int(each) if each.isascii() and each.isdigit() else 0 for each in written.split(",")]
    if len(sizes) > _DIMENSIONS or min(sizes) < 1:
        raise argparse.ArgumentTypeError(f"{written!r} is no size; one is 64, or 16,16")
    first, second, third = (*sizes, 1, 1)[:_DIMENSIONS]
    return first, second, third


def host_parser() -> OneLineParser:
    """Return the parser of `host`."""
    parser = _parser(
        "host",
        "Print the code of a host that builds a program and starts its kernels.",
    )
    add = parser.add_argument
    add(
        "--style",
        "--lang",
        dest="style",
        type=lambda name: _STYLE_OF_LANGUAGE.get(name, name),
        choices=HOST_STYLES,
        default=HOST_STYLES[0],
        help="C, C++ with opencl.hpp, or Python with PyOpenCL [c]",
    )
    add_target_options(parser)
    return parser
