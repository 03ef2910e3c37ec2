"""Applies fixes, several at once, in rounds until none is left, and returns the changed texts.

It writes no files: the outcome holds the new texts, and `changes` writes or shows them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from msgspec import Struct

from opencl_ls.cli.sources import real_path
from opencl_ls.features.quick_fixes import together
from opencl_ls.findings import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from opencl_ls.cli.model import FileResult
    from opencl_ls.findings import Finding, Fix

# The start and the end of the old text, and the new text.
Replacement = tuple[int, int, str]

# A fix may enable another one, but two that undo each other must end.
_MOST_ROUNDS: Final = 10


class Check(Protocol):
    """The check of one file, with the texts of files that differ from the disk, by real path."""

    def __call__(self, path: str, changed: Mapping[str, str]) -> FileResult:
        """Return the findings in a file."""

    def text(self, path: str) -> str:
        """Return the text of a checked file before any fix."""


class Fixed(Struct, frozen=True):
    """The outcome of fixing: the results afterwards, the new texts by path, and how many fixes.

    The texts' keys are the paths by which the files were checked.
    """

    results: tuple[FileResult, ...]
    texts: dict[str, str]
    count: int


def fix_all(check: Check, results: Sequence[FileResult], *, unsafe: bool) -> Fixed:
    """Apply the fixes of all results; edits outside of the checked files are left out."""
    session = _Session(check, results, unsafe=unsafe)
    for number in range(len(results)):
        session.fix(number)
    session.refresh()
    names = {real: path for path, real in session.real_paths.items()}
    texts = {names[real]: text for real, text in session.texts.items()}
    return Fixed(tuple(session.results), texts, session.count)


class _Session:
    """The state of one `fix_all`."""

    def __init__(self, check: Check, results: Sequence[FileResult], *, unsafe: bool) -> None:
        self.check = check
        self.unsafe = unsafe
        self.results = list(results)
        self.real_paths = {each.path: real_path(each.path) for each in results if each.checked}
        self.texts: dict[str, str] = {}
        self.count = 0
        # The number of changes that had been made when a result was computed.
        self.seen = [0] * len(results)
        self.changes = 0

    def fix(self, number: int) -> None:
        """Fix the findings of one result, and check again, until nothing more can be fixed."""
        for _ in range(_MOST_ROUNDS):
            before = self._current(number)
            fixes = list(self._chosen(before.findings))
            if not fixes:
                return
            texts = self._edited(fixes)
            after = self.check(before.path, texts)
            if not after.checked or _errors(after) > _errors(before):
                # A fix that breaks the program is not applied.
                return
            self.texts = texts
            self.count += len(fixes)
            self.changes += 1
            self.results[number] = after
            self.seen[number] = self.changes

    def refresh(self) -> None:
        """Check again the files that read a changed file."""
        for number in range(len(self.results)):
            self.results[number] = self._current(number)

    def _current(self, number: int) -> FileResult:
        result = self.results[number]
        if result.checked and self.seen[number] < self.changes:
            self.seen[number] = self.changes
            if any(real_path(file) in self.texts for file in (result.path, *result.files)):
                result = self.results[number] = self.check(result.path, self.texts)
        return result

    def _chosen(self, findings: Iterable[Finding]) -> Iterable[Fix]:
        """Return fixes that can be applied together, the first finding's first."""
        wanted = set(self.real_paths.values())
        applicable = (self._applicable(finding) for finding in findings)
        inside = (
            fix
            for fix in applicable
            if fix is not None and all(real_path(each.place.file) in wanted for each in fix.edits)
        )
        return together(inside, real_path)

    def _applicable(self, finding: Finding) -> Fix | None:
        for fix in finding.fixes:
            if fix.edits and (fix.safe or self.unsafe):
                return fix
        return None

    def _edited(self, fixes: Iterable[Fix]) -> dict[str, str]:
        edits: dict[str, set[Replacement]] = {}
        for fix in fixes:
            for edit in fix.edits:
                replacement = (edit.place.start, edit.place.end, edit.text)
                edits.setdefault(real_path(edit.place.file), set()).add(replacement)
        names = {real: path for path, real in self.real_paths.items()}
        texts = dict(self.texts)
        for real, each in edits.items():
            text = texts.get(real)
            texts[real] = apply_edits(self.check.text(names[real]) if text is None else text, each)
        return texts


def apply_edits(text: str, edits: Iterable[Replacement]) -> str:
    """Return a byte text with edits that do not overlap; new lines end like the text's lines."""
    line_feed = text.find("\n")
    carriage_returns = line_feed > 0 and text[line_feed - 1] == "\r"
    parts: list[str] = []
    position = 0
    for start, end, new in sorted(edits):
        plain = new.replace("\r\n", "\n")
        parts += [text[position:start], plain.replace("\n", "\r\n") if carriage_returns else plain]
        position = end
    return "".join((*parts, text[position:]))


def _errors(result: FileResult) -> tuple[int, int]:
    """Return the number of syntax errors, and of errors.

    Syntax errors hide other errors: a file with fewer of them is better even if it has more
    findings.
    """
    codes = [each.code for each in result.findings if each.severity is Severity.ERROR]
    return sum(code.startswith("syntax/") for code in codes), len(codes)
