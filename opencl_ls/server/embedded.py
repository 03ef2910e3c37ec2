"""The OpenCL C in open host programs: each program has an analysis of its own.

A program is analysed under the path of its host's file, and its bytes have the same places there.
So an answer about it is one about the document, and no place is converted.  A change of a document
costs nothing until the next question: then its literals are read again, and the programs that
differ from those before are edited.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.findings import shifted
from opencl_ls.host_programs.checking import placed_text, reported, settings_for
from opencl_ls.host_programs.editing import edited, moved
from opencl_ls.host_programs.kernels import programs
from opencl_ls.host_programs.languages import language_of
from opencl_ls.host_programs.writing import edits_of, is_same_in
from opencl_ls.server.rendering import Rendered, of_findings
from opencl_ls.text import difference

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.host import Host
    from opencl_ls.analysis.sources import SourceProvider
    from opencl_ls.features.completion import CompletionItem
    from opencl_ls.findings import Finding, Fix
    from opencl_ls.host_programs.kernels import EmbeddedProgram
    from opencl_ls.server.client import Client
    from opencl_ls.server.documents import Document
    from opencl_ls.server.rendering import Entry
    from opencl_ls.settings.model import Settings
    from opencl_ls.text import LineTable


class ServedProgram:
    """A program in an open document, with its analysis."""

    def __init__(self, host: Host, path: str, program: EmbeddedProgram, settings: Settings) -> None:
        self._host = host
        self._path = path
        self.program = program
        self._settings = settings
        # The text that the host has, None before the first question.
        self._text: str | None = None
        # The last findings, and the program that they are of.
        self._known: tuple[EmbeddedProgram, Analysis, list[Finding]] | None = None

    def follow(self, program: EmbeddedProgram, settings: Settings) -> None:
        """Become another state of the program, or another program; nothing is analysed."""
        if settings != self._settings:
            self._text = self._known = None
        self.program, self._settings = program, settings

    def holds(self, offset: int) -> bool:
        """Return whether a byte of the document, or the end before it, is in a literal of it."""
        return any(each.inner <= offset <= each.inner_end for each in self.program.literals)

    def around(self, offset: int) -> Analysis:
        """Return a state in which the name at a byte offset is known; see `Host.around`."""
        return self._following().around(self._path, offset)

    def files_changed(self) -> bool:
        """Take changes of included files into account; return whether there are any."""
        has_changed = self._host.files_changed()
        if has_changed:
            self._known = None
        return has_changed

    def findings(self, source: str) -> tuple[Analysis, list[Finding]]:
        """Return the complete analysis, and its findings that the host cannot explain.

        `source` is the document's byte text.  Where the program has only moved, its findings have.
        """
        program, path = self.program, self._path
        if self._known is not None:
            before, analysis, found = self._known
            is_alone = all(each.place.file == path for each in found)
            if is_alone and moved(before, program.start - before.start) == program:
                by = program.start - before.start
                found = [shifted(each, by, path) for each in found]
                self._known = program, analysis, found
                return analysis, found
        analysis = self._following().analysis(path)
        found = list(reported(analysis.findings, path, source, program))
        self._known = program, analysis, found
        return analysis, found

    def _following(self) -> Host:
        """Return the host with the program's present text."""
        settings = settings_for(self.program, self._settings)
        text = placed_text(self.program)
        if self._text is None:
            self._host.open(self._path, text, settings)
        elif text != self._text:
            start, end, new_end = difference(self._text, text)
            self._host.edit(self._path, start, end, text[start:new_end], text)
        # It opens the text again where the target is another one.
        self._host.configure(self._path, settings)
        self._text = text
        return self._host

    def written(self, fix: Fix, source: str) -> Fix | None:
        """Return a fix as a change of the document, None if it cannot be made there."""
        edits = edits_of(fix.edits, self._path, source, self.program)
        return None if edits is None else fix._replace(edits=edits)

    def may_insert(self, item: CompletionItem, source: str) -> bool:
        """Return whether the literal there can have the text of a completion item as it is."""
        texts = (item.insert or item.label, item.snippet, *(each.text for each in item.edits))
        return all(is_same_in(self.program, item.replace.start, each, source) for each in texts)


class EmbeddedPrograms:
    """The programs of all open documents of other languages; `files` are those to include."""

    def __init__(self, files: SourceProvider) -> None:
        self._files = files
        self._served: dict[str, tuple[LineTable, Settings, list[ServedProgram]]] = {}

    def of(self, document: Document, settings: Settings) -> list[ServedProgram]:
        """Return the programs in a document's present text, in its order."""
        known = self._served.get(document.path)
        if known is not None and known[0] is document.lines and known[1] == settings:
            return known[2]
        before: list[ServedProgram | None] = [] if known is None else [*known[2]]
        found = None if known is None else _edited(known[2], known[0].text, document.text)
        if found is None:
            language = language_of(document.path)
            found = [] if language is None else programs(document.text, language)
            before = _by_text([] if known is None else known[2], found)
        served = [
            ServedProgram(self._host(), document.path, program, settings) if one is None else one
            for one, program in zip(before, found, strict=True)
        ]
        for one, program in zip(served, found, strict=True):
            one.follow(program, settings)
        self._served[document.path] = document.lines, settings, served
        return served

    def close(self, path: str) -> None:
        """Remove a document."""
        self._served.pop(path, None)

    def files_changed(self) -> bool:
        """Take changes of included files into account; return whether there are any."""
        served = [each for _, _, found in self._served.values() for each in found]
        # Each of them has to read its files again.
        changed = [each.files_changed() for each in served]
        return any(changed)

    def _host(self) -> Host:
        from opencl_ls.analysis.host import Host  # noqa: PLC0415 - imported when first needed

        return Host(self._files)


def _edited(served: Sequence[ServedProgram], old: str, new: str) -> list[EmbeddedProgram] | None:
    """Return the programs after a change of a document, None if it has to be read again."""
    start, end, new_end = difference(old, new)
    return edited([each.program for each in served], old, start, end, new[start:new_end])


def _by_text(
    served: Sequence[ServedProgram], found: Sequence[EmbeddedProgram]
) -> list[ServedProgram | None]:
    """Return what served each of the programs before, by their texts and then by their order."""
    same = {each.program.text: each for each in served}
    kept = [same.pop(each.text, None) for each in found]
    others = iter([each for each in served if each not in kept])
    return [each or next(others, None) for each in kept]


def diagnostics(
    client: Client, document: Document, served: Iterable[ServedProgram]
) -> tuple[Rendered, frozenset[str]]:
    """Return the diagnostics of all programs in a document, and the files that they include."""
    files: set[str] = set()
    entries: list[Entry] = []
    in_headers: dict[str, tuple[Entry, ...]] = {}
    for each in served:
        analysis, findings = each.findings(document.text)
        files.update(analysis.files)
        rendered = of_findings(client, analysis, findings, document.lines)
        entries += rendered.entries
        for header, found in rendered.in_headers.items():
            in_headers[header] = (*in_headers.get(header, ()), *found)
    return Rendered(entries, in_headers), frozenset(files - {document.path})
