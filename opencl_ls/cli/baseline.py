"""A baseline: the known findings of a team, in a file that is reviewed like source.

An entry identifies a finding by its file, rule, message and the text of its line, so that it stays
valid when lines move.  Paths count from the folder of the baseline.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from opencl_ls.analysis.catalogue import matches
from opencl_ls.cli.errors import UsageError
from opencl_ls.cli.fingerprints import Identity, identity
from opencl_ls.cli.model import Problem, Run, counted, key_of
from opencl_ls.cli.paths import is_folder
from opencl_ls.cli.sources import UnreadableError, content

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from opencl_ls.cli.check_options import CheckOptions
    from opencl_ls.cli.checker import Checker
    from opencl_ls.cli.model import FileResult, Key
    from opencl_ls.findings import Finding

VERSION: Final = 1
_SHOWN: Final = 3
"""The number of places that are named when many entries are stale."""


class _Entry(Struct, omit_defaults=True):
    rule: str
    message: str
    source: str
    count: int = 1


class _File(Struct):
    version: int
    findings: dict[str, list[_Entry]]


class Baseline:
    """The entries of one baseline, each as often as it may occur."""

    def __init__(self, path: str, entries: Mapping[Identity, int]) -> None:
        self.path = path
        self._entries = Counter(entries)
        self._folder = os.path.dirname(os.path.abspath(path))  # noqa: PTH100, PTH120 (keeps links)

    def without_known(self, run: Run, options: CheckOptions) -> Run:
        """Return a run in which the findings of the baseline are known ones.

        Entries that match no finding any more are reported as a problem.
        """
        left = self._entries.copy()
        known = self._known(run, left)
        stale = [each for each in sorted(left.elements()) if self._was_sought(each, run, options)]
        return Run(run.results, (*run.problems, *self._stale(stale)), known)

    def without_known_fixes(self, run: Run) -> tuple[FileResult, ...]:
        """Return the results without the fixes of known findings, which stay unfixed."""
        known = self._known(run, self._entries.copy())
        return tuple(_with_fixes_of_others(result, known) for result in run.results)

    def updated(self, run: Run, options: CheckOptions) -> Baseline:
        """Return the baseline that lists the findings of a run.

        Entries that the run does not cover stay, such as those of files that it did not read.
        """
        retained = {
            each: count
            for each, count in self._entries.items()
            if not self._was_sought(each, run, options)
        }
        found = Counter(self._identity(run, each) for each in run.findings)
        return Baseline(self.path, found | Counter(retained))

    def changes(self, other: Baseline) -> str:
        """Say how many entries another baseline has, and how it differs from this one."""
        text = counted(other._entries.total(), "finding")
        changes = {
            "new": (other._entries - self._entries).total(),
            "gone": (self._entries - other._entries).total(),
        }
        listed = ", ".join(f"{number} {word}" for word, number in changes.items() if number)
        return f"{text} ({listed})" if listed else f"{text}, as before"

    def text(self) -> str:
        """Return what the file holds: sorted, and the same for the same findings."""
        files: dict[str, list[dict[str, Any]]] = {}
        for each, count in sorted(self._entries.items()):
            entry: dict[str, Any] = {
                "rule": each.rule,
                "message": each.message,
                "source": each.source,
            }
            if count > 1:
                entry["count"] = count
            files.setdefault(each.file, []).append(entry)
        document = {"version": VERSION, "findings": files}
        return json.dumps(document, indent=2, ensure_ascii=False) + "\n"

    def _known(self, run: Run, left: Counter[Identity]) -> frozenset[Key]:
        """Return the findings that match entries; these entries are removed from `left`."""
        known = set()
        others: list[tuple[Finding, Identity]] = []
        for finding in run.findings:
            found = self._identity(run, finding)
            if left[found] > 0:
                left[found] -= 1
                known.add(key_of(finding))
            else:
                others.append((finding, found))
        # A file that was moved keeps its findings.
        moved: dict[Identity, list[Identity]] = {}
        for each in sorted(left.elements()):
            if others and self._is_gone(each.file):
                moved.setdefault(each._replace(file=""), []).append(each)
        for finding, found in others:
            entries = moved.get(found._replace(file=""))
            if entries:
                left[entries.pop()] -= 1
                known.add(key_of(finding))
        return frozenset(known)

    def _was_sought(self, entry: Identity, run: Run, options: CheckOptions) -> bool:
        """Tell whether a run would have found the finding of an entry, if it still existed."""
        rules = options.selected
        if rules and not any(matches(pattern, entry.rule) for pattern in rules):
            return False
        if any(matches(pattern, entry.rule) for pattern in options.ignored):
            return False
        checked = [result for result in run.results if result.checked]
        if any(self._relative(result.path) == entry.file for result in checked):
            return True
        # Findings in a header may depend on the file that includes it: only a run over folders
        # shows that a finding is gone.
        if any(map(is_folder, options.paths)):
            files = (file for result in checked for file in result.files)
            if any(self._relative(file) == entry.file for file in files):
                return True
        return self._is_gone(entry.file)

    def _stale(self, entries: list[Identity]) -> Iterable[Problem]:
        if not entries:
            return
        places = list(dict.fromkeys(f"{each.file} {each.rule}" for each in entries))
        names = ", ".join(places[:_SHOWN]) + (" and others" if len(places) > _SHOWN else "")
        verb = "no longer occurs" if len(entries) == 1 else "no longer occur"
        pronoun = "it" if len(entries) == 1 else "them"
        number = counted(len(entries), "known finding")
        message = f"{number} {verb}: {names}; --write-baseline {self.path} removes {pronoun}"
        yield Problem(self.path, message, fatal=False)

    def _identity(self, run: Run, finding: Finding) -> Identity:
        return identity(run, finding, self._relative(finding.place.file))

    def _relative(self, path: str) -> str:
        try:
            return Path(os.path.relpath(path, self._folder)).as_posix()
        except ValueError:
            # Another drive of Windows, or an invalid file name.
            return path

    def _is_gone(self, file: str) -> bool:
        return not os.path.lexists(os.path.join(self._folder, file))  # noqa: PTH118


class FixesOfNew:
    """The check of one file, in whose results known findings have no fixes."""

    def __init__(self, check: Checker, baseline: Baseline) -> None:
        self._check = check
        self._baseline = baseline
        self.text = check.text

    def __call__(self, path: str, changed: Mapping[str, str]) -> FileResult:
        """Return the findings in a file."""
        return self._baseline.without_known_fixes(Run((self._check(path, changed),)))[0]


def read_baseline(path: str) -> Baseline:
    """Read a baseline; raises UsageError if there is none, or if it is invalid."""
    found = _read(path)
    if found is None:
        raise UsageError(f"--baseline {path}: no such file; --write-baseline {path} makes it")
    return found


def baseline_to_update(path: str) -> Baseline:
    """Read a baseline that will be written, which may not exist yet; raises UsageError."""
    return _read(path) or Baseline(path, {})


def _read(path: str) -> Baseline | None:
    try:
        data = content(path)
        found = msgspec.json.decode(data, type=_File)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, UnreadableError, msgspec.MsgspecError) as error:
        reason = (isinstance(error, OSError) and error.strerror) or str(error)
        if isinstance(error, msgspec.MsgspecError):
            reason = f"not a baseline: {reason[:1].lower()}{reason[1:]}"
        raise UsageError(f"{path}: {reason}") from error
    if found.version != VERSION:
        raise UsageError(
            f"{path}: a baseline of version {found.version}; this opencl-ls reads version {VERSION}"
        )
    entries: Counter[Identity] = Counter()
    for file, listed in found.findings.items():
        for each in listed:
            entries[Identity(file, each.rule, each.message, each.source)] += max(0, each.count)
    return Baseline(path, entries)


def _with_fixes_of_others(result: FileResult, known: frozenset[Key]) -> FileResult:
    findings = tuple(
        each._replace(fixes=()) if key_of(each) in known else each for each in result.findings
    )
    return replace(result, findings=findings)
