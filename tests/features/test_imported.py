"""Imported pages in a hover."""

from __future__ import annotations

import pytest

from opencl_ls.analysis.host import check
from opencl_ls.docs.importing.page import ImportedPage, Section
from opencl_ls.features.hover import Hover, hover_at
from opencl_ls.reference.lookup import named_page
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


@pytest.fixture(autouse=True)
def whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """How much of it a hover has room for is held in tests/docs/test_shortening.py."""
    monkeypatch.setattr("opencl_ls.features.hover.in_brief", lambda parts, _name: list(parts))


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


def test_synopsis_and_description_are_below_our_own_text() -> None:
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


# --- what concerns the place at hand -------------------------------------------------------------

FORMS = """\
kernel void k(read_only image2d_t image, sampler_t sampler, global float4 *out) {
    out[0] = read_imagef(image, sampler, (int2)(0));
    work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
    int (^twice)(int) = ^(int x) { return 2 * x; };
    goto end;
    end: barrier(CLK_LOCAL_MEM_FENCE);
}
"""
BARRIER = "barrier(CLK_LOCAL_MEM_FENCE);"
LICENCE = "Copyright \u00a9 Tile Makers. Permission is hereby granted, free of charge. Use it well."


def rendered(word: str, *pages: ImportedPage, code: str = FORMS) -> list[str]:
    """Return what the shelf adds to the hover on a word of the program above."""
    settings, problems = from_build_options(["-cl-std=CL2.0"])
    assert not problems
    analysis = check("main.cl", MemoryFiles({"main.cl": code}), settings)
    place = code.index(word)
    plain, with_pages = hover_at(analysis, place), hover_at(analysis, place, FakeShelf(*pages))
    assert plain is not None
    assert with_pages is not None
    return [display(part.text) for part in with_pages.parts[len(plain.parts) :]]


def declaring(title: str, *declarations: str) -> ImportedPage:
    """Return a page on `read_imagef` with these declarations."""
    text = "\n\n".join(f"```opencl\n{each}\n```" for each in declarations)
    page = made(title, Section("Synopsis", text), version="2.0")
    return page._replace(names=(title, "read_imagef"))


def test_of_several_pages_that_of_the_form_is_shown() -> None:
    """The page, and in it the declaration, that has the type of image of the call."""
    one = declaring("read_image1d", "float4 read_imagef(image1d_t image, sampler_t s, int x)")
    two = declaring(
        "read_image2d",
        "float4 read_imagef(image2d_t image, sampler_t s, int2 at)",
        "float4 read_imagef(image2d_t image, int2 at)",
        "int4 read_imagei(image2d_t image, sampler_t s, int2 at)",
        "float4 read_imagef(image2d_array_t image, sampler_t s, int4 at)",
    )
    shown = rendered("read_imagef", one, two)
    assert shown[0].startswith("**From your copy** of `read_image2d`")
    assert [line for line in shown if "(image" in line] == [
        "float4 read_imagef(image2d_t image, sampler_t s, int2 at)"
    ]


def test_a_page_without_the_form_is_shown_whole() -> None:
    """Nothing is left out where nothing fits."""
    one = declaring("read_image1d", "float4 read_imagef(image1d_t image, sampler_t s, int x)")
    assert "float4 read_imagef(image1d_t image, sampler_t s, int x)" in rendered("read_imagef", one)


def test_the_licence_is_one_line() -> None:
    """The hover names the owner of the text; the terms are with the whole page."""
    page = made("barrier", Section("Description", "Waits."))._replace(notice=LICENCE)
    other = page._replace(title="barriers")
    shown = rendered(BARRIER, page, other)
    line = "Copyright \u00a9 Tile Makers. Its terms: `opencl-ls doc barrier`."
    assert shown.count(line) == 1
    assert shown[-1] == line
    whole = named_page("barrier", None, _Whole(page))
    assert LICENCE in [part.text for part in whole.parts]


class _Whole(FakeShelf):
    def pages_like(self, name: str) -> list[ImportedPage]:
        """Return the pages of a name."""
        return self.pages(name)


@pytest.mark.parametrize(
    ("word", "page"),
    [
        ("barrier(CLK_LOCAL_MEM_FENCE);", "work_group_barrier"),
        ("work_group_barrier", "barrier"),
        ("^twice", "blocks"),
        ("^(int x)", "blocks"),
    ],
)
def test_pages_hang_on_what_they_describe(word: str, page: str) -> None:
    """A page serves the other name of a function, and the signs of a construct."""
    shown = rendered(word, made(page, Section("Description", "Its words."), version="2.0"))
    assert shown[0].startswith("**From your copy** of")
    assert "Its words." in shown


def test_notes_and_examples_of_a_keyword() -> None:
    """They are its rules; what only points elsewhere is left out."""
    page = made(
        "local",
        Section("Description", "Shared."),
        Section("Notes", "No initializers."),
        Section("Example", "```opencl\nlocal int a;\n```"),
        Section("See also", "`global`"),
    )
    assert added("local int", FakeShelf(page))[2:-1] == [
        "Shared.",
        "No initializers.",
        "local int a;",
    ]


def test_restrictions_hang_on_what_they_restrict() -> None:
    """Of a page of restrictions, the rules that name a word of the language, and no others."""
    page = made(
        "restrictions",
        Section(
            "Restrictions",
            "- Kernels are so:\n  - A `__local` pointer stays.\n- A sampler is constant.\n"
            "- Never local heroes, no float.h.\n\nWhether control flow may be irreducible is open.",
        ),
    )
    assert rendered("goto", page)[1] == "- Whether control flow may be irreducible is open."
    assert rendered("sampler_t", page)[1] == "- A sampler is constant."
    assert added("local int", FakeShelf(page))[1] == "- A `__local` pointer stays."
    assert rendered(BARRIER, page) == []
    assert rendered("image2d_t", page) == []
    assert rendered("float4", page) == []
    assert added("float most", FakeShelf(page)) == []


def test_footnotes_come_with_what_cites_them() -> None:
    """A note that the text points to is shown below it, any other is not."""
    page = made(
        "barrier",
        Section("Description", "Waits (note 2)."),
        Section("Footnotes", "- Note 1: Unused.\n- Note 2: For all."),
    )
    shown = rendered(BARRIER, page)
    assert "- Note 2: For all." in shown
    assert not any("Unused" in line for line in shown)
