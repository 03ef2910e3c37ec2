"""The commands `doc import` and `doc forget`, and imported pages in `doc`."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Result

PAGES = Path(__file__).parent.parent / "docs" / "pages"
RULES = PAGES / "rendered" / "tileRules.txt"
BARRIER = """\
Hold the tile makers.

void barrier(cl_mem_fence_flags flags)

Description

All of them wait, one by one.

Also see

shade_tile

Copyright (c) 2001 Tile Makers.
"""
Run = Callable[..., Result]


@pytest.fixture
def doc(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `doc` with an empty data folder, in a folder that is not it."""
    monkeypatch.setenv("OPENCL_LS_DATA", str(tmp_path / "data"))
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    return lambda *arguments: run("doc", *arguments)


def test_a_folder_is_imported(doc: Run) -> None:
    """A line for each page, one for each file that is none, and an exit status for the latter."""
    result = doc("import", str(PAGES))
    assert result.status == 2
    lines = result.out.splitlines()
    assert "new: tileFunctions [asciidoctor HTML, OpenCL 3.0] as shade_tile, shade_row" in lines
    assert 'new: "Rules of Tiles" [plain text] as tileRules' in lines
    unreadable = PAGES / "shadingInc.xml"
    assert f"unreadable: {unreadable}: it is mark-up, but no page of the reference" in lines
    assert lines[-1] == "11 new, 1 unreadable"
    assert result.err == ""

    again = doc("import", str(PAGES))
    assert again.out.splitlines()[-1] == "11 unchanged, 1 unreadable"
    assert doc("import", str(RULES)).status == 0


def test_nothing_imported_is_lost_by_a_bad_file(doc: Run, tmp_path: Path) -> None:
    """What stands before and after it is read, also where it is no file at all."""
    (tmp_path / "bad.html").write_bytes(b"\x00\x01")
    result = doc("import", str(RULES), "missing.txt", str(tmp_path / "bad.html"), str(PAGES))
    assert "unreadable: missing.txt: No such file or directory" in result.out
    assert f"unreadable: {tmp_path / 'bad.html'}: it is not text" in result.out
    assert result.out.splitlines()[-1] == "11 new, 3 unreadable"
    assert doc("Rules of Tiles").status == 0


def test_packed_and_other_encodings(doc: Run, tmp_path: Path) -> None:
    """Manual pages are packed; old pages are in an encoding of their own."""
    packed = tmp_path / "shade_tile.3clc.gz"
    packed.write_bytes(gzip.compress((PAGES / "shade_tile.3clc").read_bytes()))
    (tmp_path / "broken.3clc.gz").write_bytes(packed.read_bytes()[:-20])
    old = BARRIER.replace("(c)", "\u00a9")
    (tmp_path / "latin.txt").write_bytes(old.encode("latin-1"))
    (tmp_path / "wide.txt").write_bytes(old.replace("barrier", "mad24").encode("utf-16"))
    result = doc("import", str(tmp_path))
    assert result.out.splitlines()[-1] == "1 unreadable, 3 new"
    assert "shade_tile, shade_row" in result.out
    for name in ("latin", "wide"):
        assert doc(name).out.rstrip().endswith("Copyright \u00a9 2001 Tile Makers.")


def test_the_page_is_below_our_own_text(doc: Run, tmp_path: Path) -> None:
    """Under a heading that says whose it is, with its notice at the end."""
    (tmp_path / "barrier-1.2.txt").write_text(BARRIER)
    doc("import", str(tmp_path / "barrier-1.2.txt"))
    parts = [
        "void barrier(cl_mem_fence_flags flags)",
        "Holds every work-item",
        "From your copy of barrier (plain text, OpenCL 1.2).",
        "Hold the tile makers.",
        "\nSynopsis\n\n    void barrier(",
        "\nDescription\n\nAll of them wait, one by one.",
        "\nSee also\n\nshade_tile",
        "Copyright (c) 2001 Tile Makers.",
    ]
    out = doc("barrier", "--std", "CL2.0").out
    places = [out.find(part) for part in parts]
    assert -1 not in places
    assert places == sorted(places)
    assert (
        "\x1b[1mFrom\x1b[0m \x1b[1myour\x1b[0m \x1b[1mcopy\x1b[0m of barrier"
        in doc("barrier", "--color").out
    )


def test_names_that_only_the_import_knows(doc: Run) -> None:
    """They are found in any case, by title and by file, and offered for a misspelt one."""
    doc("import", str(RULES))
    for name in ("Rules of Tiles", "tileRules", "tilerules"):
        out = doc(name).out
        assert out.startswith("From your copy of Rules of Tiles (plain text).")
        assert "- Tiles are square.\n  - Squares have four sides.\n" in out
        assert "\n    kernel void paint(void)\n    {\n        shade_row(1);\n    }\n" in out
    assert "is it tileRules?" in doc("tileRule").err


def test_a_row_of_a_page_about_many(doc: Run) -> None:
    """A name's own row comes first, no other name's row at all."""
    doc("import", str(PAGES / "tileFunctions.html"))
    out = doc("shade_row").out
    assert out.find("void shade_row(uint row)") < out.find("All tiles are shaded & dried. (note 1)")
    assert "Paints the tile" not in out
    assert "Paints the tile" in doc("tileFunctions").out


def test_the_list_and_forgetting(doc: Run, tmp_path: Path) -> None:
    """Pages are listed with the files that they came from, and dropped by their own names."""
    assert doc("import", "--list").out.startswith("no pages")
    doc("import", str(RULES), str(PAGES / "tileFunctions.html"))
    listed = doc("import", "--list")
    assert listed.status == 0
    assert f'"Rules of Tiles" [plain text] as tileRules  {RULES}' in listed.out.splitlines()

    refused = doc("forget", "tileRules", "shade_row")
    assert refused.status == 2
    assert 'no imported page is called "shade_row"; it is in the page "tileFun' in refused.err
    assert len(doc("import", "--list").out.splitlines()) == 2

    dropped = doc("forget", "tilerules")
    assert (dropped.status, dropped.out) == (
        0,
        'forgotten: "Rules of Tiles" [plain text] as tileRules\n',
    )
    assert doc("Rules of Tiles").status == 2
    assert doc("shade_row").status == 0
    doc("forget", "--all")
    assert doc("import", "--list").out.startswith("no pages")
    assert not list((tmp_path / "data" / "pages").iterdir())


def test_damaged_pages_are_named(doc: Run, tmp_path: Path) -> None:
    """The list says which file is damaged; `--all` clears it away."""
    doc("import", str(RULES))
    bad = tmp_path / "data" / "pages" / "bad.json"
    bad.write_text("{")
    listed = doc("import", "--list")
    assert listed.status == 2
    assert "Rules of Tiles" in listed.out
    assert f"damaged: {bad}: it holds no page" in listed.err
    doc("forget", "--all")
    assert not bad.exists()


def test_control_characters_do_not_reach_the_terminal(doc: Run, tmp_path: Path) -> None:
    """A page is untrusted text."""
    (tmp_path / "odd.txt").write_text(BARRIER.replace("one by one", "one \x1b[2J by one"))
    doc("import", str(tmp_path / "odd.txt"))
    assert "\x1b" not in doc("odd").out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["import"], "name the files to read, or --list"),
        (["import", "--list", "x"], "name the files to read, or --list"),
        (["import", "--frobnicate"], "--frobnicate"),
        (["forget"], "name the pages to drop, or --all"),
        (["forget", "--all", "x"], "name the pages to drop, or --all"),
        (["forget", "x"], 'no imported page is called "x"'),
    ],
)
def test_wrong_usage(doc: Run, arguments: list[str], words: str) -> None:
    """One line says what is wrong."""
    result = doc(*arguments)
    assert result.status == 2
    assert words in result.err
    assert result.err.count("\n") == 1
