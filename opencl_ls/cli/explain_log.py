"""The command `explain-log`: a driver's build log, with places in the source and explanations."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from opencl_ls.analysis.catalogue import rule
from opencl_ls.cli.errors import UsageError
from opencl_ls.cli.excerpt import excerpt
from opencl_ls.cli.parsers import explain_log_parser
from opencl_ls.cli.sources import UnreadableError, plain_text, read_source
from opencl_ls.cli.terminal import painter, printable, write
from opencl_ls.compilers.logs import Message, program_driver, read_log
from opencl_ls.compilers.meanings import Meaning, meaning
from opencl_ls.compilers.opinions import named_place, place_in
from opencl_ls.docs.library import index
from opencl_ls.findings import Severity
from opencl_ls.reference.rule_files import rule_url
from opencl_ls.text import UTF32, LineTable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.cli.terminal import Painter
    from opencl_ls.findings import Place

FORMAT_VERSION: Final = 1
_NOTHING: Final = Meaning()
_STYLES: Final = {Severity.ERROR: "error", Severity.WARNING: "warning"}


def run_explain_log(arguments: Sequence[str]) -> int:
    """Run `opencl-ls explain-log` and return its exit status; raises UsageError."""
    found = explain_log_parser().parse_args(list(arguments))
    log = plain_text(found.file)
    sources = _Sources(found.source)
    if found.format == "json":
        write(_json(log, sources), sys.stdout)
        return 0
    paint = painter(found.color, sys.stdout, os.environ)
    write("".join(f"{line}\n" for line in _text(log, sources, paint)), sys.stdout)
    return 0


class _Sources:
    """The files that a log names, as far as they are available.

    A program that was passed to the driver as a text is the file that the user names, if any.
    """

    def __init__(self, source: str | None) -> None:
        self.source = source
        self._tables: dict[str, LineTable | None] = {}
        if source is not None:
            try:
                self._tables[source] = LineTable(read_source(source).text)
            except UnreadableError as error:
                raise UsageError(f"--source {source}: {error}") from error

    def place(self, message: Message) -> tuple[LineTable, Place] | None:
        """Return the place of a message, if its file is available and has such a line."""
        if not message.line:
            lines = None if self.source is None else self._tables[self.source]
            named = None if lines is None else named_place(lines, self.source or "", message)
            return None if lines is None or named is None else (lines, named)
        name = self.name(message)
        if name is None:
            return None
        lines = self._lines(name)
        if lines is None or message.line > len(lines.starts):
            return None
        return lines, place_in(lines, name, message)

    def name(self, message: Message) -> str | None:
        """Return the path of a message's file, None for a program without a known file."""
        own = program_driver(message.file) is not None
        same = self.source is not None and Path(message.file).name == Path(self.source).name
        return self.source if own or same else message.file

    def _lines(self, name: str) -> LineTable | None:
        if name not in self._tables:
            folders = ["", *([os.path.dirname(self.source)] if self.source else [])]  # noqa: PTH120
            self._tables[name] = next(
                (found for each in folders if (found := _table(Path(each, name))) is not None), None
            )
        return self._tables[name]


def _table(path: Path) -> LineTable | None:
    try:
        return LineTable(read_source(str(path)).text) if path.is_file() else None
    except (UnreadableError, OSError, ValueError):
        return None


# --- text -----------------------------------------------------------------------------------------


def _text(log: str, sources: _Sources, paint: Painter) -> Iterator[str]:
    lines = log.splitlines()
    for each in read_log(log):
        if not isinstance(each, Message):
            yield printable(each.text)
            known = meaning(each.text)
            if known is not None and known.says:
                yield _help(known.says, paint)
            continue
        found = sources.place(each)
        if found is None:
            yield from map(printable, lines[each.first : each.last + 1])
        else:
            table, place = found
            line, column = table.position(place.start, UTF32)
            where = paint("bold", f"{printable(place.file)}:{line + 1}:{column + 1}")
            style = _STYLES.get(each.severity, "note")
            option = f" [{each.option}]" if each.option else ""
            yield f"{where}: {paint(style, each.level)}: {printable(each.text)}{option}"
            yield from excerpt(table, place.start, place.end, style, paint)
        if not each.is_note:
            yield from _explained(each, paint)


def _explained(message: Message, paint: Painter) -> Iterator[str]:
    known = meaning(message.text, message.option) or _NOTHING
    if known.says:
        yield _help(known.says, paint)
    page = rule(known.rule) if known.rule else None
    if page is not None:
        yield _help(f"{page.code}: {page.summary.rstrip('.')} (opencl-ls rule {page.code})", paint)
    if _documented(known):
        yield _help(f"opencl-ls doc {known.name} says what it is, and where it exists", paint)


def _documented(known: Meaning) -> bool:
    return known.name in index()


def _help(text: str, paint: Painter) -> str:
    return f"{paint('help', 'help:')} {text}"


# --- json -----------------------------------------------------------------------------------------


def _json(log: str, sources: _Sources) -> str:
    entries = [each for each in read_log(log) if isinstance(each, Message)]
    report = {
        "version": FORMAT_VERSION,
        "messages": [_entry(each, sources) for each in entries],
    }
    return json.dumps(report, indent=2) + "\n"


def _entry(message: Message, sources: _Sources) -> dict[str, Any]:
    known = meaning(message.text, message.option) or _NOTHING
    found = sources.place(message)
    entry: dict[str, Any] = {
        "file": sources.name(message) if message.line else None,
        "line": message.line or None,
        "col": message.column or None,
    }
    if found is not None:
        table, place = found
        line, column = table.position(place.start, UTF32)
        end_line, end_column = table.position(place.end, UTF32)
        entry |= {"file": place.file, "line": line + 1, "col": column + 1}
        entry |= {"end_line": end_line + 1, "end_col": end_column + 1}
    return {
        **entry,
        "severity": "note" if message.is_note else message.severity.label,
        "message": message.text,
        "option": message.option or None,
        "driver": message.driver or None,
        "rule": known.rule or None,
        "url": rule_url(known.rule) if known.rule else None,
        "doc": known.name if _documented(known) else None,
        "explanation": known.says or None,
        "log_line": message.first + 1,
    }
