"""A session of editing, held against a server that has just opened the same texts.

Everything goes the server's way: changes as the client sends them, in any position encoding, and
answers as the client gets them.
"""

from __future__ import annotations

import json
import logging
import re
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

from lsprotocol import types

from opencl_ls.analysis import Host
from opencl_ls.analysis.host import AT_ONCE
from opencl_ls.findings import Place
from opencl_ls.server import actions, lookups, outline, synchronization, tokens
from opencl_ls.server.analysed import Analysed
from opencl_ls.server.capabilities import Client
from opencl_ls.server.diagnostics import shown
from opencl_ls.server.documents import Document, Documents
from opencl_ls.server.memory import Memories
from opencl_ls.server.reports import Reports, diagnostics_of
from opencl_ls.server.session import Outbox
from opencl_ls.server.state import Server
from opencl_ls.server.transport import Inbox
from opencl_ls.server.uris import uri_of
from opencl_ls.text import LineTable, byte_text
from tests.fuzz.kernels import Kernel
from tests.fuzz.typing import Change

ENCODINGS = ("utf-8", "utf-16", "utf-32")
_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True)
class Message:
    """One message with changes of the file number `file`, and what is asked after it.

    `then` is "" for nothing, "findings", or "all", which compares with a cold server.  A careless
    client counts past the ends of lines and gives its ranges backwards; with `whole` it sends the
    whole text instead.
    """

    changes: tuple[Change, ...]
    then: str = "findings"
    file: int = 0
    careless: bool = False
    whole: bool = False


@dataclass(frozen=True)
class Case:
    """A row of messages to a server that has opened `texts`: a main file, perhaps a header."""

    kernel: Kernel
    texts: tuple[str, ...]
    encoding: str
    messages: tuple[Message, ...]


@dataclass(frozen=True)
class Failure:
    """What went wrong: `kind` is the same for what is likely the same fault."""

    kind: str
    details: str


class Session:
    """A server with a kernel open, and the texts that its client believes to have there."""

    def __init__(self, kernel: Kernel, texts: tuple[str, ...], encoding: str) -> None:
        self.kernel = kernel
        self.texts = list(texts)
        self.encoding = encoding
        self.paths = (kernel.path, kernel.header)[: len(texts)]
        self.server = _opened(kernel, self.paths, texts, encoding, "warm")
        self.tokens: list[list[int]] = [[] for _ in texts]
        self.results = [""] * len(texts)
        self.compared = self.clean = 0

    def send(self, message: Message) -> Failure | None:
        """Send a message and judge what comes of it."""
        try:
            failure = self._send(message)
        except RecursionError:
            raise
        except Exception as error:  # noqa: BLE001 - any exception at all is a find
            where = traceback.extract_tb(error.__traceback__)[-1]
            kind = f"{type(error).__name__} in {where.name} of {where.filename.rpartition('/')[2]}"
            return Failure(kind, traceback.format_exc())
        if _log.records:
            record = _log.records[0]
            _log.records.clear()
            return Failure("an error in the log", record)
        return failure

    def _send(self, message: Message) -> Failure | None:
        number = message.file
        content = []
        for change in message.changes:
            content.append(self._content(change, self.texts[number], message))
            self.texts[number] = change.apply(self.texts[number])
        path = self.paths[number]
        identifier = {"uri": uri_of(path), "version": 1}
        synchronization.did_change(
            self.server, {"textDocument": identifier, "contentChanges": content}
        )
        document = self.server.documents.at(path)
        text = byte_text(self.texts[number])
        if document is None or document.text != text:
            got = "" if document is None else document.text
            return Failure("another text", _difference(text, got))
        if document.lines.starts != LineTable(text).starts:
            return Failure("another line table", repr(document.lines.starts))
        if message.then:
            main = self.server.documents.at(self.paths[0])
            assert main is not None
            diagnostics_of(self.server, main)
            # Between two messages there is time for some of what waits, or for none.
            for _ in islice(self.server.analysed.go_on(main), len(text) % 7):
                pass
            diagnostics_of(self.server, main)
        return self._compare() if message.then == "all" else None

    def _content(self, change: Change, text: str, message: Message) -> dict[str, Any]:
        if message.whole:
            return {"text": change.apply(text)}
        change = _sendable(change, text)
        start = self._position(text, change.start, message.careless)
        end = self._position(text, change.end, message.careless)
        if message.careless:
            start, end = end, start
        return {"range": {"start": start, "end": end}, "text": change.text}

    def _position(self, text: str, index: int, careless: bool) -> dict[str, int]:
        """Return a position as a client works it out, without a line of the server's code."""
        line, start = 0, 0
        for match in _END.finditer(text, 0, index):
            line, start = line + 1, match.end()
        column = _units(text[start:index], self.encoding)
        if careless and index == len(text):
            return {"line": line + 7, "character": 3}
        if careless and text[index] in "\r\n":
            column += 1000
        return {"line": line, "character": column}

    def _compare(self) -> Failure | None:
        """Hold all that the server says against a server that was started just now."""
        cold = _opened(self.kernel, self.paths, tuple(self.texts), self.encoding, "cold")
        for number, path in enumerate(self.paths):
            fresh, known = cold.documents.at(path), self.server.documents.at(path)
            assert fresh is not None and known is not None
            self.compared += 1
            self.clean += not _has_syntax_errors(cold, fresh)
            wanted = {**_everything(cold, fresh), "tokens": _tokens(cold, fresh)}
            wanted["diagnostics"] = _plainly(cold, fresh)
            got = {**_everything(self.server, known), "tokens": self._tokens(number, known)}
            for name, one in wanted.items():
                if one != got[name]:
                    return Failure(f"other {name}", _difference(one, got[name]))
        return None

    def _tokens(self, number: int, document: Document) -> list[int]:
        """Return the tokens that a client has that asks for the difference to what it had."""
        named, known = {"uri": document.uri}, self.results[number]
        params = {"textDocument": named, "previousResultId": known}
        text = tokens.delta(self.server, params)
        assert text is not None
        answer = json.loads(text)
        self.results[number] = answer["resultId"]
        if "edits" in answer:
            for edit in answer["edits"]:
                stop = edit["start"] + edit["deleteCount"]
                self.tokens[number][edit["start"] : stop] = edit["data"]
        else:
            self.tokens[number] = answer["data"]
        return self.tokens[number]


class _Log(logging.Handler):
    """Errors that the server survives are logged: here each is a find."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(logging.Formatter().format(record))


_log = _Log()


@cache
def _server(encoding: str, name: str) -> Server:
    """Return a server for a client; one to go on with and one to begin anew are enough."""
    logger = logging.getLogger("opencl_ls")
    if _log not in logger.handlers:
        logger.addHandler(_log)
        logger.propagate = False
    client = Client(
        encoding,
        pulls_diagnostics=True,
        related_information=True,
        nested_symbols=True,
        takes_actions=True,
    )
    return Server(client, Inbox(), Outbox(lambda _: None))


def _opened(
    kernel: Kernel, paths: tuple[str, ...], texts: tuple[str, ...], encoding: str, name: str
) -> Server:
    """Return a server with nothing remembered that has opened some texts."""
    server = _server(encoding, name)
    server.documents = Documents()
    server.analysed = Analysed(tuple)
    # Most kernels are short, and what is read when they are opened would be all of them.
    at_once = AT_ONCE if name == "cold" else len(texts[0]) % 4 * 40
    server.analysed._host = Host(kernel.files, at_once=at_once)
    server.memories = Memories()
    server.reports = Reports()
    for path, text in zip(paths, texts, strict=True):
        server.configuration._settings[path] = kernel.settings
        item = {"uri": uri_of(path), "version": 1, "text": text}
        synchronization.did_open(server, {"textDocument": item})
    return server


def _sendable(change: Change, text: str) -> Change:
    """Return a change in words that a client has: no position is between a CR and its LF."""
    start, end, new = change.start, change.end, change.text
    if text[max(0, start - 1) : start + 1] == "\r\n":
        start, new = start - 1, "\r" + new
    if text[max(0, end - 1) : end + 1] == "\r\n":
        end, new = end + 1, new + "\n"
    return Change(start, end, new)


def _units(text: str, encoding: str) -> int:
    if text.isascii() or encoding == "utf-32":
        return len(text)
    return len(text.encode(encoding + "-le" * (encoding == "utf-16"), "surrogatepass")) // (
        2 if encoding == "utf-16" else 1
    )


def _everything(server: Server, document: Document) -> dict[str, Any]:
    """Return what must be the same in every state, broken or not."""
    analysis = server.analysed.analysis(document)
    assert analysis is not None
    named = {"textDocument": {"uri": document.uri}}
    identifier = types.TextDocumentIdentifier(document.uri)
    end = {"line": 10**6, "character": 0}
    everywhere = {**named, "range": {"start": {"line": 0, "character": 0}, "end": end}}
    unit = analysis.unit.unit
    return {
        "text": analysis.text,
        "expanded text": unit.text(),
        "inactive regions": unit.inactive,
        "macros": {name: (one.signature, one.value) for name, one in unit.macros.items()},
        "items": [item.source.text for item in analysis.unit.items],
        "findings": list(analysis.findings),
        "diagnostics": json.loads(diagnostics_of(server, document)),
        "symbols": [(s.name, s.kind, s.type_text, s.place) for s in analysis.symbols()],
        "kinds": analysis.kinds,
        "folds": outline.folding_range(server, named),
        "actions": json.loads(actions.code_action(server, everywhere) or ""),
        "outline": outline.document_symbol(server, named),
        "hovers": [
            lookups.hover(server, types.HoverParams(identifier, position))
            for position in _sampled(document, server.client.encoding)
        ],
    }


def _has_syntax_errors(server: Server, document: Document) -> bool:
    analysis = server.analysed.analysis(document)
    assert analysis is not None
    return any(finding.code.startswith("syntax/") for finding in analysis.findings)


def _plainly(server: Server, document: Document) -> list[dict[str, Any]]:
    """Return the diagnostics of a document, made of the findings without keeping anything."""
    analysis = server.analysed.analysis(document)
    assert analysis is not None
    encoding = server.client.encoding

    def span(place: Place) -> dict[str, Any]:
        lines = document.lines if place.file == document.path else analysis.lines(place.file)
        ends = [lines.position(offset, encoding) for offset in place[1:]]
        start, end = ({"line": line, "character": column} for line, column in ends)
        return {"start": start, "end": end}

    found = []
    for finding in shown(analysis, analysis.findings, document.path):
        one = {
            "range": span(finding.place),
            "severity": int(finding.severity),
            "code": finding.code,
            "source": "opencl-ls",
            "message": finding.message,
        }
        if finding.related:
            one["relatedInformation"] = [
                {
                    "location": {"uri": uri_of(each.place.file), "range": span(each.place)},
                    "message": each.message,
                }
                for each in finding.related
            ]
        found.append(one)

    def order(one: dict[str, Any]) -> list[Any]:
        ends = (one["range"]["start"], one["range"]["end"])
        return [*(end[unit] for end in ends for unit in ("line", "character")), one["code"]]

    found.sort(key=lambda one: (order(one), json.dumps(one, separators=(",", ":"))))
    # Two findings may differ in their fixes alone.
    return [one for one, before in zip(found, [None, *found], strict=False) if one != before]


def _tokens(server: Server, document: Document) -> list[int]:
    answer = tokens.full(server, {"textDocument": {"uri": document.uri}})
    assert answer is not None
    return list(json.loads(answer)["data"])


def _sampled(document: Document, encoding: str) -> Iterator[types.Position]:
    """Yield some places of a document, always the same for a text."""
    length = len(document.text)
    for part in range(6):
        yield types.Position(*document.lines.position(length * part // 6 + part, encoding))


def _difference(wanted: object, got: object) -> str:
    """Return where two results differ, in short."""
    if isinstance(wanted, dict) and isinstance(got, dict):
        names = [name for name in {*wanted, *got} if wanted.get(name) != got.get(name)][:3]
        wanted, got = ({name: one.get(name) for name in names} for one in (wanted, got))
    elif isinstance(wanted, list | str) and isinstance(got, list | str):
        first = 0
        while wanted[first : first + 1] == got[first : first + 1]:
            first += 1
        count = 60 if isinstance(wanted, str) else 2
        wanted, got = wanted[first : first + count], got[first : first + count]
    return f"cold: {str(wanted)[:1500]}\nwarm: {str(got)[:1500]}"


def replay(case: Case) -> Failure | None:
    """Send the messages of a case; return the first thing that goes wrong."""
    session = Session(case.kernel, case.texts, case.encoding)
    for message in case.messages:
        failure = session.send(message)
        if failure is not None:
            return failure
    return None
