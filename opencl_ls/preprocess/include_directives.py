"""The execution of `#include` and its relatives (C11 6.10.2)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.builtins.headers import LIBRARY_HEADERS
from opencl_ls.builtins.host_names import HOST_NAME
from opencl_ls.preprocess.headers import Record
from opencl_ls.preprocess.lexer import HEADER_NAME
from opencl_ls.preprocess.macros import spell
from opencl_ls.preprocess.run_context import FLAG

if TYPE_CHECKING:
    from opencl_ls.preprocess.directives import Directive
    from opencl_ls.preprocess.headers import SourceFile
    from opencl_ls.preprocess.run_context import RunContext
    from opencl_ls.preprocess.run_state import Frame, Step

ONCE: Final = "\x00once "
"""With a path after it: the key in the macro table of a file with `#pragma once`."""
TOO_DEEP: Final = "\x00too deep"
"""The key in the macro table that says that too deep includes were reported."""
DEEPEST_INCLUDE: Final = 200
"""The limit of the nesting of includes, in files, as in clang."""

_HOST_MACRO: Final = re.compile(HOST_NAME, re.ASCII)


class _HeaderName(NamedTuple):
    """A header's name, whether it is in quotes, and its raw range."""

    name: str
    quoted: bool
    start: int
    end: int


def include(
    context: RunContext, frame: Frame, step: Step, directive: Directive
) -> SourceFile | None:
    """Execute an include directive; return the file to run, None if there is none to run."""
    if step.absorbed:
        message = "an '#include' is not allowed among the arguments of a macro"
        step.error(directive.start, directive.end, "macro-arguments", message)
        return None
    found = _header_name(context, frame, step, directive)
    if found is None:
        _report_without_name(context, step, directive)
        return None
    name, quoted, start, end = found
    is_next = directive.kind == "include_next"
    path = context.resolve(frame, name, quoted, is_next)
    file = context.headers.file(path) if path is not None else None
    if path is not None and file is None and frame.dependencies is not None:
        frame.dependencies.is_complete = False
    record = Record(
        "include",
        directive,
        name,
        start,
        end,
        path=path if file is not None else None,
        quoted=None if is_next else quoted,
    )
    step.records += (record,)
    if file is None or path is None:
        # No folder would help for a header of the C library: a rule reports it.
        if name not in LIBRARY_HEADERS:
            message = (
                f"the file '{name}' is not found: check its name, or add its folder"
                if path is None
                else f"the file '{name}' cannot be read: see its size and its permissions"
            )
            step.error(start, end, "missing-include", message)
        return None
    if context.look_up(frame, ONCE + path) is not None:
        return None
    return None if _is_too_deep(context, frame, step, path, start, end) else file


def mark_once(context: RunContext, frame: Frame, step: Step) -> None:
    """Execute `#pragma once` in a header."""
    context.set_macro(frame, step, ONCE + frame.path, FLAG)


def _header_name(
    context: RunContext, frame: Frame, step: Step, directive: Directive
) -> _HeaderName | None:
    content = directive.content
    tokens = directive.tokens
    if not tokens:
        return None
    start = directive.token_range(tokens[0])[0]
    end = directive.end
    match = HEADER_NAME.match(content)
    if match is not None:
        if not directive.cuts:
            end = min(start + match.end(), end)
        rest = content[match.end() :].strip()
        if rest and not rest.startswith(("//", "/*")):
            message = f"'#{directive.kind}' takes one file: put a comment sign before this"
            step.warn(end, directive.end, "extra-tokens", message)
    else:
        match = HEADER_NAME.match(spell(context.expand(frame, step, tokens)))
        if match is None:
            return None
    return _HeaderName(match.group(match.lastindex or 1), match.lastindex == 1, start, end)


def _report_without_name(context: RunContext, step: Step, directive: Directive) -> None:
    """Report an include that names no file; a macro of the host may."""
    match = _HOST_MACRO.match(directive.content)
    if match is None or match[0] in context.table.macros:
        message = f"'#{directive.kind}' needs \"file\" or <file>"
        step.error(directive.start, directive.end, "invalid-directive", message)
        return
    start, end = directive.token_range(directive.tokens[0])
    message = (
        f"the file is not known, for '{match[0]}' is not defined here: if the host defines it, "
        f"name it with '-D {match[0]}=...' or in 'defines' of opencl-ls.toml"
    )
    step.warn(start, end, "missing-include", message)
    step.records += (Record("include", directive, match[0], start, end, quoted=True),)


def _is_too_deep(
    context: RunContext, frame: Frame, step: Step, path: str, start: int, end: int
) -> bool:
    """Tell whether an include exceeds the limit, or would repeat a cycle that was reported."""
    cycle = any(open_frame.path == path for open_frame in context.frames)
    if not cycle and frame.level < DEEPEST_INCLUDE:
        return False
    if context.look_up(frame, TOO_DEEP) is not None:
        # One cycle was reported already; following it again might never end.
        return True
    if frame.level < DEEPEST_INCLUDE:
        return False
    frame.exact = True
    context.set_macro(frame, step, TOO_DEEP, FLAG)
    message = f"includes are nested more than {DEEPEST_INCLUDE} deep"
    if cycle:
        message = (
            f"'{path}' includes itself over and over: give it an include guard or '#pragma once'"
        )
    step.error(start, end, "include-depth", message)
    return True
