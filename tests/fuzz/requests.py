"""Ask an editor's questions at random places of kernels that are being edited.

    python -m tests.fuzz.requests --requests 200000 --seed 1 --kernels FOLDER --files 50

Each request has one answer, of the type that the protocol says.  An answer is about the present
text: its places lie in it, its edits name its version, and now and then it is held against that of
a server that has just opened the same texts.  What an answer offers is tried: a completion that is
inserted adds no syntax error, and a rename or a refactoring keeps the findings of all files.
"""

from __future__ import annotations

import argparse
import collections
import json
import logging
import re
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from lsprotocol import types
from pygls.protocol import default_converter

from opencl_ls.findings import Severity
from opencl_ls.server.transport import Work
from opencl_ls.server.uris import path_of, uri_of
from opencl_ls.text import LineTable, byte_text, display
from tests.fuzz.typing import Change, habits
from tests.support.conversation import Connected, Message

_CONVERTER = default_converter()
_WORD = re.compile(r"[A-Za-z_]\w*")
_PATIENCE = 90
_REFUSED = {-32800, -32801, -32802, -32803}
_MOST_LENGTH = 60_000
_KEYWORD = 14
"""The kind of completions of which each begins more than itself."""
"""Longer kernels cost more time than they show faults."""

ALL: Message = {
    "general": {"positionEncodings": ["utf-16"]},
    "window": {"showDocument": {"support": True}},
    "workspace": {
        "workspaceEdit": {"documentChanges": True, "resourceOperations": ["create"]},
        "applyEdit": True,
    },
    "textDocument": {
        "hover": {"contentFormat": ["markdown"]},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "rename": {"prepareSupport": True},
        "definition": {"linkSupport": True},
        "declaration": {"linkSupport": True},
        "typeDefinition": {"linkSupport": True},
        "completion": {
            "completionItem": {
                "snippetSupport": True,
                "labelDetailsSupport": True,
                "insertReplaceSupport": True,
                "tagSupport": {"valueSet": [1]},
                "documentationFormat": ["markdown"],
                "resolveSupport": {"properties": ["documentation", "detail"]},
            },
            "completionList": {"itemDefaults": ["editRange", "commitCharacters"]},
        },
        "signatureHelp": {
            "signatureInformation": {
                "documentationFormat": ["markdown"],
                "activeParameterSupport": True,
                "parameterInformation": {"labelOffsetSupport": True},
            }
        },
        "codeAction": {
            "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["", "quickfix"]}},
            "isPreferredSupport": True,
            "disabledSupport": True,
            "dataSupport": True,
            "resolveSupport": {"properties": ["edit"]},
        },
        "inlayHint": {"resolveSupport": {"properties": ["tooltip"]}},
    },
}
"""A client that can everything that there is."""
NONE: Message = {}

PLACES = (
    *("hover", "completion", "signatureHelp", "definition", "declaration", "typeDefinition"),
    *("implementation", "references", "documentHighlight", "prepareRename", "rename"),
    "prepareCallHierarchy",
)
RANGES = ("codeAction", "inlayHint", "rangeFormatting", "semanticTokens/range")
WHOLE = ("documentSymbol", "documentLink", "codeLens", "foldingRange", "semanticTokens/full")
# How often what costs most is asked beside the others.
_WEIGHTS = {"rename": 0.1, "references": 0.5, "rangeFormatting": 0.02, "codeAction": 0.5}
NAMED = {"selectionRange": "positions"}

Found = tuple[str, bool]
"""A finding's rule, and whether it is a hint."""


@dataclass
class Tally:
    """What a run has done and found; of each kind of fault the first is kept."""

    requests: collections.Counter[str] = field(default_factory=collections.Counter)
    answered: collections.Counter[str] = field(default_factory=collections.Counter)
    tried: collections.Counter[str] = field(default_factory=collections.Counter)
    edits: int = 0
    faults: collections.Counter[str] = field(default_factory=collections.Counter)
    examples: dict[str, str] = field(default_factory=dict)
    tell: Callable[[str], object] = lambda _: None

    def fault(self, kind: str, details: str) -> None:
        """Count a fault."""
        self.faults[kind] += 1
        if kind not in self.examples:
            self.examples[kind] = details
            self.tell(f"{kind}\n  {details}")


class Client:
    """A server with some kernels open, and the texts that its client has."""

    def __init__(self, texts: dict[str, str], folder: str, capabilities: Message) -> None:
        self.texts = texts
        self.versions = dict.fromkeys(texts, 1)
        self.server = Connected(capabilities, rootUri=uri_of(folder))
        self.announced: Message = self.server.greeting["capabilities"]
        for uri, text in texts.items():
            self.server.open(uri, text)

    def change(self, uri: str, change: Change) -> None:
        """Make a change here and there."""
        text = self.texts[uri]
        start, end = positions(text, change.start, change.end)
        # What is within a line's end cannot be said, and becomes the place before it.
        change = Change(_index(text, start), _index(text, end), change.text)
        self.texts[uri] = change.apply(text)
        self.versions[uri] += 1
        content = {"range": {"start": start, "end": end}, "text": change.text}
        self.server.change(uri, self.versions[uri], content)

    def ask(self, method: str, params: Message) -> Message:
        """Return the response to a request; what it waits for is done meanwhile."""
        server = self.server
        server._asked += 1
        identifier = f"fuzz {server._asked}"
        server.server.protocol.receive({"id": identifier, "method": method, "params": params})
        while True:
            found = [m for m in server.hear() if m.get("id") == identifier and "method" not in m]
            if found:
                server.said.clear()
                assert len(found) == 1, "more than one answer"
                return found[0]
            if not server.step():
                # Another thread works on it, and says so in the inbox.
                item = server.inbox.take(_PATIENCE)
                assert isinstance(item, Work), f"{method} has no answer"
                item.run()

    def complaints(self) -> list[str]:
        """Return the errors that the server has logged."""
        return [
            message["params"]["message"]
            for message in self.server.take("window/logMessage")
            if message["params"]["type"] == 1
        ]


def positions(text: str, *offsets: int) -> list[Message]:
    """Return the positions of some offsets, in UTF-16."""
    found = []
    for each in offsets:
        # No position is between the two halves of a line's end.
        offset = each - 1 if 0 < each < len(text) and text[each - 1 : each + 1] == "\r\n" else each
        start = max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1
        lines = re.findall(r"\r\n|\r|\n", text[:offset])
        column = len(text[start:offset].encode("utf-16-le", "surrogatepass")) // 2
        found.append({"line": len(lines), "character": column})
    return found


# --- the run -------------------------------------------------------------------------------------


class Run:
    """One client and what it does; `kernels` are copied into a folder of their own."""

    def __init__(
        self, kernels: Sequence[Path], folder: Path, chance: Random, tally: Tally, fresh: float
    ) -> None:
        self.chance, self.tally, self.fresh = chance, tally, fresh
        self.folder = folder
        self.capabilities = ALL if chance.random() < 0.85 else NONE
        texts = {}
        for kernel in kernels:
            text = kernel.read_bytes().decode("utf-8", "replace")
            texts[uri_of(str(kernel).replace("\\", "/"))] = text
        self.client = Client(texts, str(folder), self.capabilities)
        self.begun = dict(texts)
        self.waiting: list[tuple[str, Change]] = []
        self.uri = next(iter(texts))
        asked = (*PLACES, *RANGES, *WHOLE, *NAMED)
        known = self.client.server.server.protocol.fm.features
        self.methods = [name for name in asked if f"textDocument/{name}" in known]
        self.weights = [_WEIGHTS.get(name, 1.0) for name in self.methods]

    def step(self) -> None:
        """Make an edit, or ask something."""
        chance = self.chance
        if self.waiting:
            uri, change = self.waiting.pop(0)
            if change.end <= len(self.client.texts[uri]):
                self.client.change(uri, change)
                self.tally.edits += 1
        elif chance.random() < 0.02:
            self.uri = chance.choice(list(self.client.texts))
        elif chance.random() < 0.05:
            # A text with too many errors shows little: it begins again.
            text = self.client.texts[self.uri]
            self.client.change(self.uri, Change(0, len(text), self.begun[self.uri]))
        elif chance.random() < 0.25:
            all_habits, weights = habits()
            habit = chance.choices(all_habits, weights)[0]
            made = habit(chance, self.client.texts[self.uri], tuple(self.begun.values()))
            self.waiting = [(self.uri, change) for change in made[:40]]
            # What was typed from an offset on is counted on the text after the change before it.
            return
        for _ in range(1 if self.waiting else 6):
            self._ask()

    def _ask(self) -> None:
        [name] = self.chance.choices(self.methods, self.weights)
        method, uri = f"textDocument/{name}", self.uri
        text = self.client.texts[uri]
        params = self._params(name, uri, text)
        self.tally.requests[name] += 1
        answer = self._answer(method, params)
        if answer is None:
            return
        result = answer.get("result")
        if result:
            self.tally.answered[name] += 1
        self._check_places(name, uri, result)
        if self.chance.random() < self.fresh:
            self._compare(method, params, answer)
        trial = getattr(self, f"_try_{name.replace('/', '_')}", None)
        if trial is not None and result:
            trial(uri, params, result)

    def _answer(self, method: str, params: Message) -> Message | None:
        """Return the response, None for a refusal; a fault is counted."""
        described = f"{method} {json.dumps(params)[:300]}"
        try:
            answer = self.client.ask(method, params)
        except Exception:  # noqa: BLE001 - that is what is looked for
            kind = traceback.format_exc().strip().splitlines()[-1]
            self.tally.fault(f"{method}: raised {kind}", described + traceback.format_exc())
            return None
        error = answer.get("error")
        if error is not None:
            if error["code"] not in _REFUSED:
                self.tally.fault(f"{method}: {error['message']}", described)
            return None
        kind = types.METHOD_TO_TYPES[method][1]
        try:
            _CONVERTER.structure(answer, kind)
        except Exception as problem:  # noqa: BLE001 - as above
            self.tally.fault(f"{method}: is none by the protocol", f"{described}: {problem!r}")
        return answer

    def _params(self, name: str, uri: str, text: str) -> Message:
        start = self._place(text, r"[(,]" if name == "signatureHelp" else "")
        params: Message = {"textDocument": {"uri": uri}}
        [position] = positions(text, start)
        if name in PLACES:
            params["position"] = position
        if name in RANGES:
            end = min(len(text), start + int(self.chance.expovariate(1 / 60)))
            word = _WORD.match(text, start)
            if self.chance.random() < 0.3 and word:
                end = word.end()
            if self.chance.random() < 0.3:
                # People select what is between two marks.
                found = re.compile(r"[=(,]\s*([^;{}#]*?)\s*[,;)]").search(text, start)
                start, end = found.span(1) if found else (start, end)
            if name == "inlayHint":
                end = min(len(text), start + 3000)
            first, last = positions(text, start, end)
            params["range"] = {"start": first, "end": last}
        if name == "selectionRange":
            params["positions"] = positions(text, start, self._place(text))
        if name == "references":
            params["context"] = {"includeDeclaration": self.chance.random() < 0.5}
        if name == "rename":
            names = ("renamed", "x", "i", "int", "barrier", "get_global_id", "N", "a b", "0", "sum")
            words = [text[m.start() : m.end()] for m in _WORD.finditer(text, max(0, start - 300))]
            drawn = self.chance.choice((*names, *words[:20]))
            params["newName"] = drawn if self.chance.random() < 0.5 else "renamed_by_test"
        if name == "codeAction":
            params["context"] = {"diagnostics": []}
            if self.chance.random() < 0.2:
                params["context"]["only"] = ["source.fixAll"]
        if name == "rangeFormatting":
            params["options"] = {"tabSize": 4, "insertSpaces": True}
        return params

    def _place(self, text: str, behind: str = "") -> int:
        """Return a place, mostly in or right after a name, or after a mark."""
        at = self.chance.randrange(len(text) + 1)
        wanted = re.compile(behind).search(text, at) if behind else None
        if wanted is not None and self.chance.random() < 0.8:
            return wanted.end()
        if self.chance.random() < 0.75:
            word = _WORD.search(text, at)
            if word is not None:
                return self.chance.choice((word.start(), word.end(), word.start() + 1))
        elif self.chance.random() < 0.5:
            mark = re.compile(r"[.(,>#\"{;]").search(text, at)
            if mark is not None:
                return mark.end()
        return at

    # --- what holds of every answer --------------------------------------------------------------

    def _check_places(self, name: str, uri: str, result: Any) -> None:
        for where, version, found in _ranges(result, uri):
            text = self.client.texts.get(where)
            if version is not None and version != self.client.versions.get(where):
                self.tally.fault(f"{name}: names version {version} of another text", where)
            if text is None:
                path = Path(path_of(where))
                if not where.startswith("file:") or not path.is_file():
                    continue
                text = path.read_bytes().decode("utf-8", "replace")
            bounds = [self._offset(text, found[side]) for side in ("start", "end")]
            if None in bounds or bounds[0] > bounds[1]:  # type: ignore[operator]
                self.tally.fault(f"{name}: a place outside the text", f"{where}: {found}")

    @staticmethod
    def _offset(text: str, position: Message) -> int | None:
        """Return the byte offset of a position, None outside the text."""
        table = LineTable(byte_text(text))
        offset = table.offset(position["line"], position["character"], "utf-16")
        back = table.position(offset, "utf-16")
        return offset if back == (position["line"], position["character"]) else None

    def _compare(self, method: str, params: Message, answer: Message) -> None:
        """Hold an answer against that of a server that has just opened the same texts."""
        self.tally.tried["compared"] += 1
        other = Client(dict(self.client.texts), str(self.folder), self.capabilities)
        other.versions = dict(self.client.versions)
        found = _without_identifiers(other.ask(method, params).get("result"))
        wanted = _without_identifiers(answer.get("result"))
        if found != wanted:
            details = f"{params}\n  warm {_cut(wanted)}\n  cold {_cut(found)}"
            self.tally.fault(f"{method}: another answer than of a cold server", details)

    # --- what is offered is tried ----------------------------------------------------------------

    def _try_completion(self, uri: str, params: Message, result: Any) -> None:
        items = result if isinstance(result, list) else result["items"]
        if not items:
            return
        defaults = {} if isinstance(result, list) else result.get("itemDefaults") or {}
        item = self.chance.choice(items)
        resolved = self._answer("completionItem/resolve", item)
        if resolved is None and not self.tally.faults:
            self.tally.fault("completionItem/resolve: no answer", json.dumps(item))
        if self.chance.random() > 0.1:
            return
        self.tally.tried["completion"] += 1
        text = self.client.texts[uri]
        found = _edit_of(item, defaults)
        if found is None:
            word = re.search(r"\w*\Z", text[: _index(text, params["position"])])
            at = _index(text, params["position"])
            start, end, new = at - len(word[0]) if word else at, at, item["label"]
        else:
            span, new = found
            start, end = _index(text, span["start"]), _index(text, span["end"])
        if item.get("insertTextFormat", defaults.get("insertTextFormat")) == 2:
            new = plain_snippet(new)
        changed = text[:start] + new + text[end:]
        stood_in = text[:start] + "zz" + text[end:]
        if item.get("kind") == _KEYWORD:
            return
        # What is called where a statement begins lacks its semicolon, as a name would not.
        ended = f"{text[:start]}{new};{text[end:]}"
        before = self._syntax_errors(uri, stood_in)
        after = min(self._syntax_errors(uri, changed), self._syntax_errors(uri, ended))
        if after > before and after > self._syntax_errors(uri, text):
            line = changed[changed.rfind("\n", 0, start) + 1 :].split("\n")[0]
            self.tally.fault(
                f"completion: a {item.get('kind')} spoils the syntax",
                f"{uri} {params['position']}: {item['label']!r}: {line!r}",
            )

    def _syntax_errors(self, uri: str, text: str) -> int:
        found = self._findings({uri: text})[uri]
        return sum(n for (code, _), n in found.items() if code.startswith("syntax/"))

    def _try_rename(self, uri: str, params: Message, result: Any) -> None:
        self.tally.tried["rename"] += 1
        self._try_edit("rename", f"{uri} {params}", result, params["newName"])

    def _try_codeAction(self, uri: str, params: Message, result: Any) -> None:
        action = self.chance.choice(result)
        if "disabled" in action:
            return
        if "edit" not in action and "data" in action:
            resolved = self._answer("codeAction/resolve", action)
            if resolved is None:
                return
            action = resolved["result"]
        kind = action.get("kind", "")
        if kind.startswith("refactor") and action.get("edit"):
            self.tally.tried[f"{kind}: {action['title'].split(chr(39))[0]}"] += 1
            details = f"{uri} {params['range']} {action['title']}"
            self._try_edit(f"{kind} {action['title'].split(chr(39))[0]}", details, action["edit"])

    def _try_codeLens(self, uri: str, params: Message, result: Any) -> None:
        lens = self.chance.choice(result)
        if not lens.get("command"):
            self._answer("codeLens/resolve", lens)

    def _try_inlayHint(self, uri: str, params: Message, result: Any) -> None:
        hint = self.chance.choice(result)
        if "inlayHint/resolve" in self.client.server.server.protocol.fm.features:
            self._answer("inlayHint/resolve", hint)

    def _try_prepareCallHierarchy(self, uri: str, params: Message, result: Any) -> None:
        item = self.chance.choice(result)
        for way in ("incomingCalls", "outgoingCalls"):
            answer = self._answer(f"callHierarchy/{way}", {"item": item})
            self._check_places(way, uri, answer and answer.get("result"))

    def _try_edit(self, what: str, details: str, edit: Message, new_name: str = "") -> None:
        """Make an edit, and compare the findings of all files with those before it."""
        changed = {}
        for where, edits in _edits_of(edit):
            text = self.client.texts.get(where)
            if text is None:
                path = Path(path_of(where))
                text = path.read_bytes().decode("utf-8", "replace") if path.is_file() else ""
            made = apply(text, edits)
            if made is None:
                self.tally.fault(f"{what}: edits that cross", details)
                return
            changed[where] = made
        before = self._findings({})
        after = self._findings(changed)
        for uri in before:
            old, new = before[uri], after[uri]
            if what != "rename":
                # A refactoring may fix something; it breaks nothing.
                added = {code: n for (code, is_hint), n in (new - old).items() if not is_hint}
                if added:
                    self.tally.fault(f"{what}: new findings", f"{details}: {uri}: {added}")
                    return
            elif old != new:
                found = f"{details}: {uri}: {old - new} became {new - old}"
                self.tally.fault("rename: other findings", found)
                return

    def _findings(self, changed: dict[str, str]) -> dict[str, collections.Counter[Found]]:
        """Return the rules' findings for each open text, some of which are changed."""
        texts = {**self.client.texts, **changed}
        server = Connected(NONE, rootUri=uri_of(str(self.folder)))
        for uri, text in texts.items():
            server.open(uri, text)
        found: dict[str, collections.Counter[Found]] = {}
        workspace = server.parts.workspace
        for uri in self.client.texts:
            document = workspace.documents.get(uri)
            assert document is not None
            analysis = workspace.analyses.complete(document)
            findings = () if analysis is None else analysis.findings
            found[uri] = collections.Counter(
                (each.code, each.severity is Severity.HINT) for each in findings
            )
        return found


# --- answers taken apart -------------------------------------------------------------------------


def _ranges(value: Any, uri: str, version: int | None = None) -> Iterator[tuple[str, Any, Message]]:
    """Yield the ranges in an answer, with the text that each is in and its version, if said."""
    if isinstance(value, list):
        for each in value:
            yield from _ranges(each, uri, version)
    elif isinstance(value, dict):
        if set(value) == {"start", "end"} and isinstance(value["start"], dict):
            yield uri, version, value
            return
        own = value.get("uri", uri)
        document = value.get("textDocument")
        if isinstance(document, dict):
            own, version = document["uri"], document.get("version")
        for key, each in value.items():
            if key in ("data", "command"):
                continue
            if key == "changes" and isinstance(each, dict):
                for where, edits in each.items():
                    yield from _ranges(edits, where)
            elif key in ("targetRange", "targetSelectionRange"):
                yield from _ranges(each, value["targetUri"])
            elif key in ("originSelectionRange", "fromRanges"):
                continue
            else:
                yield from _ranges(each, own, version)


def _without_identifiers(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_identifiers(each) for each in value]
    if isinstance(value, dict):
        left_out = ("resultId", "data", "version")
        return {k: _without_identifiers(v) for k, v in value.items() if k not in left_out}
    return value


def _edit_of(item: Message, defaults: Message) -> tuple[Message, str] | None:
    edit = item.get("textEdit")
    if edit is not None:
        return edit.get("range") or edit["insert"], edit["newText"]
    span = defaults.get("editRange")
    if span is None:
        return None
    return span.get("insert") or span, item.get("textEditText", item["label"])


def _edits_of(edit: Message) -> Iterator[tuple[str, list[Message]]]:
    yield from (edit.get("changes") or {}).items()
    for each in edit.get("documentChanges") or ():
        if "edits" in each:
            yield each["textDocument"]["uri"], each["edits"]


def apply(text: str, edits: Sequence[Message]) -> str | None:
    """Return a text after edits of the protocol, None where two of them cross."""
    spans = sorted(
        (_index(text, each["range"]["start"]), _index(text, each["range"]["end"]), number)
        for number, each in enumerate(edits)
    )
    made, at = [], 0
    for start, end, number in spans:
        if start < at:
            return None
        made += [text[at:start], edits[number]["newText"]]
        at = end
    return "".join([*made, text[at:]])


def _index(text: str, position: Message) -> int:
    table = LineTable(byte_text(text))
    offset = table.offset(position["line"], position["character"], "utf-16")
    return len(display(table.text[:offset]))


def plain_snippet(text: str) -> str:
    """Return what a snippet is when all its places are left as they are."""
    while True:
        changed = re.sub(r"\$\{\d+:((?:[^{}$\\]|\\.)*)\}", r"\1", text)
        if changed == text:
            break
        text = changed
    text = re.sub(r"\$\{\d+\|([^,|]*)[^}]*\}", r"\1", text)
    text = re.sub(r"\$\{?\d+\}?", "", text)
    return re.sub(r"\\([$}\\])", r"\1", text)


def _cut(value: Any) -> str:
    return json.dumps(value)[:1500]


class _Failures(logging.Handler):
    """Counts what the server logs as an error: work in the background has no request to fail."""

    def __init__(self, tally: Tally) -> None:
        super().__init__(logging.ERROR)
        self._tally = tally

    def emit(self, record: logging.LogRecord) -> None:
        """Take a record as a fault."""
        text = logging.Formatter().format(record)
        self._tally.fault(text.strip().splitlines()[-1], text)


# --- from the command line -----------------------------------------------------------------------


def run(
    kernels: Sequence[Path],
    folder: Path,
    requests: int,
    seed: str,
    fresh: float = 0.01,
    tell: Callable[[str], object] = lambda _: None,
) -> Tally:
    """Ask a number of requests, of a new client after every few hundred."""
    tally, sessions = Tally(tell=tell), 0
    logging.getLogger("opencl_ls").addHandler(_Failures(tally))
    began = printed = time.monotonic()
    while sum(tally.requests.values()) < requests:
        chance = Random(f"{seed} {sessions}")
        sessions += 1
        drawn = chance.sample(list(kernels), min(3, len(kernels)))
        one = Run(drawn, folder, chance, tally, fresh)
        end = min(requests, sum(tally.requests.values()) + 600)
        while sum(tally.requests.values()) < end:
            one.step()
        for complaint in one.client.complaints():
            tally.fault(f"log: {complaint[:200]}", complaint)
        if time.monotonic() - printed > 30:
            printed = time.monotonic()
            count = sum(tally.requests.values())
            tell(f"{count} requests, {tally.edits} edits, {count / (printed - began):.0f}/s, "
                 f"{len(tally.faults)} kinds of faults")  # fmt: skip
    return tally


def _copied(source: Path, folder: Path, files: int, chance: Random) -> list[Path]:
    """Copy some kernels of a tree, with what they include, into a folder; return them."""
    known = {path for path in source.rglob("*") if path.is_file()}
    by_name = collections.defaultdict(list)
    for path in sorted(known):
        by_name[path.name].append(path)
    found = sorted(
        path for path in known if path.suffix == ".cl" and 200 < path.stat().st_size < _MOST_LENGTH
    )
    kernels = chance.sample(found, min(files, len(found)))
    waiting, taken = list(kernels), set(kernels)
    while waiting:
        text = waiting.pop().read_text("utf-8", "replace")
        for name in re.findall(r'#[ \t]*include[ \t]*[<"]([^">\n]*)', text):
            more = set(by_name[Path(name).name]) - taken
            waiting += more
            taken |= more
    for path in taken:
        made = folder / path.relative_to(source)
        made.parent.mkdir(parents=True, exist_ok=True)
        made.write_bytes(path.read_bytes())
    return [folder / path.relative_to(source) for path in kernels]


def main() -> int:
    """Run as the command line says; the exit status is 1 where there is a fault."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--files", type=int, default=50)
    parser.add_argument("--fresh", type=float, default=0.005)
    parser.add_argument("--kernels", type=Path, required=True)
    options = parser.parse_args()
    # Refusals are answers.
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        kernels = _copied(options.kernels, root, options.files, Random(options.seed))
        tally = run(kernels, root, options.requests, options.seed, options.fresh, _say)
    for kind, count in tally.faults.most_common():
        print(f"\n{count} x {kind}\n  {tally.examples[kind]}")
    for title, counter in (("asked", tally.requests), ("answered", tally.answered),
                           ("tried", tally.tried)):  # fmt: skip
        print(f"\n{title}: " + ", ".join(f"{name} {n}" for name, n in counter.most_common()))
    print(f"{sum(tally.requests.values())} requests, {tally.edits} edits, "
          f"{sum(tally.faults.values())} faults")  # fmt: skip
    return 1 if tally.faults else 0


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
