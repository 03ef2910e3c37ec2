"""Hints of structure: results of blocks, offsets of members, designators, ends of bodies."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.features.inlay_hints.hint import Hint

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.query_results import (
        BlockEnd,
        BlockResult,
        FilledPart,
        PlacedMember,
        PlacedStruct,
    )

_FEWEST_LINES: Final = 10
"""The lines of a block from which on its end gets a hint."""
_LAST_WORD: Final = re.compile(r"[\w$\x80-\xff]+\Z", re.ASCII)


def result_hints(fact: BlockResult) -> Iterator[Hint]:
    """Yield the type that a block returns, after its parameters."""
    tooltip = f"the block returns `{fact.type_text}`, as its first `return` says"
    yield Hint(fact.end, f"-> {fact.type_text}", "type", before=True, tooltip=tooltip)


def member_hints(fact: PlacedMember) -> Iterator[Hint]:
    """Yield the offset of a member, after its declaration."""
    label = f"offset {fact.offset}, size {fact.size}"
    if fact.padding:
        label += f", after {fact.padding} unused"
    yield Hint(fact.end, label, before=True, tooltip="in bytes from the begin of the struct")


def struct_hints(fact: PlacedStruct) -> Iterator[Hint]:
    """Yield the size of a struct, after its closing brace."""
    label = f"size {fact.size}, aligned to {fact.alignment}"
    if fact.padding:
        label += f", {fact.padding} unused at the end"
    yield Hint(fact.end, label, before=True, tooltip="in bytes")


def part_hints(fact: FilledPart) -> Iterator[Hint]:
    """Yield the designator of the part that a value initialises, unless the value has its name."""
    name = _LAST_WORD.search(fact.part)
    if name is not None and fact.text.endswith(name[0]):
        before = fact.text[: -len(name[0])]
        if not before or not (before[-1].isalnum() or before[-1] in "$_"):
            return
    designator = f"{fact.part} = "
    yield Hint(fact.start, f"{fact.part}=", "", tooltip="", edits=((fact.start, designator),))


def member_part_hints(fact: FilledPart) -> Iterator[Hint]:
    """Yield the designator if it names a member: mere indices can be counted."""
    if "." in fact.part:
        yield from part_hints(fact)


def end_hints(fact: BlockEnd) -> Iterator[Hint]:
    """Yield the construct that ends at a brace, if its start is far away."""
    if fact.lines >= _FEWEST_LINES:
        yield Hint(fact.end, f"// {fact.words}", before=True)
