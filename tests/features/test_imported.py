"""Imported pages in a hover."""

from __future__ import annotations

import pytest

from opencl_ls.analysis.host import check
from opencl_ls.docs.importing.page import ImportedPage, Section
from opencl_ls.features.hover import Hover, hover_at
from opencl_ls.settings.options import from_build_options
from opencl_ls.text import display
from tests.support.cases import MemoryFiles

CODE = """\
kernel void k(global float *p, local int *q) {
    float most = max(p[0], p[1]);
    p[0] = most + vload4(0, q).x + CLK_LOCAL_MEM_FENCE + __OPENCL_VERSION__;
    __attribute__((opencl_unroll_hint(2))) while (q[0]) q[0]--;
}
"""
NOTICE = "Copyright \u00a9 Tile Makers."


class FakeShelf:
    """A shelf that remembers what it was asked for."""

    def __init__(self, *pages: ImportedPage) -> None:
        self.content = pages
        self.asked: list[str] = []

    def pages(self, name: str) -> list[ImportedPage]:
        """Return the pages of a name."""
        self.asked.append(name)
        return [page for page in self.content if name in page.names]


def made(name: str, *sections: Section, version: str = "1.2") -> ImportedPage:
    """Return a page of a name."""
    return ImportedPage(name, (name,), "plain text", version, "Its purpose.", sections, NOTICE)


def hovered(word: str, shelf: FakeShelf | None, std: str = "CL1.2") -> Hover | None:
    """Return the hover on a word of the program."""
    settings, problems = from_build_options([f"-cl-std={std}"])
    assert not problems
    analysis = check("main.cl", MemoryFiles({"main.cl": CODE}), settings)
    return hover_at(analysis, CODE.index(word), shelf)


def added(word: str, shelf: FakeShelf, std: str = "CL1.2") -> list[str]:
    """Return what the shelf adds to a hover, which is all below our own text."""
    plain, with_pages = hovered(word, None, std), hovered(word, shelf, std)
    assert plain is not None
    assert with_pages is not None
    assert with_pages.parts[: len(plain.parts)] == plain.parts
    more = with_pages.parts[len(plain.parts) :]
    assert all(part.detail for part in more)
    return [display(part.text) for part in more]


def test_synopsis_and_description_stand_below_our_own_text() -> None:
    """With a title that says whose text it is, and the notice; notes are for `doc`."""
    page = made(
        "max",
        Section("Synopsis", "```opencl\nint max(int x)\n```"),
        Section("Description", "Takes \u2264 two.\n\n- An item.\n  - Another."),
        Section("Notes", "Remember."),
    )
    assert added("max", FakeShelf(page)) == [
        "**From your copy** of max (plain text, OpenCL 1.2).",
        "Its purpose.",
        "int max(int x)",
        "Takes \u2264 two.",
        "- An item.\n  - Another.",
        NOTICE,
    ]


def test_the_version_of_the_file_is_preferred() -> None:
    """The page of the nearest version that is not above."""
    shelf = FakeShelf(*(made("max", version=version) for version in ("1.0", "2.0", "3.0")))
    assert added("max", shelf)[0].endswith("OpenCL 1.0).")
    assert added("max", shelf, "CL3.0")[0].endswith("OpenCL 3.0).")


def test_long_pages_are_cut() -> None:
    """At most about sixty lines, and a way to the rest."""
    page = made("max", Section("Description", "\n\n".join(["word " * 30] * 100)))
    shown = added("max", FakeShelf(page))
    assert len(shown) < 40
    assert shown[-2:] == ["... The rest: `opencl-ls doc max`", NOTICE]


def test_a_page_about_many_shows_the_row_at_hand() -> None:
    """The row of the name goes first, the others' rows are left out."""
    page = made(
        "commonFunctions",
        Section("Description", "All of them."),
        Section("min", "The lesser.", ("min",)),
        Section("max", "The greater.", ("max",)),
    )._replace(names=("commonFunctions", "min", "max"))
    assert added("max", FakeShelf(page))[2:4] == ["The greater.", "All of them."]


def test_lists_of_names_are_narrowed() -> None:
    """Where a page lists types, the one at hand is shown."""
    page = made("float", Section("Description", "- `int`: Whole.\n- `float`, `real`: Broken."))
    assert added("float", FakeShelf(page))[2] == "- `float`, `real`: Broken."


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("vload4", "vloadn"),
        ("float *", "scalarDataTypes"),
        ("local int", "local"),
        ("opencl_unroll_hint", "attributes-loopUnroll"),
        ("__OPENCL_VERSION__", "__OPENCL_VERSION__"),
        ("CLK_LOCAL_MEM_FENCE", "CLK_LOCAL_MEM_FENCE"),
    ],
)
def test_families_and_pages_of_the_reference(word: str, name: str) -> None:
    """A page may have a family's name, or that of the page on which the reference has a name."""
    assert added(word, FakeShelf(made(name)), "CL3.0")[0].startswith("**From your copy** of")


def test_names_of_the_program_are_never_looked_for() -> None:
    """A shelf knows the language, not the user's names."""
    shelf = FakeShelf(made("most"), made("k"), made("p"))
    for word in ("most =", "k(", "p["):
        assert hovered(word, shelf) == hovered(word, None)
    assert shelf.asked == []
