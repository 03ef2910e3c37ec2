"""Hovers over tokens that are no names: numbers, vector components, directives, comments."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.analysis.catalogue import ALLOW, rule
from opencl_ls.reference import reference
from opencl_ls.reference.content import Hover, Part, shortened
from opencl_ls.reference.links import rule_link
from opencl_ls.reference.shortening import in_brief

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.facade import Analysis

_CODE: Final = re.compile(r"[\w-]+/[\w-]+")
_PRAGMAS: Final = (
    "OPENCL EXTENSION",
    "OPENCL FP_CONTRACT",
    "OPENCL SELECT_ROUNDING_MODE",
    "unroll",
)
_BEHAVIOUR: Final = re.compile(r"\b(?:enable|disable|require|warn|ON|OFF|DEFAULT)\b")
_LETTERS: Final = "0123456789abcdef"


def number_parts(analysis: Analysis, offset: int) -> Iterator[Part]:
    """Yield a number in other bases, and as fence flags if it is their value."""
    number = analysis.number_at(offset)
    if number is None:
        return
    value = number.value
    if value is None:
        yield Part(f"{number.type_text} {number.text}", code=True)
    elif not number.text[0].isdigit():
        yield Part(f"{number.type_text} {number.text}", code=True)
        yield Part(f"Its value is `{value}`.")
    elif not number.type_text:
        yield Part(number.text, code=True)
        yield Part("Too large for any type: the widest, `ulong`, has 64 bits.")
    else:
        own = number.text.lower().rstrip("ul")
        others = [text for text in _in_bases(value) if text != own]
        yield Part(f"{number.type_text} {number.text}", code=True)
        yield Part("Also written " + ", ".join(f"`{text}`" for text in others) + ".")
        if number.fence_flags is not None:
            flags = " | ".join(f"`{name}`" for name in number.fence_flags)
            yield Part(f"As fence flags: {flags or 'none, nothing is ordered'}.")


def _in_bases(value: int) -> list[str]:
    shown = [str(value), hex(value)]
    if value < 1 << 32:
        shown.append(bin(value))
    if value < 8 * 8 * 8 * 8 and value >= 8:
        shown.append(f"0{value:o}")
    return shown


def character_hover(analysis: Analysis, offset: int) -> Hover | None:
    """Return the value of a character constant, None elsewhere."""
    found = analysis.character_at(offset)
    if found is None:
        return None
    code = Part(f"{found.type_text} {found.text}", code=True)
    value = Part(f"Its value is `{found.value}`.")
    return Hover(found.start, found.start + len(found.text), (code, value))


def label_parts(analysis: Analysis, offset: int) -> Iterator[Part]:
    """Yield the text about a label, at its statement or in a `goto`."""
    name = analysis.label_at(offset)
    if name is not None:
        yield Part(f"{name}:", code=True)
        yield Part("Label.")


def component_parts(analysis: Analysis, offset: int) -> Iterator[Part]:
    """Yield which components a name like `.xyzw` selects, and their type."""
    found = analysis.components_at(offset)
    if found is None:
        return
    yield Part(f"{found.type_text} .{found.name}", code=True)
    # `hi` and `odd` of three components are two, the second of which is undefined.
    existing = [index for index in found.indices if index < found.width]
    is_whole = len(existing) == len(found.indices)
    noun = "Component" if len(existing) == 1 else "Components"
    listed = ", ".join(map(str, existing)) + ("" if is_whole else " and an undefined one")
    words = f"{noun} {listed} of a `{found.vector_text}`"
    if is_whole and not found.name.startswith("s"):
        words += f", also `.s{''.join(_LETTERS[index] for index in found.indices)}`"
    if found.repeated:
        words += "; named twice, so nothing can be assigned"
    yield Part(words + ".")


def directive_hover(analysis: Analysis, offset: int) -> Hover | None:
    """Return the file of an `#include`, or the description of a pragma; None elsewhere."""
    text = analysis.text
    start = text.rfind("\n", 0, offset) + 1
    if not text[start : offset + 1].lstrip().startswith("#"):
        return None
    found = analysis.directive_at(offset)
    if found is None:
        return None
    if found.kind.startswith(("include", "import")):
        if not found.name_start <= offset < found.name_end:
            return None
        path = found.path
        words = f"`{path}`" if path else "This file is not found on the include path."
        return Hover(found.name_start, found.name_end, (Part(words),))
    if found.kind == "pragma":
        return _pragma_hover(analysis, found.start, found.end, offset)
    return None


def _pragma_hover(analysis: Analysis, start: int, end: int, offset: int) -> Hover | None:
    words = analysis.text[start:end]
    for name in _PRAGMAS:
        match = re.search(r"\b" + name.replace(" ", r"[ \t]+") + r"\b", words)
        if match is None:
            continue
        for part in (match, _BEHAVIOUR.search(words, match.end())):
            if part is not None and part.start() <= offset - start < part.end():
                whole = f"#pragma {name}"
                parts = in_brief(reference(whole, analysis.target), whole)
                return Hover(start + part.start(), start + part.end(), tuple(parts))
    return None


def suppression_hover(analysis: Analysis, offset: int) -> Hover | None:
    """Return the description of the rule in a suppression comment at an offset."""
    text = analysis.text
    start = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    line = text[start : len(text) if end < 0 else end]
    for allow in ALLOW.finditer(line):
        for word in _CODE.finditer(line, allow.start(2), allow.end(2)):
            named = rule(word[0])
            if named is not None and word.start() <= offset - start <= word.end():
                parts = (
                    Part(f"**{named.code}** ({named.severity.label}): {named.summary}"),
                    Part(f"The rule's page: {rule_link(named.code)}"),
                )
                return Hover(start + word.start(), start + word.end(), parts)
    return None


def inactive_parts(analysis: Analysis, offset: int) -> Iterator[Part]:
    """Yield the text that a place is excluded, and by which condition."""
    found = analysis.inactive_at(offset)
    if found is None:
        return
    if found.directive is None:
        yield Part("This code is left out: an earlier branch of its `#if` was chosen.")
        return
    written = " ".join(analysis.text[found.directive.start : found.directive.end].split())
    line = analysis.lines(analysis.path).line_of(found.directive.start) + 1
    verdict = "holds" if found.is_taken else "does not hold"
    yield Part(
        f"This code is left out, since `{shortened(written, 200)}` in line {line} {verdict}."
    )
