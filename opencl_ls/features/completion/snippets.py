"""Snippets: statements, kernels and other pieces of programs, from `snippets.toml`."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from opencl_ls.builtins.versions import Availability, Version, availability_of
from opencl_ls.features.completion.item import CompletionItem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.query_results import NameContext
    from opencl_ls.settings.target import Target

_DATA: Final = Path(__file__).with_name("snippets.toml")
_PLACEHOLDER: Final = re.compile(r"\$\{\d+:([^{}]*)\}|\$\{\d+\|([^,|]*)[^|]*\|\}|\$\d+")
_NO_CODE: Final = re.compile(r"//[^\n]*|/\*.*?\*/|^[ \t]*#(?:[^\n\\]|\\.)*", re.S | re.M)
_REACH: Final = 2000
_TRAILING: Final = re.compile(r"[ \t]+$", re.M)


class Snippet(NamedTuple):
    """A snippet; `body` has placeholders.

    `at` is "statement", "statements" for several and for declarations, or "file".  `until` is the
    version that has a better one, or None.
    """

    label: str
    at: str
    detail: str
    body: str
    availability: Availability
    until: int | None

    def exists(self, target: Target) -> bool:
        """Tell whether a target has all that the snippet uses, and no better one."""
        if self.until is not None and target.version >= self.until:
            return False
        return self.availability.missing(target) is None

    def body_for(self, target: Target) -> str:
        """Return the body with the names that a target has."""
        if target.version >= Version.CL20:
            return self.body
        return self.body.replace("work_group_barrier(", "barrier(")


def snippet_items(analysis: Analysis, context: NameContext) -> Iterator[CompletionItem]:
    """Yield the snippets that can begin at a place and that the target supports."""
    if context.kind not in ("statement", "declaration"):
        return
    within = analysis.bracket_at(context.replace.start)
    if context.kind == "statement" and within == "body":
        places = _statement_places(analysis.text, context.replace.start)
    elif context.kind == "declaration" and within == "":
        places = ("file",)
    else:
        return
    for each in all_snippets():
        if each.at in places and each.exists(analysis.target):
            body = each.body_for(analysis.target)
            yield CompletionItem(
                label=each.label,
                kind="snippet",
                replace=context.replace,
                insert=plain(body),
                snippet=body,
                detail=each.detail,
            )


def plain(body: str) -> str:
    """Return the text of a snippet with the defaults of its placeholders."""
    text = _PLACEHOLDER.sub(lambda match: match[1] or match[2] or "", body)
    return _TRAILING.sub("", text)


def _statement_places(text: str, offset: int) -> tuple[str, ...]:
    """Return the kinds of snippets at a statement: only one kind after `if (a)` or a label."""
    before = _NO_CODE.sub("", text[max(0, offset - _REACH) : offset]).rstrip()
    return ("statement", "statements") if before.endswith((";", "{", "}")) else ("statement",)


@cache
def all_snippets() -> tuple[Snippet, ...]:
    """Return all snippets in the order of the file."""
    entries: list[dict[str, Any]] = tomllib.loads(_DATA.read_text("utf-8"))["snippet"]
    return tuple(
        Snippet(
            entry["label"],
            entry["at"],
            entry["detail"],
            entry["body"].strip("\n"),
            availability_of({"min": 100, **entry}),
            entry.get("until"),
        )
        for entry in entries
    )
