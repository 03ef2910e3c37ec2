"""Refactorings are tried: one that a rule would report is not made."""

from __future__ import annotations

import pytest

from opencl_ls.analysis.facade import Analysis
from opencl_ls.features.refactorings import offers
from opencl_ls.features.refactorings.trial import spoiled
from opencl_ls.findings import Place, TextEdit
from tests.support.conversation import Connected
from tests.support.marked import Case, analysed

TEXT = "int f(int a) { int b = a; return b; }\nint g(void) { return missing; }\n"
URI = "file:///w/a.cl"
CLIENT = {
    "textDocument": {
        "codeAction": {
            "codeActionLiteralSupport": {"codeActionKind": {"valueSet": [""]}},
            "dataSupport": True,
            "resolveSupport": {"properties": ["edit"]},
        }
    }
}


def edit(old: str, new: str) -> TextEdit:
    start = TEXT.index(old)
    return TextEdit(Place("main.cl", start, start + len(old)), new)


def analysis() -> Analysis:
    return analysed(Case("", TEXT, "", "", ()))[0]


@pytest.mark.parametrize(
    ("edits", "rule"),
    [
        ([edit("return b", "return a")], ""),
        ([edit("return b", "return c")], "names/undeclared"),
        # Existing errors are no reason against an edit.
        ([edit("missing", "absent")], ""),
        ([edit("int b = a; ", ""), edit("return b", "return a")], ""),
        ([edit("int b = a; ", "")], "names/undeclared"),
    ],
)
def test_what_edits_spoil(edits: list[TextEdit], rule: str) -> None:
    """The first rule that reports more than before is named."""
    assert spoiled(analysis(), edits) == rule


def test_an_action_that_would_be_reported_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The client gets the name of the rule and no edit."""

    def wrong(_: offers.Offer) -> list[TextEdit]:
        return [TextEdit(Place("/w/a.cl", 0, 3), "void")]

    client = Connected(CLIENT)
    client.open(URI, TEXT)
    at = {"line": 0, "character": TEXT.index("a; return")}
    document = {"uri": URI}
    params = {
        "textDocument": document,
        "range": {"start": at, "end": {**at, "character": at["character"] + 1}},
        "context": {"diagnostics": [], "only": ["refactor"]},
    }
    actions = client.request("textDocument/codeAction", params)["result"]
    assert client.request("codeAction/resolve", actions[0])["result"]["edit"]
    monkeypatch.setattr(offers.Offer, "edits", property(lambda self: lambda: wrong(self)))
    error = client.request("codeAction/resolve", actions[0])["error"]
    assert "is not made, since" in error["message"]
