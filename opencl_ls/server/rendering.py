"""Findings as the text of diagnostics.

All of a file's diagnostics are sent after every key, and nearly all of them are unchanged.  So the
text of each group of findings is cached with gaps for line numbers: a group that only moved costs
only their filling.
"""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.analysis.catalogue import rule
from opencl_ls.findings import Finding, Place, Related, Severity, shifted, source_of
from opencl_ls.reference.rule_files import rule_url
from opencl_ls.server.convert import quoted
from opencl_ls.server.uris import uri_of
from opencl_ls.text import LineTable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.results import FindingGroup
    from opencl_ls.server.client import Client
    from opencl_ls.settings.model import RuleSettings

_UNNECESSARY: Final = 1
_DEPRECATED: Final = 2

MOST: Final = 2000
"""The most diagnostics of one file: more are of no use, and slow editors down."""

_MOST_IN_HEADER: Final = 100
"""The errors of one unit that are shown in a file that it includes; each key renders them again."""

Entry = tuple[int, int, int, int, str, str, int]
"""The place of a diagnostic (lines and columns), its code, its text, and its severity."""


class _Pattern(NamedTuple):
    """A diagnostic with a `%d` for each number of a line; `lines` count from a base line."""

    text: str
    lines: tuple[int, ...]
    column: int
    end_column: int
    code: str
    severity: int

    def entry(self, base: int) -> Entry:
        lines = [base + line for line in self.lines]
        text = self.text % tuple(lines)
        start, end = lines[0], lines[1]
        return start, self.column, end, self.end_column, self.code, text, self.severity


class _CachedGroup:
    """The cache of a group: its diagnostics at the line where they were last."""

    __slots__ = ("base", "elsewhere", "entries", "patterns")

    def __init__(self, patterns: list[_Pattern], elsewhere: list[Finding], base: int) -> None:
        self.patterns = patterns
        self.elsewhere = elsewhere
        self.move(base)

    def move(self, base: int) -> None:
        self.base = base
        self.entries = [pattern.entry(base) for pattern in self.patterns]


class Rendered(NamedTuple):
    """The diagnostics of a document, and those that its unit has in each file it includes."""

    entries: list[Entry]
    in_headers: dict[str, tuple[Entry, ...]]


class Rendering:
    """Renders the diagnostics of one document; the parts of a state are cached for the next."""

    def __init__(self, client: Client, path: str) -> None:
        self._client = client
        self._path = path
        self._rules: RuleSettings | None = None
        self._cache: dict[FindingGroup, _CachedGroup] = {}

    def render(self, analysis: Analysis, lines: LineTable) -> Rendered:
        """Return all diagnostics to be shown in the document, whose lines are given.

        The errors in an included file become one diagnostic on its `#include`, which quotes the
        first of them and leads there, beside those in the file itself.
        """
        if analysis.settings.rules is not self._rules:
            self._rules, self._cache = analysis.settings.rules, {}
        renderer = _Renderer(self._client, self._path, analysis, lines)
        before, known = self._cache, {}
        entries: list[Entry] = []
        loose = list(analysis.unit_findings())
        line_of = lines.line_of
        for start, group in analysis.finding_groups():
            base = line_of(start)
            found = before.get(group) if group.anchored else None
            if found is None:
                found = renderer.group(group, start, base)
            elif found.base != base:
                found.move(base)
            known[group] = found
            entries += found.entries
            if found.elsewhere:
                # Their related places may be in the document, and have moved with the group.
                loose += [shifted(each, start, self._path) for each in found.elsewhere]
        self._cache = known
        if analysis.may_be_silenced(self._path):
            path, is_silenced = self._path, analysis.is_silenced
            entries = [each for each in entries if not is_silenced(path, each[4], each[0])]
        own, in_headers = summarized(analysis, analysis.visible(loose), self._path)
        for finding in own:
            entries.append(renderer.pattern(finding, finding.severity, 0, 0).entry(0))
        return Rendered(
            entries,
            {
                header: _inside(self._client, analysis, header, errors)
                for header, errors in in_headers.items()
            },
        )


def _inside(
    client: Client, analysis: Analysis, header: str, errors: list[Finding]
) -> tuple[Entry, ...]:
    """Return the errors in an included file as diagnostics of that file."""
    renderer = _Renderer(client, header, analysis, analysis.lines(header))
    shown = errors[:_MOST_IN_HEADER]
    patterns = (renderer.pattern(each, each.severity, 0, 0) for each in shown)
    return tuple(pattern.entry(0) for pattern in patterns)


def summarized(
    analysis: Analysis, findings: Iterable[Finding], path: str
) -> tuple[list[Finding], dict[str, list[Finding]]]:
    """Return those of some visible findings that are shown in a file, and in each file it includes.

    The errors in an included file become one finding on the `#include`.  In the file itself each of
    them leads back there.
    """
    own: list[Finding] = []
    in_headers: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.place.file == path:
            own.append(finding)
        elif finding.severity is Severity.ERROR:
            in_headers.setdefault(finding.place.file, []).append(finding)
    for header, errors in in_headers.items():
        place = analysis.include_of(header) or Place(path, 0, 0)
        own.append(_summary(place, header, errors))
        includer = Related(place, f"included by {_name(path)} here")
        errors[:] = [each._replace(related=(*each.related, includer)) for each in errors]
    return own, in_headers


def of_findings(
    client: Client, analysis: Analysis, findings: Iterable[Finding], lines: LineTable
) -> Rendered:
    """Return some findings of an analysis as diagnostics of its file, which has those lines."""
    own, in_headers = summarized(analysis, findings, analysis.path)
    renderer = _Renderer(client, analysis.path, analysis, lines)
    return Rendered(
        [renderer.pattern(each, each.severity, 0, 0).entry(0) for each in own],
        {header: _inside(client, analysis, header, each) for header, each in in_headers.items()},
    )


def additional_entries(
    client: Client,
    path: str,
    analysis: Analysis,
    entries: Iterable[Entry],
    others: Iterable[Finding],
) -> list[Entry]:
    """Return the diagnostics of another compiler for a document beside ours, `entries`."""
    from opencl_ls.compilers.opinions import Reported, View, additional  # noqa: PLC0415 - off by default

    view = View(analysis.lines, analysis.settings.rules, client.encoding)
    own, _ = summarized(analysis, others, path)
    known = [Reported(each[:2], each[2:4], each[4], each[6], each[5]) for each in entries]
    renderer = _Renderer(client, path, analysis, analysis.lines(path))
    return [
        renderer.pattern(each, each.severity, 0, 0).entry(0)
        for each in additional(known, own, view)
    ]


def _name(path: str) -> str:
    return PurePosixPath(path.replace("\\", "/")).name


def joined(client: Client, path: str, entries: Iterable[Entry], more: Iterable[Entry] = ()) -> str:
    """Return the JSON text of a document's diagnostics, in the order of their places.

    `more` are those that other units have in it.  Each is left out if the document has one of the
    same rule at the same place.
    """
    own = sorted(entries)
    # One invocation of a macro can make several items with the same findings.
    distinct = list({entry[5]: entry for entry in own}.values())
    others = {entry[:5]: entry for entry in more}
    if others:
        for entry in distinct:
            others.pop(entry[:5], None)
        distinct = sorted([*distinct, *others.values()])
    if len(distinct) > MOST:
        distinct = _gravest(distinct, client, path)
    return f"[{','.join([entry[5] for entry in distinct])}]"


def _gravest(entries: list[Entry], client: Client, path: str) -> list[Entry]:
    """Return the most severe of too many diagnostics in order, and one with the count."""
    kept = sorted(sorted(entries, key=lambda entry: entry[6])[: MOST - 1])
    message = f"{len(entries) - len(kept)} more findings in this file are not shown"
    notice = Finding(Place(path, 0, 0), "file/too-many-findings", Severity.INFO, message)
    return [lone(client, notice), *kept]


def lone(client: Client, finding: Finding) -> Entry:
    """Return a diagnostic about a document as a whole, at its beginning."""
    renderer = _Renderer(client, finding.place.file, None, LineTable(""))
    return renderer.pattern(finding, finding.severity, 0, 0).entry(0)


def _summary(place: Place, header: str, errors: list[Finding]) -> Finding:
    first = errors[0]
    name = _name(header)
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    return first._replace(
        place=place,
        message=f"in {name}: {first.message}{more}",
        related=(Related(first.place, first.message), *first.related),
        fixes=(),
        unnecessary=False,
        deprecated=False,
    )


class _Renderer:
    """Makes the patterns of one state of a document."""

    def __init__(
        self, client: Client, path: str, analysis: Analysis | None, lines: LineTable
    ) -> None:
        self._client = client
        self.path = path
        self._analysis = analysis
        self._lines = lines
        self._gaps: list[int] = []
        self._base = 0

    def group(self, group: FindingGroup, start: int, base: int) -> _CachedGroup:
        """Return the patterns of a group that begins at `start`, and its findings elsewhere."""
        assert self._analysis is not None
        patterns, elsewhere = [], []
        for finding in group.findings:
            if finding.place.file != self.path:
                elsewhere.append(finding)
                continue
            severity = self._analysis.severity_of(finding)
            if severity is not None:
                patterns.append(self.pattern(finding, severity, base, start))
        return _CachedGroup(patterns, elsewhere, base)

    def pattern(self, finding: Finding, severity: Severity, base: int, shift: int) -> _Pattern:
        """Return a finding's diagnostic, its lines counted from the line `base`.

        Its places in the document count from the byte `shift`.
        """
        self._gaps, self._base = [], base
        client = self._client
        span, column, end_column = self._range(finding.place, shift)
        message = quoted(finding.message)
        if finding.related and not client.related_information:
            words = "".join(self._words(related, shift) for related in finding.related)
            message = f'{message[:-1]}{words}"'
        code, source, page = _origin(finding)
        parts = [f'{{"range":{span},"severity":{int(severity)},"code":{quoted(code)}']
        parts.append(f'"source":{quoted(source)},"message":{message}')
        if client.code_description and rule(page) is not None:
            parts.append(f'"codeDescription":{{"href":{quoted(rule_url(page))}}}')
        tags = [tag for tag in _tags(finding) if tag in client.diagnostic_tags]
        if tags:
            parts.append(f'"tags":{tags}')
        if finding.related and client.related_information:
            related = ",".join(self._related(each, shift) for each in finding.related)
            parts.append(f'"relatedInformation":[{related}]')
        text = f"{','.join(parts)}}}"
        lines = tuple(self._gaps)
        return _Pattern(text, lines, column, end_column, finding.code, int(severity))

    def _related(self, related: Related, shift: int) -> str:
        span, _, _ = self._range(related.place, shift)
        return (
            f'{{"location":{{"uri":{quoted(uri_of(related.place.file))},"range":{span}}},'
            f'"message":{quoted(related.message)}}}'
        )

    def _words(self, related: Related, shift: int) -> str:
        """Return a related place as a line at the end of a message, in JSON without its quotes."""
        place = related.place
        own = place.file == self.path
        line, column = self._position(place.file, place.start + shift if own else place.start)
        name = quoted(f"\n{PurePosixPath(place.file).name}:")[1:-1]
        words = quoted(f":{column + 1}: {related.message}")[1:-1]
        return f"{name}{self._number(line + 1, own)}{words}"

    def _range(self, place: Place, shift: int) -> tuple[str, int, int]:
        """Return a place as JSON, and the columns of its ends."""
        own = place.file == self.path
        texts, columns = [], []
        for offset in (place.start, place.end):
            line, column = self._position(place.file, offset + shift if own else offset)
            texts.append(f'{{"line":{self._number(line, own)},"character":{column}}}')
            columns.append(column)
        return f'{{"start":{texts[0]},"end":{texts[1]}}}', columns[0], columns[1]

    def _number(self, line: int, own: bool) -> str:
        """Return the number of a line as text, which is a gap in the document itself."""
        if not own:
            return str(line)
        self._gaps.append(line - self._base)
        return "%d"

    def _position(self, file: str, offset: int) -> tuple[int, int]:
        if file == self.path or self._analysis is None:
            return self._lines.position(offset, self._client.encoding)
        return self._analysis.lines(file).position(offset, self._client.encoding)


def _origin(finding: Finding) -> tuple[str, str, str]:
    """Return the code of a finding as it is shown, its source, and the rule that explains it.

    Messages of another compiler are marked as such.
    """
    source = source_of(finding.code)
    if not source:
        return finding.code, "opencl-ls", finding.code
    from opencl_ls.compilers.meanings import meaning_of  # noqa: PLC0415 - off by default

    known = meaning_of(finding.code, finding.message)
    return finding.code.partition("/")[2], source, "" if known is None else known.rule


def _tags(finding: Finding) -> list[int]:
    tags = []
    if finding.unnecessary:
        tags.append(_UNNECESSARY)
    if finding.deprecated:
        tags.append(_DEPRECATED)
    return tags
