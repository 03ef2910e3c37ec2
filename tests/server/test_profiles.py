"""What an editor is shown of rules that are shown once a file."""

from __future__ import annotations

import pytest

from tests.support.conversation import Connected

URI = "file:///k.cl"
TEXT = """\
float f(float4 v) {
    return v[1];
}
float g(float4 v) {
    return v[2];
}
"""
CODE = "vector/subscript"
ACTIONS = {
    "textDocument": {
        "codeAction": {
            "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}},
        }
    }
}


class Editor(Connected):
    """A client that is sent the diagnostics of one document."""

    def __init__(self, **said):
        super().__init__(ACTIONS, initializationOptions=said)
        self.version = 1
        self.open(URI, TEXT)

    def shown(self):
        """Return the lines of the findings, counted from 0."""
        self.rest()
        [*_, last] = self.take("textDocument/publishDiagnostics")
        found = last["params"]["diagnostics"]
        return [each["range"]["start"]["line"] for each in found if each["code"] == CODE]

    def insert(self, line, text):
        self.version += 1
        place = {"line": line, "character": 0}
        self.change(URI, self.version, {"range": {"start": place, "end": place}, "text": text})


@pytest.mark.parametrize(
    ("said", "lines"),
    [
        ({}, [1]),
        ({"profile": "strict"}, [1]),
        ({"profile": "portable"}, [1, 4]),
        ({"select": [CODE]}, [1, 4]),
        ({"ignore": [CODE]}, []),
    ],
)
def test_the_first_place_is_shown(said, lines):
    assert Editor(**said).shown() == lines


def test_the_first_place_moves_with_edits():
    editor = Editor()
    assert editor.shown() == [1]
    editor.insert(0, "// more\n")
    assert editor.shown() == [2]
    editor.insert(0, "float e(float4 v) { return v[3]; }\n")
    assert editor.shown() == [0]


def test_what_is_allowed_at_the_first_place_is_shown_at_the_next():
    editor = Editor()
    editor.insert(1, f"    // opencl-ls: allow({CODE})\n")
    assert editor.shown() == [5]


def test_fixes_are_offered_at_every_place():
    editor = Editor()
    place = {"line": 4, "character": 12}
    asked = {
        "textDocument": {"uri": URI},
        "range": {"start": place, "end": place},
        "context": {"diagnostics": []},
    }
    actions = editor.request("textDocument/codeAction", asked)["result"]
    assert "Change to '.s2'" in [each["title"] for each in actions]
