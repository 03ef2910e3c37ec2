"""DocBook: the XHTML made from it (OpenCL 1.0 to 2.1), and the XML itself."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.docs.importing.blocks import Found, Part
from opencl_ls.docs.importing.markup import blocks_of, inline_of
from opencl_ls.docs.importing.page import DOCBOOK, XHTML, UnreadablePage
from opencl_ls.docs.importing.tree import Element, parse_html, parse_xml

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_SPECIFICATION: Final = re.compile(r"opencl-(\d\.\d)[\w-]*\.pdf")
_GITILES: Final = re.compile(
    r"\A(?:[^\n<]*\n){0,20}?blob: [0-9a-f]{7,40}[^\n]*\n(?:[ \t]*\[[^\n]*\n)*"
)
_DOCTYPE: Final = re.compile(r"<!DOCTYPE\s[^\[>]*(?:>?\s*\[(.*?)\]\s*)?>", re.S)
_ENTITY: Final = re.compile(
    r"<!ENTITY\s+(%\s+)?([\w.-]+)\s+(SYSTEM\s+|PUBLIC\s+)?([\"'])(.*?)\4", re.S
)
_INSERTED: Final = 50
_LONGEST: Final = 16 << 20
_SECTION_HEADINGS: Final = frozenset({"h2", "h3", "title"})


# --- XHTML ---------------------------------------------------------------------------------------


def without_gitiles(text: str) -> str | None:
    """Return the file that a gitiles page shows, saved as text or as HTML; None for no such page.

    As text it begins with "blob:" and the file's hash, below the links above it.
    """
    header = _GITILES.match(text)
    if header is not None:
        return text[header.end() :]
    if "FileContents-line" not in text:
        return None
    rows = parse_html(text).all(of_class="FileContents-lineContents")
    return "\n".join(row.text.rstrip("\n") for row in rows) or None


def read_xhtml(text: str, name: str = XHTML) -> Found:
    """Return the page that is in an XHTML text; raises UnreadablePage."""
    entry = parse_html(text).first(of_class="refentry")
    if entry is None:
        raise UnreadablePage("no element of the class refentry is in it")
    naming = entry.first(of_class="refnamediv") or Element("", {})
    title, purpose = naming.first("h1", "h2"), naming.first("p")
    version = _SPECIFICATION.search(text)
    notice = _section_with_id(entry, "Copyright")
    return Found(
        format=name,
        title="" if title is None else title.line,
        parts=list(_parts(entry)),
        purpose="" if purpose is None else inline_of(purpose),
        version=version[1] if version else "",
        notice="" if notice is None else notice.line,
    )


def _parts(entry: Element) -> Iterator[Part]:
    for section in entry.elements:
        key = "synopsis" if section.has_class("refsynopsisdiv") else _id_of(section)
        if section.has_class("refsynopsisdiv", "refsect1", "refsect2") and key != "Copyright":
            yield _part(section, key)
        elif not section.has_class("refnamediv", "titlepage", "refsect3"):
            yield Part("", blocks_of(_holding(section)))


def _part(section: Element, key: str) -> Part:
    """Return a section without its own heading; except those below it."""
    heading = next((each for each in section.elements if each.tag in _SECTION_HEADINGS), None)
    rest = _holding(*(child for child in section.children if child is not heading))
    return Part("" if heading is None else heading.line, blocks_of(rest), key)


def _holding(*children: Element | str) -> Element:
    holder = Element("div", {})
    holder.children.extend(children)
    return holder


def _id_of(section: Element) -> str:
    """Return the id of the anchor with which a section begins, "" for a generated one."""
    for element in (section, *section.elements[:2]):
        found = element.attributes.get("id") or element.attributes.get("name") or ""
        if found and not re.match(r"id[pm\d-]", found):
            return found
    return ""


def _section_with_id(entry: Element, name: str) -> Element | None:
    return next((each for each in entry.elements if _id_of(each) == name), None)


# --- XML -----------------------------------------------------------------------------------------


def read_xml(text: str, beside: Callable[[str], str | None]) -> Found:
    """Return the page that is in a DocBook text; raises UnreadablePage.

    `beside` gives the text of a file in the same folder: the pages share paragraphs that way.
    """
    entry = parse_xml(_with_files(text, beside)).first("refentry")
    if entry is None:
        raise UnreadablePage("no refentry is in it")
    title = entry.first("refname") or entry.first("refentrytitle")
    purpose = entry.first("refpurpose")
    copyright_ = entry.first("copyright")
    return Found(
        format=DOCBOOK,
        title="" if title is None else title.line,
        parts=list(_xml_parts(entry)),
        purpose="" if purpose is None else inline_of(purpose),
        notice="" if copyright_ is None else _xml_notice(copyright_),
    )


def _xml_parts(entry: Element) -> Iterator[Part]:
    for section in entry.elements:
        if section.tag in {"refsynopsisdiv", "refsect1", "refsect2", "section"}:
            key = section.attributes.get("id") or section.attributes.get("xml:id") or ""
            yield _part(section, "synopsis" if section.tag == "refsynopsisdiv" else key)


def _xml_notice(element: Element) -> str:
    years = ", ".join(each.line for each in element.all("year"))
    return f"Copyright \u00a9 {years} {' '.join(each.line for each in element.all('holder'))}"


def _with_files(text: str, beside: Callable[[str], str | None]) -> str:
    """Return a text with the files in it that its document type names; raises UnreadablePage."""
    doctype = _DOCTYPE.search(text)
    if doctype is None or doctype[1] is None:
        return text
    inserted: dict[str, str] = {}
    for parameter, name, external, _, value in _ENTITY.findall(doctype[1]):
        if parameter or not external or external.startswith("PUBLIC"):
            # Nested entities could make a small file a huge one.
            raise UnreadablePage(f'its document type defines the entity "{name}"')
        content = beside(value) if re.fullmatch(r"[\w.-]+", value) else None
        inserted[name] = f"<para>({value} belongs here.)</para>" if content is None else content
    text = text[doctype.end() :]
    for name, content in inserted.items():
        shown = re.sub(r"<\?xml.*?\?>|<!DOCTYPE.*?>", "", content, flags=re.S)
        text = text.replace(f"&{name};", shown, _INSERTED)
        if len(text) > _LONGEST:
            raise UnreadablePage("it grows too large with the files that it names")
    return text
