"""The file of a command that takes one, analysed under the options of the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.builtins.spelling import nearest
from opencl_ls.cli.checker import analyse
from opencl_ls.cli.embedded import units_of, unknown_parts
from opencl_ls.cli.errors import UsageError
from opencl_ls.cli.paths import STANDARD_INPUT
from opencl_ls.cli.places import Places
from opencl_ls.cli.settings import Configuration
from opencl_ls.cli.sources import (
    Overlay,
    UnreadableError,
    read_source,
    read_standard_input,
)
from opencl_ls.cli.terminal import complain
from opencl_ls.disk import DiskFiles
from opencl_ls.findings import Place
from opencl_ls.text import byte_text, display

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.host import Host
    from opencl_ls.cli.check_options import CheckOptions
    from opencl_ls.cli.model import Problem
    from opencl_ls.host_programs.kernels import EmbeddedProgram
    from opencl_ls.settings.model import Settings

_UNNAMED: Final = "kernel.cl"
_WRONG: Final = 2


class OneUnit(NamedTuple):
    """A translation unit of the file, whose `analysis` has the places of the file.

    `unknown` are the bytes of the file, first and end, of what the host may change.  `program` is
    None for the file itself.
    """

    analysis: Analysis
    text: str
    settings: Settings
    program: EmbeddedProgram | None
    unknown: tuple[tuple[int, int], ...]

    def place(self) -> Place | None:
        """Return where a program begins in its host's file, None for the file itself."""
        program = self.program
        return None if program is None else Place(self.analysis.path, program.start, program.end)

    def is_known(self, place: Place) -> bool:
        """Return whether the host leaves what is at a place as it is written."""
        is_own = place.file == self.analysis.path
        return not (is_own and any(first <= place.start < end for first, end in self.unknown))

    def has_kernel(self, name: str, place: Place) -> bool:
        """Return whether the text of a kernel is known; print a message if it is not."""
        is_known = self.is_known(place)
        if not is_known:
            where = f"{place.file}:{Places(self.analysis).position(*place[:2])[0]}"
            complain(f"{where}: kernel '{display(name)}' is left out: the host changes its text")
        return is_known


class OneFile(NamedTuple):
    """A file: the name that it is reported by, its translation units, and problems of settings.

    A file of OpenCL C is one unit, and a host program has one for each program in it.
    """

    name: str
    units: tuple[OneUnit, ...]
    problems: tuple[Problem, ...]
    files: Overlay

    def kernels(self, kernel: str | None) -> list[tuple[OneUnit, list[str]]]:
        """Return the units with the names of their kernels as byte texts, or the wanted one.

        Raises UsageError if there is none whose text is known.
        """
        wanted = None if kernel is None else byte_text(kernel)
        names: list[str] = []
        found: list[tuple[OneUnit, list[str]]] = []
        for unit in self.units:
            kernels = unit.analysis.kernel_interfaces()
            names += [each.name for each in kernels]
            chosen = [each for each in kernels if wanted in (None, each.name)]
            known = [each.name for each in chosen if unit.has_kernel(each.name, each.place)]
            if known:
                found.append((unit, known))
        if not found:
            raise UsageError(no_kernel(self.name, names, kernel))
        return found

    def under(self, unit: OneUnit, settings: Settings, host: Host) -> Analysis:
        """Return the analysis of a unit under other settings, at its own places."""
        self.files.show(self.name, unit.text)
        return analyse(self.name, self.files, settings, host)

    def complain(self) -> int:
        """Write the problems to standard error; return 2 where there are some, else 0."""
        for problem in self.problems:
            complain(f"{problem.path}: {problem.message}")
        return _WRONG if self.problems else 0


def analysed(options: CheckOptions) -> OneFile:
    """Return the one file of a command; raises UsageError where it cannot be read.

    A host program without a kernel in a string is refused as well.
    """
    path = options.paths[0]
    is_piped = path == STANDARD_INPUT
    name = _UNNAMED if is_piped else path
    try:
        source = read_standard_input(name) if is_piped else read_source(name)
    except UnreadableError as error:
        raise UsageError(f"{name}: {error}") from None
    settings, problems = Configuration(options).of(name)
    files = Overlay(DiskFiles(), {})
    units: list[OneUnit] = []
    for unit in units_of(name, source.text, settings):
        files.show(name, unit.text)
        analysis = analyse(name, files, unit.settings).placed_in(source.text)
        units.append(OneUnit(analysis, *unit, tuple(unknown_parts(unit))))
    if not units:
        raise UsageError(f"{name} has no string with a kernel of OpenCL C")
    return OneFile(name, tuple(units), problems, files)


def unsound(name: str) -> UsageError:
    """Return the error for a file whose kernels cannot be analysed."""
    return UsageError(f"{name} defines no kernel that can be analysed")


def no_kernel(name: str, names: Sequence[str], wanted: str | None) -> str:
    """Return what is wrong where a file has no kernel, or none with the name `wanted`.

    `names` are those that it has, as byte texts.  A kernel with that name has no known text.
    """
    if wanted is None:
        return f"{name} defines no kernel" + (" whose text is known" if names else "")
    shown = [display(each) for each in dict.fromkeys(names)]
    if not shown:
        return f"{name} defines no kernel {wanted!r}, and no other one"
    if wanted in shown:
        return f"{name} defines no kernel {wanted!r} whose text is known"
    close = nearest(wanted, shown, limit=3) or shown
    return f"{name} defines no kernel {wanted!r}; is it {' or '.join(close[:3])}?"
