"""The HTML of asciidoctor for a manual page (OpenCL 2.2 and 3.0)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.docs.importing.blocks import Found, Part, Prose
from opencl_ls.docs.importing.markup import blocks_of, inline_of
from opencl_ls.docs.importing.page import ASCIIDOCTOR, UnreadablePage
from opencl_ls.docs.importing.tree import Element, parse_html

if TYPE_CHECKING:
    from collections.abc import Iterator

_SPECIFICATION: Final = re.compile(r"/specs/(\d\.\d)(?:-unified)?/html/")


def read_asciidoctor(text: str) -> Found:
    """Return the page that is in a text; raises UnreadablePage."""
    body = parse_html(text).first("body")
    header = body.first("div") if body is not None else None
    if body is None or header is None or header.attributes.get("id") != "header":
        raise UnreadablePage("it has no header with a title")
    name, _, purpose = _text_of(header, "p").partition(" - ")
    title = re.sub(r"\(\d\w*\).*", "", _text_of(header, "h1"), flags=re.S)
    version = _SPECIFICATION.search(text)
    parts = list(_parts(body))
    notice = [part for part in parts if part.key == "_copyright"]
    return Found(
        format=ASCIIDOCTOR,
        title=title or name,
        parts=[part for part in parts if part not in notice],
        purpose=purpose,
        version=version[1] if version else "",
        notice=" ".join(
            block.text for part in notice for block in part.blocks if isinstance(block, Prose)
        ),
    )


def _text_of(element: Element, tag: str) -> str:
    found = element.first(tag)
    return "" if found is None else found.line


def _parts(body: Element) -> Iterator[Part]:
    for preamble in body.all("div"):
        if preamble.attributes.get("id") == "preamble":
            yield Part("", blocks_of(preamble))
    for section in body.all("div", of_class="sect1"):
        heading = next((each for each in section.elements if each.tag == "h2"), None)
        if heading is not None:
            section.children.remove(heading)
            yield Part(heading.line, blocks_of(section), heading.attributes.get("id", ""))
    notes = [
        Prose(re.sub(r"\A(\d+)\\?\. ", r"Note \1: ", inline_of(each)), 1, item=True)
        for each in body.all("div", of_class="footnote")
    ]
    if notes:
        yield Part("Footnotes", notes)
