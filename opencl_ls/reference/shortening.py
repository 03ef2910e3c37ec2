"""The shortening of long hovers.

The part above the rule stays: declaration, own text, availability, arguments, returns.  Below it,
sections are added in the order of `_FIRST` while there is space, and a link leads to the rest.
"""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from opencl_ls.reference.content import Part
from opencl_ls.reference.links import page_link, unlinked

if TYPE_CHECKING:
    from collections.abc import Sequence

LINES: Final = 40
"""The most lines that a hover of the reference has, blank ones included."""
COLUMNS: Final = 90
"""The width for the count of lines, in characters; editors have 80 to 100."""

_IMPORTED: Final = "From your copy"
_OWN: Final = "headings of its own"
"""The contents of a concept, and the conversions of `printf`."""
_FIRST: Final = (
    "See also",
    _OWN,
    "Special values",
    "Example",
    _IMPORTED,
    "Undefined",
    "Notes",
    "Checked by",
    "Accuracy",
)
"""The sections below the rule in the order in which they get space; others come last.

Short ones come first, and then examples before lists: examples cannot be shortened.
"""

_HEADING: Final = re.compile(r"\*\*([A-Z][\w, ]+?)\.?\*\*")
_OUTER_LINK: Final = re.compile(r"\[([^]\n]+)\]\([^)\s]+\)")
_ITEM: Final = re.compile(r"\n(?=- )")
_ATTRIBUTE: Final = re.compile(r"__attribute__\(\((\w+)\)\)")
# The character is the same in byte text.
_OWNER: Final = re.compile(r"\xa9|\bCopyright\b")
_CUT: Final = "..."
# A blank line and the line itself.
_REST_LINES: Final = 2
_RULE_LINES: Final = 2


def in_brief(parts: Sequence[Part], name: str, limit: int = LINES) -> list[Part]:
    """Return the parts about a name cut to a number of lines, with a link to the whole page."""
    if line_count(parts) <= limit:
        return list(parts)
    left = limit - _REST_LINES - _RULE_LINES
    kept: dict[int, Part] = {}
    for number, part in enumerate(parts):
        if not part.detail:
            kept[number] = _fitting(part, left // 2)
            left -= _lines(kept[number])
    groups = _ranked(parts)
    # First a section takes half of the space, so that some is left for the next ones; then the rest
    # is distributed.
    first = [group for rank, group in groups if rank < len(_FIRST)]
    for share, taking in ((2, first), (1, [group for _, group in groups])):
        for group in taking:
            room = left + sum(_lines(kept[number]) for number in group if number in kept)
            notice = _notice(parts, group)
            body = group[: len(group) - len(notice)]
            for_notice = sum(_lines(parts[number]) for number in notice)
            chosen = _begin([parts[number] for number in body], room - for_notice, share)
            kept.update(zip(body, chosen, strict=False))
            if chosen:
                kept.update((number, parts[number]) for number in notice)
            left = room - sum(map(_lines, chosen)) - (for_notice if chosen else 0)
    return [*(kept[number] for number in sorted(kept)), _rest(name)]


def line_count(parts: Sequence[Part]) -> int:
    """Return how many lines parts take, with a blank one between them and the rule."""
    has_rule = any(part.detail for part in parts)
    return sum(map(_lines, parts)) - 1 + (_RULE_LINES if has_rule else 0)


def _groups(parts: Sequence[Part]) -> list[list[int]]:
    """Return the parts below the rule by sections: a heading with its parts."""
    groups: list[list[int]] = []
    stands_over = False
    for number, part in enumerate(parts):
        if not part.detail:
            continue
        begun = _section(part)
        if groups and (part.code or (stands_over and not begun)):
            groups[-1].append(number)
        else:
            groups.append([number])
            # All parts of an imported page belong to it.
            stands_over = begun == _IMPORTED or _HEADING.fullmatch(part.text) is not None
    return groups


def _section(part: Part) -> str:
    found = None if part.code else _HEADING.match(part.text)
    return found[1] if found else ""


def _ranked(parts: Sequence[Part]) -> list[tuple[int, list[int]]]:
    """Return the sections below the rule with their ranks, in the order in which they get space."""
    found: list[tuple[int, list[int]]] = []
    for group in _groups(parts):
        section = _section(parts[group[0]])
        rank = _FIRST.index(section) if section in _FIRST else len(_FIRST)
        if section and section not in _FIRST:
            rank = _FIRST.index(_OWN)
        if _OUTER_LINK.fullmatch(parts[group[0]].text):
            rank = _FIRST.index("See also")
        if section == "Example" and any(rank == each for each, _ in found):
            # One example before all other sections, and others when there is space.
            rank = len(_FIRST)
        found.append((rank, group))
    return sorted(found, key=lambda each: each[0])


def _notice(parts: Sequence[Part], group: Sequence[int]) -> Sequence[int]:
    """Return the part of an imported page that names its copyright, which stays with the text."""
    is_imported = _section(parts[group[0]]) == _IMPORTED
    return group[-1:] if is_imported and _OWNER.search(parts[group[-1]].text) else ()


def _begin(parts: Sequence[Part], room: int, share: int) -> list[Part]:
    """Return as much of a section as fits into its share of the space; a heading alone is dropped.

    A program is kept whole, or dropped.
    """
    if len(parts) > 1 and parts[1].code:
        return list(parts) if sum(map(_lines, parts)) <= room else []
    left = room // share
    begun: list[Part] = []
    for part in parts:
        begun.append(_fitting(part, left))
        left -= _lines(begun[-1])
        if left < 0:
            begun.pop()
        if left <= 0 or begun[-1:] != [part]:
            break
    is_heading = len(begun) == 1 < len(parts) and _section(parts[0]) != _IMPORTED
    return [] if is_heading else begun


def _fitting(part: Part, room: int) -> Part:
    """Return a part with as many items of its list, or lines of its program, as fit.

    A paragraph stays whole, and a heading keeps one item.
    """
    if _lines(part) <= room:
        return part
    least = 2 if _section(part) else 1
    items = part.text.split("\n") if part.code else _ITEM.split(part.text)
    mark = f"// {_CUT}" if part.code else f"- {_CUT}"
    cut = part
    while len(items) > least and _lines(cut) > room:
        items.pop()
        cut = replace(part, text="\n".join([*items, mark]))
    return cut


def _lines(part: Part) -> int:
    """Return how many lines a part takes, with the blank line below it."""
    if part.code:
        lines = part.text.split("\n")
    else:
        shown = _OUTER_LINK.sub(r"\1", unlinked(part.text))
        paragraphs = re.split(r"\n\n|\n(?=\s*- )", shown)
        lines = [" ".join(paragraph.split()) for paragraph in paragraphs]
        lines += [""] * shown.count("\n\n")
    return sum(max(1, -(-len(line) // COLUMNS)) for line in lines) + 1


def _rest(name: str) -> Part:
    written = _ATTRIBUTE.fullmatch(name)
    argument = shlex.quote(written[1] if written else name)
    return Part(
        f"{page_link(f'Everything about `{name}`', name)}: `opencl-ls doc {argument}`", detail=True
    )
