"""Code actions: the quick fixes of the findings at a place, and all safe fixes of a document.

Editors ask for them whenever the cursor moves, so they are plain JSON as diagnostics are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from opencl_ls.features.quick_fixes import quick_fixes, safe_fixes
from opencl_ls.server.capabilities import FIX_ALL, QUICK_FIX
from opencl_ls.server.errors import CONTENT_MODIFIED
from opencl_ls.server.plain import bounds_of, document_of, to_range, written
from opencl_ls.server.uris import uri_of
from opencl_ls.text import display

if TYPE_CHECKING:
    from collections.abc import Iterable

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.features.quick_fixes import QuickFix
    from opencl_ls.findings import Place, TextEdit
    from opencl_ls.server.documents import Document
    from opencl_ls.server.state import Server


def code_action(server: Server, params: Any) -> str | None:
    """Answer with the actions that a client asks for in a range, as JSON text."""
    document = document_of(server, params)
    if document is None or not server.client.takes_actions:
        return None
    server.refuse_stale(document.uri, CONTENT_MODIFIED)
    start, end = bounds_of(params, document.lines, server.client.encoding)
    context = params.get("context")
    context = context if isinstance(context, dict) else {}
    only = context.get("only")
    actions: list[dict[str, Any]] = []
    if _wanted(QUICK_FIX, only) and (analysis := server.analysed.provisional(document)):
        writer = _Writer(server, document, analysis)
        told = context.get("diagnostics")
        told = told if isinstance(told, list) else []
        found = quick_fixes(analysis, document.lines, start, end)
        actions += [writer.quick_fix(each, told) for each in found]
    # Nobody wants to see it in the list of what can be done at a place.
    if only and _wanted(FIX_ALL, only) and (analysis := server.analysed.analysis(document)):
        edits = safe_fixes(analysis)
        if edits:
            edit = _Writer(server, document, analysis).edit(edits)
            actions.append({"title": "Apply all safe fixes", "kind": FIX_ALL, "edit": edit})
    return written(actions)


def _wanted(kind: str, only: object) -> bool:
    """Tell whether a client that wants some kinds `only`, or all, wants this one."""
    if not isinstance(only, list) or not only:
        return True
    return any(each == "" or f"{kind}.".startswith(f"{each}.") for each in only)


class _Writer:
    """Writes actions for one state of a document."""

    def __init__(self, server: Server, document: Document, analysis: Analysis) -> None:
        self._server = server
        self._document = document
        self._analysis = analysis

    def quick_fix(self, found: QuickFix, told: Iterable[object]) -> dict[str, Any]:
        """Return an action; `told` are the diagnostics that the client has at the place."""
        finding, span = found.finding, self._range(found.finding.place)
        action: dict[str, Any] = {"title": found.fix.title, "kind": QUICK_FIX}
        action["diagnostics"] = [
            each
            for each in told
            if isinstance(each, dict)
            and each.get("code") == finding.code
            and each.get("range") == span
        ]
        if found.preferred:
            action["isPreferred"] = True
        action["edit"] = self.edit(found.fix.edits)
        return action

    def edit(self, edits: Iterable[TextEdit]) -> dict[str, Any]:
        """Return a workspace edit, which names versions where the client can tell them apart."""
        files: dict[str, list[dict[str, Any]]] = {}
        for each in edits:
            made = {"range": self._range(each.place), "newText": display(each.text)}
            files.setdefault(each.place.file, []).append(made)
        if not self._server.client.versioned_edits:
            return {"changes": {self._uri(file): made for file, made in files.items()}}
        return {
            "documentChanges": [
                {
                    "textDocument": {"uri": self._uri(file), "version": self._version(file)},
                    "edits": made,
                }
                for file, made in files.items()
            ]
        }

    def _range(self, place: Place) -> dict[str, Any]:
        own = place.file == self._document.path
        lines = self._document.lines if own else self._analysis.lines(place.file)
        return to_range(lines, place.start, place.end, self._server.client.encoding)

    def _uri(self, file: str) -> str:
        document = self._server.documents.at(file)
        return uri_of(file) if document is None else document.uri

    def _version(self, file: str) -> int | None:
        document = self._server.documents.at(file)
        return None if document is None else document.version
