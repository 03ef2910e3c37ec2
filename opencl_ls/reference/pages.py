"""Whole pages of the reference, for editors that open them, and the page that a word leads to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.extensions import extension
from opencl_ls.builtins.language import all_pragmas, attribute
from opencl_ls.reference import reference
from opencl_ls.reference.imported import imported_pages, page_parts
from opencl_ls.reference.topics import is_spelled, is_topic

if TYPE_CHECKING:
    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.docs.importing.page import PageShelf
    from opencl_ls.reference.content import Part

_DIRECTIVE: Final = re.compile(r"[ \t]*(?:#|%:)")
_PRAGMA: Final = re.compile(r"[ \t]*(?:#|%:)[ \t]*pragma\b")
_SIGNS: Final = ("signed", "unsigned")
_LONGEST_PRAGMA: Final = 100


def page(name: str, shelf: PageShelf) -> list[Part]:
    """Return the text of `opencl-ls doc` about a name, empty for a name without a page.

    Attributes and pragmas are named as `reference` takes them.
    """
    parts = reference(name, None)
    for imported in imported_pages(shelf, name, None) if parts else ():
        parts += page_parts(imported, name)
    return parts


def has_page(name: str) -> bool:
    """Tell whether the reference has anything about a name."""
    return bool(reference(name, None))


def page_name_at(analysis: Analysis, name: str, start: int) -> str:
    """Return the name of the page that a word of the language at a byte leads to; "" for none.

    In a pragma, each of its words leads to the pragma's page.
    """
    line = analysis.text[analysis.text.rfind("\n", 0, start) + 1 : start]
    if _PRAGMA.match(line):
        return _of_pragma(analysis, start) or (name if extension(name) is not None else "")
    whole = reference_name_at(analysis, name, start)
    return whole if whole and has_page(whole) else ""


def reference_name_at(analysis: Analysis, name: str, start: int) -> str:
    """Return the name in `reference` for a word at a byte.

    A word of a type of several words gives the type (`uint` for the second word of `unsigned int`),
    one in an attribute the attribute.  The name of an extension gives "" outside of directives,
    that of a concept "" in a program, unless it is a word of other dialects (`__block`).
    """
    line = analysis.text[analysis.text.rfind("\n", 0, start) + 1 : start]
    if extension(name) is not None and not _DIRECTIVE.match(line):
        return ""
    known = attribute(name) if "__attribute__" in line or analysis.is_in_attribute(start) else None
    if known is not None:
        return f"__attribute__(({known.name}))"
    words = analysis.type_words_at(start)
    is_part = words is not None and name in words.words and name.strip("_") not in _SIGNS
    whole = words.name if words is not None and is_part and words.name else name
    return whole if not is_topic(whole) or is_spelled(whole) else ""


def _of_pragma(analysis: Analysis, start: int) -> str:
    """Return the pragma with a word at a byte, unless it is an extension's name."""
    text = analysis.text
    begin = text.rfind("\n", 0, start) + 1
    line = text[begin : start + _LONGEST_PRAGMA]
    for name in all_pragmas():
        words = r"[ \t]+".join(map(re.escape, name.split()))
        found = re.search(rf"\b{words}\b", line)
        if found is not None and found.start() <= start - begin < found.end():
            return f"#pragma {name}"
    return ""
