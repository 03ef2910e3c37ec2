"""Links from a file: to the files that it includes, and to the pages of rules."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.analysis.catalogue import ALLOW, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.facade import Analysis

_CODE: Final = re.compile(r"[\w-]+/[\w-]+")
_MARK: Final = "opencl-ls:"


class DocumentLink(Struct, frozen=True):
    """The bytes from `start` to `end` of the main file, and the file or the rule they lead to.

    Exactly one of `path` and `code` is given; `tooltip` is one line of plain text.
    """

    start: int
    end: int
    path: str
    code: str
    tooltip: str


def document_links(analysis: Analysis) -> list[DocumentLink]:
    """Return the links of the main file by place.

    A name in an `#include` whose file is found is one, in excluded groups as well; the use of a
    macro there is none, since it leads to the macro.  In a suppression comment the rule's code is
    one.
    """
    return sorted([*_includes(analysis), *_rules(analysis)], key=lambda link: link.start)


def _includes(analysis: Analysis) -> Iterator[DocumentLink]:
    for link in analysis.include_links():
        if not link.is_computed:
            place = link.place
            yield DocumentLink(place.start, place.end, link.path, "", link.path)


def _rules(analysis: Analysis) -> Iterator[DocumentLink]:
    text = analysis.text
    if _MARK not in text:
        return
    for allow in ALLOW.finditer(text):
        if not analysis.is_in_comment_or_string(allow.start()):
            continue
        for code in _CODE.finditer(text, allow.start(2), allow.end(2)):
            linked = rule(code[0])
            if linked is not None:
                yield DocumentLink(code.start(), code.end(), "", code[0], linked.summary)
