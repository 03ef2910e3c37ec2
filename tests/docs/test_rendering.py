"""What an editor makes of a hover: its Markdown read as CommonMark says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from opencl_ls.analysis.catalogue import all_rules
from opencl_ls.builtins.versions import Version
from opencl_ls.cli.doc_output import rendered
from opencl_ls.cli.terminal import Painter
from opencl_ls.docs.library import index
from opencl_ls.reference.content import Part
from opencl_ls.reference.links import Target as LinkTarget
from opencl_ls.reference.links import targets
from opencl_ls.reference.rules import rule_page
from opencl_ls.reference.shortening import in_brief
from opencl_ls.server.markup import markdown
from tests.support.reference_pages import parts_of

COMMON_MARK = MarkdownIt("commonmark")
LANGUAGES = {"opencl", "cl", "c", "cpp", "python"}
UNMEANT = {"ordered_list_open", "blockquote_open", "heading_open", "code_block", "html_block"}


def faults(text: str) -> Iterator[str]:
    """Yield what a Markdown text has that none of our texts means."""
    tokens = COMMON_MARK.parse(text)
    for token in tokens:
        if token.type in UNMEANT:
            yield f"{token.type} {token.content or token.markup}"
        if token.type == "fence" and token.info.split(" ")[0] not in LANGUAGES:
            yield f"a program without its language: {token.content[:40]}"
        for child in token.children or ():
            yield from _in_words(child)


def _in_words(token: Token) -> Iterator[str]:
    if token.type in {"html_inline", "image", "hardbreak"}:
        yield f"{token.type} {token.content}"
    if token.type == "text" and "`" in token.content:
        yield f"a broken code span: {token.content}"
    if token.type == "text" and re.search(r"\*\*|\]\(|\[`", token.content):
        yield f"a mark that marks nothing: {token.content}"
    if token.type == "code_inline" and "\n" in token.content:
        yield f"a code span over two lines: {token.content}"
    if token.type == "link_open" and not str(token.attrs["href"]).startswith(
        ("https://", "opencl-ls:")
    ):
        yield f"a link to {token.attrs['href']}"


def address(target: LinkTarget) -> str:
    return f"https://example.org/{quote(target.name, safe='')}"


def texts(name: str) -> Iterator[str]:
    """Yield the texts of a name: of a hover, of the page, and of what a version adds to them."""
    page = parts_of(name)
    seen = {*page, *(brief := in_brief(page, name))}
    yield markdown(brief, address)
    yield markdown(page, address)
    for version in Version:
        parts = parts_of(name, version)
        if added := [part for part in parts if part not in seen]:
            seen.update(added)
            yield markdown(added, address)


def test_every_hover_is_read_as_it_is_meant() -> None:
    wrong = {
        name: problems
        for name in index()
        for text in dict.fromkeys(texts(name))
        if (problems := list(faults(text)))
    }
    assert not wrong, "\n".join(f"{name}: {problems}" for name, problems in wrong.items())


@pytest.mark.parametrize(
    "text",
    [
        "The value is\n1. of two",
        "- a\n- `count\n  >= 3` is\n> b",
        "# a",
        "    four blanks",
        "<b>",
        "a `b",
        "[a](b)",
        "**a",
        "```\nx\n```",
    ],
)
def test_a_fault_is_found(text: str) -> None:
    assert list(faults(text))


def test_as_many_links_are_read_as_are_written() -> None:
    for name in index():
        for part in parts_of(name):
            if not part.code:
                written = len(list(targets(part.text))) + part.text.count("](https://")
                tokens = [
                    each for token in COMMON_MARK.parse(part.text) for each in token.children or ()
                ]
                assert sum(each.type == "link_open" for each in tokens) == written, name


def test_the_pages_of_rules_are_read_as_they_are_meant() -> None:
    for rule in all_rules():
        found = [each for each in faults(rule_page(rule)) if not each.startswith("heading_open")]
        assert not found, rule.code


def test_a_terminal_shows_no_marks() -> None:
    plain = Painter(enabled=False)
    for name in index():
        words = [part for part in parts_of(name) if not part.code]
        shown = "\n".join(rendered([*words, Part("x", code=True)], plain))
        assert not re.search(r"\*\*\w|`|\]\(|opencl-ls:", shown), name
