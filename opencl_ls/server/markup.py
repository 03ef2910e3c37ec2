"""Paragraphs and program text as the protocol shows them: Markdown, or plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from opencl_ls.reference.content import plain_words
from opencl_ls.reference.links import resolved, targets, unlinked
from opencl_ls.text import readable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from opencl_ls.reference.content import Part
    from opencl_ls.reference.links import Address, Target


def nowhere(_: Target) -> None:
    """Return no address: links to the reference are plain text."""


def markdown(parts: Iterable[Part], address: Address = nowhere) -> str:
    """Return parts as Markdown, with a rule above those that a reader may skip.

    `address` gives the targets of links to the reference.
    """
    shown: list[str] = []
    detailed = False
    for part in parts:
        if part.detail and not detailed:
            shown.append("---")
            detailed = True
        text = readable(part.text)
        shown.append(f"```opencl\n{text}\n```" if part.code else resolved(text, address))
    return "\n\n".join(shown)


def with_one_link(parts: Iterable[Part]) -> Iterator[Part]:
    """Yield parts without links to the reference, except a link that is alone in its part.

    That leads to the whole page.  In a list of names, addresses would hide the names.
    """
    for part in parts:
        several = len(list(targets(part.text))) > 1
        yield replace(part, text=unlinked(part.text)) if several else part


def plain(parts: Iterable[Part]) -> str:
    """Return parts as plain text."""
    texts = [part.text if part.code else plain_words(part.text) for part in parts]
    return "\n\n".join(map(readable, texts))
