"""Reading a file of the reference: which format it is in, and its pages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.docs.importing.asciidoc import read_asciidoc
from opencl_ls.docs.importing.asciidoctor import read_asciidoctor
from opencl_ls.docs.importing.blocks import page_of
from opencl_ls.docs.importing.docbook import read_xhtml, read_xml, without_gitiles
from opencl_ls.docs.importing.page import GITILES, XHTML, UnreadablePage
from opencl_ls.docs.importing.plain import read_plain
from opencl_ls.docs.importing.roff import read_roff

if TYPE_CHECKING:
    from collections.abc import Callable

    from opencl_ls.docs.importing.blocks import Found
    from opencl_ls.docs.importing.page import ImportedPage

_ROFF: Final = re.compile(r"'\\\"|\.\\\"|\.(?:TH|so)\s")
_ASCIIDOC: Final = re.compile(r"^(?:\[open,\s*refpage=|= \S.*\(\d\w*\)\s*$)", re.M)
_VERSION: Final = re.compile(r"(?<![\d.])([1-3]\.[0-2])(?![\d])")
_FOLDER: Final = re.compile(r"(?:opencl|cl|v)?[-_ ]?([1-3]\.[0-2])", re.I)
_ENDINGS: Final = re.compile(
    r"(?:\.(?:x?html?|xml|txt|text|adoc|asciidoc|asc|gitiles|docbook|man|roff|\d[a-z]+)"
    r"|(?<!\d)\.\d)+\Z",
    re.I,
)
_LABEL: Final = re.compile(r"[-_ ]v?[1-3]\.[0-2]\Z")


def read_pages(
    text: str, path: str, beside: Callable[[str], str | None] = lambda _: None
) -> tuple[ImportedPage, ...]:
    """Return the pages that a file holds; raises UnreadablePage.

    `path` gives names and, if it has one, the version: "sdk/1.2/docs/barrier.html".
    `beside` gives the text of another file in the same folder, by its name, or None.
    """
    folders, name = _split(path)
    stem = _ENDINGS.sub("", name)
    plain_stem = _LABEL.sub("", stem)
    match = _VERSION.search(stem[len(plain_stem) :])
    version = match[1] if match else next(filter(None, map(_folder_version, folders)), "")
    try:
        found = _found(text.replace("\r\n", "\n"), plain_stem, beside)
    except RecursionError:
        raise UnreadablePage("it is nested too deeply") from None
    pages: list[ImportedPage] = []
    problem: UnreadablePage | None = None
    for each in found:
        try:
            pages.append(page_of(each._replace(version=version or each.version), plain_stem))
        except UnreadablePage as error:
            problem = error
    # An empty page does not discard the whole specification.
    if problem is not None and not pages:
        raise problem
    return tuple(pages)


def _split(path: str) -> tuple[list[str], str]:
    """Return the folders of a path, the innermost first, and the file's name."""
    *folders, name = re.split(r"[\\/]", path)
    return folders[::-1], name


def _folder_version(folder: str) -> str:
    found = _FOLDER.fullmatch(folder)
    return found[1] if found else ""


def _found(text: str, stem: str, beside: Callable[[str], str | None]) -> list[Found]:
    if "\0" in text:
        raise UnreadablePage("it is not text")
    shown = without_gitiles(text)
    if shown is not None:
        text = shown
    if 'class="refentry"' in text:
        return [read_xhtml(text, XHTML if shown is None else GITILES)]
    if re.search(r"<(?:\w+:)?refentry\b", text):
        return [read_xml(text, beside)]
    if 'class="manpage' in text:
        return [read_asciidoctor(text)]
    if _ASCIIDOC.search(text) or (re.match(r"cl_[a-z]+_\w+\Z", stem) and "\n=== " in text):
        return read_asciidoc(text, stem, beside)
    if _ROFF.match(text.lstrip()):
        return [read_roff(text)]
    if re.match(r"\s*<[?!A-Za-z]", text):
        raise UnreadablePage("it is mark-up, but no page of the reference")
    return [read_plain(text, stem)]
