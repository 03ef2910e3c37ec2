"""The shelf of imported pages: idempotent, atomic, and careful with damaged files."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from opencl_ls.docs.importing import shelf as shelf_module
from opencl_ls.docs.importing.page import ImportedPage, Section
from opencl_ls.docs.importing.shelf import Damaged, DiskShelf, Shelved, data_folder

PAGE = ImportedPage(
    title="shade_tile",
    names=("shade_tile", "shade_row"),
    format="plain text",
    version="1.2",
    purpose="Paint a tile \u2264 4.",
    sections=(Section("Description", "Text."), Section("shade_row", "A row.", ("shade_row",))),
    notice="Copyright \u00a9 Tile Makers.",
)


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_a_page_comes_back_as_it_went(tmp_path: Path) -> None:
    """Nothing of a page is lost, and every name of it finds it, in another process too."""
    shelf = DiskShelf(tmp_path)
    assert shelf.pages("shade_tile") == []
    assert shelf.add([PAGE], "/a/tile.txt") == ["new"]
    shelf.save_index()
    for each in (shelf, DiskShelf(tmp_path)):
        assert each.pages("shade_tile") == [PAGE]
        assert each.pages("shade_row") == [PAGE]
        assert each.pages("Shade_Tile") == []
        assert [found.page for found in each.about("Shade_Tile", any_case=True)] == [PAGE]
        assert each.names() == {"shade_tile", "shade_row"}


def test_the_same_page_again_changes_nothing(tmp_path: Path) -> None:
    """Not a byte, wherever it comes from this time."""
    shelf = DiskShelf(tmp_path)
    shelf.add([PAGE], "/a/tile.txt")
    shelf.save_index()
    before = contents(tmp_path)
    assert shelf.add([PAGE], "/a/tile.txt") == ["unchanged"]
    assert DiskShelf(tmp_path).add([PAGE], "/elsewhere/tile.txt") == ["unchanged"]
    assert contents(tmp_path) == before


def test_two_pages_of_one_name(tmp_path: Path) -> None:
    """Other versions and other files stay; the same file's newer text takes the older's place."""
    shelf = DiskShelf(tmp_path)
    newer = PAGE._replace(version="2.0")
    changed = PAGE._replace(purpose="Paint a wet tile.")
    assert shelf.add([PAGE], "/a/tile.txt") == ["new"]
    assert shelf.add([newer], "/b/tile.txt") == ["new"]
    assert shelf.add([changed], "/c/tile.txt") == ["new"]
    assert len(shelf.pages("shade_tile")) == 3
    assert shelf.add([PAGE._replace(purpose="Paint.")], "/a/tile.txt") == ["updated"]
    assert {page.purpose for page in shelf.pages("shade_row")} == {
        "Paint.", "Paint a wet tile.", PAGE.purpose,
    }  # fmt: skip


def test_pages_of_one_file_under_one_title(tmp_path: Path) -> None:
    """None of them takes another's place, however often the file is read."""
    shelf = DiskShelf(tmp_path)
    twin = PAGE._replace(purpose="Paint two.")
    assert shelf.add([PAGE, twin, PAGE], "/a/tile.txt") == ["new", "new", "unchanged"]
    assert shelf.add([PAGE, twin], "/a/tile.txt") == ["unchanged", "unchanged"]
    assert len(shelf.pages("shade_tile")) == 2


def test_what_others_write_is_seen(tmp_path: Path) -> None:
    """A server finds what the command puts on the shelf, and no longer what it takes off."""
    server, command = DiskShelf(tmp_path), DiskShelf(tmp_path)
    assert server.pages("shade_tile") == []
    command.add([PAGE], "/a/tile.txt")
    command.save_index()
    assert server.pages("shade_tile") == [PAGE]
    command.forget([found.file for found in command.about("shade_tile")])
    assert server.pages("shade_tile") == []
    assert contents(tmp_path).keys() == {"pages.json"}


def test_an_interrupted_import_loses_nothing(tmp_path: Path) -> None:
    """Without its index, or with one that is out of date, the shelf is read from its pages."""
    shelf = DiskShelf(tmp_path)
    shelf.add([PAGE], "/a/tile.txt")
    shelf.save_index()
    other = PAGE._replace(title="tile_rules", names=("tile_rules",))
    shelf.add([other], "/a/rules.txt")
    assert DiskShelf(tmp_path).pages("tile_rules") == [other]
    for damage in ("", "[]", '{"schema": 99, "pages": {}}', '{"schema": 1, "pages": {"x": 5}}'):
        (tmp_path / "pages.json").write_text(damage)
        assert DiskShelf(tmp_path).pages("shade_tile") == [PAGE]


def test_a_failed_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk leaves neither half a page nor a temporary file."""
    shelf = DiskShelf(tmp_path)
    shelf.add([PAGE], "/a/tile.txt")
    shelf.save_index()
    before = contents(tmp_path)

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shelf_module.Path, "replace", fail)
    with pytest.raises(OSError, match="No space"):
        shelf.add([PAGE._replace(version="3.0")], "/a/tile.txt")
    assert contents(tmp_path) == before
    assert shelf.pages("shade_tile") == [PAGE]


@pytest.mark.parametrize(
    "damage",
    [
        "", "nonsense", "[]", "null", '{"schema": 2}', '{"schema": 1, "page": {}}',
        '{"schema": 1, "source": "", "page": {"names": "x"}}', "\udcff", "[" * 100_000,
        json.dumps({"schema": 1, "source": "", "page": PAGE._replace(version="none")._asdict()}),
    ],
)  # fmt: skip
def test_damaged_files_are_passed_over_and_named(tmp_path: Path, damage: str) -> None:
    """One bad file hides no good one, and the page that it held can be imported again."""
    shelf = DiskShelf(tmp_path)
    other = PAGE._replace(version="2.0")
    shelf.add([PAGE], "/a/tile.txt")
    shelf.add([other], "/b/tile.txt")
    shelf.save_index()
    (found,) = (each for each in shelf.all() if isinstance(each, Shelved) and each.page == PAGE)
    path = tmp_path / "pages" / found.file
    path.write_bytes(damage.encode("utf-8", "surrogateescape"))
    for each in (shelf, DiskShelf(tmp_path)):
        assert each.pages("shade_tile") == [other]
        good, bad = each.all()
        assert isinstance(good, Shelved)
        assert isinstance(bad, Damaged)
        assert bad.path == path
        assert bad.reason
    assert shelf.add([PAGE], "/a/tile.txt") == ["new"]
    assert len(shelf.pages("shade_tile")) == 2


def test_a_lookup_reads_no_other_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hover costs two looks at the folder and the page itself, and that only once."""
    writer = DiskShelf(tmp_path)
    for number in range(20):
        writer.add([PAGE._replace(title=f"t{number}", names=(f"t{number}",))], f"/{number}")
    writer.save_index()
    opened: list[str] = []
    plain = Path.read_text

    def counted(self: Path, *rest: str) -> str:
        opened.append(self.name)
        return plain(self, *rest)

    monkeypatch.setattr(shelf_module.Path, "read_text", counted)
    shelf = DiskShelf(tmp_path)
    for _ in range(3):
        assert [page.title for page in shelf.pages("t7")] == ["t7"]
        assert shelf.pages("nothing") == []
    assert len(opened) == 2
    assert opened[0] == "pages.json"


def test_names_of_files_that_are_no_text(tmp_path: Path) -> None:
    """Where a page came from is kept whatever bytes its path has."""
    source = os.fsdecode(b"/a/\xff.txt")
    DiskShelf(tmp_path).add([PAGE], source)
    (found,) = DiskShelf(tmp_path).all()
    assert isinstance(found, Shelved)
    assert found.source == source
    json.loads((tmp_path / "pages" / found.file).read_text("ascii"))


@pytest.mark.parametrize(
    ("platform", "environ", "expected"),
    [
        ("linux", {"OPENCL_LS_DATA": "/own", "XDG_DATA_HOME": "/xdg"}, Path("/own")),
        ("linux", {"XDG_DATA_HOME": "/xdg"}, Path("/xdg/opencl-ls")),
        ("linux", {"XDG_DATA_HOME": "xdg"}, Path.home() / ".local/share/opencl-ls"),
        ("linux", {}, Path.home() / ".local/share/opencl-ls"),
        ("darwin", {}, Path.home() / "Library/Application Support/opencl-ls"),
        ("win32", {"LOCALAPPDATA": "/local"}, Path("/local/opencl-ls")),
        ("win32", {}, Path.home() / "AppData/Local/opencl-ls"),
    ],
)
def test_data_folder(platform: str, environ: dict[str, str], expected: Path) -> None:
    """Each system has its place for a user's data."""
    assert data_folder(environ, platform) == expected
