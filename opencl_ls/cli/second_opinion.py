"""The second opinion of `check`: the messages of a compiler beside our findings."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from opencl_ls.cli.errors import UsageError
from opencl_ls.cli.model import Problem
from opencl_ls.cli.sources import real_path
from opencl_ls.compilers.programs import absence, find_compiler
from opencl_ls.text import LineTable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from opencl_ls.cli.model import FileResult
    from opencl_ls.compilers.programs import Compiler
    from opencl_ls.disk import DiskFiles
    from opencl_ls.findings import Finding
    from opencl_ls.settings.model import Settings

_UNNAMED: Final = "<"


class SecondOpinion:
    """Asks the compiler that the user chose; raises UsageError if it is not installed."""

    def __init__(self, choice: str) -> None:
        found = find_compiler(choice)
        if found is None:
            raise UsageError(f"--compiler: {absence(choice)}")
        self._compiler: Compiler = found

    def __call__(
        self, result: FileResult, text: str, settings: Settings, disk: DiskFiles
    ) -> FileResult:
        """Return the result of a file with the compiler's additional messages."""
        from opencl_ls.compilers.commands import Program, command  # noqa: PLC0415 (when asked for)
        from opencl_ls.compilers.opinions import Files, View, additional, opinion  # noqa: PLC0415
        from opencl_ls.compilers.running import call  # noqa: PLC0415

        name = result.path
        path = "" if name.startswith(_UNNAMED) else os.path.abspath(name)  # noqa: PTH100 (links stay)
        program = Program(path, text.encode("latin-1"), settings)
        outcome = call(command(self._compiler, program))
        names = {real_path(each): each for each in result.files}
        tables: dict[str, LineTable] = {}

        def lines(file: str) -> LineTable:
            if file not in tables:
                content = text if file == name else disk.read(file)
                tables[file] = LineTable(content or "")
            return tables[file]

        files = Files(name, lambda file: names.get(real_path(file)), lines)
        given = opinion(self._compiler.kind, outcome, files)
        problems = result.problems
        if given.problem:
            whose = name if outcome.problem else self._compiler.kind
            problems = (*problems, Problem(whose, given.problem))
        view = View(lines, settings.rules)
        more = []
        for file in dict.fromkeys(each.place.file for each in given.findings):
            own = [view.reported(each) for each in result.findings if each.place.file == file]
            others = [each for each in given.findings if each.place.file == file]
            more += additional(own, others, view)
        if not more:
            return replace(result, problems=problems)
        found = sorted(
            [*result.findings, *more], key=lambda each: (each.place.file != name, each.place)
        )
        return replace(
            result,
            findings=tuple(found),
            problems=problems,
            sources=result.sources | {file: lines(file).text for file in _named(more)},
        )


def _named(findings: Iterable[Finding]) -> set[str]:
    return {
        place.file
        for each in findings
        for place in (each.place, *(related.place for related in each.related))
    }
