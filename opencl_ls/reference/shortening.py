"""What goes first where a hover has more to say than a reader wants to see at once.

What stands above the rule stays: declaration, own text, availability, arguments, returns.  Below
it, sections come in by `_FIRST` while there is room, and the rest is a link away.
"""

from __future__ import annotations

import re
import shlex
from itertools import accumulate
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from opencl_ls.reference.content import Part
from opencl_ls.reference.links import page_link, unlinked

if TYPE_CHECKING:
    from collections.abc import Sequence

LINES: Final = 40
"""The most lines that a hover of the reference has, blank ones included."""
COLUMNS: Final = 90
"""The width for which lines are counted; editors have 80 to 100."""

_IMPORTED: Final = "From your copy"
_FIRST: Final = (
    "See also",
    "Checked by",
    "Special values",
    "Example",
    _IMPORTED,
    "Undefined",
    "Notes",
    "Accuracy",
)
"""The sections below the rule in the order in which they get room; any other comes last.

What is short goes first, and then examples before lists: those are nothing in part.
"""

_HEADING: Final = re.compile(r"\*\*([A-Z][\w ]+?)\.?\*\*")
_OUTER_LINK: Final = re.compile(r"\[([^]\n]+)\]\([^)\s]+\)")
_ITEM: Final = re.compile(r"\n(?=- )")
_ATTRIBUTE: Final = re.compile(r"__attribute__\(\((\w+)\)\)")
_CUT: Final = "..."
# A blank line and the line itself.
_REST_LINES: Final = 2
_RULE_LINES: Final = 2


def in_brief(parts: Sequence[Part], name: str, limit: int = LINES) -> list[Part]:
    """Return the parts about a name cut to a number of lines, with the way to the whole page."""
    if line_count(parts) <= limit:
        return list(parts)
    left = limit - _REST_LINES - _RULE_LINES
    kept: dict[int, Part] = {}
    for number, part in enumerate(parts):
        if not part.detail:
            kept[number] = _fitting(part, left // 2)
            left -= _lines(kept[number])
    groups = sorted(_groups(parts), key=lambda group: _rank(parts[group[0]]))
    for group in groups:
        # A list takes half of the room, so that there is some for what comes after it.
        chosen = [_fitting(parts[number], left // 2) for number in group[:1]]
        chosen += [parts[number] for number in group[1:]]
        if _section(chosen[0]) == _IMPORTED:
            chosen = _begin(chosen, left // 2)
        lines = sum(map(_lines, chosen))
        if lines <= left:
            kept.update(zip(group, chosen, strict=False))
            left -= lines
    for number in (group[0] for group in groups if group[0] in kept):
        left += _lines(kept[number])
        kept[number] = _fitting(parts[number], left)
        left -= _lines(kept[number])
    return [*(kept[number] for number in sorted(kept)), _rest(name)]


def line_count(parts: Sequence[Part]) -> int:
    """Return how many lines parts take, with a blank one between them and the rule."""
    has_rule = any(part.detail for part in parts)
    return sum(map(_lines, parts)) - 1 + (_RULE_LINES if has_rule else 0)


def _groups(parts: Sequence[Part]) -> list[list[int]]:
    """Return the parts below the rule, each section with its programs."""
    groups: list[list[int]] = []
    section = ""
    for number, part in enumerate(parts):
        if not part.detail:
            continue
        begun = _section(part)
        # All that comes of an imported page belongs to it.
        if groups and (part.code or (section == _IMPORTED and not begun)):
            groups[-1].append(number)
        else:
            groups.append([number])
            section = begun
    return groups


def _section(part: Part) -> str:
    found = None if part.code else _HEADING.match(part.text)
    return found[1] if found else ""


def _rank(part: Part) -> int:
    section = _section(part)
    return _FIRST.index(section) if section in _FIRST else len(_FIRST)


def _begin(parts: list[Part], room: int) -> list[Part]:
    """Return the first of the parts, and those after it for which there is room."""
    lines = list(accumulate(map(_lines, parts)))
    return [part for part, end in zip(parts, lines, strict=True) if end <= room] or parts[:1]


def _fitting(part: Part, room: int) -> Part:
    """Return a part with as many items of its list, or lines of its program, as there is room for.

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
    """Return how many lines a part takes, with the blank one below it."""
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
