"""Invocations whose arguments continue after the end of a chunk, even after directives."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.lazy_pattern import lazy_pattern
from opencl_ls.preprocess.lexer import Cuts, raw_offset
from opencl_ls.text import COMMENT_BODY

if TYPE_CHECKING:
    from collections.abc import Callable

    from opencl_ls.preprocess.macros import Macro
    from opencl_ls.preprocess.run_context import RunContext
    from opencl_ls.preprocess.run_state import Frame, Step
    from opencl_ls.preprocess.text_expansion import TextExpander

    NextStep = Callable[[Frame], Step]

MOST_UNCLOSED: Final = 10
"""The number of unclosed invocations in a file after which no more are followed beyond a chunk.

Each may be followed to the end of the file, so that the time would grow with its square.
"""
_LONGEST: Final = 100_000
"""The length of the arguments, in characters, from which on they count as never closed."""

_MARKS: Final = lazy_pattern(
    rf"//[^\r\n]*|/{COMMENT_BODY}"
    r'|"(?:[^"\\\r\n]++|\\[^\r\n])*"?'
    r"|'(?:[^'\\\r\n]++|\\[^\r\n])*'?"
    r"|([(){}])",
    re.ASCII,
)


class SpanningInvocation:
    """The text from the name of an unclosed invocation on, as it grows chunk by chunk.

    `source` is the clean text, `cuts` map its offsets to raw offsets from the start of the chunk
    in which the invocation begins, and `raw` is the raw text from there.
    """

    __slots__ = ("braces", "cuts", "macro", "parentheses", "raw", "source")

    def __init__(self, expander: TextExpander, raw: str) -> None:
        begin = expander.unclosed
        first = raw_offset(expander.cuts, begin)
        later = tuple((at - begin, removed + begin) for at, removed in expander.cuts if at > begin)
        self.source = expander.source[begin:]
        self.cuts: Cuts = ((0, first), *later)
        self.raw = raw
        self.macro: Macro | None = expander.unclosed_macro
        self.parentheses = 0
        self.braces = 0

    def scan(self, text: str) -> str:
        """Count brackets in more text: "closed", "stopped" at a function's end, or "open"."""
        for match in _MARKS.finditer(text):
            mark = match.group(1)
            if mark == "(":
                self.parentheses += 1
            elif mark == ")":
                self.parentheses -= 1
                if self.parentheses == 0:
                    return "closed"
            elif mark == "{":
                self.braces += 1
            elif mark == "}":
                self.braces -= 1
                if self.braces < 0 and text[match.start() - 1 : match.start()] in ("", "\n", "\r"):
                    return "stopped"
        return "open"

    def add(self, raw: str, clean: tuple[str, Cuts] | None) -> None:
        """Append a chunk: its clean text with cuts, or None if it is not active text."""
        if clean is not None:
            text, cuts = clean
            base = len(self.source)
            removed = len(self.raw) - base
            self.cuts += (
                (base, removed),
                *((base + at, removed + more) for at, more in cuts),
            )
            self.source += text
        self.raw += raw


def gather(
    context: RunContext, frame: Frame, invocation: SpanningInvocation, next_step: NextStep
) -> SpanningInvocation | None:
    """Read on until the invocation is closed; return it, or None and the former state.

    `next_step` runs the next chunk of the frame as a part of the invocation.
    """
    if frame.unclosed == MOST_UNCLOSED or invocation.scan(invocation.source) != "open":
        return None
    table = context.table
    before = context.checkpoint(frame)
    place = frame.position_macros
    index, count, place_index = frame.index, len(frame.steps), place.index
    dependencies = frame.dependencies.copy() if frame.dependencies is not None else None
    while frame.index < len(frame.chunks) and len(invocation.source) < _LONGEST:
        chunk = frame.chunks[frame.index]
        step = next_step(frame)
        reads = not chunk.is_directive and not step.inactive
        invocation.add(chunk.text, chunk.clean if reads else None)
        if not reads:
            continue
        found = invocation.scan(chunk.clean[0])
        if found == "closed":
            place.index = place_index
            return invocation
        if found == "stopped":
            break
    frame.unclosed += 1
    frame.index, frame.conditionals = index, before.conditionals
    for step in reversed(frame.steps[count:]):
        for name, macro, _ in reversed(step.effects):
            table.set(name, macro)
    del frame.steps[count:]
    frame.dependencies = dependencies
    place.index, place.shift, place.file = place_index, before.shift, before.file
    table.counter = before.counter
    return None
