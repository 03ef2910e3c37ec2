"""`opencl-ls config --detect`: the build options that host programs give to the kernels."""

from __future__ import annotations

import json
import sys
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from opencl_ls.analysis.host import Host
from opencl_ls.cli.errors import UsageError
from opencl_ls.cli.paths import is_folder, path_within
from opencl_ls.cli.reports import write_text
from opencl_ls.cli.settings import Configuration
from opencl_ls.cli.terminal import complain, write
from opencl_ls.disk import DiskFiles, files_below
from opencl_ls.host_programs.configuration_text import (
    configuration_lines,
    pattern_lines,
    with_proposals,
)
from opencl_ls.host_programs.detection import MOST_FILES, RELATIONS, Project, is_wanted
from opencl_ls.host_programs.proposals import checking, chosen, proposals
from opencl_ls.settings.files import OWN_FILE, PROJECT_FILE, PROJECT_TABLE
from opencl_ls.settings.model import merge_targets
from opencl_ls.text import display

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from opencl_ls.cli.check_options import CheckOptions
    from opencl_ls.host_programs.proposals import Outcome, Proposal
    from opencl_ls.settings.model import TargetSettings

_WRONG: Final = 2


def run_detect(options: CheckOptions) -> int:
    """Run `opencl-ls config --detect` and return its exit status; raises UsageError."""
    root = options.paths[0]
    if not is_folder(root):
        raise UsageError(f"{root}: --detect takes a folder")
    found = _found(root, options)
    report = _json(found) if options.format == "json" else _text(found)
    write(report, sys.stdout)
    return _write(root, options, found) if options.write and found else 0


def _found(root: str, options: CheckOptions) -> list[Proposal]:
    files = DiskFiles()
    paths = list(islice(filter(is_wanted, files_below(root)), MOST_FILES))
    if len(paths) == MOST_FILES:
        complain(f"{root}: only the first {MOST_FILES} files are read")
    project = Project(paths, lambda path: files.read(str(Path(root) / path)))
    check = _Checker(root, Configuration(options), files)
    made = (chosen(project, kernel, check) for kernel in project.kernels)
    return proposals(project, [each for each in made if each is not None])


class _Checker:
    """Checks the kernels of a folder under their present settings and more."""

    def __init__(self, root: str, configuration: Configuration, files: DiskFiles) -> None:
        self._root = root
        self._configuration = configuration
        self._files = files
        self._host = Host(files)

    def __call__(
        self, kernel: str, target: TargetSettings | None
    ) -> Generator[None, None, Outcome | None]:
        path = str(Path(self._root) / kernel)
        text = self._files.read(path)
        if text is None:
            return None
        now = self._configuration.of(path)[0].target
        if target is not None:
            folders = tuple(str(Path(self._root) / each) for each in target.include_paths)
            now = merge_targets(now, replace(target, include_paths=folders))
        return (yield from checking(self._host, path, text, now))


def _text(found: Sequence[Proposal]) -> str:
    """Return a report: for each configuration its lines, why, and what it settles."""
    if not found:
        return "no build options for a kernel were found\n"
    lines: list[str] = []
    for each in found:
        lines += [*configuration_lines(each), f"# {RELATIONS[each.relation]}"]
        for kernel, (before, after) in zip(each.kernels, each.outcomes, strict=True):
            lines.append(f"# {kernel}: {_settled(before, after)}")
        lines.append("")
    lines += ["[per-file-configurations]", *pattern_lines(found)]
    before_all = sum(len(before.missing) for each in found for before, _ in each.outcomes)
    after_all = sum(len(after.missing) for each in found for _, after in each.outcomes)
    lines += [
        "",
        f"# undefined names in these kernels: {before_all} now, {after_all} with these lines",
    ]
    return "".join(f"{line}\n" for line in lines)


def _settled(before: Outcome, after: Outcome) -> str:
    if not before.missing:
        return "no name is undefined"
    names = f", not {', '.join(sorted(after.missing)[:4])}" if after.missing else ""
    count = len(before.missing)
    return f"settles {count - len(after.missing)} of {count} undefined names{names}"


def _json(found: Sequence[Proposal]) -> str:
    shown = {"version": 1, "configurations": [_shown(each) for each in found]}
    return json.dumps(shown, indent=2) + "\n"


def _shown(each: Proposal) -> dict[str, Any]:
    return {
        "name": each.name,
        "relation": RELATIONS[each.relation],
        "lines": [line for line in configuration_lines(each) if not line.startswith("#")],
        "options": [
            {
                "option": f"{one.option.kind} {one.option.name}".strip(),
                "value": display(one.option.values[0]) if one.option.values else None,
                "host": display(one.option.expression) or None,
                "file": one.file,
                "line": one.line,
            }
            for one in each.options
        ],
        "kernels": [
            {"file": kernel, "before": sorted(before.missing), "after": sorted(after.missing)}
            for kernel, (before, after) in zip(each.kernels, each.outcomes, strict=True)
        ],
    }


def _write(root: str, options: CheckOptions, found: Sequence[Proposal]) -> int:
    """Write what was found to the configuration file of a folder; return the exit status."""
    places = Configuration(options).origins(str(Path(root) / "kernel.cl")).places
    present = [each.name for each in places if Path(each.name).is_file()]
    file = present[0] if present else str(Path(root) / OWN_FILE)
    if Path(file).name not in (OWN_FILE, PROJECT_FILE):
        raise UsageError(f"{file} has the settings here; {OWN_FILE} beside it would replace it")
    table = PROJECT_TABLE if Path(file).name == PROJECT_FILE else ()
    try:
        text = Path(file).read_text("utf-8") if present else ""
        folder = path_within(root, str(Path(file).parent))
        changed, problems = with_proposals(text, found, "" if folder == "." else folder, table)
        if changed != text:
            write_text(file, changed)
            complain(f"{file}: written")
    except (OSError, ValueError) as error:
        raise UsageError(f"{file}: {error}") from None
    for problem in problems:
        complain(f"{file}: {problem}")
    return _WRONG if problems else 0
