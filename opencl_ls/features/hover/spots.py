"""What a hover tells of what is no name: numbers, components of vectors, directives, comments."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.features.hover.content import Hover, Part
from opencl_ls.features.hover.reference import reference
from opencl_ls.rules.registry import rule, rule_url
from opencl_ls.semantics import types as t
from opencl_ls.semantics.components import components
from opencl_ls.semantics.constants import integer_value
from opencl_ls.semantics.constness import LITERALS
from opencl_ls.semantics.conversions import value_of
from opencl_ls.semantics.fences import FLAGS, barrier_of
from opencl_ls.semantics.literals import integer_type
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.facade import Analysis, Spot

_ALLOW: Final = re.compile(r"opencl-ls:\s*allow(?:-file)?\s*\(([^)\n]*)\)")
_CODE: Final = re.compile(r"[\w-]+/[\w-]+")
_PRAGMAS: Final = (
    "OPENCL EXTENSION",
    "OPENCL FP_CONTRACT",
    "OPENCL SELECT_ROUNDING_MODE",
    "unroll",
)
_LETTERS: Final = "0123456789abcdef"


def number_parts(spot: Spot) -> Iterator[Part]:
    """Yield a number in other bases, and as fence flags where it stands for them."""
    record = spot.records[-1] if spot.records else None
    if isinstance(record, r.IntegerLiteral):
        value = integer_value(record.text)
        if value is None:
            return
        if value >= 1 << 64:
            yield Part(record.text, code=True)
            yield Part("Too large for any type: the widest, `ulong`, has 64 bits.")
            return
        shown = [str(value), hex(value)]
        if value < 1 << 32:
            shown.append(bin(value))
        if value < 8 * 8 * 8 * 8 and value >= 8:
            shown.append(f"0{value:o}")
        own = record.text.lower().rstrip("ul")
        others = [text for text in shown if text != own]
        yield Part(f"{integer_type(record.text).name} {record.text}", code=True)
        yield Part("Also written " + ", ".join(f"`{text}`" for text in others) + ".")
        flags = _fence_flags(spot, value)
        if flags:
            yield Part(f"As fence flags: {flags}.")
    elif isinstance(record, r.FloatLiteral):
        kind = spot.item.analysed.model.types.get(record)
        if kind is not None:
            yield Part(f"{t.spelled(kind)} {record.text}", code=True)
    elif isinstance(record, r.Name) and record.name in ("true", "false"):
        yield Part(f"int {record.name}", code=True)
        yield Part(f"Its value is `{int(record.name == 'true')}`.")


def character_hover(analysis: Analysis, offset: int) -> Hover | None:
    """Return the number that a character constant stands for, None elsewhere."""
    spot = analysis.spot(offset)
    record = spot.records[-1] if spot is not None and spot.records else None
    if spot is None or not isinstance(record, r.CharacterLiteral):
        return None
    start = offset - (spot.offset - record.start)
    kind = spot.item.analysed.model.types.get(record)
    value = LITERALS.integer(record)
    if kind is None or value is None or not analysis.text.startswith(record.text, start):
        return None
    parts = Part(f"{t.spelled(kind)} {record.text}", code=True), Part(f"Its value is `{value}`.")
    return Hover(start, start + len(record.text), parts)


def label_parts(spot: Spot) -> Iterator[Part]:
    """Yield that a name is a label, where it is set or where a `goto` leads there."""
    record = spot.records[-1] if spot.records else None
    if not isinstance(record, r.Label | r.Goto):
        return
    if record.name.start <= spot.offset < record.name.end:
        yield Part(f"{record.name.text}:", code=True)
        yield Part("Label.")


def _fence_flags(spot: Spot, value: int) -> str:
    for record in reversed(spot.records):
        if isinstance(record, r.Call):
            barrier = barrier_of(spot.item.analysed.model, record)
            if barrier is not None and barrier.flags.start <= spot.offset < barrier.flags.end:
                named = [f"`{name}`" for name, bit in FLAGS.items() if value & bit]
                return " | ".join(named) or "none, nothing is ordered"
    return ""


def component_parts(spot: Spot) -> Iterator[Part]:
    """Yield which components a name like `.xyzw` selects, and the type of what it makes."""
    record = spot.records[-1] if spot.records else None
    if not isinstance(record, r.Member) or not record.member.start <= spot.offset:
        return
    model = spot.item.analysed.model
    base = value_of(model.types.get(record.base, t.UNKNOWN_QUALIFIED))
    kind = base.type
    if isinstance(kind, t.PointerType):
        kind = kind.pointee.type
    if not isinstance(kind, t.VectorType):
        return
    chosen = components(record.member.text, kind.width)
    if chosen.problem:
        return
    result = model.types.get(record)
    shown = t.spelled(t.Qualified(result.type)) if result is not None else "unknown"
    yield Part(f"{shown} .{record.member.text}", code=True)
    # `hi` and `odd` of three components are two, the second of which is undefined.
    existing = [index for index in chosen.indices if index < kind.width]
    is_whole = len(existing) == len(chosen.indices)
    noun = "Component" if len(existing) == 1 else "Components"
    listed = ", ".join(map(str, existing)) + ("" if is_whole else " and an undefined one")
    words = f"{noun} {listed} of a `{t.spelled(t.Qualified(kind))}`"
    if is_whole and not record.member.text.startswith("s"):
        words += f", also `.s{''.join(_LETTERS[index] for index in chosen.indices)}`"
    if chosen.repeated:
        words += "; named twice, so nothing can be assigned"
    yield Part(words + ".")


def directive_hover(analysis: Analysis, offset: int) -> Hover | None:
    """Return the file that an `#include` means, or what a pragma does; None elsewhere."""
    text = analysis.text
    start = text.rfind("\n", 0, offset) + 1
    if not text[start : offset + 1].lstrip().startswith("#"):
        return None
    for placed in analysis.unit.unit.records:
        record = placed.record
        if placed.file != analysis.path or not placed.start <= offset < placed.end:
            continue
        if record.kind.startswith(("include", "import")):
            inside = placed.offset + record.name_start <= offset < placed.offset + record.name_end
            if not inside:
                return None
            found = record.path or ""
            words = f"`{found}`" if found else "This file is not found on the include path."
            place = placed.offset + record.name_start, placed.offset + record.name_end
            return Hover(*place, (Part(words),))
        if record.kind == "pragma":
            return _pragma_hover(analysis, placed.start, placed.end, offset)
    return None


def _pragma_hover(analysis: Analysis, start: int, end: int, offset: int) -> Hover | None:
    words = analysis.text[start:end]
    for name in _PRAGMAS:
        match = re.search(r"\b" + name.replace(" ", r"[ \t]+") + r"\b", words)
        if match is not None and match.start() <= offset - start < match.end():
            parts = reference(f"#pragma {name}", analysis.target)
            return Hover(start + match.start(), start + match.end(), tuple(parts))
    return None


def suppression_hover(analysis: Analysis, offset: int) -> Hover | None:
    """Return what the rule is whose code stands in a suppression comment at an offset."""
    text = analysis.text
    start = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    line = text[start : len(text) if end < 0 else end]
    for allow in _ALLOW.finditer(line):
        for word in _CODE.finditer(line, allow.start(1), allow.end(1)):
            known = rule(word[0])
            if known is not None and word.start() <= offset - start <= word.end():
                parts = (
                    Part(f"**{known.code}** ({known.severity.label}): {known.summary}"),
                    Part(f"[The rule's page]({rule_url(known.code)})"),
                )
                return Hover(start + word.start(), start + word.end(), parts)
    return None
