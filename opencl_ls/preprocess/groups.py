"""Invocations whose arguments run over the end of a chunk, maybe over directives as well."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.preprocess.lexer import Cuts, raw_offset
from opencl_ls.text import COMMENT_BODY

if TYPE_CHECKING:
    from opencl_ls.preprocess.expand import Expander
    from opencl_ls.preprocess.macros import Macro
    from opencl_ls.preprocess.run import Runner
    from opencl_ls.preprocess.state import Frame

_LONGEST: Final = 100_000
"""Characters after which the arguments are taken as never closed."""

_MARKS: Final = re.compile(
    rf"//[^\r\n]*|/{COMMENT_BODY}"
    r'|"(?:[^"\\\r\n]++|\\[^\r\n])*"?'
    r"|'(?:[^'\\\r\n]++|\\[^\r\n])*'?"
    r"|([(){}])",
    re.ASCII,
)


class Group:
    """The text from an unclosed invocation on, as it grows chunk by chunk.

    `source` is clean, `cuts` lead to raw offsets from the start of the chunk in which the group's
    piece begins, and `raw` is the raw text from there.
    """

    __slots__ = ("braces", "cuts", "macro", "parentheses", "raw", "source")

    def __init__(self, expander: Expander, raw: str) -> None:
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
        """Go on with a chunk: its text, or nothing of it if it is not active text."""
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


def gather(runner: Runner, frame: Frame, group: Group) -> Group | None:
    """Read on until the group's invocation is closed; None, and nothing done, if it never is."""
    if group.scan(group.source) != "open":
        return None
    state = runner.state
    saved = (frame.index, frame.conditionals, len(frame.steps), state.stamp, state.counter)
    surroundings = frame.surroundings
    presumed = (surroundings.index, surroundings.shift, surroundings.file)
    macros = dict(state.macros)
    recorder = frame.recorder.copy() if frame.recorder is not None else None
    while frame.index < len(frame.chunks) and len(group.source) < _LONGEST:
        chunk = frame.chunks[frame.index]
        step = runner.next_step(frame, runner.mark_of(frame), True)
        reads = not chunk.is_directive and not step.inactive
        group.add(chunk.text, chunk.clean if reads else None)
        if not reads:
            continue
        found = group.scan(chunk.clean[0])
        if found == "closed":
            surroundings.index = presumed[0]
            return group
        if found == "stopped":
            break
    frame.index, frame.conditionals, count, state.stamp, state.counter = saved
    surroundings.index, surroundings.shift, surroundings.file = presumed
    # The expansions made so far hold this very table.
    state.macros.clear()
    state.macros.update(macros)
    del frame.steps[count:]
    frame.recorder = recorder
    return None
