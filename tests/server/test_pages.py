"""Pages of the reference as documents of a client."""

from __future__ import annotations

from pathlib import Path

import pytest

from opencl_ls.builtins.names import names
from opencl_ls.docs.importing.shelf import DiskShelf
from opencl_ls.docs.library import index
from opencl_ls.server.client import Client, LinkSupport
from opencl_ls.server.pages import Pages, file_name
from opencl_ls.server.uris import path_of

NAMED = ("clamp", "NAN", "__attribute__((packed))", "#pragma OPENCL EXTENSION", "long long")
NAMED += ("blocks", "operator ?:", "operator /=", "#include")


@pytest.fixture
def content() -> Pages:
    return Pages(Client(links=LinkSupport(text_document_content=True)), DiskShelf())


@pytest.mark.parametrize("name", NAMED)
def test_a_page_has_a_uri_and_the_uri_a_page(content: Pages, name: str) -> None:
    uri = content.uri(name)
    assert uri is not None
    text = content.text(uri)
    assert text is not None
    assert text.startswith("# ")
    assert name in text.replace("\\", "")
    # As some editors write it.
    assert content.text(uri.replace(":///", ":/").replace("(", "%28")) == text


@pytest.mark.parametrize(
    "uri",
    [
        "opencl-ls:///builtins/nothing.md",
        "opencl-ls:///builtins/clamp",
        "opencl-ls:///builtins/../clamp.md",
        "opencl-ls:///other/clamp.md",
        "file:///builtins/clamp.md",
        "",
    ],
)
def test_no_other_uri_has_one(content: Pages, uri: str) -> None:
    assert content.text(uri) is None


def test_files_have_the_same_content(
    content: Pages, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OPENCL_LS_CACHE", str(tmp_path))
    files = Pages(Client(), DiskShelf())
    for name in NAMED:
        written, shown = files.uri(name), content.uri(name)
        assert written is not None
        assert shown is not None
        assert Path(path_of(written)).read_text("utf-8") == content.text(shown)


def test_there_is_no_file_where_there_can_be_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    files = Pages(Client(), DiskShelf())
    monkeypatch.setenv("OPENCL_LS_CACHE", "")
    assert files.uri("clamp") is None
    (tmp_path / "file").touch()
    monkeypatch.setenv("OPENCL_LS_CACHE", str(tmp_path / "file"))
    assert files.uri("clamp") is None


def test_no_two_files_have_one_name_where_case_does_not_count() -> None:
    every = {*names(), *index()}
    files = {file_name(name).casefold() for name in every}
    assert len(files) == len(every)
    assert not [name for name in files if set(name) & set('<>:"/\\|?*')]
