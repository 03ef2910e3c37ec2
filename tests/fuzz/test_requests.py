"""A short run of the fuzzer of requests, and that it finds what it looks for."""

from __future__ import annotations

from pathlib import Path

import pytest

from opencl_ls.server.handlers import hover
from tests.fuzz.requests import apply, plain_snippet, positions, run

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


def kernels(folder: Path) -> list[Path]:
    """Copy the examples into a folder."""
    for path in EXAMPLES.glob("*.*"):
        (folder / path.name).write_bytes(path.read_bytes())
    return sorted(folder.glob("*.cl"))


@pytest.mark.parametrize("seed", ["test 1", "test 2", "test 3"])
def test_answers_hold(seed: str, tmp_path: Path) -> None:
    """Each is a few hundred requests, between edits of the examples."""
    tally = run(kernels(tmp_path), tmp_path, 300, seed, fresh=0.02)
    assert not tally.faults, tally.examples


def test_a_failing_handler_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A handler that raises is a fault, and not a refusal."""

    def fails(*_: object) -> None:
        raise ValueError("as if")

    monkeypatch.setattr(hover, "hover_at", fails)
    tally = run(kernels(tmp_path), tmp_path, 200, "test 1", fresh=0)
    assert any("as if" in kind for kind in tally.faults)


def test_an_answer_for_another_text_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A range that is not in the present text is a fault."""
    right = hover.to_range

    def shifted(*arguments: object) -> object:
        span = right(*arguments)  # type: ignore[arg-type]
        span.end.line += 5000
        return span

    monkeypatch.setattr(hover, "to_range", shifted)
    tally = run(kernels(tmp_path), tmp_path, 200, "test 1", fresh=0)
    assert "hover: a place outside the text" in tally.faults


def test_edits_are_made_as_a_client_makes_them() -> None:
    """Positions count UTF-16, and no position is inside a line's end."""
    text = "a\r\n\U0001d11eb\n"
    start, end = positions(text, 4, 2)
    assert (start, end) == ({"line": 1, "character": 2}, {"line": 0, "character": 1})
    edit = {"range": {"start": start, "end": {"line": 1, "character": 3}}, "newText": "c"}
    assert apply(text, [edit]) == "a\r\n\U0001d11ec\n"
    assert apply(text, [edit, edit]) is None


def test_snippets_become_plain() -> None:
    """Places in a snippet are what they hold."""
    assert plain_snippet("f(${1:a}, ${2:b[${3:0}]})$0 \\$") == "f(a, b[0]) $"
