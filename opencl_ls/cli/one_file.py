"""The file of a command that takes one, analysed under the options of the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.builtins.spelling import nearest
from opencl_ls.cli.checker import analyse
from opencl_ls.cli.embedded import programs_of
from opencl_ls.cli.errors import UsageError
from opencl_ls.cli.paths import STANDARD_INPUT
from opencl_ls.cli.settings import Configuration
from opencl_ls.cli.sources import (
    Overlay,
    UnreadableError,
    read_source,
    read_standard_input,
)
from opencl_ls.cli.terminal import complain
from opencl_ls.disk import DiskFiles
from opencl_ls.text import display

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.cli.check_options import CheckOptions
    from opencl_ls.cli.model import Problem
    from opencl_ls.settings.model import Settings

_UNNAMED: Final = "kernel.cl"
_WRONG: Final = 2


class OneFile(NamedTuple):
    """A file: the name that it is reported by, its analysis, settings and their problems."""

    name: str
    analysis: Analysis
    problems: tuple[Problem, ...]
    settings: Settings
    files: Overlay

    def complain(self) -> int:
        """Write the problems to standard error; return 2 where there are some, else 0."""
        for problem in self.problems:
            complain(f"{problem.path}: {problem.message}")
        return _WRONG if self.problems else 0


def analysed(options: CheckOptions) -> OneFile:
    """Return the one file of a command; raises UsageError where it cannot be read.

    A host program is refused as well.
    """
    path = options.paths[0]
    is_piped = path == STANDARD_INPUT
    name = _UNNAMED if is_piped else path
    try:
        source = read_standard_input(name) if is_piped else read_source(name)
    except UnreadableError as error:
        raise UsageError(f"{name}: {error}") from None
    if programs_of(name, source.text) is not None:
        what = "is a host program, and this takes OpenCL C: opencl-ls check finds its kernels"
        raise UsageError(f"{name} {what}")
    settings, problems = Configuration(options).of(name)
    files = Overlay(DiskFiles(), {})
    files.show(name, source.text)
    return OneFile(name, analyse(name, files, settings), problems, settings, files)


def no_kernel(name: str, names: Sequence[str], wanted: str | None) -> str:
    """Return what is wrong where a file has no kernel, or none with the name `wanted`.

    `names` are those that it has, as byte texts.
    """
    if wanted is None:
        return f"{name} defines no kernel"
    shown = [display(each) for each in names]
    if not shown:
        return f"{name} defines no kernel {wanted!r}, and no other one"
    close = nearest(wanted, shown, limit=3) or shown
    return f"{name} defines no kernel {wanted!r}; is it {' or '.join(close[:3])}?"
