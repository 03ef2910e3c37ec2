"""The protocol fuzzer itself: a short run, and that it finds what it looks for."""

from __future__ import annotations

import pytest

from opencl_ls.server import documents, workspace
from opencl_ls.server.documents import Document, Position
from tests.fuzz.protocol import fault


@pytest.mark.parametrize("number", range(8))
def test_sessions_agree_with_the_model(number: int) -> None:
    """Each is a hundred messages, of which many are none."""
    assert fault(f"test {number}") == ""


def test_a_wrong_text_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a store that forgets each change with a type, a session shows it."""
    apply = documents.apply_range

    def forgetful(
        document: Document, start: Position, end: Position, text: str, encoding: str
    ) -> documents.DocumentEdit:
        if "int" in text:
            return documents.DocumentEdit(0, 0, "")
        return apply(document, start, end, text, encoding)

    monkeypatch.setattr(workspace, "apply_range", forgetful)
    assert any(", not " in fault(f"test {number}") for number in (1, 3))
