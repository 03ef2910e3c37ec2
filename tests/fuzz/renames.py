"""Rename at random in a folder of kernels; all files report what they did, or it was refused.

    python -m tests.fuzz.renames --kernels FOLDER --renames 2000 --seed 1

The new name is a word of the neighbourhood as often as one that stands nowhere.  After a rename its
way back is taken as well: what was renamed to a new name can be renamed to the old one.
"""

from __future__ import annotations

import argparse
import collections
import logging
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from opencl_ls.analysis.facade import Analysis
from opencl_ls.analysis.host import check
from opencl_ls.disk import DiskFiles
from opencl_ls.server.uris import path_of, uri_of
from opencl_ls.settings.model import DEFAULT
from tests.fuzz.requests import apply, positions
from tests.support.conversation import Connected, Message

_WORD = re.compile(r"[A-Za-z_]\w*")
_ENDINGS = (".cl", ".h", ".inc", ".clh")
NEW = "renamed_by_test"
CLIENT: Message = {"workspace": {"workspaceEdit": {"documentChanges": True}}}

Findings = collections.Counter[tuple[str, int, str]]
Word = tuple[str, int]
"""A word by its file and its number there, which no rename changes."""
Meanings = dict[Word, tuple[str, frozenset[Word]]]
"""The kind of what words mean, and the words that declare it."""
_MOST_WORDS = 400


@dataclass
class Tally:
    """What was done, and what went wrong; of each kind of fault the first is kept."""

    made: int = 0
    refused: collections.Counter[str] = field(default_factory=collections.Counter)
    faults: dict[str, str] = field(default_factory=dict)
    shows: bool = False

    def fault(self, kind: str, details: str) -> None:
        """Keep a fault."""
        self.faults.setdefault(kind, details)


class Folder:
    """A folder of kernels with a server; `programs` are those whose findings count."""

    def __init__(self, root: Path, programs: Sequence[Path]) -> None:
        self.root, self.programs = root, list(programs)
        self.files = [path for path in sorted(root.rglob("*")) if path.suffix in _ENDINGS]
        self.server = Connected(CLIENT, rootUri=uri_of(str(root)))
        self._read: dict[Path, frozenset[str]] = {}

    def text(self, path: Path) -> str:
        """Return the text of a file as clients hold it."""
        return path.read_bytes().decode("utf-8", "replace")

    def state(self, edited: Iterable[Path] = ()) -> dict[Path, tuple[Findings, Meanings]]:
        """Return of each program the rules and lines of its findings, and what its words mean.

        With `edited` only those programs count that read one of these files.
        """
        files = DiskFiles()
        found: dict[Path, tuple[Findings, Meanings]] = {}
        changed = {str(path) for path in edited}
        for path in self.programs:
            if changed and changed.isdisjoint(self._read.get(path, changed)):
                continue
            analysis = check(str(path), files, DEFAULT)
            self._read[path] = frozenset(analysis.files)
            findings = collections.Counter(
                (
                    each.place.file,
                    analysis.lines(each.place.file).line_of(each.place.start),
                    each.code,
                )
                for each in analysis.findings
            )
            found[path] = findings, meanings(analysis)
        return found

    def rename(self, path: Path, offset: int, name: str) -> Message:
        """Return the response to a rename in a file, which is open for as long as it takes."""
        uri, text, server = uri_of(str(path)), self.text(path), self.server
        server.open(uri, text)
        [position] = positions(text, offset)
        params = {"textDocument": {"uri": uri}, "position": position, "newName": name}
        server._asked += 1
        identifier = f"rename {server._asked}"
        method = "textDocument/rename"
        server.server.protocol.receive({"id": identifier, "method": method, "params": params})
        while True:
            answers = [m for m in server.hear() if m.get("id") == identifier]
            if answers:
                break
            assert server.step(), "no answer"
        server.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        server.said.clear()
        return answers[0]

    def make(self, edit: Message) -> dict[Path, str]:
        """Make an edit on the disk; return the texts that were there."""
        before = {}
        for each in edit["documentChanges"]:
            path = Path(path_of(each["textDocument"]["uri"]))
            before[path] = self.text(path)
            made = apply(before[path], each["edits"])
            assert made is not None, "edits cross"
            path.write_bytes(made.encode("utf-8"))
        return before


def meanings(analysis: Analysis) -> Meanings:
    """Return what the words of a program mean, of a long one every some."""
    numbers = {
        file: {
            match.start(): number
            for number, match in enumerate(_WORD.finditer(analysis.lines(file).text))
        }
        for file in analysis.files
    }
    found: Meanings = {}
    own = numbers[analysis.path]
    for start, number in list(own.items())[:: 1 + len(own) // _MOST_WORDS]:
        symbol = analysis.symbol_at(start)
        if symbol is not None:
            declared = frozenset(
                (each.file, numbers[each.file].get(each.start, -1)) for each in symbol.declarations
            )
            found[analysis.path, number] = symbol.kind, declared
    return found


def run(folder: Folder, renames: int, chance: Random, tally: Tally, *, until: str = "") -> None:
    """Rename a number of times, each time in the texts of the beginning.

    It ends as well where a fault of the kind `until` is found.
    """
    wanted = folder.state()
    for _ in range(renames):
        if until in tally.faults:
            return
        path = chance.choice(folder.files)
        text = folder.text(path)
        words = list(_WORD.finditer(text))
        if not words:
            continue
        at = chance.choice(words)
        near = [word[0] for word in words if abs(word.start() - at.start()) < 400]
        name = NEW if chance.random() < 0.5 else chance.choice(near)
        _try(folder, path, at.start(), at[0], name, wanted, tally)


def _try(
    folder: Folder,
    path: Path,
    offset: int,
    old: str,
    name: str,
    wanted: dict[Path, tuple[Findings, Meanings]],
    tally: Tally,
) -> None:
    details = f"{path.name}:{offset} {old} -> {name}"
    answer = folder.rename(path, offset, name)
    edit: Any = answer.get("result")
    if not edit:
        reason = (answer.get("error") or {}).get("message", "no symbol")
        tally.refused[re.sub(r"'[^']*'|\d+|\S+/\S+|\b\S+\.(cl|h)\b", "_", reason)] += 1
        if tally.shows:
            print(details, reason)
        code = (answer.get("error") or {}).get("code")
        if code not in (None, -32803):
            tally.fault(f"error {code}", f"{details}: {reason}")
        return
    tally.made += 1
    before = folder.make(edit)
    for program, (now, means) in folder.state(before).items():
        findings, meant = wanted[program]
        if now != findings:
            lost, news = findings - now, now - findings
            tally.fault("other findings", f"{details}: {program.name}: {lost} became {news}")
        if means != meant:
            words = [
                (word, meant.get(word), means.get(word))
                for word in meant | means
                if meant.get(word) != means.get(word)
            ]
            tally.fault("other meanings", f"{details}: {program.name}: {words[:3]}")
    if name == NEW:
        _try_back(folder, path, old, before, details, tally)
    for file, text in before.items():
        file.write_bytes(text.encode("utf-8"))


def _try_back(
    folder: Folder, path: Path, old: str, before: dict[Path, str], details: str, tally: Tally
) -> None:
    """Rename the new name, which is nowhere else, to the old one."""
    places = [m.start() for m in _WORD.finditer(folder.text(path)) if m[0] == NEW]
    answer = folder.rename(path, places[0], old) if places else {}
    edit = answer.get("result")
    if not edit:
        # What was not analysed, or hides something of the old name, may prevent it.
        tally.refused["the way back"] += 1
        if tally.shows:
            print(details, "back:", (answer.get("error") or {}).get("message"))
        return
    folder.make(edit)
    for file, text in before.items():
        if folder.text(file) != text:
            tally.fault("another way back", f"{details}: {file.name}")


def copied(source: Path, root: Path) -> list[Path]:
    """Copy the kernels and headers of a tree; return the kernels."""
    for path in sorted(source.rglob("*")):
        if path.is_file() and path.suffix in _ENDINGS:
            made = root / path.relative_to(source)
            made.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, made)
            text = made.read_bytes().decode("utf-8", "replace")
            made.write_bytes(text.encode("utf-8"))
    return sorted(root.rglob("*.cl"))


def main() -> int:
    """Run as the command line says; the exit status is 1 where there is a fault."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kernels", type=Path, required=True)
    parser.add_argument("--renames", type=int, default=200)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--show", action="store_true", help="print each refusal")
    options = parser.parse_args()
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    tally = Tally(shows=options.show)
    with tempfile.TemporaryDirectory() as made:
        root = Path(made).resolve()
        folder = Folder(root, copied(options.kernels, root))
        run(folder, options.renames, Random(options.seed), tally)
    for reason, count in tally.refused.most_common():
        print(f"{count:5} {reason}")
    print(f"{tally.made} made, {sum(tally.refused.values())} refused")
    for kind, details in tally.faults.items():
        print(f"{kind}\n  {details}")
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main())
