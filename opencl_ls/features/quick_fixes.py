"""Quick fixes of the findings at a place: their fixes, and comments that suppress them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from opencl_ls.analysis.catalogue import ALLOW
from opencl_ls.findings import Fix, Place, Severity, TextEdit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.findings import Finding
    from opencl_ls.text import LineTable


class QuickFix(NamedTuple):
    """A fix of a finding; `preferred` marks the default one."""

    finding: Finding
    fix: Fix
    preferred: bool


def quick_fixes(analysis: Analysis, lines: LineTable, start: int, end: int) -> list[QuickFix]:
    """Return the quick fixes for the findings that touch the bytes from `start` to `end`.

    First come all fixes, in the order of the findings, then the comments at the place, then those
    for the whole file.  `lines` are those of
    the main file.
    """
    findings = analysis.findings_touching(start, end)
    fixes = [
        QuickFix(finding, fix, fix.safe and number == 0)
        for finding in findings
        for number, fix in enumerate(finding.fixes)
    ]
    allowed: dict[str, QuickFix] = {}
    for finding in findings:
        if finding.code in allowed:
            continue
        comment = _allowing(analysis, lines, finding)
        if comment is not None:
            allowed[finding.code] = QuickFix(finding, comment, False)
    whole = {
        code: QuickFix(each.finding, _allowing_in_file(analysis, code), False)
        for code, each in allowed.items()
    }
    return [*fixes, *allowed.values(), *whole.values()]


def safe_fixes(analysis: Analysis) -> list[TextEdit]:
    """Return the edits of all safe fixes of the main file that can be made together, in order."""
    chosen = (
        next((fix for fix in finding.fixes if fix.safe and fix.edits), None)
        for finding in analysis.findings
    )
    own = (
        fix
        for fix in chosen
        if fix is not None and all(edit.place.file == analysis.path for edit in fix.edits)
    )
    return sorted({edit for fix in together(own) for edit in fix.edits})


def together(fixes: Iterable[Fix], file_of: Callable[[str], str] = str) -> Iterator[Fix]:
    """Yield those fixes that can be made together, the first ones first.

    `file_of` returns the file that a path means.
    """
    taken: dict[str, list[TextEdit]] = {}
    for fix in fixes:
        edits = [(file_of(edit.place.file), edit) for edit in fix.edits]
        if any(conflict(edit, other) for file, edit in edits for other in taken.get(file, ())):
            continue
        for file, edit in edits:
            taken.setdefault(file, []).append(edit)
        yield fix


def conflict(one: TextEdit, other: TextEdit) -> bool:
    """Tell whether two edits of one file cannot both be made; the same edit twice can."""
    if one.text == other.text and one.place.start == other.place.start:
        return one.place.end != other.place.end
    if one.place.start == other.place.start:
        return True
    return one.place.start < other.place.end and other.place.start < one.place.end


def _allowing(analysis: Analysis, lines: LineTable, finding: Finding) -> Fix | None:
    """Return the comment that suppresses a finding at its place; None for an error.

    It is added to an existing comment, or gets a new line above.
    """
    if finding.severity is Severity.ERROR:
        return None
    text, path = analysis.text, analysis.path
    title = f"Allow {finding.code} here"
    line = lines.line_of(finding.place.start)
    for near in (line, line - 1) if line else (line,):
        begin, end = lines.line_bounds(near)
        known = ALLOW.search(text, begin, end)
        if known is not None and not known[1]:
            place = Place(path, known.end(2), known.end(2))
            return Fix(title, (TextEdit(place, f", {finding.code}"),), True)
    begin, end = lines.line_bounds(line)
    above = text[slice(*lines.line_bounds(line - 1))] if line else ""
    if above.endswith("\\") or analysis.is_in_comment_or_string(begin):
        return None
    written = text[begin:end]
    blanks = written[: len(written) - len(written.lstrip())]
    comment = f"{blanks}// opencl-ls: allow({finding.code})\n"
    return Fix(title, (TextEdit(Place(path, begin, begin), comment),), True)


def _allowing_in_file(analysis: Analysis, code: str) -> Fix:
    """Return the fix that suppresses a rule in the file: in its first comment, or a new one."""
    path, text = analysis.path, analysis.text
    title = f"Allow {code} in this file"
    for known in ALLOW.finditer(text):
        above = text[: known.start()].split("\n")
        if known[1] and all(line.lstrip()[:2] in ("", "//") for line in above):
            place = Place(path, known.end(2), known.end(2))
            return Fix(title, (TextEdit(place, f", {code}"),), True)
    comment = f"// opencl-ls: allow-file({code})\n"
    return Fix(title, (TextEdit(Place(path, 0, 0), comment),), True)
