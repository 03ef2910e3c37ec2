"""The second opinion: a compiler's messages about a program, as findings beside our own.

They have codes of a separate family, such as `clang/error` and `clang/unused-variable`.  A
message is dropped if our finding in the same place is equivalent, or if its rule is disabled.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import Struct

from opencl_ls.analysis.catalogue import Suppressions, matches, severity_of
from opencl_ls.compilers.commands import NO_PLATFORM
from opencl_ls.compilers.logs import Message, messages, program_driver
from opencl_ls.compilers.meanings import code_of, meaning, meaning_of
from opencl_ls.compilers.programs import POCL
from opencl_ls.findings import Finding, Place, Related, Severity
from opencl_ls.settings.model import RuleSettings
from opencl_ls.text import UTF8, UTF32, LineTable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from opencl_ls.compilers.running import Outcome

_MOST_NOTES: Final = 3
"""The most related places of a finding; clang lists all candidates of an overloaded function."""
_TOKEN: Final = re.compile(r"\w+|[^\w\s]")
_STOPPED: Final = re.compile(r"too many errors emitted|^\d+ (?:errors?|warnings?) generated")
_UNDEFINED_MACRO: Final = "names/undefined-macro"
_BUILT: Final = (0, 1)
"""The exit statuses of a compiler that ended normally."""


class Files(Struct, frozen=True):
    """The files of a program: `path` is its own.

    `name_of` returns the name under which the analysis has read a file, or None; `lines` returns
    the lines of one that it has read.
    """

    path: str
    name_of: Callable[[str], str | None]
    lines: Callable[[str], LineTable]


class Reported(NamedTuple):
    """A finding of a file for comparison: lines and columns, from any base."""

    start: tuple[int, int]
    end: tuple[int, int]
    code: str
    severity: int
    text: str


class View(Struct, frozen=True):
    """The context of the comparison: the lines of files, the encoding of columns, the rules."""

    lines: Callable[[str], LineTable]
    rules: RuleSettings
    encoding: str = UTF32

    def reported(self, finding: Finding) -> Reported:
        """Return a finding for comparison."""
        place, lines = finding.place, self.lines(finding.place.file)
        start = lines.position(place.start, self.encoding)
        end = lines.position(place.end, self.encoding)
        return Reported(start, end, finding.code, finding.severity, finding.message)


class Opinion(Struct, frozen=True):
    """The messages of a compiler about a program; `problem` is a sentence if there are none."""

    findings: tuple[Finding, ...] = ()
    problem: str = ""


def opinion(source: str, outcome: Outcome, files: Files) -> Opinion:
    """Return the messages of a compiler; `source` is its kind."""
    if outcome.problem:
        return Opinion(problem=outcome.problem)
    log = (outcome.errors + b"\n" + outcome.output).decode("utf-8", "replace")
    if source == POCL and outcome.status == NO_PLATFORM:
        return Opinion(problem=log.strip())
    found = list(_findings(source, messages(log), files))
    if outcome.status == 0 or (outcome.status in _BUILT and found):
        return Opinion(tuple(found))
    words = next((line for line in log.splitlines() if line.strip()), "")
    reported = f": {words.strip()}" if words else ""
    return Opinion(tuple(found), f"{source} ended with status {outcome.status}{reported}")


def additional(own: Iterable[Reported], others: Iterable[Finding], view: View) -> list[Finding]:
    """Return a compiler's findings in one file beyond our own, filtered by the settings.

    `own` are our findings in that file.
    """
    known = tuple(own)
    allowed: dict[str, Suppressions] = {}
    found = []
    for each in others:
        file = each.place.file
        if file not in allowed:
            lines = view.lines(file)
            allowed[file] = Suppressions(lines.text, lines.starts)
        shown = _shown(each, view, allowed[file])
        if shown is not None and not any(is_same_report(one, view.reported(each)) for one in known):
            found.append(shown)
    return found


def is_same_report(own: Reported, other: Reported) -> bool:
    """Tell whether our finding is equivalent to a compiler's: the same problem on its line."""
    found = meaning_of(other.code, other.text)
    is_macro = own.code == _UNDEFINED_MACRO
    if is_macro and found is not None and f"'{found.name}'" in own.text:
        # It is reported once for each name.
        return True
    if not own.start[0] <= other.start[0] <= own.end[0]:
        return False
    are_errors = own.severity == other.severity == Severity.ERROR
    if are_errors and own.start == other.start:
        # Compilers report consequences of an error at the same place.
        return True
    if is_macro or (own.code.startswith("syntax/") and are_errors):
        # Error recovery or an undefined macro gives the line another meaning.
        return True
    if found is not None and found.rules:
        return any(matches(rule, own.code) for rule in found.rules)
    return are_errors and own.start < other.start < own.end


def _shown(finding: Finding, view: View, allowed: Suppressions) -> Finding | None:
    """Return a finding at the level that the settings give it, None if they disable it."""
    level = severity_of(finding.code, finding.severity, view.rules)
    line = view.lines(finding.place.file).line_of(finding.place.start)
    if level is None or allowed.silence(finding.code, line):
        return None
    found = meaning_of(finding.code, finding.message)
    # Errors of compilers are reported even if our rule for them is off.
    if finding.severity is not Severity.ERROR and found is not None and found.rule:
        if _is_turned_off(found.rule, view.rules) or allowed.silence(found.rule, line):
            return None
    return finding._replace(severity=level)


def _is_turned_off(rule: str, settings: RuleSettings) -> bool:
    """Tell whether settings disable a rule that is enabled by default."""
    reported = RuleSettings(ignore=settings.ignore, severity=settings.severity)
    usual = severity_of(rule, Severity.WARNING, RuleSettings())
    return usual is not None and severity_of(rule, Severity.WARNING, reported) is None


def _findings(source: str, log: Sequence[Message], files: Files) -> Iterator[Finding]:
    number = 0
    while number < len(log):
        message = log[number]
        number += 1
        notes = []
        while number < len(log) and log[number].is_note:
            notes.append(log[number])
            number += 1
        if message.is_note or message.severity > Severity.WARNING or _STOPPED.search(message.text):
            continue
        finding = _finding(source, message, files)
        if finding is not None:
            related = [each for note in notes if (each := _related(note, files)) is not None]
            # A note "place parentheses around it" has no other place.
            apart = [each for each in related if each.place.start != finding.place.start]
            yield finding._replace(related=tuple(apart[:_MOST_NOTES]))


def _finding(source: str, message: Message, files: Files) -> Finding | None:
    level = "error" if message.severity is Severity.ERROR else "warning"
    code = code_of(source, level, message.option)
    place = _place(message, files)
    text = message.text
    if place is None:
        if message.severity is not Severity.ERROR:
            return None
        if message.line:
            text = f"{message.file}:{message.line}: {text}"
        named = named_place(files.lines(files.path), files.path, message)
        place = Place(files.path, 0, 0) if named is None else named
    return Finding(place, code, message.severity, text)


def _related(note: Message, files: Files) -> Related | None:
    place = _place(note, files)
    return None if place is None else Related(place, note.text)


def _place(message: Message, files: Files) -> Place | None:
    """Return the place of a message in a file that the analysis knows."""
    if not message.line:
        return None
    known = program_driver(message.file) is not None
    name = files.path if known else files.name_of(message.file)
    return None if name is None else place_in(files.lines(name), name, message)


def place_in(lines: LineTable, name: str, message: Message) -> Place:
    """Return the place of a message in a file whose lines are given: a range, or one token."""
    number = message.line - 1
    start = lines.offset(number, max(0, message.column - 1), UTF8)
    if message.end is not None:
        end = lines.offset(message.end[0] - 1, message.end[1] - 1, UTF8)
        return Place(name, start, max(start, end))
    if not message.column and number < len(lines.starts):
        first, last = lines.line_bounds(number)
        start = first + len(lines.text[first:last]) - len(lines.text[first:last].lstrip())
        if not 0 <= message.caret < last - start:
            return Place(name, start, last)
        start += message.caret
    token = _TOKEN.match(lines.text, start)
    return Place(name, start, start if token is None else token.end())


def named_place(lines: LineTable, name: str, message: Message) -> Place | None:
    """Return the first place in a file of the name of a message without a place."""
    found = meaning(message.text)
    if found is None or not found.name:
        return None
    match = re.search(rf"\b{re.escape(found.name)}\b", lines.text)
    return None if match is None else Place(name, match.start(), match.end())
