"""The offer of build options: whom it asks, and what is remembered."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from opencl_ls.server.build_options import NEVER, BuildOptions
from opencl_ls.server.client import Client
from opencl_ls.server.documents import Document
from opencl_ls.settings.model import TargetSettings
from opencl_ls.text import LineTable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

TEXT = "kernel void k(global int *p) { p[0] = TILE; }\n"
HOST = '// OpenCL\nbuild("a.cl", "-DTILE=4");\n'


class Session:
    """Parts of a session without a client: tasks are done at once, questions are answered."""

    def __init__(self, root: Path, answer: str = NEVER) -> None:
        self.questions: list[str] = []
        self.edits: list[Any] = []
        self.answer = answer
        self.steps = 0
        self.document = Document(f"file://{root}/a.cl", f"{root}/a.cl", 1, LineTable(TEXT))
        finding = SimpleNamespace(code="names/undefined-macro", message="'TILE' is not defined")
        configuration = SimpleNamespace(
            folder_of=lambda _: str(root),
            folders=lambda: (str(root),),
            offers_build_options=lambda _: True,
            settings_of=lambda _: SimpleNamespace(target=TargetSettings()),
            file_of=lambda _: (f"{root}/opencl-ls.toml", "# mine\n"),
        )
        self.workspace = SimpleNamespace(
            configuration=configuration,
            analyses=SimpleNamespace(complete=lambda _: SimpleNamespace(findings=[finding])),
            documents=SimpleNamespace(
                at=lambda path: self.document if path == self.document.path else None
            ),
        )

    def later(self, task: Iterator[None], _rank: int) -> None:
        self.steps += sum(1 for _ in task)

    def question(self, text: str, _answers: object, then: Callable[[str], None]) -> None:
        self.questions.append(text)
        then(self.answer)

    def apply(self, _label: str, edit: Any) -> None:
        self.edits.append(edit)

    def opened(self, client: Client) -> None:
        """Open the document in a new session."""
        BuildOptions(client, self.workspace, self, self).opened(self.document)  # type: ignore[arg-type]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OPENCL_LS_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "host.c").write_text(HOST)
    return folder


ABLE = Client(asks_questions=True, applies_edits=True)


def test_never_is_remembered_in_later_sessions(root: Path) -> None:
    session = Session(root)
    session.opened(ABLE)
    session.opened(ABLE)
    (question,) = session.questions
    assert "host.c:2 defines 1 undefined name of a.cl" in question
    assert not session.edits
    assert session.steps > 1


def test_no_answer_is_not_remembered(root: Path) -> None:
    session = Session(root, "")
    session.opened(ABLE)
    session.opened(ABLE)
    assert len(session.questions) == 2


def test_the_edit_adds_at_the_end(root: Path) -> None:
    session = Session(root, "Add to the configuration")
    session.opened(ABLE)
    (edit,) = session.edits
    (changes,) = edit.changes.values()
    assert changes[0].range.start.line == changes[0].range.end.line == 1
    assert '[configurations.a]\ndefines = ["TILE=4"]' in changes[0].new_text


@pytest.mark.parametrize("client", [Client(asks_questions=True), Client(applies_edits=True)])
def test_a_client_that_cannot_is_not_asked(root: Path, client: Client) -> None:
    session = Session(root)
    session.opened(client)
    assert not session.questions
    assert not session.steps
