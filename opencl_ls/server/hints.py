"""Inlay hints as JSON text, assembled from the cached text of each item."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from opencl_ls.text import display

if TYPE_CHECKING:
    from collections.abc import Iterable

    from opencl_ls.features.inlay_hints import Hint, HintGroup
    from opencl_ls.server.client import Client
    from opencl_ls.server.documents import Document

_KINDS = {"type": 1, "parameter": 2}
"""The numbers of `InlayHintKind`."""


class HintRenderer:
    """Makes the answers of a session.

    Tooltips and the edits that insert a hint are resolved lazily if the client can.
    """

    def __init__(self, client: Client) -> None:
        self._client = client
        self._tails: WeakKeyDictionary[HintGroup, list[str]] = WeakKeyDictionary()
        self._later = client.hint_resolves & {"tooltip", "textEdits"}

    def within(
        self, document: Document, groups: Iterable[tuple[int, HintGroup]], start: int, end: int
    ) -> str:
        """Return the hints from one byte to another as the JSON text of a list."""
        chosen: list[int] = []
        tails: list[str] = []
        # The number of the hint that each edit belongs to, its place and its text.
        edits: list[tuple[int, int, str]] = []
        edits_too = "textEdits" not in self._later
        for base, group in groups:
            cached = self._tails.get(group)
            if cached is None:
                cached = self._tails[group] = [self._tail(hint) for hint in group.hints]
            for hint, tail in zip(group.hints, cached, strict=True):
                at = base + hint.at
                if start <= at <= end:
                    if edits_too:
                        edits += [(len(chosen), base + place, text) for place, text in hint.edits]
                    chosen.append(at)
                    tails.append(tail)
        data = ""
        if self._later:
            data = f',"data":{json.dumps({"uri": document.uri, "version": document.version})}'
        self._write(document, edits, tails)
        positions = document.lines.positions(chosen, self._client.encoding)
        parts = [
            f'{{"position":{{"line":{line},"character":{column}}},{tail}{data}}}'
            for (line, column), tail in zip(positions, tails, strict=True)
        ]
        return f"[{','.join(parts)}]"

    def _write(
        self, document: Document, edits: list[tuple[int, int, str]], tails: list[str]
    ) -> None:
        """Add the edits to the hints that they belong to."""
        places = document.lines.positions([place for _, place, _ in edits], self._client.encoding)
        written: dict[int, list[dict[str, Any]]] = {}
        for (number, _, text), place in zip(edits, places, strict=True):
            written.setdefault(number, []).append(_edit(place, text))
        for number, listed in written.items():
            tails[number] += f',"textEdits":{json.dumps(listed, separators=(",", ":"))}'

    def _tail(self, hint: Hint) -> str:
        """Return the part of a hint that does not depend on its place."""
        hint_json: dict[str, Any] = {"label": display(hint.label)}
        if hint.kind:
            hint_json["kind"] = _KINDS[hint.kind]
        if hint.before:
            hint_json["paddingLeft"] = True
        if hint.after:
            hint_json["paddingRight"] = True
        if hint.tooltip and "tooltip" not in self._later:
            hint_json["tooltip"] = display(plain(hint.tooltip))
        return json.dumps(hint_json, separators=(",", ":"))[1:-1]


def edits_of(document: Document, base: int, hint: Hint, encoding: str) -> list[dict[str, Any]]:
    """Return the edits that insert a hint, as values of the protocol."""
    places = document.lines.positions([base + at for at, _ in hint.edits], encoding)
    return [_edit(place, text) for place, (_, text) in zip(places, hint.edits, strict=True)]


def _edit(place: tuple[int, int], text: str) -> dict[str, Any]:
    there = {"line": place[0], "character": place[1]}
    return {"range": {"start": there, "end": there}, "newText": display(text)}


def plain(tooltip: str) -> str:
    """Return a tooltip for clients that show plain text."""
    return tooltip.replace("`", "'")
