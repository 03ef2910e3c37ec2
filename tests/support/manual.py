"""The manual page, made of the parsers: `python -m tests.support.manual` writes it.

What is in no parser, such as files and environment variables, is written here.
"""

from __future__ import annotations

import re
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Final

from opencl_ls import __version__
from opencl_ls.cli.parsers import PARSERS

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

PAGE: Final = Path(__file__).parent.parent.parent / "docs" / "opencl-ls.1"

# Of the release, so that the same commands give the same page on every day.
_DATE: Final = "2026-11-25"

_DESCRIPTION: Final = """\
opencl-ls checks OpenCL C, from version 1.0 to 3.0, as a compiler's front end does and beyond, and
serves editors as a language server.  It needs no driver, no GPU and no network.  Without a command
it is the language server."""

_EXIT_STATUS: Final = {
    "0": "All was done; check found nothing at error level, or at the level of --fail-on.",
    "1": (
        "check found something at that level that no baseline lists, races found a race, or "
        "no version meets what requires was asked about."
    ),
    "2": "Not all could be done: wrong usage, or a file that cannot be read.",
    "130": "Interrupted.  With --watch, the status is that of the last check.",
}

_FILES: Final = {
    "opencl-ls.toml": "The settings of its folder, and of those below.",
    "pyproject.toml": "The same in its table [tool.opencl-ls].",
    "compile_flags.txt": "Build options, one a line, where there is neither of these.",
    "compile_commands.json": "A compilation database, also in a folder build.",
    "~/.cache/opencl-ls": "What was found in files before.  It can be removed at any time.",
    "~/.local/share/opencl-ls": "Reference pages that doc import has read.",
}

_ENVIRONMENT: Final = {
    "OPENCL_LS_CACHE": "The folder for what was found before; empty for none.",
    "OPENCL_LS_DATA": "The folder for imported reference pages.",
    "XDG_CACHE_HOME, XDG_DATA_HOME": "The folders that contain those otherwise.",
    "NO_COLOR": "Set to anything, there are no colours; --color goes before it.",
    "GITHUB_WORKSPACE": "The folder from which the paths of --format github count.",
    "CI_PROJECT_DIR": "The folder from which the paths of --format gitlab count.",
}

_EXAMPLES: Final = {
    "opencl-ls check kernels/": "Check all kernels of a folder.",
    "opencl-ls check --std CL1.2 -D REAL=float -I include blur.cl": (
        "Check one as the host builds it."
    ),
    "opencl-ls check --fix kernels/": "Apply the fixes that never change a correct program.",
    "opencl-ls check --write-baseline known.json kernels/": "List what is found today.",
    "opencl-ls check --baseline known.json --report junit:report.xml kernels/": (
        "Fail for what is not in that list, and write a test report."
    ),
    "opencl-ls check --watch kernels/": "Check whenever a file is saved.",
    "opencl-ls host --style pyopencl blur.cl": "Print the Python that starts its kernels.",
    "opencl-ls races --local-size 16,16 blur.cl": "Print its accesses between barriers.",
    "opencl-ls requires blur.cl": "Print the version and the extensions that its kernels need.",
    "opencl-ls doc work_group_barrier --std CL1.2": "Read what a name means.",
}


def manual() -> str:
    """Return the page, in the macros of man(7)."""
    return "".join(f"{line}\n" for line in _lines())


def _lines() -> Iterator[str]:
    yield '.\\" Made by python -m tests.support.manual; what it says is in opencl_ls/cli.'
    yield f'.TH OPENCL-LS 1 {_DATE} "opencl-ls {__version__}" "User Commands"'
    yield ".SH NAME"
    yield "opencl-ls \\- language server and checker for OpenCL C"
    yield ".SH SYNOPSIS"
    for number, (name, make) in enumerate(PARSERS.items()):
        if number:
            yield ".br"
        usage = make().format_usage().removeprefix("usage: ").split()
        first = f"opencl-ls {name}".split()
        yield f".B {_text(' '.join(first))}"
        yield from _wrapped(" ".join(usage[len(first) :]))
    yield ".SH DESCRIPTION"
    yield from _paragraph(_DESCRIPTION)
    yield ".SH COMMANDS"
    for name, make in PARSERS.items():
        parser = make()
        yield f".SS {_text(name)}"
        yield from _paragraph(parser.description or "")
        for title, description, actions in parser.groups():
            if not actions:
                continue
            if title not in {"positional arguments", "options"}:
                yield ".PP"
                yield from _paragraph(title[:1].upper() + title[1:] + ":")
                yield from _paragraph(description)
            for action in actions:
                if action.dest != "help":
                    yield from _entry(_spelled(action), _sentence(action))
        if parser.epilog:
            yield ".PP"
            yield from _paragraph(parser.epilog)
    for title, entries in (
        ("EXIT STATUS", _EXIT_STATUS),
        ("FILES", _FILES),
        ("ENVIRONMENT", _ENVIRONMENT),
        ("EXAMPLES", _EXAMPLES),
    ):
        yield f".SH {title}"
        for name, text in entries.items():
            yield from _entry(f"\\fB{_text(name)}\\fR", text)
    yield ".SH SEE ALSO"
    yield from _paragraph("clang(1), clangd(1)")


def _entry(name: str, text: str) -> Iterator[str]:
    yield ".TP"
    yield name
    yield from _paragraph(text)


def _spelled(action: argparse.Action) -> str:
    """Return an option in bold, its value in italics."""
    value = action.metavar
    if value is None and action.choices is not None:
        value = "|".join(map(str, action.choices))
    shown = f"\\fI{_text(str(value))}\\fR" if value and action.nargs != 0 else ""
    if not action.option_strings:
        return shown
    names = ", ".join(f"\\fB{_text(name)}\\fR" for name in action.option_strings)
    return f"{names} {shown}".rstrip()


def _sentence(action: argparse.Action) -> str:
    """Return the help of an action as a sentence, with its default after it."""
    text, _, default = (action.help or "").partition(" [")
    if text.startswith("["):
        text, default = "", text[1:]
    default = f"Default: {default.removesuffix(']')}." if default else ""
    stop = "" if text.endswith(".") or not text else "."
    return f"{text[:1].upper()}{text[1:]}{stop} {default}".strip()


def _paragraph(text: str) -> Iterator[str]:
    """Yield text with each sentence on a line of its own, as the formatter wants it."""
    for sentence in re.split(r"(?<=[.:])\s+(?=[A-Z])", " ".join(text.split())):
        yield from _wrapped(sentence)


def _wrapped(text: str) -> Iterator[str]:
    for line in textwrap.wrap(_text(text), 78, break_long_words=False, break_on_hyphens=False):
        yield f"\\&{line}" if line.startswith(".") else line


def _text(text: str) -> str:
    """Return text in which the formatter takes no character for its own."""
    written = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return written.replace('"', "\\(dq").replace("~", "\\(ti")


if __name__ == "__main__":
    PAGE.write_text(manual(), "utf-8")
