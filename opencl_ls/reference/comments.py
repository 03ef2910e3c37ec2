"""The comments of a program as Markdown, with doxygen's tags interpreted.

No text is lost: an unknown or incomplete tag is shown.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.reference.content import Part, escaped, shortened

if TYPE_CHECKING:
    from collections.abc import Iterator

_LONGEST: Final = 1000
"""The length of a comment that is shown, in characters."""

_PLAIN: Final = ("brief", "short", "details")
_TITLES: Final = {
    "attention": "Attention", "author": "Author", "authors": "Authors", "bug": "Bug",
    "copyright": "Copyright", "date": "Date", "deprecated": "Deprecated", "invariant": "Invariant",
    "note": "Note", "post": "Postcondition", "pre": "Precondition", "remark": "Remark",
    "remarks": "Remarks", "result": "Returns", "return": "Returns", "returns": "Returns",
    "sa": "See also", "see": "See also", "since": "Since", "todo": "To do", "version": "Version",
    "warning": "Warning",
}  # fmt: skip
_NAMING: Final = ("param", "tparam", "retval")
_TAG: Final = re.compile(r"[ \t]*[@\\](\w+)(?:\[([\w, ]*)\])?(?:[ \t]+|(?=\n)|\Z)(.*)", re.S)
_NAMED: Final = re.compile(r"([\w.]+(?:[ \t]*,[ \t]*[\w.]+)*)(?:[ \t]*[-:][ \t]+|\s+|\Z)(.*)", re.S)
_CODE: Final = re.compile(
    r"^[ \t]*[@\\](code|verbatim|f\[)(?:\{[^}\n]*\})?[ \t]*\n"
    r"(.*?)\n?[ \t]*[@\\](?:end\1|f\])[ \t]*$",
    re.M | re.S,
)
_WORD: Final = r"[ \t]+(?P<{}>\w(?:[^\s`]*[^\s`.,;:!?)])?)"
_INLINE: Final = re.compile(
    r"`[^`\n]+`"
    rf"|(?<!\S)(?P<before>\(?)[@\\](?:(?:p|c|ref){_WORD.format('code')}"
    rf"|(?:a|e|em){_WORD.format('slanted')}|b{_WORD.format('strong')})"
    r"|[@\\]f\$(?P<formula>[^`\n]+?)[@\\]f\$"
)
# The placeholders of marks of Markdown while all others are escaped.
_SLANTED, _STRONG = "\x01", "\x02"


class _Paragraph(NamedTuple):
    """The tag that begins a part, "" for plain text; `option` is in brackets after it."""

    tag: str
    option: str
    text: str
    whole: str


def comment_parts(comment: str) -> list[Part]:
    """Return a comment, without its marks, as paragraphs, lists and program text."""
    return [part for part, _ in _shown(comment)]


def taken_apart(comment: str) -> tuple[list[Part], dict[str, str]]:
    """Return a comment without its descriptions of parameters, and these by name."""
    parts: list[Part] = []
    texts: dict[str, str] = {}
    for part, of_parameters in _shown(comment):
        texts.update(of_parameters)
        if not of_parameters:
            parts.append(part)
    return parts, texts


def _shown(comment: str) -> Iterator[tuple[Part, dict[str, str]]]:
    """Yield the parts of a comment; with a list of parameters, the description of each."""
    items: list[str] = []
    texts: dict[str, str] = {}
    for piece in _pieces(shortened(comment, _LONGEST)):
        named = piece if isinstance(piece, _Paragraph) and piece.tag in _NAMING else None
        if named is None and items:
            yield Part("\n".join(items)), texts
            items, texts = [], {}
        if isinstance(piece, Part):
            yield piece, {}
        elif named is None:
            yield Part(_of_paragraph(piece)), {}
        else:
            item, of_parameter = _item(named)
            items.append(item)
            texts.update(of_parameter)
    if items:
        yield Part("\n".join(items)), texts


def _pieces(comment: str) -> Iterator[_Paragraph | Part]:
    """Yield the paragraphs of a comment, and its pieces of program text."""
    done = 0
    for found in _CODE.finditer(comment):
        yield from _paragraphs(comment[done : found.start()])
        yield Part(found[2].strip("\n"), code=True)
        done = found.end()
    yield from _paragraphs(comment[done:])


def _paragraphs(text: str) -> Iterator[_Paragraph]:
    """Yield the text between tags; a blank line ends the part of a tag."""
    lines: list[str] = []
    for line in text.splitlines():
        is_tagged = bool(lines) and _tag_of(lines[0]) is not None
        if _tag_of(line) is not None or (is_tagged and not line.strip()):
            yield from _paragraph(lines)
            lines = []
        lines.append(line)
    yield from _paragraph(lines)


def _paragraph(lines: list[str]) -> Iterator[_Paragraph]:
    whole = "\n".join(lines).strip("\n")
    if not whole.strip():
        return
    found = _tag_of(whole)
    if found is None:
        yield _Paragraph("", "", whole, whole)
    else:
        text = "\n".join(map(str.strip, found[3].strip().splitlines()))
        yield _Paragraph(found[1], found[2] or "", text, whole)


def _tag_of(text: str) -> re.Match[str] | None:
    """Return the tag that a text begins with, if it is known and complete."""
    found = _TAG.match(text)
    if found is None:
        return None
    tag, option, rest = found.groups()
    if tag in _NAMING:
        return found if _NAMED.match(rest) is not None else None
    if option is not None or tag not in (*_PLAIN, *_TITLES):
        return None
    return found


def _of_paragraph(piece: _Paragraph) -> str:
    title = _TITLES.get(piece.tag)
    if not piece.text:
        return escaped(piece.whole)
    text = _inline(piece.text)
    return text if title is None else f"**{title}.** {text}"


def _item(piece: _Paragraph) -> tuple[str, dict[str, str]]:
    """Return the item of a list about parameters, or about a value that is returned."""
    named = _NAMED.match(piece.text)
    assert named is not None  # or it would be no tag
    names = [name.strip() for name in named[1].split(",")]
    text = " ".join(_inline(named[2]).split())
    shown = ", ".join(f"`{name}`" for name in names)
    option = ", ".join(piece.option.replace(",", " ").split())
    direction = f" ({option})" if option else ""
    head = f"returns {shown}" if piece.tag == "retval" else f"{shown}{direction}"
    is_parameter = piece.tag == "param"
    item = f"- {head}: {text}" if text else f"- {head}"
    return item, dict.fromkeys(names, text) if is_parameter else {}


def _inline(text: str) -> str:
    """Return running text as Markdown, its tags for single words read."""
    marked = escaped(_INLINE.sub(_marked, text.replace(_SLANTED, "").replace(_STRONG, "")))
    return marked.replace(_SLANTED, "*").replace(_STRONG, "**")


def _marked(found: re.Match[str]) -> str:
    before = found["before"] or ""
    if found["code"]:
        return f"{before}`{found['code']}`"
    if found["formula"]:
        return f"`{found['formula'].strip()}`"
    if found["slanted"]:
        return f"{before}{_SLANTED}{found['slanted']}{_SLANTED}"
    if found["strong"]:
        return f"{before}{_STRONG}{found['strong']}{_STRONG}"
    return found[0]
