"""The report for people: each finding with its source, carets, notes and fix."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.cli.model import counted, offered_fix
from opencl_ls.cli.terminal import printable
from opencl_ls.findings import Severity, source_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.cli.model import Run
    from opencl_ls.cli.terminal import Painter
    from opencl_ls.findings import Finding, Place


def text_report(run: Run, paint: Painter, *, counts: str = "", summary: bool = True) -> str:
    """Return the report, its lines ended; `counts` is a table before the summary."""
    lines: list[str] = []
    for finding in run.findings:
        lines += _finding(run, finding, paint)
        lines.append("")
    report = "".join(f"{line}\n" for line in lines) + counts
    return f"{report}{_summary(run, paint)}\n" if summary else report


def concise_report(run: Run, paint: Painter, *, counts: str = "", summary: bool = True) -> str:
    """Return the report with one line for each finding, as compilers print them."""
    lines = (" ".join(_heading(run, finding, paint).split("\n    ")) for finding in run.findings)
    report = "".join(f"{line}\n" for line in lines) + counts
    return f"{report}{_summary(run, paint)}\n" if summary else report


def _heading(run: Run, finding: Finding, paint: Painter) -> str:
    label = finding.severity.label
    tag = f"{paint(label, label)}[{finding.code}]"
    return f"{_where(run, finding.place, paint)}: {tag} {_paragraph(finding.message)}"


def _finding(run: Run, finding: Finding, paint: Painter) -> Iterator[str]:
    yield _heading(run, finding, paint)
    yield from _excerpt(run, finding.place, finding.severity.label, paint)
    for related in finding.related:
        where = _where(run, related.place, paint)
        yield f"{where}: {paint('note', 'note:')} {_paragraph(related.message)}"
        yield from _excerpt(run, related.place, "note", paint)
    if source_of(finding.code):
        from opencl_ls.compilers.meanings import meaning_of  # noqa: PLC0415 - rarely there

        found = meaning_of(finding.code, finding.message)
        if found is not None and found.text:
            yield f"{paint('help', 'help:')} {found.text}"
    fix = offered_fix(finding)
    if fix is not None:
        option = "--fix" if fix.safe else "--unsafe-fixes"
        yield f"{paint('help', 'help:')} {_paragraph(fix.title)} ({option} applies it)"


def _where(run: Run, place: Place, paint: Painter) -> str:
    region = run.region(place)
    return paint("bold", f"{printable(place.file)}:{region.line}:{region.col}")


def _excerpt(run: Run, place: Place, style: str, paint: Painter) -> list[str]:
    lines = run.lines(place.file)
    if not lines.text:
        # A place in a macro of the command line, for example, has no source to show.
        return []
    from opencl_ls.cli.excerpt import excerpt  # noqa: PLC0415 - of findings alone

    return excerpt(lines, place.start, place.end, style, paint)


def _paragraph(text: str) -> str:
    return "\n    ".join(printable(line) for line in text.splitlines())


def _summary(run: Run, paint: Painter) -> str:
    parts = []
    for severity, word in (
        (Severity.ERROR, "error"),
        (Severity.WARNING, "warning"),
        (Severity.INFO, "info"),
        (Severity.HINT, "hint"),
    ):
        number = run.count(severity)
        # Errors and warnings are always counted, so that a script finds both numbers.
        if number or severity <= Severity.WARNING:
            part = f"{number} info" if word == "info" else counted(number, word)
            parts.append(paint(severity.label, part) if number else part)
    known = f" ({counted(len(run.known), 'known finding')} left out)" if run.known else ""
    return f"{', '.join(parts)} in {counted(run.file_count, 'file')}{known}"
