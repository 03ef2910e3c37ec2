"""The pages of the site, and a single page that needs no other file."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import escape
from itertools import groupby
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Final

from opencl_ls import __version__
from opencl_ls.analysis.catalogue import all_rules
from opencl_ls.docs.groups import GROUPS
from opencl_ls.docs.library import documented, index, read_topic
from opencl_ls.reference.content import plain_words
from opencl_ls.reference.html.addresses import address_of, name_address, rule_address
from opencl_ls.reference.html.markup import markdown_html, parts_html
from opencl_ls.reference.lookup import named_page
from opencl_ls.reference.rules import rule_page

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.analysis.catalogue import Rule
    from opencl_ls.docs.importing.page import ImportedPage
    from opencl_ls.reference.content import Part
    from opencl_ls.reference.links import Address, Target
    from opencl_ls.reference.lookup import WholeShelf

    # A path below the folder of the site, and the text of the file.
    Page = tuple[str, str]
    # The entry of a page in the search: name, path, summary, topic, and 1 for the names of
    # extensions and their additions, which come last.
    Sought = tuple[str, str, str, str, int]

INDEX: Final = "index.html"
RULES: Final = "rules.html"
_HERE: Final = Path(__file__).parent
_TITLE: Final = "Reference of OpenCL C"
_LAST: Final = re.compile(r"(?:cl|__opencl_c|amd|arm|img|intel|qcom)_")


def site_pages(shelf: WholeShelf | None = None) -> Iterator[Page]:
    """Yield the files of the whole reference, one at a time, as (path, text) with "/" in paths.

    `shelf` holds imported pages, which follow our own text.  The lists of pages come last, when
    each page has been read: a file takes some milliseconds.
    """
    yield from shared_files()
    topics: dict[str, list[str]] = {}
    for name, where in index().items():
        topics.setdefault(where.partition("#")[0], []).append(name)
    sought: list[Sought] = []
    for names in topics.values():
        for name in names:
            yield name_address(name), name_page(name, shelf)
            sought.append(_sought(name))
    for rule in all_rules():
        yield rule_address(rule.code), rule_html(rule)
        sought.append((rule.code, rule_address(rule.code), plain_words(rule.summary), "rule", 1))
    yield RULES, _rules_page()
    yield INDEX, _index_page(topics)
    yield (
        "names.js",
        f"const NAMES = {json.dumps(sought, ensure_ascii=False, separators=(',', ':'))};\n",
    )


def shared_files() -> Iterator[Page]:
    """Yield the shared files of the site."""
    yield "style.css", _text("style.css")
    yield "search.js", _text("search.js")


def name_page(name: str, shelf: WholeShelf | None = None) -> str:
    """Return the page about a name of the index, with links to its neighbours in the site."""
    parts = named_page(name, None, shelf or _Empty()).parts

    def address(target: Target) -> str | None:
        address = address_of(target)
        return None if address == name_address(name) else address

    return _in_site(name, _main(name, parts, address))


def rule_html(rule: Rule) -> str:
    """Return the page about a rule, in the site."""
    root = "../../"

    def address(target: Target) -> str | None:
        address = address_of(target)
        return None if address is None else root + address

    return _in_site(rule.code, markdown_html(rule_page(rule), address), root)


def single_page(name: str, parts: Sequence[Part]) -> str:
    """Return one page that needs no other file: `parts` about a name."""
    style = _text("style.css")
    return _page(
        name,
        _main(name, parts, _nowhere),
        policy=f"style-src 'sha256-{_digest(style)}'",
        head=f"<style>{style}</style>",
    )


# --- pages ---------------------------------------------------------------------------------------


def _main(name: str, parts: Sequence[Part], address: Address) -> str:
    written = documented(name)
    title = written.topic.title if written else ""
    above = f'<p class="topic">{escape(title)}</p>\n' if title else ""
    return f"{above}<h1>{escape(name)}</h1>\n{parts_html(parts, address)}"


def _index_page(topics: dict[str, list[str]]) -> str:
    order = list(GROUPS)
    lines = [f"<h1>{_TITLE}</h1>"]
    lines.append(
        f"<p>{len(index()):,} names of OpenCL C 1.0 to 3.0 and of its extensions, and "
        f'{len(all_rules())} <a href="{RULES}">rules</a> that watch over them.</p>'
    )
    for group, members in groupby(
        sorted(topics, key=lambda path: (order.index(path.partition("/")[0]), path)),
        key=lambda path: path.partition("/")[0],
    ):
        lines.append(f'<h2 id="{group}">{escape(GROUPS[group])}</h2>\n<dl>')
        for path in members:
            names = sorted(topics[path])
            links = ", ".join(
                f'<a href="{name_address(name)}"><code>{escape(name)}</code></a>' for name in names
            )
            lines.append(f"<dt>{escape(_title(path))}</dt><dd>{links}</dd>")
        lines.append("</dl>")
    return _in_site(_TITLE, "\n".join(lines))


def _rules_page() -> str:
    lines = ["<h1>Rules</h1>"]
    for family, members in groupby(all_rules(), key=lambda rule: rule.family):
        lines.append(f'<h2 id="{family}">{escape(family)}</h2>\n<ul>')
        lines += [
            f'<li><a href="{rule_address(each.code)}">{each.code}</a>: '
            f"{escape(plain_words(each.summary))}</li>"
            for each in members
        ]
        lines.append("</ul>")
    return _in_site("Rules", "\n".join(lines))


def _title(path: str) -> str:
    topic = read_topic(path)
    return topic.title or ", ".join(topic.entries[0].names)


def _sought(name: str) -> Sought:
    written = documented(name)
    summary, title = (written.entry.summary, written.topic.title) if written else ("", "")
    is_last = _LAST.match(name) is not None
    return name, name_address(name), plain_words(summary), title, int(is_last)


# --- the frame -----------------------------------------------------------------------------------


def _in_site(title: str, main: str, root: str = "") -> str:
    return _page(
        title,
        main,
        # A file has no origin: browsers take 'self' or the scheme for its neighbours.
        policy="style-src 'self' file:; script-src 'self' file:",
        head=f'<link rel="stylesheet" href="{root}style.css">\n'
        f'<script src="{root}names.js" defer></script>\n'
        f'<script src="{root}search.js" data-root="{root}" defer></script>',
        top=f'<nav><a href="{root}{INDEX}">OpenCL C</a> <a href="{root}{RULES}">Rules</a></nav>',
    )


def _page(title: str, main: str, *, policy: str, head: str, top: str = "") -> str:
    return _frame().substitute(
        title=escape(title), main=main, policy=policy, head=head, top=top, version=__version__
    )


@cache
def _frame() -> Template:
    return Template(_text("page.html"))


def _text(name: str) -> str:
    return (_HERE / name).read_text("utf-8")


def _digest(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()


def _nowhere(_: Target) -> None:
    """Return no address: a single page has no neighbours."""


class _Empty:
    """A store without imported pages."""

    def pages(self, _name: str) -> Sequence[ImportedPage]:
        return ()

    def pages_like(self, _name: str) -> Sequence[ImportedPage]:
        return ()
