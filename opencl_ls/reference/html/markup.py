"""Markdown of the reference as HTML."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any, Final

from opencl_ls.reference.html.highlight import highlighted
from opencl_ls.reference.links import Target, resolved

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it import MarkdownIt

    from opencl_ls.reference.content import Part
    from opencl_ls.reference.links import Address

_RUN_IN: Final = re.compile(r"\*\*([A-Z][\w, ]*?)\.?\*\*(?: \((CL\d\.\d)\)\.)?[ \n]*")
_SECTIONS: Final = (
    "Returns", "Special values", "Notes", "Undefined", "Accuracy", "Example", "See also",
    "Checked by",
)  # fmt: skip
_ALL_OVERLOADS: Final = "All overloads:"
_PROGRAMS: Final = ("cl", "opencl", "c")


def parts_html(parts: Sequence[Part], address: Address) -> str:
    """Return the parts of a reference as HTML: sections have headings to which a link can lead."""
    pieces: list[str] = []
    anchors: dict[str, int] = {}
    for above, part in zip([None, *parts], parts, strict=False):
        if part.detail and above is not None and not above.detail and not _headed(part)[0]:
            pieces.append("<hr>")
        if part.code:
            pieces.append(program(part.text, address))
            continue
        heading, text = _headed(part)
        if heading:
            anchor = heading.partition(" (")[0].lower().replace(" ", "-")
            count = anchors[anchor] = anchors.get(anchor, 0) + 1
            own = anchor if count == 1 else f"{anchor}-{count}"
            pieces.append(f'<h2 id="{escape(own)}">{escape(heading)}</h2>')
        pieces.append(markdown_html(text, address))
    return "\n".join(filter(None, pieces))


def _headed(part: Part) -> tuple[str, str]:
    """Return the heading with which a part begins, "" for none, and its text."""
    if part.text == _ALL_OVERLOADS:
        return _ALL_OVERLOADS.removesuffix(":"), ""
    if not part.detail and part.text.startswith("- `"):
        return "Arguments", part.text
    found = _RUN_IN.match(part.text)
    # A concept has arbitrary headings, in separate parts.
    is_own = part.detail and found is not None and part.text[found.end() :][:2] in ("", "- ")
    if found is None or not (found[1] in _SECTIONS or is_own):
        return "", part.text
    version = f" ({found[2].replace('CL', 'OpenCL C ', 1)})" if found[2] else ""
    return found[1] + version, part.text[found.end() :]


def program(code: str, address: Address) -> str:
    """Return a program as a block with colours."""
    return f"<pre><code>{highlighted(code, address)}</code></pre>"


def markdown_html(text: str, address: Address) -> str:
    """Return Markdown as HTML; code that is a name of the language is a link to its page.

    HTML within it is shown as it is written.
    """
    made: str = _converter().render(resolved(text, address), {"address": address})
    return made.strip()


@cache
def _converter() -> MarkdownIt:
    # Loaded on demand: few runs of the program make a page.
    from markdown_it import MarkdownIt  # noqa: PLC0415

    converter = MarkdownIt("commonmark", {"html": False}).enable("table")
    converter.add_render_rule("code_inline", _code_inline)
    converter.add_render_rule("fence", _fence)
    return converter


def _code_inline(_: Any, tokens: Sequence[Any], number: int, _options: Any, env: Any) -> str:
    text = tokens[number].content
    depth = sum(token.nesting for token in tokens[:number] if token.type.startswith("link_"))
    place = None if depth else env["address"](Target(text.removesuffix("()")))
    shown = f"<code>{escape(text)}</code>"
    return shown if place is None else f'<a href="{escape(place)}">{shown}</a>'


def _fence(_: Any, tokens: Sequence[Any], number: int, _options: Any, env: Any) -> str:
    language, _, _ = tokens[number].info.partition(" ")
    code = tokens[number].content.rstrip("\n")
    if language in _PROGRAMS:
        return program(code, env["address"]) + "\n"
    return f"<pre><code>{escape(code)}</code></pre>\n"
