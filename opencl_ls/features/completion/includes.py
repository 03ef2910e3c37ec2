"""The files that an `#include` may name."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, Final

from opencl_ls.features.completion.item import CompletionItem
from opencl_ls.findings import Place
from opencl_ls.text import byte_text, display

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.query_results import NameContext

    Listing = Callable[[str], Iterable[tuple[str, bool]]]

ENDINGS: Final = (".cl", ".clh", ".ocl", ".h", ".hh", ".hpp", ".hxx", ".inc", ".inl", ".def")
"""The endings of files that a kernel includes: OpenCL C, headers, and tables of X macros."""
_PROGRAMS: Final = (".cl", ".ocl")

_SEGMENT: Final = re.compile(r"[^/\\\">\r\n]*")
_CLOSING: Final = {'"': '"', "<": ">"}


def include_items(
    analysis: Analysis, context: NameContext, listing: Listing
) -> Iterator[CompletionItem]:
    """Yield the files and folders that can be named at a place in the path of an `#include`.

    `listing` returns the names in a folder, each with whether it is a folder.  Names in quotes are
    searched beside the file and then, like those in angle brackets, in the folders of the settings.
    """
    text, start = analysis.text, context.replace.start
    opening = text[start - 1 : start]
    typed = context.prefix.replace("\\", "/")
    folder, _, last = typed.rpartition("/")
    begin = start + len(context.prefix) - len(last)
    segment = _SEGMENT.match(text, begin)
    end = context.replace.end if segment is None else max(segment.end(), begin + len(last))
    place = Place(analysis.path, begin, end)
    closing = _CLOSING.get(opening, "")
    is_closed = closing != "" and closing in text[end : _line_end(text, end)]
    seen: set[str] = set()
    for number, base in enumerate(_folders(analysis, opening, typed)):
        path = posixpath.normpath(posixpath.join(base, display(folder))) if folder else base
        for name, is_folder in sorted(listing(path)):
            own = posixpath.join(path, name) == analysis.path.replace("\\", "/")
            if name in seen or own or not (is_folder or name.lower().endswith(ENDINGS)):
                continue
            seen.add(name)
            yield _item(byte_text(name), is_folder, place, "" if is_closed else closing, number)


def _folders(analysis: Analysis, opening: str, typed: str) -> Iterator[str]:
    """Yield the folders that are searched, in their order, each once."""
    if typed.startswith("/"):
        # A portable kernel does not name a file so.
        return
    own = posixpath.dirname(analysis.path.replace("\\", "/"))
    paths = tuple(each.replace("\\", "/") for each in analysis.settings.target.include_paths)
    yield from dict.fromkeys((own, *paths) if opening == '"' else paths)


def _line_end(text: str, offset: int) -> int:
    end = text.find("\n", offset)
    return len(text) if end < 0 else end


def _item(name: str, is_folder: bool, place: Place, closing: str, number: int) -> CompletionItem:
    # Nearer files come first; among them headers, then programs, then folders.
    is_program = name.lower().endswith(_PROGRAMS)
    tier = 3 * min(number, 1) + (2 if is_folder else int(is_program))
    if is_folder:
        return CompletionItem(label=f"{name}/", kind="folder", replace=place, tier=tier)
    inserted = name + closing if closing else ""
    return CompletionItem(label=name, kind="file", replace=place, insert=inserted, tier=tier)
