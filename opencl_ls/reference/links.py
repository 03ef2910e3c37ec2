"""Links from the reference to itself: in one notation, and resolved where they are shown.

A name is `` [`barrier`](opencl-ls:barrier) `` and a rule `[barrier/divergent](opencl-ls:rule/...)`.
An editor resolves it to a command or a file, a page to another page, and a terminal shows only the
text.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final
from urllib.parse import quote, unquote

from msgspec import Struct

from opencl_ls.docs.library import index

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    # Takes the target of a link; returns the address, or None.
    Address = Callable[["Target"], str | None]

SCHEME: Final = "opencl-ls"
_RULE: Final = "rule/"
_LINK: Final = re.compile(rf"\[((?:`[^`\n]+`|[^]`\n])+)\]\({SCHEME}:([^)\s]+)\)")


class Target(Struct, frozen=True):
    """The target of a link: a name as `reference` takes it, or the code of a rule."""

    name: str
    is_rule: bool = False


def name_link(name: str) -> str:
    """Return a link, in Markdown, to the documentation of a name."""
    return f"[`{name}`]({SCHEME}:{quote(name, safe='')})"


def page_link(words: str, name: str) -> str:
    """Return a link with another text to the documentation of a name."""
    return f"[{words}]({SCHEME}:{quote(name, safe='')})"


def names_line(names: Iterable[str]) -> str:
    """Return a list of names, in Markdown; a pattern for many names has no link."""
    return ", ".join(name_link(name) if name in index() else f"`{name}`" for name in names)


def rule_link(code: str) -> str:
    """Return a link, in Markdown, to a rule's page."""
    return f"[{code}]({SCHEME}:{_RULE}{code})"


def rules_line(codes: Iterable[str]) -> str:
    """Return a list of rules, in Markdown; a family ("kernel/*") has no link."""
    return ", ".join(f"`{code}`" if code.endswith("/*") else rule_link(code) for code in codes)


def resolved(text: str, address: Address) -> str:
    """Return Markdown with each link to the reference resolved to its address, or removed."""

    def led(found: re.Match[str]) -> str:
        place = address(_target(found[2]))
        return found[1] if place is None else f"[{found[1]}]({place})"

    return _LINK.sub(led, text)


def unlinked(text: str) -> str:
    """Return Markdown with the text of each link to the reference instead of the link."""
    return _LINK.sub(r"\1", text)


def targets(text: str) -> Iterator[Target]:
    """Yield the targets of the links of a Markdown text."""
    for found in _LINK.finditer(text):
        yield _target(found[2])


def _target(written: str) -> Target:
    if written.startswith(_RULE):
        return Target(written.removeprefix(_RULE), is_rule=True)
    return Target(unquote(written))
