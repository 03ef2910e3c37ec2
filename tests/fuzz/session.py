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
from typing import Any

from opencl_ls.analysis.facade import Analysis
from opencl_ls.analysis.host import AT_ONCE, Host
from opencl_ls.findings import Finding, Place
from opencl_ls.server.analyses import Analyses
from opencl_ls.server.documents import Document
from opencl_ls.server.rendering import summarized
from opencl_ls.server.uris import uri_of
from opencl_ls.text import LineTable, byte_text
from tests.fuzz.kernels import Kernel
from tests.fuzz.typing import Change
from tests.support.conversation import Connected

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
        _listen()
        self.server = _opened(kernel, self.paths, texts, encoding, "warm")
        self.tokens: list[list[int]] = [[] for _ in texts]
        self.results = [""] * len(texts)
        self.compared = self.clean = 0

    def send(self, message: Message) -> Failure | None:
        """Send a message and judge the result."""
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
        self.server.change(uri_of(path), 1, *content)
        self.server.said.clear()
        document = _document(self.server, path)
        text = byte_text(self.texts[number])
        if document is None or document.text != text:
            got = "" if document is None else document.text
            return Failure("another text", _difference(text, got))
        if document.lines.starts != LineTable(text).starts:
            return Failure("another line table", repr(document.lines.starts))
        if message.then:
            _pulled(self.server, self.paths[0])
            # Between two messages there is time for some of what waits, or for none.
            for _ in range(len(text) % 7):
                self.server.step()
            _pulled(self.server, self.paths[0])
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
            fresh, known = _document(cold, path), _document(self.server, path)
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
        """Return the tokens that a client has that asks for the difference to what it had.

        It asks once more when all is known that they can tell.
        """
        self._ask_for_tokens(number, document)
        self.server.rest()
        return self._ask_for_tokens(number, document)

    def _ask_for_tokens(self, number: int, document: Document) -> list[int]:
        named, known = {"uri": document.uri}, self.results[number]
        params = {"textDocument": named, "previousResultId": known}
        answer = self.server.request("textDocument/semanticTokens/full/delta", params)["result"]
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


def _listen() -> None:
    """Record the errors that are logged from here on, and forget those of other sessions."""
    logger = logging.getLogger("opencl_ls")
    if _log not in logger.handlers:
        logger.addHandler(_log)
    logger.propagate = False
    _log.records.clear()


@cache
def _server(encoding: str, name: str) -> Connected:
    """Return a server for a client; one to go on with and one to begin anew are enough."""
    literals = {"codeActionKind": {"valueSet": ["quickfix"]}}
    return Connected(
        {
            "general": {"positionEncodings": [encoding]},
            "textDocument": {
                "diagnostic": {"relatedInformation": True},
                "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
                "codeAction": {"codeActionLiteralSupport": literals},
            },
            "workspace": {
                "diagnostics": {"refreshSupport": True},
                "didChangeWatchedFiles": {"dynamicRegistration": True},
            },
        }
    )


def _opened(
    kernel: Kernel, paths: tuple[str, ...], texts: tuple[str, ...], encoding: str, name: str
) -> Connected:
    """Return a server with nothing remembered that has opened some texts."""
    client = _server(encoding, name)
    workspace = client.parts.workspace
    for document in workspace.documents:
        client.notify("textDocument/didClose", {"textDocument": {"uri": document.uri}})
    client.said.clear()
    # What a task of an earlier kernel would do is for a document that is not there any more.
    client.rest()
    workspace.analyses = Analyses(tuple, lambda _: False)
    # Most kernels are short, and what is read when they are opened would be all of them.
    at_once = AT_ONCE if name == "cold" else len(texts[0]) % 4 * 40
    workspace.analyses._host = Host(kernel.files, at_once=at_once)
    workspace.configuration.forget()
    for path, text in zip(paths, texts, strict=True):
        workspace.configuration._settings[path] = kernel.settings
        client.open(uri_of(path), text)
    return client


def _document(client: Connected, path: str) -> Document | None:
    return client.parts.workspace.documents.at(path)


def _complete(client: Connected, document: Document) -> Analysis:
    analysis = client.parts.workspace.analyses.complete(document)
    assert analysis is not None
    return analysis


def _asked(client: Connected, method: str, document: Document, **more: Any) -> Any:
    """Return the result of a request about a document."""
    params = {"textDocument": {"uri": document.uri}, **more}
    answer = client.request(f"textDocument/{method}", params)
    client.said.clear()
    assert "result" in answer, answer
    return answer["result"]


def _pulled(client: Connected, path: str) -> list[dict[str, Any]]:
    """Return the diagnostics of a document, as many as there are by now."""
    document = _document(client, path)
    assert document is not None
    items: list[dict[str, Any]] = _asked(client, "diagnostic", document)["items"]
    return items


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


def _everything(client: Connected, document: Document) -> dict[str, Any]:
    """Return what must be the same in every state, broken or not."""
    analysis = _complete(client, document)
    client.parts.diagnostics._states[document.path].expire()
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 10**6, "character": 0}}
    unit = analysis._unit.unit
    return {
        "text": analysis.text,
        "expanded text": unit.text(),
        "inactive regions": unit.inactive,
        "macros": {name: (one.signature, one.value) for name, one in unit.macros.items()},
        "items": [item.source.text for item in analysis._unit.items],
        "findings": list(analysis.findings),
        "diagnostics": _pulled(client, document.path),
        "symbols": [(s.name, s.kind, s.type_text, s.place) for s in analysis.symbols()],
        "kinds": analysis.kinds,
        "folds": _asked(client, "foldingRange", document),
        "actions": _asked(client, "codeAction", document, range=whole, context={"diagnostics": []}),
        "outline": _asked(client, "documentSymbol", document),
        "hovers": [
            _asked(client, "hover", document, position=position)
            for position in _sampled(document, client.parts.client.encoding)
        ],
    }


def _has_syntax_errors(client: Connected, document: Document) -> bool:
    return any(each.code.startswith("syntax/") for each in _complete(client, document).findings)


def _plainly(client: Connected, document: Document) -> list[dict[str, Any]]:
    """Return the diagnostics of a document, made of the findings without keeping anything."""
    encoding, path = client.parts.client.encoding, document.path
    found: list[dict[str, Any]] = []

    def add(analysis: Analysis, finding: Finding) -> None:
        def span(place: Place) -> dict[str, Any]:
            lines = document.lines if place.file == path else analysis.lines(place.file)
            ends = [lines.position(offset, encoding) for offset in place[1:]]
            start, end = ({"line": line, "character": column} for line, column in ends)
            return {"start": start, "end": end}

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

    analysis = _complete(client, document)
    own, _ = summarized(analysis, analysis.findings, path)
    for finding in own:
        add(analysis, finding)
    known = {json.dumps([one["range"], one["code"]]) for one in found}
    count = len(found)
    for other in client.parts.workspace.documents:
        if other is not document:
            includer = _complete(client, other)
            for finding in summarized(includer, includer.findings, other.path)[1].get(path, ()):
                add(includer, finding)
    seen: dict[str, dict[str, Any]] = {}
    for one in found[count:]:
        seen[json.dumps([one["range"], one["code"]])] = one
    found[count:] = [one for key, one in seen.items() if key not in known]

    def order(one: dict[str, Any]) -> list[Any]:
        ends = (one["range"]["start"], one["range"]["end"])
        return [*(end[unit] for end in ends for unit in ("line", "character")), one["code"]]

    found.sort(key=lambda one: (order(one), json.dumps(one, separators=(",", ":"))))
    # Two findings may differ only in their fixes.
    return [one for one, before in zip(found, [None, *found], strict=False) if one != before]


def _tokens(client: Connected, document: Document) -> list[int]:
    _asked(client, "semanticTokens/full", document)
    client.rest()
    return list(_asked(client, "semanticTokens/full", document)["data"])


def _sampled(document: Document, encoding: str) -> Iterator[dict[str, int]]:
    """Yield some places of a document, always the same for a text."""
    length = len(document.text)
    for part in range(6):
        line, column = document.lines.position(length * part // 6 + part, encoding)
        yield {"line": line, "character": column}


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
