"""The parsers of all commands; help, shell completion and the manual page are made from them.

Those of `check` and `config` are in `options`, those of commands for one file in
`one_file_options`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.cli.one_file_options import (
    explain_parser,
    host_parser,
    races_parser,
    requires_parser,
)
from opencl_ls.cli.options import (
    OneLineParser,
    add_profile,
    check_parser,
    config_parser,
)

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

SHELLS: Final = ("bash", "zsh", "fish")


def serve_parser() -> OneLineParser:
    """Return the parser of `serve`."""
    parser = OneLineParser(
        prog="opencl-ls serve",
        description="Run the language server, on standard input and output by default.",
        allow_abbrev=False,
    )
    parser.add_argument("--stdio", action="store_true", help="speak over stdio [default]")
    parser.add_argument("--tcp", metavar="HOST:PORT", help="wait for clients on a port")
    # VS Code's client adds it to every command that it starts; the protocol repeats it later.
    parser.add_argument("--clientProcessId", metavar="ID", help="accepted, not needed")
    return parser


def rule_parser() -> OneLineParser:
    """Return the parser of `rule`."""
    parser = OneLineParser(
        prog="opencl-ls rule",
        description="List the rules, or print the page of one.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "name", nargs="?", metavar="RULE", help="a rule's code, a family, or a pattern: barrier/*"
    )
    add_profile(parser, "list only the rules of this profile")
    _add_colours(parser)
    return parser


def doc_parser() -> OneLineParser:
    """Return the parser of `doc`."""
    parser = OneLineParser(
        prog="opencl-ls doc",
        description="Print what a name of OpenCL C means.",
        epilog=(
            "opencl-ls doc import PATH... reads your own copy of the Khronos reference pages and "
            "shows it below; opencl-ls doc import --list lists what was read, "
            "opencl-ls doc forget NAME... drops it."
        ),
        allow_abbrev=False,
    )
    parser.add_argument("name", nargs="?", metavar="NAME", help="a function, type, macro, ...")
    parser.add_argument("--std", metavar="VERSION", help="say what this version lacks")
    parser.add_argument(
        "--list", action="store_true", help="list the names, those with NAME in them"
    )
    parser.add_argument("--search", metavar="WORDS", help="list what the words occur in")
    parser.add_argument("--open", action="store_true", help="show NAME in a browser")
    parser.add_argument(
        "--html",
        metavar="PATH",
        help="write the page of NAME to a file, or the whole reference into a folder",
    )
    _add_colours(parser)
    return parser


def import_parser() -> OneLineParser:
    """Return the parser of `doc import`."""
    parser = OneLineParser(
        prog="opencl-ls doc import",
        usage="%(prog)s PATH... | --list",
        description="Read your own copy of the Khronos reference pages.",
        epilog=(
            "Pages may be DocBook XHTML or XML, asciidoctor's HTML, AsciiDoc, manual pages, or "
            "plain text. Exit status: 0 when all files were read, 2 when some could not be."
        ),
        allow_abbrev=False,
    )
    parser.add_argument("paths", nargs="*", metavar="PATH", help="files, and folders of pages")
    parser.add_argument("--list", action="store_true", help="list the pages that were read")
    return parser


def forget_parser() -> OneLineParser:
    """Return the parser of `doc forget`."""
    parser = OneLineParser(
        prog="opencl-ls doc forget",
        usage="%(prog)s PAGE... | --all",
        description="Drop imported pages.",
        allow_abbrev=False,
    )
    parser.add_argument("names", nargs="*", metavar="PAGE", help="a page's name or title")
    parser.add_argument("--all", action="store_true", help="drop all of them")
    return parser


def device_parser() -> OneLineParser:
    """Return the parser of `device`."""
    parser = OneLineParser(
        prog="opencl-ls device",
        usage="%(prog)s [options] [DEVICE] | --from FILE",
        description="List the devices that --device knows, or print the limits of one.",
        epilog=(
            "clinfo --json | opencl-ls device --from - >> opencl-ls.toml adds the devices of this "
            "machine to the settings."
        ),
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("name", nargs="?", metavar="DEVICE", help="a device or a profile")
    add("--std", metavar="VERSION", help="the version whose minimums a profile has [CL3.0]")
    add(
        "--from",
        dest="source",
        metavar="FILE",
        help="write tables for opencl-ls.toml, read from the output of clinfo --json, - for "
        "standard input",
    )
    add("--config", metavar="FILE", help="this configuration file instead of the nearest")
    add("--format", choices=("text", "json"), default="text", help="[text]")
    return parser


def explain_log_parser() -> OneLineParser:
    """Return the parser of `explain-log`."""
    parser = OneLineParser(
        prog="opencl-ls explain-log",
        usage="%(prog)s [options] [FILE]",
        description="Explain the build log of a driver, line by line.",
        epilog=(
            "The log is what clGetProgramBuildInfo gives for CL_PROGRAM_BUILD_LOG: of NVIDIA, AMD, "
            "Intel, Apple, Arm (Mali), Qualcomm (Adreno), PoCL, Mesa or clang. Other text "
            "is printed unchanged."
        ),
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("file", nargs="?", default="-", metavar="FILE", help="the log, - for standard input [-]")
    add("--source", metavar="FILE", help="the program of the log, whose lines are shown")
    add("--format", choices=("text", "json"), default="text", help="[text]")
    _add_colours(parser)
    return parser


def completion_parser() -> OneLineParser:
    """Return the parser of `completion`."""
    parser = OneLineParser(
        prog="opencl-ls completion",
        usage="%(prog)s SHELL",
        description="Print a script with which a shell completes the words of opencl-ls.",
        epilog=(
            'bash: eval "$(opencl-ls completion bash)" in ~/.bashrc. '
            "zsh: the same with zsh, in ~/.zshrc below compinit. "
            "fish: opencl-ls completion fish > ~/.config/fish/completions/opencl-ls.fish"
        ),
        allow_abbrev=False,
    )
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))
    return parser


def _add_colours(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--color", action="store_true", default=None, help="colours, always")
    parser.add_argument("--no-color", action="store_false", dest="color", help="colours, never")


PARSERS: Final[dict[str, Callable[[], OneLineParser]]] = {
    "check": check_parser,
    "rule": rule_parser,
    "doc": doc_parser,
    "doc import": import_parser,
    "doc forget": forget_parser,
    "config": config_parser,
    "device": device_parser,
    "host": host_parser,
    "races": races_parser,
    "explain": explain_parser,
    "requires": requires_parser,
    "explain-log": explain_log_parser,
    "serve": serve_parser,
    "completion": completion_parser,
}
