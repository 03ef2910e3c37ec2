"""Imported pages: every format with its pitfalls, in pages of our own.

The five pages that the project was given are read too where they are there.
"""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opencl_ls.docs.importing.asciidoc_text import without_marks
from opencl_ls.docs.importing.page import ImportedPage, Section, UnreadablePage, copies_for
from opencl_ls.docs.importing.reading import read_pages
from opencl_ls.docs.importing.words import one_line, program, prototype, swallows, words
from opencl_ls.reference.content import plain_words

PAGES = Path(__file__).with_name("pages")
SHARED = Path(__file__).parents[2].parent / "shared" / "reference-pages"


def beside(name: str) -> str | None:
    path = PAGES / name
    return path.read_text("utf-8") if path.is_file() else None


def read(name: str) -> ImportedPage:
    (page,) = read_pages((PAGES / name).read_text("utf-8"), name, beside)
    return page


def sections(page: ImportedPage) -> dict[str, str]:
    return {section.heading: section.text for section in page.sections}


# --- DocBook -------------------------------------------------------------------------------------

SYNOPSIS = """\
```opencl
tonen shade_tile(const __global float *colours, tile_t tile_to_paint, uint tone)
```

```opencl
void shade_row(uint row)
```"""
RULES = """\
- The outer rule, of which there are:
  - An inner rule."""
TABLE = """\
- `TONE_DARK`
  - Meaning: Nearly black.
  - On the host: `cl_dark`"""


@pytest.mark.parametrize("name", ["shade_tile.html", "shade_tile.xml", "shade_tile.3clc"])
def test_docbook(name: str) -> None:
    """XHTML, XML and the manual page made from it say the same."""
    page = read(name)
    assert page.title == "shade_tile, shade_row"
    assert page.names == ("shade_tile, shade_row", "shade_tile", "shade_row")
    assert page.purpose == "Paint one tile with a `tone`."
    found = sections(page)
    assert found["Synopsis"].startswith(SYNOPSIS)
    assert found["Description"].startswith("`shade_tile` paints whatever `tile_to_paint` names.")
    assert RULES in found["Description"]
    assert "`TONE_DARK`" in found["Description"]
    assert found["Notes"] == "Rows are shaded from the left."
    assert "shade_row(" in found["Example"]
    assert found["See also"] == "`tone_of`"
    assert page.notice.startswith("Copyright")
    assert "2001-2002" in page.notice


@pytest.mark.parametrize("name", ["shade_tile.html", "shade_tile.xml"])
def test_docbook_tables_and_headings(name: str) -> None:
    """A cell inside a cell is a cell; what is below a heading is a section; notices are whole."""
    page = read(name)
    found = sections(page)
    assert TABLE in found["Description"]
    assert found["Restrictions"] == "Tiles cannot overlap."
    assert page.notice == ("Copyright \u00a9 2001-2002 Tile Makers. Tiles may be laid by anyone.")
    assert "Never shown" not in str(page)


def test_xhtml_programs() -> None:
    """Blocks inside inline elements, typographic signs, lost indentation, swallowed lines."""
    found = sections(read("shade_tile.html"))
    assert "float tone = 0.5f;\nprintf(\"%f - %s\\n\", tone, 'x' ...);" in found["Description"]
    assert "Build with `-cl-no-dither` for" in found["Description"]
    assert "`tonen` is one of 2^8 values \\* 3." in found["Description"]
    assert found["Synopsis"].endswith(
        "void shade_tile(double tone);   // if doubles can be shaded\n```"
    )
    swallowed, flag, indented = found["Example"].split("\n\n")[1:]
    assert "// not allowed local tile_t u; u = 1;   // allowed" in swallowed
    assert flag.startswith("*In this copy a comment continues")
    assert indented == (
        "```opencl\nkernel void paint(global float *out)\n{\n    if (out)\n    {\n"
        '        shade_row(\n            1); // "}"\n    }\n}\n```'
    )


def test_xhtml_version() -> None:
    """The page's own link gives its version; the names of the file and its folder go before it."""
    text = (PAGES / "shade_tile.html").read_text("utf-8")
    versions = {
        path: read_pages(text, path)[0].version
        for path in ("a.html", "sdk/1.2/docs/a.html", "b\\opencl-1.0\\a.html", "1.0/a-2.1.html")
    }
    assert list(versions.values()) == ["2.0", "1.2", "1.0", "2.1"]
    assert "a" in read_pages(text, "1.0/a-2.1.docbook.xhtml")[0].names


def test_gitiles() -> None:
    """The same inside a gitiles page, as text or as HTML; all indentation is lost there."""
    whole = read("shade_tile.html")
    text = (PAGES / "shade_tile.html").read_text("utf-8")
    flat = re.sub(r"^[ \t]+", "", text, flags=re.M)
    copied = f"tiles / book / .\nblob: {'0a' * 20} [file] [log] [blame]\n{flat}"
    rows = "".join(
        f'<tr class="FileContents-line"><td class="FileContents-lineNum"></td>'
        f'<td class="FileContents-lineContents"><span>{html.escape(line)}</span></td></tr>\n'
        for line in text.split("\n")
    )
    saved = f'<html><body><table class="FileContents">{rows}</table></body></html>'
    for shown in (copied, saved):
        (page,) = read_pages(shown, "shade_tile.txt")
        assert page.format == "DocBook XHTML in gitiles"
        assert (page.title, page.purpose, page.names) == (whole.title, whole.purpose, whole.names)
        assert [each.heading for each in page.sections] == [each.heading for each in whole.sections]
        assert sections(page)["Synopsis"] == sections(whole)["Synopsis"]
        assert RULES in sections(page)["Description"]


def test_xml_entities() -> None:
    """Files beside the page come in; entities of its own are refused, a missing file is named."""
    text = (PAGES / "shade_tile.xml").read_text("utf-8")
    (page,) = read_pages(text, "shade_tile.xml")
    assert sections(page)["Notes"] == "(shadingInc.xml belongs here.)"
    bomb = text.replace('SYSTEM "shadingInc.xml"', '"&#x26;shadingInc;&#x26;shadingInc;"')
    with pytest.raises(UnreadablePage, match='the entity "shadingInc"'):
        read_pages(bomb, "shade_tile.xml", beside)
    (page,) = read_pages(text.replace("shadingInc.xml", "../secret.xml"), "a.xml", beside)
    assert "secret.xml belongs here" in sections(page)["Notes"]


# --- asciidoctor and AsciiDoc --------------------------------------------------------------------


def test_asciidoctor() -> None:
    """A page about many functions: a section for each row, names without `<wbr>` in them."""
    page = read("tileFunctions.html")
    assert (page.title, page.purpose, page.version) == ("tileFunctions", "Tile Functions", "3.0")
    assert page.names == ("tileFunctions", "shade_tile", "shade_row")
    assert page.own_names == ("tileFunctions",)
    found = sections(page)
    assert found["Description"] == (
        "**Note:** Tiles need `__opencl_c_tile_shading`.\n\n"
        "All tiles are shaded & dried. (note 1)\n\n"
        "```opencl\ntile_t t;\n\nshade_row(1);\n```\n\n"
        "- `tile_t`: A tile.\n- `tile2_t`: Two tiles."
    )
    assert page.about("shade_tile")[0] == Section(
        "shade_tile",
        "```opencl\n"
        "tile_t shade_tile(tile_t tile_to_paint, uint tone)\n"
        "tile_t shade_tile(tile_t tile_to_paint)\n"
        "// For tiles of two tones:\n"
        "tile2_t shade_tile(tile2_t tile_to_paint)\n"
        "```\n\nPaints the tile.\n\n**Note:** Paint dries.",
        ("shade_tile",),
    )
    assert "shade_row" not in [section.heading for section in page.about("shade_tile")]
    assert "void shade_row(uint row)" in found["shade_row"]
    assert found["See also"] == "toneFunctions"
    assert found["Footnotes"] == "- Note 1: Drying takes a while."
    assert page.notice == "Copyright 2001-2002 Tile Makers. SPDX-License-Identifier: CC-BY-4.0"


def test_specification_in_asciidoc() -> None:
    """Each block is a page; conditions hold and are marked, attributes are replaced."""
    pages = read_pages((PAGES / "tiles.adoc").read_text("utf-8"), "tiles.adoc")
    assert [page.title for page in pages] == ["tileFunctions", "dryTile"]
    page = pages[0]
    assert page.names == ("tileFunctions", "shadeTile", "shade_tile", "shade_row")
    assert page.notice == "Copyright 2001-2002 Tile Makers. SPDX-License-Identifier: CC-BY-4.0"
    found = sections(page)
    assert found["Description"] == (
        "All tiles are shaded and dried in `__global` memory, for `__opencl_c_tile_shading` and "
        "`cl_khr_tiles` see the tones. Widths are as in `tilen`, of 0 \u2264 n \u2264 4.\n\n"
        f"{RULES}\n- (with `cl_khr_wet_tiles`) A wet rule.\n\n"
        "**Note:** Paint dries.\n\n"
        "```opencl\ntile_t t;\n// A remark that stays.\nshade_row(1);\n```\n\n"
        "- `aligned (width)`: Tiles in a line.\n\n  They touch.\n\n"
        f"{TABLE}\n{TABLE.replace('Nearly black', 'Black').replace('cl_dark', 'cl_black')}"
    )
    assert found["shade_tile"] == (
        "```opencl\ntile_t shade_tile(tile_t tile_to_paint, uint t)\n"
        "tile_t shade_tile(tile_t *tiles)\n"
        "// with cl_khr_wet_tiles:\nwet_t shade_tile(wet_t t)\n```\n\n"
        "Paints the tile. Even a **wet** one.\n\nA second paragraph."
    )
    assert found["shade_row"].endswith("\n```\n\nPaints a row, `a | b`.")
    assert found["See also"] == "`toneFunctions`"


def test_a_block_that_is_closed_too_early() -> None:
    """The table that declares a page's function belongs to the page; what follows does not."""
    page = read_pages((PAGES / "tiles.adoc").read_text("utf-8"), "tiles.adoc")[1]
    assert "void dryTile(tile_t t)" in sections(page)["dryTile"]
    assert "belongs to no page" not in str(page)


def test_manual_page_in_asciidoc() -> None:
    """A manual page has its names, the text of a file beside it, and its see-also."""
    (page,) = read_pages(
        (PAGES / "shade_tile.txt").read_text("utf-8"),
        "shade_tile.txt",
        {"shading.txt": "Rows are shaded from the left."}.get,
    )
    assert (page.title, page.purpose) == ("shade_tile", "Paint one tile.")
    found = sections(page)
    assert found["Synopsis"] == "```opencl\nvoid shade_tile(uint tone)\n```"
    assert found["Description"] == "See `shade_row`.\n\nRows are shaded from the left."
    assert found["See also"] == "`tone_of`"


def test_extension_in_asciidoc() -> None:
    """The file of an extension is its page."""
    page = read("cl_khr_tiles.asciidoc")
    assert page.title == "cl_khr_tiles"
    assert sections(page)["Description"] == "`cl_khr_tiles` adds tiles."


# --- manual pages and plain text -----------------------------------------------------------------


def test_manual_page() -> None:
    """Terms with their text, tables, what the style sheet adds."""
    page = read("shade_tile.3clc")
    found = sections(page)
    assert "2^8 values" in found["Description"]
    assert "- `tone`: How dark it becomes.\n- `TONE_DARK`: Nearly black." in found["Description"]
    assert found["Example"] == (
        "```opencl\nkernel void paint(void)\n{\n    shade_row(1); // example - dark\n}\n```"
    )
    assert "example.org" not in str(page)
    assert "Specification" not in found


def test_manual_page_that_points_elsewhere() -> None:
    """An alias is no page."""
    with pytest.raises(UnreadablePage, match="only points to man3clc/shade_tile"):
        read_pages(".so man3clc/shade_tile.3clc\n", "shade_row.3clc")


def test_plain_text() -> None:
    """Programs flush with the prose, remarks, constants and bullets of two depths."""
    page = read("rendered/shade_tile-1.1.txt")
    assert page.title == "shade_tile, shade_row"
    assert page.version == "1.1"
    assert page.purpose == "Paint one tile with a tone."
    assert page.notice == "Copyright \u00a9 2001-2002 Tile Makers. Tiles may be laid by anyone."
    found = sections(page)
    assert list(found) == ["Synopsis", "Description", "Notes", "Example", "Errors", "See also"]
    assert found["Synopsis"].startswith("```opencl\ntone4 shade_tile(const __global float *")
    assert found["Description"] == (
        "`shade_tile` paints whatever `tile_to_paint` names; local memory is where the tiles are, "
        "and a queue of them waits.\n\n- `TONE_DARK`: Nearly black.\n\n**Note:** Paint dries."
    )
    assert found["Example"] == (
        "An example of how to paint.\n\n"
        "```opencl\nkernel void\npaint(global int *a,\n      global int *b)\n{\n    ...\n\n"
        "    // a tile - dark\n    shade_row(^{ *a = 1; };\n}\n```\n\n"
        "**Note:** Wet paint is no error.\n\n"
        "```opencl\nkernel void\ndry(global int *a, ...)\n{\n"
        "    int tone = a[0]; // dry\n}\n```\n\n"
        "More is in a book."
    )
    assert found["Errors"] == (
        "Build with `-g` and look for these:\n\n"
        "- `TILE_BROKEN` if it is broken.\n\n  It cannot be glued.\n\n  - Not even by you.\n"
        "- `TILE_LOST` if it is lost."
    )


def test_plain_text_of_rules() -> None:
    """A page without functions: its first line is the title, its rules keep their programs."""
    page = read("rendered/tileRules.txt")
    assert page.title == "Rules of Tiles"
    assert page.names == ("Rules of Tiles", "tileRules")
    assert sections(page)["Rules of Tiles"] == (
        "- Tiles are square.\n  - Squares have four sides.\n\n"
        "```opencl\nkernel void paint(void)\n{\n    shade_row(1);\n}\n```\n\n- Tones are dark."
    )


def test_plain_text_as_man_prints_it() -> None:
    """What `man` prints above a page is no part of it."""
    page = read("rendered/shade_row.txt")
    assert (page.title, page.purpose) == ("shade_row", "Paint a row.")
    assert sections(page) == {
        "Synopsis": "```opencl\nvoid shade_row(uint row);\n```",
        "Description": "Paints a row.",
        "See also": "`shade_tile`",
    }


# --- what cannot be read -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no heading"),
        ("Dear diary,\n\ntoday I laid tiles.\n", "no heading"),
        ("<html><body>News</body></html>", "no page of the reference"),
        ("GIF89a\0\0", "not text"),
        ('<div class="refentry"><div class="refnamediv"></div></div>', "no title"),
        ('<div class="refentry"><div class="refnamediv"><h1>a</h1></div></div>', "no text"),
        ('<![if x]><div class="refentry"><![endif', "it"),
        ("= tile(3)\n", "no page"),
        ('.\\" Title\n', "no .TH"),
        ('.TH "TILES" "3"\n.SH "NAME"\ntiles \\- lay tiles\n', "about something else"),
        ('<p class="refentry">' + "<div>" * 5000, "no title"),
    ],
)
def test_unreadable(text: str, reason: str) -> None:
    """The reason is said; nothing but UnreadablePage is raised."""
    with pytest.raises(UnreadablePage, match=re.escape(reason)):
        read_pages(text, "page.txt")


TEXTS = [path.read_text("utf-8") for path in sorted(PAGES.rglob("*.*"))]
PIECES = [
    "<td>", "</td>", "</div>", "<table>", "<![CDATA[", "<![x", "<!DOCTYPE a [", "&x;", "<p>",
    "```", "`", "|", "|===\n", "\n----\n", "\n--\n", "ifdef::cl_x[]\n", "endif::[]\n", ".5+|",
    "\n.TS\n", "\n.TE\n", "T{\n", "\n.RS\n", "\n.ie n \\{\\\n", "\\f", "\\(", "\n.so x\n",
    "{", "}", "(", ")", ";", "//", "_", "**", "\n", " ", "\u2022 ", "\x01", "\x02", "\x04",
]  # fmt: skip


@settings(deadline=None, max_examples=150)
@given(
    text=st.sampled_from(TEXTS),
    edits=st.lists(
        st.tuples(st.floats(0, 1), st.integers(0, 60), st.sampled_from(["", *PIECES])), max_size=8
    ),
    end=st.floats(0, 1),
)
def test_no_text_breaks_the_reader(
    text: str, edits: list[tuple[float, int, str]], end: float
) -> None:
    """Damaged pages are read or refused, and what is read has whole programs in it."""
    text = text[: int(len(text) * end)]
    for place, length, piece in edits:
        at = int(len(text) * place)
        text = text[:at] + piece + text[at + length :]
    try:
        pages = read_pages(text, "page.txt", beside)
    except UnreadablePage:
        return
    for page in pages:
        assert page.title
        assert all(section.text.count("```") % 2 == 0 for section in page.sections)


# --- words ---------------------------------------------------------------------------------------


def test_words() -> None:
    """Names of the language become code, marks of Markdown are escaped."""
    assert words("a __local *p <b> [c] `d` 2 * 3") == ("a `__local` \\*p \\<b> \\[c] 'd' 2 \\* 3")
    assert words("built with \u2013g or (\u2013cl-opt-disable), not \u2013 x") == (
        "built with `-g` or (`-cl-opt-disable`), not \u2013 x"
    )
    assert words(r"is \(w_0 = 1/m\).") == "is `w_0 = 1/m`."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("int a; // illegal int b; // legal", True),
        ("local int a = 1; // not allowed local int b;", True),
        ("int a; // at http://example.org;", False),
        ("int a; // a = 1;", False),
        ("int a; // the int is small (int c;)", False),
        ('printf("//"); // prints; done', False),
    ],
)
def test_swallowed_statements(text: str, expected: bool) -> None:
    """A comment that goes on into statements is found, one that holds a statement is not."""
    assert swallows(text) is expected


def test_indentation_is_kept_where_there_is_any() -> None:
    """Only text that has lost all indentation is indented again."""
    assert program("  {\n    a();\n  }\n") == "{\n  a();\n}"
    assert program("f(\nint a)\n{\na(); /* } */\n}") == "f(\n    int a)\n{\n    a(); /* } */\n}"


def test_long_declarations_are_wrapped() -> None:
    """A parameter to the line, and none of them cut."""
    text = "void f ( queue_t q ,void ( ^block)(local void *, ...), const global float * " + "x" * 40
    assert prototype(text + ")") == (
        "void f(queue_t q,\n       void (^block)(local void *, ...),\n"
        f"       const global float *{'x' * 40})"
    )


def test_the_nearest_version_is_taken() -> None:
    """At or below the file's, else above; one copy of each page, two pages of one name."""

    def made(version: str, kind: str, title: str = "max") -> ImportedPage:
        return ImportedPage(title, (title,), kind, version)

    old, new, plain = made("1.2", "DocBook XHTML"), made("3.0", "AsciiDoc"), made("", "plain text")
    twin, again = made("1.2", "DocBook XHTML", "max, min"), made("1.2", "manual page")
    pages = [plain, again, new, twin, old]
    assert copies_for(pages, "2.0") == [old, twin]
    assert copies_for(pages, "1.0") == [old, twin]
    assert copies_for(pages) == [new]
    assert copies_for([plain], "1.0") == [plain]
    assert copies_for([]) == []


# --- the pages that the project was given --------------------------------------------------------


@pytest.mark.skipif(not SHARED.is_dir(), reason="the five reference pages are not here")
@pytest.mark.parametrize(
    ("name", "title", "version", "headings", "pieces"),
    [
        (
            "blocks-2.1.docbook.xhtml", "Blocks", "2.1",
            {"Synopsis", "Description", "Restrictions", "Examples", "Specification"},
            ['printf("%d\\n", myBlock(3));', "MyBlockType myFirstBlock = // ...;"],
        ),
        (
            "local-1.2.gitiles.txt", "__local", "1.2",
            {"Synopsis", "Description", "Notes", "Example", "See also"},
            ["__local\nlocal", "        __local float c; // not", "a line break is missing"],
        ),
        (
            "work_group_barrier-2.1.gitiles.txt", "work_group_barrier", "2.1",
            {"Synopsis", "Description", "Specification"},
            ["void work_group_barrier(cl_mem_fence_flags flags, memory_scope scope)"],
        ),
        (
            "enqueue_kernel-2.1.txt", "enqueue_kernel", "2.1",
            {"Synopsis", "Description", "Notes", "Example", "Errors"},
            ["           void ( ^block)(local void *, ...),", "`-cl-uniform-work-group-size`"],
        ),
        (
            "restrictions-1.0.txt", "Restrictions", "1.0",
            {"Restrictions", "See also"},
            ["  - Pointers to functions are not allowed.", "px[1] = pA[1];  // error."],
        ),
    ],
)  # fmt: skip
def test_the_five_pages(
    name: str, title: str, version: str, headings: set[str], pieces: list[str]
) -> None:
    """Each has its title, synopsis or rules, description, notes and see-also."""
    (page,) = read_pages((SHARED / name).read_text("utf-8"), name)
    assert (page.title, page.version) == (title, version)
    found = sections(page)
    assert headings <= set(found), set(found)
    text = "\n".join(found.values())
    for piece in pieces:
        assert piece in text
    if title != "enqueue_kernel":
        assert page.notice.count("Copyright \u00a9") == 1
        assert page.notice.endswith("portions of the Materials.")


def test_marks_in_program_text_of_asciidoc() -> None:
    """A slanted letter and a bold name lose their marks; a pointer and a product keep theirs."""
    assert without_marks(
        "vec__n__ *lay_tile__n__<_wet>*(tile__n__)\nint *p(x);\na = b *c*(d);"
    ) == ("vecn lay_tilen<_wet>(tilen)\nint *p(x);\na = b *c*(d);")


@pytest.mark.parametrize(
    ("text", "markdown"),
    [("1. one", r"1\. one"), ("12) b", r"12\) b"), ("- x", r"\- x"), ("3.5 is", "3.5 is")],
)
def test_paragraphs_are_no_lists(text: str, markdown: str) -> None:
    """The mark is escaped, and read back unchanged."""
    assert one_line(text) == markdown
    assert plain_words(markdown) == text
