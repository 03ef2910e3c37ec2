"""The reference as pages for a browser: whole, linked among themselves, and safe."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from html.parser import HTMLParser
from posixpath import dirname, join, normpath

import pytest

from opencl_ls.analysis.catalogue import all_rules
from opencl_ls.docs.importing.page import ImportedPage, Section
from opencl_ls.docs.library import index
from opencl_ls.reference import reference
from opencl_ls.reference.content import Part, plain_words
from opencl_ls.reference.html.addresses import address_of, name_address, rule_address
from opencl_ls.reference.html.highlight import highlighted
from opencl_ls.reference.html.markup import markdown_html, parts_html
from opencl_ls.reference.html.site import name_page, single_page
from opencl_ls.reference.links import Target, name_link
from tests.support.reference_pages import site

VOID = {"meta", "link", "hr", "br", "img"}


class Checked(HTMLParser):
    """Collects what a page holds; its elements have to close as they open."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        named = {name: value or "" for name, value in attrs}
        if tag == "a":
            assert "a" not in self.open, "a link in a link"
        if "id" in named:
            self.ids.append(named["id"])
        self.links += [named[name] for name in ("href", "src") if name in named]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag


@cache
def pages() -> dict[str, Checked]:
    return {path: Checked(text) for path, text in site().items() if path.endswith(".html")}


def test_every_name_and_every_rule_has_a_page() -> None:
    places = [name_address(name) for name in index()] + [
        rule_address(each.code) for each in all_rules()
    ]
    # Systems that ignore case have one file for two such names.
    assert len({place.lower() for place in places}) == len(places)
    assert set(places) < set(site())
    assert all(re.fullmatch(r"[\w/-]+\.html", place, re.ASCII) for place in places)


def test_every_link_leads_to_a_file_of_the_site_or_to_the_registry() -> None:
    for path, page in pages().items():
        for link in page.links:
            place = normpath(join(dirname(path), link))
            assert link.startswith("https://registry.khronos.org/") or place in site(), (path, link)
        assert len(set(page.ids)) == len(page.ids), path


def test_pages_fetch_nothing_and_hold_no_program_and_no_style_of_their_own() -> None:
    """So a strict policy is no obstacle, and each page says it."""
    for path, page in pages().items():
        assert not page.tags & {"img", "iframe", "style", "object", "form", "svg", "base"}, path
        assert not {name for name in page.attributes if name.startswith("on")} | (
            page.attributes & {"style"}
        ), path
        text = site()[path]
        assert text.count("<script") == 2 and text.count("</script>") == 2
        assert "default-src 'none'" in text
    assert "http" not in site()["style.css"]
    assert "http" not in site()["search.js"].replace("https://", "")


def test_a_page_has_what_doc_prints() -> None:
    page = site()["work_group_barrier.html"]
    words = " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())
    for part in reference("work_group_barrier", None):
        named = part.text if part.code else re.sub(r"https?:\S+", "", plain_words(part.text))
        for word in re.findall(r"\w{4,}", re.sub(r"\bCL(?=\d)", "OpenCL C ", named)):
            assert word in words, word


def test_sections_are_headings_with_places_of_their_own() -> None:
    page = site()["clamp.html"]
    assert '<h1>clamp</h1>\n<pre><code><a class="type" href="gentype.html">' in page or (
        "<h1>clamp</h1>\n<pre><code>" in page
    )
    assert re.findall(r'<h2 id="([\w-]+)">', page)[:2] == ["arguments", "returns"]
    parts = [Part("**Example** (CL2.0).", detail=True), Part("**Example** (CL1.2).", detail=True)]
    assert re.findall(r'<h2 id="([\w-]+)">(.*?)<', parts_html(parts, lambda _: None)) == [
        ("example", "Example (OpenCL C 2.0)"),
        ("example-2", "Example (OpenCL C 1.2)"),
    ]


def test_names_in_texts_and_programs_are_links() -> None:
    page = site()["barrier.html"]
    assert '<a href="CLK_LOCAL_MEM_FENCE.html"><code>CLK_LOCAL_MEM_FENCE</code></a>' in page
    assert '<a class="function" href="get_local_id.html">get_local_id</a>' in page
    # A page does not link to itself.
    assert 'href="barrier.html"' not in page


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("sin", "sin.html"),
        ("vload4", "vloadn.html"),
        ("nan", "nan.html"),
        ("NAN", "NAN-constant.html"),
        ("__attribute__((packed))", "attribute-packed.html"),
        ("#pragma unroll", "pragma-unroll.html"),
        ("if", "if.html"),
        ("#if", "directive-if.html"),
        ("operator ^", "operator--5e.html"),
        ("nothing", None),
    ],
)
def test_the_place_of_a_name(name: str, place: str | None) -> None:
    assert address_of(Target(name)) == place


HOSTILE = "<script>alert(1)</script> <img src=x onerror=alert(1)> & \"'"


def test_what_is_no_markup_is_shown_as_it_is() -> None:
    """Imported pages and programs may hold anything."""

    def nowhere(_: Target) -> None:
        return None

    text = (
        f"{HOSTILE} `{HOSTILE}` [x](javascript:alert(1)) [y](data:text/html,x)\n\n"
        f"```\n{HOSTILE}\n```\n\n<div onclick=alert(1)>\n\n```opencl\n{HOSTILE}\n```\n"
    )
    found = Checked(markdown_html(text, nowhere))
    assert found.tags <= {"p", "code", "pre", "span"}
    assert not found.links
    assert Checked(f"<p>{highlighted(HOSTILE, nowhere)}</p>").tags <= {"p", "span"}
    page = Checked(single_page(HOSTILE, [Part(HOSTILE), Part(HOSTILE, code=True)]))
    assert not page.tags & {"script", "img"}


def test_a_single_page_needs_no_other_file() -> None:
    text = single_page("barrier", reference("barrier", None))
    page = Checked(text)
    assert all(link.startswith("https://registry.khronos.org/") for link in page.links)
    assert "script" not in page.tags
    assert "@media (prefers-color-scheme: dark)" in text


class Shelf:
    """Has a page of a user about one name."""

    def pages(self, name: str) -> list[ImportedPage]:
        section = Section("Description", f"Waits. {HOSTILE}")
        page = ImportedPage("barrier", ("barrier",), "plain text", sections=(section,))
        return [page] if name == "barrier" else []

    def pages_like(self, name: str) -> list[ImportedPage]:
        return self.pages(name)


def test_imported_pages_are_in_the_users_own_site_alone() -> None:
    text = name_page("barrier", Shelf())
    assert "From your copy" in text and "&lt;img src=x" in text
    assert "From your copy" not in site()["barrier.html"]


def test_colours() -> None:
    shown = highlighted(
        '#define N 0x1p-3f // "x"\nkernel int f(float4 a) { return sin(a.x); }', address_of
    )
    for kind, text in [
        ("directive", "#define"),
        ("number", "0x1p-3f"),
        ("comment", "// &quot;x&quot;"),
        ("keyword", "kernel"),
    ]:
        assert f'<span class="{kind}">{text}</span>' in shown
    assert '<a class="type" href="float4.html">float4</a>' in shown
    assert " f(" in shown and name_link("f") not in shown
